"""The command line's own words in Chinese and English.

The English text stands in the code and is the key; `zh.toml` holds its Chinese. A test keeps the
two complete, in both directions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Literal

Language = Literal["zh", "en"]

# In the order in which a POSIX system consults them.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def preferred(environment: Mapping[str, str]) -> Language:
    """The language that the environment asks for: Chinese where its locale is, else English."""
    for name in VARIABLES:
        if value := environment.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


@cache
def chinese() -> Mapping[str, str]:
    """English text to Chinese text."""
    table = resources.files("retold.cli").joinpath("zh.toml").read_text("utf-8")
    return tomllib.loads(table)


def translated(text: str, language: Language) -> str:
    """The text in the language; text that is not the command line's own stays as it is."""
    return chinese().get(text, text) if language == "zh" else text
