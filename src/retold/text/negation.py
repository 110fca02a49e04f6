"""Whether a statement affirms or denies, and the words by which it denies.

Two negations cancel each other where one governs the other (不是不喜欢, "don't dislike", "nobody
who doesn't"), not where they stand side by side ("no milk and no eggs", 不吃肉不吃蛋).
"""

from __future__ import annotations

from collections.abc import Iterator
from re import Match
from typing import Literal

from retold.text.negation_words import CUE, LINK_AFTER_NO, LINK_EN, LINK_ZH, LOOKALIKE
from retold.text.normal import plain

# Words within which a second English negation only strengthens the first: "don't have no money".
_CONCORD_WORDS = 5
_INSIDE = ("local_en", "local_zh")


def polarity(text: str) -> Literal[1, -1]:
    """+1 where the text affirms, -1 where some part of it denies.

    Verbs of dislike deny (`hate`, 讨厌). A negation inside a description ("coffee without sugar",
    无糖可乐) does not; it is among the `negations`.
    """
    read = _read(text)
    chain = 0
    before: Match[str] | None = None
    for cue in _cues(read):
        if before is not None and _repeats(read, before, cue):
            continue
        if before is not None and _governs(read, before, cue):
            chain += 1
        elif chain % 2:
            return -1
        else:
            chain = 1
        before = cue
    return -1 if chain % 2 else 1


def negations(text: str) -> tuple[str, ...]:
    """The negations in a text as they stand, lower-case and simplified, in order."""
    return tuple(found[0].strip() for found in CUE.finditer(_read(text)))


def qualifiers(text: str) -> tuple[str, ...]:
    """The negations inside descriptions, as in "coffee without sugar"; `polarity` ignores them."""
    found = CUE.finditer(_read(text))
    return tuple(cue[0].strip() for cue in found if cue.lastgroup in _INSIDE)


def _read(text: str) -> str:
    """Lower-case and plain, with what only looks like a negation blotted out.

    Nothing is left of a text without a cue, so that most texts are done with quickly.
    """
    read = plain(text).lower()
    if CUE.search(read) is None:
        return ""
    return LOOKALIKE.sub(lambda found: "~" * len(found[0]), read)


def _cues(read: str) -> Iterator[Match[str]]:
    for cue in CUE.finditer(read):
        if cue.lastgroup not in _INSIDE:
            yield cue


def _repeats(read: str, before: Match[str], cue: Match[str]) -> bool:
    """Whether a second negation only repeats the first: "don't … nothing", "neither … nor"."""
    if cue.lastgroup != "no_en" or before.lastgroup not in ("not_en", "no_en"):
        return False
    between = read[before.end() : cue.start()]
    if any(mark in between for mark in ",.;!?\n"):
        return False
    return cue[0] == "nor" or (
        before.lastgroup == "not_en" and len(between.split()) <= _CONCORD_WORDS
    )


def _governs(read: str, before: Match[str], cue: Match[str]) -> bool:
    link = LINK_EN
    if cue.lastgroup in ("not_zh", "dislike_zh"):
        link = LINK_ZH
    elif before.lastgroup == "no_en":
        link = LINK_AFTER_NO
    return link.fullmatch(read, before.end(), cue.start()) is not None
