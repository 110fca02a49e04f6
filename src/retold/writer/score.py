"""What a statement is worth keeping: 0-1, from three sides, with the reasons.

Profile (does it tell who the person is?), reuse (is it likely to matter again: a concrete event, a
name, a number, a time?), task (does the present wish turn on it: a want, a condition, a budget?).
A statement that fits a frame starts from what its slot is worth; any other must earn its place by
what it contains. The weights were set by hand on dialogues written for the purpose.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from retold.records import Kind
from retold.text.language import Language
from retold.text.persons import mentions_first, mentions_second
from retold.text.stopwords import ENGLISH
from retold.writer.cues import cue

# A statement without a single telling feature stands here, in logits: about one in ten.
_BASE = -1.8
_WEIGHTS = {
    "telling words": 0.13,  # each, up to `_MOST_WORDS`: longer statements say more
    "speaker": 0.55,
    "someone known": 0.5,
    "self": 1.2,  # tells how the speaker, or someone of theirs, is: the profile itself
    "time": 0.6,
    "number": 0.45,
    "name": 0.35,  # each, up to two
    "event": 0.5,
    "plan": 0.5,
    "habit": 0.6,
    "feeling": 0.4,
    "wording": 0.7,  # a soft frame fits: it tells an event or a feeling in so many words
    "taste": 0.5,
    "kin": 0.45,
    "picture": 0.5,
    "one spoken to": -0.9,
    "praise": -0.9,
    "exclamation": -0.15,
    "general": -0.6,
    "elsewhere": -0.6,  # about no one the speaker knows: gossip, sights, the news
    "momentary": -0.9,  # of this hour only, and gone with it
    "unsure": -0.5,
    "loose": -0.4,
}
_MOST_WORDS = 16
# By how much doubt lowers what a frame found.
_UNSURE_FACTOR = 0.85
_LATIN_WORD = re.compile(r"[a-z][a-z'’-]+|\d[\d.,]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the score looks at besides the words."""

    language: Language
    timed: bool = False
    pictured: bool = False
    about_known: bool = False
    about_self: bool = False
    elsewhere: bool = False
    unsure: bool = False
    loose: bool = False
    worded: bool = False
    asked_to_remember: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A score with its reasons, and the kind that the wording suggests."""

    score: float
    reasons: tuple[str, ...]
    kind: Kind


def framed_value(
    text: str, importance: float, confidence: float, evidence: Evidence
) -> tuple[float, tuple[str, ...]]:
    """The score of a statement that fits a frame of this importance.

    Half of the scale is earned by fitting a frame at all, most of the rest by what its slot is
    worth, and a little by what else the words contain.
    """
    content = generic_value(text, evidence).score
    score = 0.5 + 0.35 * importance * confidence + 0.15 * content
    reasons = [f"profile {importance:.2f}", f"frame {confidence:.2f}", f"content {content:.2f}"]
    if evidence.unsure:
        score *= _UNSURE_FACTOR
        reasons.append("unsure")
    if evidence.asked_to_remember:
        score = max(score, 0.95)
        reasons.append("asked to remember")
    return round(min(score, 1.0), 4), tuple(reasons)


def generic_value(text: str, evidence: Evidence) -> Value:
    """The score of a statement that fits no frame, by what it contains."""
    counts = _counts(text, evidence)
    logit = _BASE + sum(_WEIGHTS[name] * count for name, count in counts.items())
    score = 1 / (1 + math.exp(-logit))
    reasons = [f"{name} {_WEIGHTS[name] * count:+.2f}" for name, count in counts.items() if count]
    if evidence.asked_to_remember and not evidence.loose:
        score = max(score, 0.9)
        reasons.append("asked to remember")
    return Value(score=round(score, 4), reasons=tuple(reasons), kind=_kind(counts))


def _counts(text: str, evidence: Evidence) -> dict[str, float]:
    first = mentions_first(text, evidence.language)
    words = min(telling_words(text, evidence.language), _MOST_WORDS)
    names = min(len(cue("score.proper").findall(text)), 2)
    number = cue("score.number").search(text) is not None
    timed = evidence.timed or cue("score.clock").search(text) is not None
    kin = cue("score.kin").search(text) is not None
    return {
        "telling words": float(words),
        "speaker": float(first),
        "someone known": float(evidence.about_known and not first),
        "self": float(evidence.about_self and cue("score.talk").search(text) is None),
        "time": float(timed),
        "number": float(number),
        "name": float(names),
        "event": float(cue("score.event").search(text) is not None),
        "plan": float(cue("score.plan").search(text) is not None),
        "habit": float(cue("score.habit").search(text) is not None),
        "feeling": float(cue("score.feeling").search(text) is not None),
        "wording": float(evidence.worded),
        "taste": float(cue("score.taste").search(text) is not None),
        "kin": float(kin),
        "picture": float(evidence.pictured),
        "one spoken to": float(mentions_second(text, evidence.language)),
        "praise": float(cue("score.praise").search(text) is not None),
        "exclamation": float(text.count("!") + text.count("！") > 0),
        "general": float(not (first or kin or evidence.about_known or names or number)),
        "elsewhere": float(evidence.elsewhere and not kin),
        "momentary": float(cue("score.momentary").search(text) is not None),
        "unsure": float(evidence.unsure),
        # With a time it is a plan or an event, whoever's: "root canal thurs 8:15".
        "loose": float(evidence.loose and not timed),
    }


def telling_words(text: str, spoken: Language) -> int:
    """How many different words tell something; a Chinese word has some two characters."""
    if spoken == "zh":
        return sum("\u4e00" <= character <= "\u9fff" for character in text) // 2
    return len(set(_LATIN_WORD.findall(text.lower())) - ENGLISH)


def _kind(counts: dict[str, float]) -> Kind:
    if counts["plan"] and not counts["event"]:
        return Kind.PLAN
    if counts["feeling"] and not counts["time"]:
        return Kind.FEELING
    if counts["event"]:
        return Kind.EVENT
    return Kind.PREFERENCE if counts["taste"] else Kind.FACT
