"""Parts of expressions that several readings share, and alternations made from tables."""

from __future__ import annotations

import re
from collections.abc import Iterable

# What stands in quotation marks, on one line.
QUOTED = r"\"[^\"\n]*\"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》"
# "…, who lives in Oslo", up to the next comma.
RELATIVE = r", (?:who|whose|which)\b[^,]*"


def alternatives(words: Iterable[str]) -> str:
    """Words, as they are written, as alternatives of an expression, longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def either(table: str) -> str:
    """The expressions of a table, divided by semicolons, as one alternation, longest first.

    Each is a regular expression; a space in it stands for one or more.
    """
    parts = (" ".join(part.split()) for part in table.split(";"))
    longest_first = sorted((part for part in parts if part), key=len, reverse=True)
    return "|".join(part.replace(" ", " +") for part in longest_first)
