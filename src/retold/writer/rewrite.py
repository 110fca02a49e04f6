"""From what was said to a statement that stands by itself: in the third person, with dates."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from retold.text.language import Language
from retold.text.persons import to_third
from retold.text.times import FoundMoment, find_moments, phrase
from retold.writer.cues import cue

_END = re.compile(r"[\s,，;；:：、…~～-]+$")
_STOP = {"en": ".", "zh": "。"}
_STOPS = ".!?。！？"
_EMOJI_TAIL = re.compile(
    r"[\s\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F\u200d]+$|(?:\s+(?:lol|haha+|xd|:\)|:D|;\)|:\())+$",
    re.IGNORECASE,
)
_PLEASE = re.compile(
    r"(?:[\s,]+(?:please|pls|plz|thanks|thx|btw|tho|though|lol|tbh|ngl|imo|imho|honestly|haha))+$",
    re.IGNORECASE,
)
_PARTICLES_ZH = re.compile(r"(?:[啊呢吧呀哦哈啦嘛哟喔噢]+|哈哈+)(?=[。！!~～]*$)")
# Before a date these leave no room for another preposition: "with 12 December approaching".
_GOVERNING = re.compile(
    r"\b(?:on|in|at|by|with|since|until|till|before|after|from|to|of|for|around|about|the"
    r"|through|than|like|is|was|are)\s+$",
    re.IGNORECASE,
)
_VOCATIVE = re.compile(
    r"[,，]\s*(?P<name>[A-Z][a-z]{2,}|[\u4e00-\u9fff]{2,4})(?P<marks>[\s.!?。！？]*)$"
)
_CLOCK = frozenset(("second", "minute", "hour"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Speaker:
    """The one who speaks: the key that units record, and what they are called in each language."""

    key: str
    name: str
    addressee: str

    def called(self, language: Language) -> str:
        """What the speaker is called in a sentence of this language."""
        if self.name:
            return self.name
        return "用户" if language == "zh" else "the user"

    def other(self, language: Language) -> str:
        """What the one spoken to is called."""
        if self.addressee:
            return self.addressee
        return "助手" if language == "zh" else "the assistant"


def moments_of(text: str, at: datetime) -> tuple[FoundMoment, ...]:
    """The time phrases of a text that name one moment.

    A clock time without a day, or in what recurs ("I get up at 6"), is no moment of one day; nor
    is a day of the week in what recurs ("on Monday afternoons").
    """
    found = find_moments(text, at=at)
    recurs = bool(found) and cue("rewrite.habit").search(text) is not None
    weekly = bool(found) and cue("rewrite.weekly").search(text) is not None
    named = [match.span() for match in cue("rewrite.no_date").finditer(text)] if found else []
    return tuple(
        one
        for one in found
        if not any(start <= one.start < end for start, end in named)
        if not (weekly and cue("rewrite.bare_day").search(one.moment.words))
        if one.moment.precision not in _CLOCK
        or (not recurs and cue("rewrite.day_word").search(one.moment.words))
    )


def without_moments(text: str, moments: Sequence[FoundMoment]) -> str:
    """The text with its time phrases cut out."""
    for one in reversed(moments):
        text = text[: one.start] + " " + text[one.end :]
    return re.sub(r"(?<=[\u4e00-\u9fff])\s+|\s+(?=[\u4e00-\u9fff])", "", " ".join(text.split()))


def with_dates(
    text: str, moments: Sequence[FoundMoment], language: Language
) -> tuple[str, list[str]]:
    """The text with time phrases as dates that stay true, and the dates put in."""
    dates = []
    for one in reversed(moments):
        before, after = text[: one.start], text[one.end :]
        words = phrase(one.moment, language, bare=one.bare or _GOVERNING.search(before) is not None)
        if language == "en" and not before.strip():
            words = words[:1].upper() + words[1:]
        text = before + words + after
        dates.append(words)
    return text, dates


def without_vocative(text: str, addressee: str) -> str:
    """The text without the name of the one spoken to at its end: "… getting there, Mel!"."""
    match = _VOCATIVE.search(text)
    # Nicknames are beginnings of names.
    if match is None or not addressee.lower().startswith(match["name"].lower()):
        return text
    return text[: match.start()] + match["marks"]


def first_person(text: str, language: Language) -> str:
    """The statement tidied: no trailing fillers or emoji, one closing mark."""
    text = _EMOJI_TAIL.sub("", text.strip())
    stop = text[-1:] if text[-1:] in _STOPS else ""
    text = _END.sub("", text.rstrip(_STOPS + " "))
    text = (_PLEASE if language == "en" else _PARTICLES_ZH).sub("", text)
    stop = "。" if language == "zh" and stop in ("", ".") else stop or _STOP[language]
    return text[:1].upper() + text[1:] + stop if _is_plain_word(text) else text + stop


def _is_plain_word(text: str) -> bool:
    """Whether the first word may be capitalised: iPhone and addresses may not."""
    return re.match(r"[a-z]+(?:'[a-z]+)?(?=[\s,.!?]|$)", text) is not None


def third_person(text: str, speaker: Speaker, language: Language) -> str:
    """The statement as a report about its speaker."""
    return to_third(
        text, name=speaker.called(language), language=language, addressee=speaker.other(language)
    )


def quoted(text: str, speaker: Speaker, language: Language) -> str:
    """The words themselves, as a quotation: what cannot be turned faithfully stays as it is."""
    text = text.strip()
    if language == "zh":
        return f"{speaker.called(language)}说：“{text}”"
    name = speaker.called(language)
    return f'{name[:1].upper()}{name[1:]} said: "{text}"'
