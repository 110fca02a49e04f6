"""What stands around an English day: the part of it, the clock time, the preposition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retold.text.times import calendar
from retold.text.times.calendar import Interval
from retold.text.times.english.days import DAYS
from retold.text.times.english.spans import SPANS
from retold.text.times.english.words import GOVERNING, PARTS, any_of, number
from retold.text.times.grammar import Candidate, Grammar, Now, clock_within

ENGLISH = Grammar(boundary=r"(?<![\w@#/.\-'])", ending=r"(?![\w@]|[-/]\w)", rules=[*DAYS, *SPANS])

_PART = any_of(PARTS)
_HOUR_WORD = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
# A zone after the clock ("3pm EST") would have to be converted; such a time is left as it stands,
# and so is a range ("3pm to 5pm").
_NO_ZONE = r"(?! ?(?:utc|gmt|[ecmp][sd]?t|bst|cet|cest|ist|jst|z)\b)"
_NO_RANGE = r"(?![\w%]|[:.]\d| ?(?:-|to|or|and) ?\d)"
_NO_COUNT = r"(?! (?:people|guests|of us|days|hours|minutes|weeks|years|months|times|percent)\b)"
_CLOCK = (
    r"(?:(?P<fraction>half|quarter|a quarter) (?P<side>past|to) )?"
    rf"(?:(?P<hour>2[0-4]|[01]?\d)(?:[:.](?P<minute>[0-5]\d))?|(?P<word>{_HOUR_WORD})\b)"
    rf"(?: o'clock)?(?: ?(?P<meridiem>[ap]m\b|[ap]\.m\.))?{_NO_ZONE}{_NO_RANGE}{_NO_COUNT}"
)
_TAIL_PART = re.compile(rf",?(?: in the| at| on the| around)? (?P<part>{_PART})\b", re.ASCII)
_TAIL_CLOCK = re.compile(rf",?(?: at| around| about| @)? {_CLOCK}", re.ASCII)
_HEAD_CLOCK = re.compile(
    rf"(?<![\w.:$-])(?:(?:at|around) )?{_CLOCK}(?: in the (?P<part>{_PART}))?,? (?:on )?$"
)
_HEAD_PART = re.compile(rf"\b(?:(?:in|on|at) )?(?:the )?(?P<part>{_PART}) (?:of |on )(?:the )?$")
# The longest head: "at quarter past seven in the early morning on ".
_HEAD_REACH = 48

_GOVERNED = re.compile(
    r"(?:\b(?:"
    + "|".join(GOVERNING)
    + r"|about|like|than|except|as of|the|an?|my|our|your|his|their"
    r"|its|(?:from|between)\b.{1,30} (?:to|and)|(?:moved|postponed|changed|rescheduled|pushed"
    r"|delayed|extended|shifted|brought)\b.{0,20} to)|'s|-) $|[(\[/]$"
)
_OPENING = re.compile(r"(?:^|[^\w\s,'\")]|\b(?:and|but|because|that|so|if|when|think|hope|say)) *$")
_SUBJECT = re.compile(
    r"'s\b| (?:is|was|will|would|has|had|might|could|may|should|looks|works|sounds)\b"
)


def find(original: str, text: str, now: Now) -> Iterator[Candidate]:
    """The English time phrases of `text`, the folded form of `original`, in order."""
    for said, found in ENGLISH.scan(original, text, now):
        interval, end = _tail(text, said.match.end(), found)
        interval, start = _head(text, said.match.start(), interval)
        bare = _is_bare(text, start, end)
        yield Candidate(start, end, interval, bare=bare, loose=found.loose)


def _tail(text: str, end: int, interval: Interval) -> tuple[Interval, int]:
    """The interval narrowed by the part and the clock time that follow, in either order."""
    if not (interval.is_one_day or interval.part):
        return interval, end
    part = _TAIL_PART.match(text, end)
    if part and interval.is_one_day:
        interval, end = _in_part(interval, part), part.end()
    clock = _TAIL_CLOCK.match(text, end)
    if clock is None:
        return interval, end
    # "at 8 in the evening": the part that the clock time needs comes after it.
    after = _TAIL_PART.match(text, clock.end())
    if after and interval.is_one_day:
        narrowed, last = _at_clock(_in_part(interval, after), clock), after.end()
    else:
        narrowed, last = _at_clock(interval, clock), clock.end()
    return (narrowed, last) if narrowed else (interval, end)


def _head(text: str, start: int, interval: Interval) -> tuple[Interval, int]:
    """The interval narrowed by a part or a clock time that stands before it."""
    if not (interval.is_one_day or interval.part):
        return interval, start
    origin = max(0, start - _HEAD_REACH)
    before = text[origin:start]
    # The rule may have taken the preposition: "at 3pm on Friday".
    if text.startswith("on ", start):
        before += "on "
    part = _HEAD_PART.search(before) if interval.is_one_day else None
    if part:
        interval, start, before = (
            _in_part(interval, part),
            origin + part.start(),
            before[: part.start()],
        )
    clock = _HEAD_CLOCK.search(before)
    if clock is None:
        return interval, start
    base = _in_part(interval, clock) if clock["part"] and interval.is_one_day else interval
    narrowed = _at_clock(base, clock)
    return (narrowed, origin + clock.start()) if narrowed else (interval, start)


def _in_part(interval: Interval, match: re.Match[str]) -> Interval:
    return calendar.part(interval.start.date(), PARTS[match["part"]])


def _at_clock(interval: Interval, match: re.Match[str]) -> Interval | None:
    hour = number(match["hour"] or match["word"])
    minute = int(match["minute"]) if match["minute"] else None
    if match["fraction"]:
        minute = 30 if match["fraction"] == "half" else 15
        if match["side"] == "to":
            hour, minute = hour - 1, 60 - minute
    meridiem = match["meridiem"]
    return clock_within(interval, hour, minute, afternoon=meridiem[0] == "p" if meridiem else None)


def _is_bare(text: str, start: int, end: int) -> bool:
    """Whether the phrase is governed by the word before, or is the subject of its clause."""
    before = text[max(0, start - _HEAD_REACH) : start]
    if _GOVERNED.search(before):
        return True
    follows = _SUBJECT.match(text, end)
    return bool(follows and (follows[0] == "'s" or _OPENING.search(before)))
