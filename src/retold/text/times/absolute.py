"""Dates that stand for themselves: ISO 8601, and numeric or written dates with their year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

from retold.text.times import calendar
from retold.text.times.calendar import Interval
from retold.text.times.grammar import Candidate, Now
from retold.text.times.zones import zone_of

_ISO = re.compile(
    r"(?<![\w./-])(?P<date>(?:1[89]|20|21)\d\d([-/.])(?:1[0-2]|0?[1-9])\2(?:3[01]|[12]\d|0?[1-9]))"
    r"(?P<time>(?:t| )[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?P<offset>z|[+-]\d\d:?\d\d)?)?(?![\w/-]|\.\d)"
)
_PREPOSITION = re.compile(r"(?<![\w'-])(?:on|at) $")


def find(original: str, text: str, now: Now) -> list[Candidate]:
    """The absolute dates of `text`, the folded form of `original`, in order."""
    return list(_iso(text, now))


def _iso(text: str, now: Now) -> Iterator[Candidate]:
    for match in _ISO.finditer(text):
        try:
            interval = _iso_interval(match, now)
        except (ValueError, OverflowError):
            continue
        before = _PREPOSITION.search(text, max(0, match.start() - 4), match.start())
        yield Candidate(
            before.start() if before else match.start(), match.end(), interval, not before
        )


def _iso_interval(match: re.Match[str], now: Now) -> Interval:
    day = date(*map(int, re.split(r"[-/.]", match["date"])))
    if not match["time"]:
        return calendar.days(day)
    time = datetime.fromisoformat(f"{day.isoformat()}T{match['time'][1:]}")
    if time.tzinfo:
        time = time.astimezone(zone_of(now.at)).replace(tzinfo=None)
    if match["time"].count(":") - (":" in (match["offset"] or "")) == 2:
        return Interval(
            time.replace(microsecond=0),
            time.replace(microsecond=0) + timedelta(seconds=1),
            "second",
        )
    return Interval(time, time + timedelta(minutes=1), "minute")
