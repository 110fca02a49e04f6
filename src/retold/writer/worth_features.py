"""What the trained scorer sees of a sentence: numbers from its words and its place. Pure.

Cues (`cues/worth.toml`) say what is spoken of. Shapes say how: length, marks, quotations, symbols.
The place says to whom and after what: a short answer is worth what was asked. Nearly all lie
between 0 and 1, so that one strength of regularisation suits them all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from retold.changes import Vector
from retold.records import Speaking, Turn
from retold.text.language import HAN, Language
from retold.text.stopwords import ENGLISH
from retold.writer.cues import cue_text

Cues = Mapping[str, float]

CUES = tuple(
    """speaker listener others people health life trade wish limit taste rule correction past
    future time amount feeling event promise offer praise thanks greeting assent leaving question
    request material supposing reported gossip moment joking playing private pasted laughter
    doubt""".split()
)
# What tells something of a person, by any of these.
_TELLING = tuple(
    """speaker others people health life trade wish limit taste rule correction past future time
    amount feeling event""".split()
)
# What colours a sentence from elsewhere in its turn.
_AROUND = tuple(
    """speaker listener praise question request material supposing reported gossip moment joking
    playing private pasted laughter""".split()
)
# Of the turn before, if another one said it.
_REPLIED_TO = ("request", "promise", "laughter", "praise")
# Of an assistant, these mean something else than of a person.
_ASSISTANT = ("speaker", "promise", "offer", "time", "future", "amount", "question")
# Answers with one of these answer nothing.
_EMPTY = ("assent", "laughter", "thanks", "greeting", "leaving", "question", "request")
# How many turns back a wish for silence, and a game of roles, still hold.
_PRIVATE_TURNS = 3
_PLAYING_TURNS = 5
# Longer sentences are pastes; their start shows that, and matching stays fast.
_LONGEST_CHARACTERS = 500
# A Chinese word has some 1.6 characters.
_WORDS_PER_HAN = 0.6
# In words: up to here a sentence says one thing, and up to there a few words.
_TINY_WORDS = 2.5
_SHORT_WORDS = 5

# Every turn is looked at again as the context of those after it.
_TEXTS_CACHED = 512
# Brings logits into the range of the other features.
_LOGIT_SCALE = 4.0

_HAN = re.compile(f"[{HAN}]")
_SPELT = re.compile(r"[a-z0-9]")
_LATIN = re.compile(r"[a-z]")
_WORD = re.compile(r"[a-z'’]+|\d+")
_DIGITS = re.compile(r"\d+")
_EMOJI = re.compile("[\u2600-\u27bf\U0001f300-\U0001faff]")
_QUOTED = re.compile(r"[“\"「『]([^”\"」』]*)[”\"」』]")
_SYMBOL = re.compile(r"[{}<>;=_|\\$#\[\]`^/*]")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+|\b[A-Z]{2,}\b|《[^》]+》")
_CLAUSE = re.compile(r"[。.!！?？；;\n，,]+\s*")
_ASKS = re.compile(r"[?？]")
_ASKS_LAST = re.compile(r"[?？][\s”\"」』)）!！~～]*$")
_DOTS = re.compile(r"…|\.\.\.")
_COMMA = re.compile(r"[,，、]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ByRule:
    """What the rules made of a sentence: its best score, and whether a frame or nothing fits."""

    score: float = 0.0
    framed: bool = False
    refused: bool = True


NOTHING_BY_RULE = ByRule()


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What all sentences of a turn share: who says it, after what, and what the turn speaks of.

    `place` are the features that do not depend on the sentence, `turn` the cues of the whole turn,
    empty where it is one sentence. `participants` are the words of the names of those who talk.
    """

    assistant: bool = False
    asked: bool = False
    place: Cues = field(default_factory=lambda: MappingProxyType({}))
    turn: Cues = field(default_factory=lambda: MappingProxyType({}))
    participants: frozenset[str] = frozenset()


def setting(turn: Turn, before: Sequence[Turn], *, sentences: int) -> Setting:
    """The setting of a turn of so many sentences, after the turns `before` it, oldest first."""
    last = before[-1] if before else None
    place = dict.fromkeys((*_PLACE, *(f"replies to {name}" for name in _REPLIED_TO)), 0.0)
    asked = False
    if last is None:
        place["opens"] = 1.0
    else:
        other = (last.role, last.speaker) != (turn.role, turn.speaker)
        cues = _cues(last.text)
        asked = other and bool(cues["question"] or _ASKS.search(last.text))
        place |= {
            "goes on": float(not other),
            "to an assistant": float(last.role is Speaking.ASSISTANT),
            "answers": float(asked),
            "after private": _lately(before[-_PRIVATE_TURNS:], "private"),
            "after playing": _lately(before[-_PLAYING_TURNS:], "playing"),
            "length before": math.log1p(_words(last.text)) / 3,
            "told before": _told(cues) * (last.role is not Speaking.ASSISTANT),
        }
        place |= {f"replies to {name}": cues[name] * other for name in _REPLIED_TO}
    return Setting(
        assistant=turn.role is Speaking.ASSISTANT,
        asked=asked,
        place=place,
        turn=_cues(turn.text) if sentences > 1 else {},
        participants=frozenset(
            word for one in (turn, *before) for word in one.speaker.lower().split()
        ),
    )


_PLACE = (
    "opens",
    "goes on",
    "to an assistant",
    "answers",
    "after private",
    "after playing",
    "length before",
    "told before",
)


def features(text: str, where: Setting, by_rule: ByRule, *, first: bool) -> Vector:
    """The features of a sentence in the order of `FEATURES`; `first`: it opens its turn."""
    named = _named(text, where, first=first) | _ruled(by_rule)
    return np.fromiter(named.values(), np.float32, len(named))


def _ruled(by_rule: ByRule) -> dict[str, float]:
    score = min(max(by_rule.score, 0.02), 0.98)
    return {
        "rules": math.log(score / (1 - score)) / _LOGIT_SCALE,
        "framed": float(by_rule.framed),
        "refused": float(by_rule.refused),
    }


def rules_logits(rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """What the rules scored each sentence, in logits, read back from the features."""
    logits: npt.NDArray[np.float64] = rows[:, FEATURES.index("rules")] * _LOGIT_SCALE
    return logits


def _named(text: str, where: Setting, *, first: bool) -> dict[str, float]:
    text = text.strip()[:_LONGEST_CHARACTERS]
    bare = _unquoted(text)
    cues = _cues(bare)
    length = _words(text)
    found = dict(cues) | _shape(text, bare, length, where.participants)
    told = _told(cues)
    found["told"] = told
    found["long, little told"] = math.log1p(length) * (told < 0.5)
    found |= where.place
    found |= _answer(cues, length, asked=where.asked)
    found |= _by_assistant(cues, length) if where.assistant else _NOT_ASSISTANT
    found["amount alone"] = cues["amount"] * (length < _SHORT_WORDS)
    found["speaker alone"] = cues["speaker"] * (length < _SHORT_WORDS)
    found["of the listener"] = cues["listener"] * (1 - cues["speaker"])
    for name in _AROUND:
        found[f"{name} around"] = where.turn.get(name, 0.0) * (1 - cues[name])
    found["opens a longer turn"] = float(first and bool(where.turn))
    found["later sentence"] = float(not first)
    return found


@lru_cache(_TEXTS_CACHED)
def _cues(text: str) -> Cues:
    """1 for each cue that the text holds, 0 for the others."""
    text = text[:_LONGEST_CHARACTERS].lower()
    spoken: list[Language] = []
    if _SPELT.search(text):
        spoken.append("en")
    if _HAN.search(text):
        spoken.append("zh")
    return {name: float(_speaks_of(name, text, spoken)) for name in CUES}


def _speaks_of(name: str, text: str, spoken: Iterable[Language]) -> bool:
    return any(_pattern(name, language).search(text) is not None for language in spoken)


@cache
def _pattern(name: str, language: Language) -> re.Pattern[str]:
    """Case is folded before: an expression that need not look at case is twice as fast."""
    return re.compile(cue_text(f"worth.{name}", language))


def _unquoted(text: str) -> str:
    """The text with what it quotes left out: a quoted wish is nobody's wish."""
    bare = _QUOTED.sub("“”", text)
    return bare if len(bare) > 6 else text


def _words(text: str) -> float:
    """Length in words, a Chinese character counting for its part of one."""
    return len(_HAN.findall(text)) * _WORDS_PER_HAN + len(_WORD.findall(text.lower()))


def _told(cues: Cues) -> float:
    return sum(cues[name] for name in _TELLING) / 4


def _lately(turns: Iterable[Turn], name: str) -> float:
    """Whether a person spoke of it in one of these turns."""
    people = (turn for turn in turns if turn.role is not Speaking.ASSISTANT)
    return float(any(_cues(turn.text)[name] for turn in people))


def _shape(text: str, bare: str, length: float, participants: frozenset[str]) -> dict[str, float]:
    size = max(len(text), 1)
    words = set(_WORD.findall(text.lower())) - ENGLISH
    han = _HAN.findall(text)
    clauses = [clause for clause in _CLAUSE.split(bare) if clause.strip()]
    asking = [_clause_is("question", clause) for clause in clauses]
    quoted = sum(len(part) for part in _QUOTED.findall(text))
    names = [name for name in _NAME.findall(text) if name.lower() not in participants]
    return {
        "length": math.log1p(length),
        "telling words": math.log1p(len(words) + len(set(han)) * _WORDS_PER_HAN),
        "tiny": float(length < _TINY_WORDS),
        "short": float(length < _SHORT_WORDS),
        "chinese": float(len(han) * 3 > len(text)),
        "both scripts": float(bool(han) and _LATIN.search(text.lower()) is not None),
        "clauses": math.log1p(len(clauses)),
        "commas": min(len(_COMMA.findall(text)), 4) / 4,
        "question mark": float(_ASKS_LAST.search(text) is not None),
        "question marks": min(len(_ASKS.findall(bare)), 2) / 2,
        "questions": sum(asking) / max(len(clauses), 1),
        "only questions": float(bool(asking) and all(asking)),
        "requests": sum(_clause_is("request", c) for c in clauses) / max(len(clauses), 1),
        "exclamation": min(text.count("!") + text.count("！"), 3) / 3,
        "emoji": float(_EMOJI.search(text) is not None),
        "dots": float(_DOTS.search(text) is not None),
        "quoted part": quoted / size,
        "quotes": float(quoted > 0),
        "symbols": min(5 * len(_SYMBOL.findall(text)) / size, 1.0),
        "lines": float("\n" in text),
        "digits": min(4 * sum(map(len, _DIGITS.findall(text))) / size, 1.0),
        "numbers": min(len(_DIGITS.findall(text)), 3) / 3,
        "names": min(len(names), 3) / 3,
    }


def _clause_is(name: str, clause: str) -> bool:
    spoken: list[Language] = ["en", "zh"] if _HAN.search(clause) else ["en"]
    return _speaks_of(name, clause.strip().lower(), spoken)


def _answer(cues: Cues, length: float, *, asked: bool) -> dict[str, float]:
    short = asked and length < _SHORT_WORDS
    plain = not any(cues[name] for name in _EMPTY)
    return {
        "short answer": float(short),
        "plain answer": float(asked and plain),
        "short plain answer": float(short and plain),
        "answer with amount": cues["amount"] * asked,
        "empty answer": cues["assent"] * asked,
    }


def _by_assistant(cues: Cues, length: float) -> dict[str, float]:
    bound = cues["promise"] * max(cues["time"], cues["future"]) * (1 - cues["offer"])
    return {
        "assistant": 1.0,
        "assistant's length": math.log1p(length) / 3,
        "assistant's bound promise": bound,
        **{f"assistant's {name}": cues[name] for name in _ASSISTANT},
    }


_NOTHING = dict.fromkeys(CUES, 0.0)
_NOT_ASSISTANT = dict.fromkeys(_by_assistant(_NOTHING, 0.0), 0.0)
_NOWHERE = Setting(
    place=dict.fromkeys((*_PLACE, *(f"replies to {name}" for name in _REPLIED_TO)), 0.0)
)
FEATURES = (*_named("", _NOWHERE, first=True), *_ruled(NOTHING_BY_RULE))
