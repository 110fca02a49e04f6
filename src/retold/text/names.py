"""Names in a text: what must come through a rewrite byte for byte."""

from __future__ import annotations

import re

_NAME = re.compile(r"https?://[^\s，。]+|[\w.+-]+@[\w-]+\.[\w.-]+|《[^》\n]{1,60}》|\b[A-Z][a-z]+(?: [A-Z][a-z]+)+")


def names(text: str) -> set[str]:
    """Proper names, model numbers, addresses and titles, exactly as the text writes them."""
    return set(_NAME.findall(text))
