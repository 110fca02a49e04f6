"""What follows a Chinese day: the part of it and the clock time."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retold.text.times import calendar
from retold.text.times.calendar import Interval
from retold.text.times.chinese.days import DAYS
from retold.text.times.chinese.spans import SPANS
from retold.text.times.chinese.words import PARTS, any_of, number
from retold.text.times.grammar import Candidate, Grammar, Now, clock_within

CHINESE = Grammar(boundary="", ending="", rules=[*DAYS, *SPANS])

# 早 and 晚 begin other words too: 今早餐厅, 明晚会.
_PART = re.compile(rf"[ ,]?的?(?P<part>{any_of(PARTS)})(?![饭餐会报期年安])")
_CLOCK = re.compile(
    r" ?的?(?P<hour>2[0-4]|[01]?\d|二十[一二三四]?|十[一二三四五六七八九]?"
    r"|[零一二两三四五六七八九])"
    r"(?:点钟?(?P<fraction>半|一刻|三刻|整)?"
    r"(?:(?P<minute>[0-5]?\d|[零一二三四五]?十?[一二三四五六七八九]|[二三四五]?十)分?)?"
    r"|:(?P<digits>[0-5]\d))(?![\d:也都儿没不半]| ?%)"
)


def find(original: str, text: str, now: Now) -> Iterator[Candidate]:
    """The Chinese time phrases of `text`, the folded form of `original`, in order."""
    for said, found in CHINESE.scan(original, text, now):
        interval, end = _tail(text, said.match.end(), found)
        if end > said.match.start():
            yield Candidate(said.match.start(), end, interval, loose=found.loose)


def _tail(text: str, end: int, interval: Interval) -> tuple[Interval, int]:
    """The interval narrowed by the part of the day and the clock time that follow it."""
    part = _PART.match(text, end) if interval.is_one_day else None
    if part:
        interval, end = calendar.part(interval.start.date(), PARTS[part["part"]]), part.end()
    clock = _CLOCK.match(text, end)
    if clock is None:
        return interval, end
    narrowed = clock_within(interval, number(clock["hour"]), _minute(clock))
    return (narrowed, clock.end()) if narrowed else (interval, end)


def _minute(clock: re.Match[str]) -> int | None:
    if clock["digits"]:
        return int(clock["digits"])
    if clock["fraction"]:
        return {"半": 30, "一刻": 15, "三刻": 45, "整": 0}[clock["fraction"]]
    return number(clock["minute"]) if clock["minute"] else None
