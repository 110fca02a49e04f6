"""Cues: the words and turns of phrase that rules look for, as data.

One file for each part of the writer, a table for each rule, in it a regular expression for each
language. To teach a rule another way of saying something, add it there as one more alternative.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

from retold.text.language import Language


@cache
def cue(name: str, language: Language | None = None) -> re.Pattern[str]:
    """The expression of a rule, by file and table ("select.joke"), compiled on first use.

    Args:
        name: file and table.
        language: one language; None where the rule looks for the words of both.

    Raises:
        KeyError: no such rule, or none for this language.
    """
    return re.compile(cue_text(name, language), re.IGNORECASE)


@cache
def cue_text(name: str, language: Language | None = None) -> str:
    """The expression of a rule as text, to be part of another one. Raises KeyError."""
    file, _, table = name.partition(".")
    texts = _file(file)[table]
    if language is not None:
        return texts[language]
    return "|".join(texts.values())


@cache
def _file(name: str) -> dict[str, dict[str, str]]:
    text = resources.files("retold.writer.cues").joinpath(f"{name}.toml").read_text("utf-8")
    return {
        table: {language: _joined(lines) for language, lines in entry.items()}
        for table, entry in tomllib.loads(text).items()
    }


def _joined(text: str) -> str:
    """A cue without the line breaks that only make it fit the page."""
    return "".join(line.strip() for line in text.splitlines())
