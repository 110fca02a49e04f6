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

# A statement without a single telling feature stands here, in logits: about one in ten.
_BASE = -2.2
_WEIGHTS = {
    "telling words": 0.13,  # each, up to `_MOST_WORDS`: longer statements say more
    "speaker": 0.55,
    "someone known": 0.5,
    "time": 0.6,
    "number": 0.45,
    "name": 0.35,  # each, up to two
    "event": 0.5,
    "plan": 0.5,
    "feeling": 0.2,
    "taste": 0.5,
    "kin": 0.45,
    "picture": 0.5,
    "one spoken to": -0.9,
    "praise": -0.9,
    "exclamation": -0.15,
    "general": -0.6,
    "unsure": -0.5,
    "loose": -0.4,
}
_MOST_WORDS = 16
# By how much doubt lowers what a frame found.
_UNSURE_FACTOR = 0.85
_PRAISE = re.compile(
    r"\b(?:awesome|amazing|great job|incredible|inspiring|so proud|wonderful|fantastic|congrats|impressive|sounds (?:great|good|fun|amazing|like)|love that|so cool|way to go|keep (?:it )?up|you got this|"
    r"appreciate|thank(?:s| you)|grateful for you|rooting for|support means|glad (?:you|to)|beautiful|lovely|important to|means a lot|priceless|makes a difference|worth it)\b|"
    r"太棒|厉害|真不错|恭喜|加油|羡慕|佩服|谢谢|感谢|真好|好棒|支持你|祝",
    re.IGNORECASE,
)
_EVENT = re.compile(
    r"\b(?:went|got|had|bought|made|took|met|saw|started|finished|joined|visited|won|lost|moved|found|came|gave|ran|wrote|painted|attended|organi[sz]ed|played|tried|learned|graduated|celebrated|hosted|created|"
    r"launched|opened|quit|passed|travell?ed|volunteered|signed up|adopted|hiked|camped|booked|received|built|ordered|ate|watched|read|'ve been|have been|has been|used to|just)\b|\w{3,}ed\b|"
    r"了(?!解)|过(?!敏|年|程)|刚|已经",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:going to|planning|plan to|i'll|will|want to|hope to|hoping|looking forward|thinking (?:of|about)|considering|trying to|working on|applying|next (?:week|month|year)|tomorrow|soon)\b|"
    r"打算|准备|计划|想要?|明天|下周|下个?月|将|要去|希望|考虑|正在",
    re.IGNORECASE,
)
_FEELING = re.compile(
    r"\b(?:feel(?:s|ing)?|felt|happy|sad|stressed|nervous|anxious|excited|proud|worried|tired|lonely|scared|upset|frustrated|overwhelmed|relieved|miss)\b|开心|难过|焦虑|紧张|担心|压力|累|烦|害怕|高兴|感动|满意|遗憾",
    re.IGNORECASE,
)
_TASTE = re.compile(
    r"\b(?:love|loves|like|likes|hate|prefer|favou?rite|enjoy|into|fan of|passion|hobby|can't stand|interested)\b|喜欢|爱|讨厌|偏好|兴趣|习惯|最爱|中意|觉得",
    re.IGNORECASE,
)
_KIN = re.compile(
    r"\b(?:my|our) (?:\w+ )?(?:mom|mum|mother|dad|father|wife|husband|son|daughter|kids?|children|sister|brother|family|friends?|girlfriend|boyfriend|partner|boss|grandma|grandmother|grandpa|dog|cat|team|colleagues?|parents|cousin|aunt|uncle)\b|"
    r"妈|爸|老婆|老公|儿子|女儿|孩子|哥|姐|弟|妹|爷爷|奶奶|朋友|同事|领导|上司|下属|老师|同学|家人|猫|狗|叔|姨|舅|姑",
    re.IGNORECASE,
)
_LATIN_WORD = re.compile(r"[a-z][a-z'’-]+|\d[\d.,]*")
_NUMBER = re.compile(r"\d|[一二三四五六七八九十百千万两]+(?:个|次|年|岁|块|元|人|天|月|周|斤|公里|小时)|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)\b", re.IGNORECASE)
_PROPER = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+|\b[A-Z]{2,}\b|《[^》]+》|\"[A-Z][^\"]+\"")


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the score looks at besides the words."""

    language: Language
    timed: bool = False
    pictured: bool = False
    about_known: bool = False
    unsure: bool = False
    loose: bool = False
    asked_to_remember: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A score with its reasons, and the kind that the wording suggests."""

    score: float
    reasons: tuple[str, ...]
    kind: Kind


def framed_value(importance: float, confidence: float, evidence: Evidence) -> tuple[float, tuple[str, ...]]:
    """The score of a statement that fits a frame of this importance.

    Half of the scale is earned by fitting a frame at all, the rest by what its slot is worth.
    """
    score = 0.5 + 0.5 * importance * confidence
    reasons = [f"profile {importance:.2f}", f"frame {confidence:.2f}"]
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
    if evidence.asked_to_remember:
        score = max(score, 0.9)
        reasons.append("asked to remember")
    return Value(score=round(score, 4), reasons=tuple(reasons), kind=_kind(counts))


def _counts(text: str, evidence: Evidence) -> dict[str, float]:
    first = mentions_first(text, evidence.language)
    words = min(_telling_words(text, evidence.language), _MOST_WORDS)
    names = min(len(_PROPER.findall(text)), 2)
    number = _NUMBER.search(text) is not None
    kin = _KIN.search(text) is not None
    return {
        "telling words": float(words),
        "speaker": float(first),
        "someone known": float(evidence.about_known and not first),
        "time": float(evidence.timed),
        "number": float(number),
        "name": float(names),
        "event": float(_EVENT.search(text) is not None),
        "plan": float(_PLAN.search(text) is not None),
        "feeling": float(_FEELING.search(text) is not None),
        "taste": float(_TASTE.search(text) is not None),
        "kin": float(kin),
        "picture": float(evidence.pictured),
        "one spoken to": float(mentions_second(text, evidence.language)),
        "praise": float(_PRAISE.search(text) is not None),
        "exclamation": float(text.count("!") + text.count("！") > 0),
        "general": float(not (first or kin or evidence.about_known or names or number)),
        "unsure": float(evidence.unsure),
        "loose": float(evidence.loose),
    }


def _telling_words(text: str, spoken: Language) -> int:
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
