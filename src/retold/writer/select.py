"""What never becomes a memory, by rules, before anything is scored.

Each rule has a name, which receipts show. Rules look at a whole turn, at blocks of it, at a
sentence, or at a clause. Wishes of the user come first: "remember this" lets a sentence pass the
threshold (never the rules below), "don't save that" refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from retold.records import Speaking
from retold.text.language import HAN, Language
from retold.text.secrets import find_secrets
from retold.writer.cues import cue, cue_text

# Shorter than this nothing tells a fact; a Chinese character counts for two letters.
LEAST_LETTERS = 5
# Empty talk is short; what is longer says something, or is refused by its score.
_LONGEST_EMPTY = 120
# A turn this short that asks not to be saved means the turn before it.
_LONGEST_TAKE_BACK = 60
# A log shows what it is in its first lines.
_SAMPLE_LINES = 400
# Characters that stand for what was masked or erased.
_BLANKED = re.compile(r"[█•*]{3,}|\[(?:redacted|masked)\]", re.IGNORECASE)
_BLOCKS = re.compile(
    r"```.*?(?:```|\Z)"
    r"|<(?P<tag>memory|memories|retold|context|background|recall|system|tool_response|tool|search"
    r"|web|documents?)\b[^>]*>.*?(?:</(?P=tag)>|\Z)"
    r"|^(?:>|＞).*?$"
    r"|Traceback \(most recent call last\):.*?(?=\n\s*\n|\Z)"
    r"|\{\s*\"[\w-]+\"\s*:.*?(?:\}(?=\s*(?:$|\n))|\Z)",
    re.DOTALL | re.MULTILINE | re.IGNORECASE,
)
_SYMBOLS = re.compile(r"[{}<>;=_|\\$#\[\]`^]")
_WHOLE_QUOTE = re.compile(
    r"\s*[\"“「『《][^\"”」』》]*(?:[\"”」』》][\s.!?。！？]*)?$|\s*>", re.DOTALL
)
_QUOTE = re.compile(r"\"[^\"]+\"|“[^”]+”|「[^」]+」")
_EMOJI = "\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u2764"
_MARKS = re.compile(rf"\s*[，,。.！!？?~～…、；;：:\"“”()（）–—{_EMOJI}]+\s*")
# "Thanks, Mel": whom it is said to adds nothing.
_ONE_NAME = re.compile(r"[A-Z][a-z]+|[\u4e00-\u9fff]{1,3}")
_HAN = re.compile(f"[{HAN}]")


@dataclass(frozen=True, slots=True)
class Barred:
    """Characters `start` to `end` of a turn that no unit may come from, and by which rule."""

    start: int
    end: int
    rule: str


def refused_turn(text: str, role: Speaking) -> str:
    """The rule by which a whole turn is refused, or the empty text."""
    if role in (Speaking.SYSTEM, Speaking.TOOL):
        return "system or tool text"
    for name, rule in _TURN_RULES:
        if cue(name).search(text):
            return rule
    return "pasted text" if _is_machine_made(text) else ""


_TURN_RULES = (
    ("select.instruction", "stored instruction"),
    ("select.do_not_save", "the user asked not to save it"),
    ("select.joke", "joke"),
    ("select.role_play", "role play"),
)


def barred(text: str) -> tuple[Barred, ...]:
    """The blocks of a turn that are pasted, recalled, secret or about no one of the speaker's."""
    found = [Barred(m.start(), m.end(), _block_rule(m.group())) for m in _BLOCKS.finditer(text)]
    for name, rule in _TO_THE_END:
        begun = cue(name).search(text)
        if begun:
            found.append(Barred(begun.start(), len(text), rule))
    found += [Barred(s.start, s.end, "secret") for s in find_secrets(text)]
    found += [Barred(m.start(), m.end(), "masked or erased text") for m in _BLANKED.finditer(text)]
    return tuple(found)


# What bars all that follows it.
_TO_THE_END = (
    ("select.material", "material to work on"),
    ("select.for_another", "asked for somebody else"),
)


def bars(blocks: Iterable[Barred], start: int, end: int) -> str:
    """The rule of the first block that touches these characters, or the empty text."""
    return next((b.rule for b in blocks if b.start < end and start < b.end), "")


def is_role_play(texts: Iterable[str]) -> bool:
    """Whether a game of roles was begun in these turns, oldest first, and not ended."""
    playing = False
    for text in texts:
        if cue("select.role_play_over").search(text):
            playing = False
        elif cue("select.role_play_game").search(text):
            playing = True
    return playing


def is_off_record(texts: Iterable[str]) -> bool:
    """Whether the user asked, in these turns, that what follows be left out."""
    out = False
    for text in texts:
        if cue("select.on_record").search(text):
            out = False
        elif cue("select.off_record").search(text):
            out = True
    return out


def takes_back(text: str) -> str:
    """The rule by which this short turn takes back the one before it, or the empty text."""
    if len(text) > _LONGEST_TAKE_BACK:
        return ""
    if cue("select.do_not_save").search(text):
        return "the user asked not to save it"
    return "joke" if cue("select.joke").search(text) else ""


def wants_memory(text: str) -> bool:
    """Whether the user asks to remember what the text says."""
    asked = cue("select.remember").search(text) is not None
    return asked and cue("select.do_not_save").search(text) is None


def _block_rule(text: str) -> str:
    if text.startswith("<"):
        return "recalled text"
    return "quotation" if text[0] in ">＞" else "pasted text"


def _is_machine_made(text: str) -> bool:
    if "\n" not in text:
        return False
    lines = [line for line in _BLOCKS.sub("", text).splitlines() if line.strip()][:_SAMPLE_LINES]
    made = sum(_is_made(line, pairs=len(lines) > 2) for line in lines)
    # Half of the lines: a log with a word of comment above it is still a log.
    return len(lines) > 1 and made * 2 >= len(lines)


def _is_made(line: str, *, pairs: bool) -> bool:
    made = cue("select.machine_line", "en").match(line) is not None
    return made or (pairs and cue("select.machine_pair").match(line) is not None)


def refused_sentence(text: str, language: Language) -> str:
    """The rule by which a sentence is refused whatever its clauses say, or the empty text."""
    bare = text.strip()
    for rule, applies in _SENTENCE_RULES:
        if applies(bare, language):
            return rule
    return ""


def refused_clause(text: str, language: Language, *, asks: bool) -> str:
    """The rule by which a clause is refused, or the empty text; `asks`: a question mark ends it."""
    bare = text.strip()
    if _is_empty(bare, language):
        return "empty talk"
    if asks or cue("select.question", language).search(bare):
        return "question"
    if is_hypothetical(bare):
        return "hypothetical"
    if cue("select.request").search(bare):
        return "request"
    return "about the one spoken to" if cue("select.addressee").search(bare) else ""


def is_hypothetical(text: str) -> bool:
    """Whether the text says what is not so."""
    return cue("select.hypothetical").search(text) is not None


def _is_too_short(text: str, _language: Language) -> bool:
    letters = sum(character.isalnum() for character in text)
    return letters + len(_HAN.findall(text)) < LEAST_LETTERS


def _is_recalled(text: str, _language: Language) -> bool:
    return cue("select.recalled").search(text) is not None


@cache
def _empty(language: Language) -> re.Pattern[str]:
    """A bounded number of empty phrases in a row without a mark between: ok thanks bye."""
    phrase = cue_text("select.nothing", language)
    if language == "zh":
        return re.compile(rf"(?:{phrase}\s*){{1,4}}", re.IGNORECASE)
    row = rf"{phrase}(?:\s+{phrase}){{0,3}}(?:\s+(?-i:[A-Z])\w+)?"
    return re.compile(row, re.IGNORECASE)


def _is_empty(text: str, language: Language) -> bool:
    if len(text) > _LONGEST_EMPTY:
        return False
    empty = _empty(language)
    parts = [part.strip() for part in _MARKS.split(text) if part.strip()]
    said = [part for part in parts if not _ONE_NAME.fullmatch(part) or empty.fullmatch(part)]
    return bool(said) and all(empty.fullmatch(part) for part in said)


def _is_small_talk(text: str, _language: Language) -> bool:
    return cue("select.small_talk").search(text) is not None


def _is_quotation(text: str, _language: Language) -> bool:
    inside = sum(len(quote) for quote in _QUOTE.findall(text))
    return (
        # Someone's words, with a few of the user's around them.
        inside * 2 > len(text)
        or _WHOLE_QUOTE.match(text) is not None
        or cue("select.reported").search(text) is not None
        or cue("select.transcript").match(text) is not None
    )


def _is_dictated(text: str, _language: Language) -> bool:
    """Whether somebody is to be written to, or something to be written: its words are no news."""
    return cue("select.dictated").search(text) is not None


def _is_pasted(text: str, _language: Language) -> bool:
    # More than one symbol of code in eight characters; prose has next to none.
    code = len(text) >= 16 and len(_SYMBOLS.findall(text)) * 8 > len(text)
    return code or cue("select.machine_line", "en").match(text) is not None


_SENTENCE_RULES = (
    ("too short", _is_too_short),
    ("recalled text", _is_recalled),
    ("empty talk", _is_empty),
    ("small talk", _is_small_talk),
    ("quotation", _is_quotation),
    ("request", _is_dictated),
    ("pasted text", _is_pasted),
)
