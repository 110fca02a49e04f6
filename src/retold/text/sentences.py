"""Sentences as exact slices of a text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retold.text.language import HAN


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` of a text, and what stands there."""

    start: int
    end: int
    text: str


# What is longer is no sentence; it is cut, so that nothing that reads sentences meets a book.
LONGEST_CHARACTERS = 1000

_CLOSERS = "\"'”’」』）)】》\\]*_"
_EMOJI = "\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff\u200d\ufe0f"
# Emoji and faces such as :) comment on the sentence before them.
_FACE = rf"(?:[ ]?(?:[{_EMOJI}]+|[:;=]['-]?[)(DPp3]+|<3+))?"
# A mark that ends a sentence, what closes after it, and faces.
_MARK = re.compile(
    rf"(?P<newline>\n\s*)"
    rf"|(?P<wide>[。！？；｡]+[。！？!?；…~～]*|…{{2,}})[{_CLOSERS}]*[{_EMOJI}]*"
    rf"|(?P<strong>[!?]+[!?.~]*|…|\.{{2,}}[!?]*)[{_CLOSERS}]*{_FACE}(?=[\sA-Z{HAN}]|$)"
    rf"|(?P<dot>\.)[{_CLOSERS}]*{_FACE}(?=[\s{HAN}]|$)"
)
# Words before a dot that do not end a sentence, whatever follows.
_TITLES = frozenset(
    """mr mrs ms mx dr prof st rev hon sr capt col gen lt sgt gov sen rep pres messrs mme mlle
    vs eg e.g ie i.e cf al approx est fig no nos vol pp ed eds ca dept univ assn bros
    jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri
    ave blvd rd hwy ext tel""".split()
)
# Words before a dot that may end one: only if the next word opens a sentence.
_MAY_END = frozenset(
    "a.m p.m am pm inc ltd co corp llc u.s u.k u.n e.u ph.d m.d b.a m.a jr etc d.c".split()
)
_OPENERS = frozenset(
    """i i'm i've i'd i'll we we're he he's she she's it it's they they're you this that these those
    the a an my our his her their but and so then also there now what when where who why how if
    please thanks yes no""".split()
)
_INITIALS = re.compile(r"[a-z](?:\.[a-z])+")
_BULLET_CHARACTERS = 8
_WORD_BEFORE = re.compile(r"[\w.'’-]{1,24}$")
_WORD_AFTER = re.compile(r"\s*([\w’']+)")
# No sentence ends inside a quotation that closes soon after; a straight mark must look like one.
_QUOTED = re.compile(
    r"“[^“”\n]{1,400}”|「[^「」\n]{1,400}」|『[^『』\n]{1,400}』"
    r"|(?<![\w\"])\"(?=\S)[^\"\n]{1,400}(?<=\S)\"(?!\w)"
)
_SAYS = re.compile(rf"\s*(?:[a-z]|[{HAN}]{{0,6}}?[说问道喊叫答想])")
_BREAK = re.compile(r"[,，、;:：\s](?=\S)")


def sentences(text: str) -> list[Span]:
    """The sentences of a text in order, without the space between them.

    Each is a slice of the text. Chinese and English marks and line ends divide; abbreviations,
    decimals, addresses, list numbers and quotations do not. Longer ones than `LONGEST_CHARACTERS`
    are cut at a comma or a space, or where there is none, anywhere. Time is linear.
    """
    spans: list[Span] = []
    start = 0
    for end in _ends(text):
        spans += _trimmed(text, start, end)
        start = end
    return spans + _trimmed(text, start, len(text))


def _ends(text: str) -> list[int]:
    quotations = [found.span() for found in _QUOTED.finditer(text)]
    ends = []
    quotation = 0
    for mark in _MARK.finditer(text):
        if mark["newline"]:
            ends.append(mark.end())
            continue
        while quotation < len(quotations) and quotations[quotation][1] < mark.end():
            quotation += 1
        inside = quotation < len(quotations) and quotations[quotation][0] < mark.start()
        if inside and (mark.end() < quotations[quotation][1] or _SAYS.match(text, mark.end())):
            continue
        if mark["dot"] is None or _ends_sentence(text, mark):
            ends.append(mark.end())
    return ends


def _ends_sentence(text: str, dot: re.Match[str]) -> bool:
    before = _WORD_BEFORE.search(text, max(0, dot.start() - 24), dot.start())
    if before is None:
        return dot.start() > 0 and not text[dot.start() - 1].isspace()
    word = before[0].lower()
    if _is_list_number(text, before, word):
        return False
    if word in _TITLES or (len(word) == 1 and word.isalpha() and word != "i"):
        return False
    if word in _MAY_END or _INITIALS.fullmatch(word):
        after = _WORD_AFTER.match(text, dot.end())
        return after is None or after[1].replace("’", "'").lower() in _OPENERS
    return True


def _is_list_number(text: str, before: re.Match[str], word: str) -> bool:
    """Whether a number stands first in its line, with no more than a bullet before it."""
    if not word.isdigit() or len(word) > 3:
        return False
    line = text[max(0, before.start() - _BULLET_CHARACTERS) : before.start()]
    starts = before.start() <= _BULLET_CHARACTERS or "\n" in line
    return starts and not line.rpartition("\n")[2].strip(" -*#>")


def _trimmed(text: str, start: int, end: int) -> list[Span]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    spans = []
    while end - start > LONGEST_CHARACTERS:
        cut = _cut(text, start)
        spans += _trimmed(text, start, cut)
        start = cut
        while text[start].isspace():
            start += 1
    return [*spans, Span(start, end, text[start:end])] if end > start else spans


def _cut(text: str, start: int) -> int:
    """Where to cut a sentence that is too long: after the last comma or space of its start."""
    limit = start + LONGEST_CHARACTERS
    last = limit
    for found in _BREAK.finditer(text, start + LONGEST_CHARACTERS // 2, limit):
        last = found.end()
    return last
