"""Dates that stand for themselves: ISO 8601 and numbers by our own reading, the rest by dateparser.

dateparser takes half a second to load and milliseconds a date, so it is asked only about what
already has the shape of a date with its year, and only about so many in one text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import islice

from retold.text.times import calendar
from retold.text.times.calendar import Interval
from retold.text.times.grammar import Candidate, Now
from retold.text.times.zones import zone_of

_YEAR = r"(?:1[89]|20|21)\d\d"
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.?"
_TIME = (
    r"[0-2]?\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?: ?[ap]m\b)?"
    r"(?: ?(?:z|utc|gmt|[+-]\d\d:?\d\d)(?!\w))?"
)
_ISO = re.compile(
    rf"(?<![\w./-])(?P<date>{_YEAR}([-/.])(?:1[0-2]|0?[1-9])\2(?:3[01]|[12]\d|0?[1-9]))"
    r"(?P<time>[t ][0-2]?\d:[0-5]\d(?P<seconds>:[0-5]\d(?:\.\d{1,6})?)?(?:z|[+-]\d\d:?\d\d)?)?"
    r"(?![\w/-]|[.:]\d)",
    re.ASCII,
)
# What has the shape of a date with its year, and is neither ISO nor plain "3 May 2026".
_WRITTEN = re.compile(
    rf"(?<![\w./$€£-])(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(?:"
    rf"(?P<numeric>\d\d?([/.-])\d\d?\2{_YEAR})"
    rf"|\d\d?[-/]{_MONTH}[-/]{_YEAR}"
    rf"|\d\d?(?:st|nd|rd|th)? {_MONTH} '\d\d"
    rf"|{_MONTH} \d\d?(?:st|nd|rd|th)?,? '\d\d"
    rf"|\d\d? {_MONTH} {_YEAR}(?=,? {_TIME})"
    rf"|{_YEAR} {_MONTH} \d\d?(?!\d)"
    rf")(?:,? (?P<time>{_TIME}))?(?![\w/-]|[.:]\d)",
    re.ASCII,
)
_PREPOSITION = re.compile(r"(?<![\w'-])(?:on|at) $")
# A text with more odd dates than this is a log or a table; the rest of them stay unread.
_MAX_WRITTEN = 100


def find(text: str, now: Now) -> Iterator[Candidate]:
    """The absolute dates of folded text, each kind in order."""
    for match in _ISO.finditer(text):
        interval = _read_iso(match, now)
        if interval:
            yield _candidate(text, match, interval)
    for match in islice(_WRITTEN.finditer(text), _MAX_WRITTEN):
        interval = _read_written(match, now)
        if interval:
            yield _candidate(text, match, interval)


def _candidate(text: str, match: re.Match[str], interval: Interval) -> Candidate:
    before = _PREPOSITION.search(text, max(0, match.start() - 4), match.start())
    start = before.start() if before else match.start()
    return Candidate(start, match.end(), interval, bare=before is None)


def _read_iso(match: re.Match[str], now: Now) -> Interval | None:
    try:
        day = date(*map(int, re.split(r"[-/.]", match["date"])))
        if not match["time"]:
            return calendar.days(day)
        # fromisoformat wants capitals and two digits.
        clock = match["time"][1:].upper()
        padded = clock if clock[1].isdigit() else f"0{clock}"
        time = datetime.fromisoformat(f"{day.isoformat()}T{padded}")
        return _at(time, now, exact=bool(match["seconds"]))
    except (ValueError, OverflowError):
        return None


def _at(time: datetime, now: Now, *, exact: bool) -> Interval:
    """The second or minute of a time; one with an offset is moved to the zone of `now`."""
    if time.tzinfo is not None:
        time = time.astimezone(zone_of(now.at)).replace(tzinfo=None)
    if exact:
        start = time.replace(microsecond=0)
        return Interval(start, start + timedelta(seconds=1), "second")
    start = time.replace(second=0, microsecond=0)
    return Interval(start, start + timedelta(minutes=1), "minute")


def _read_written(match: re.Match[str], now: Now) -> Interval | None:
    order = _order(match["numeric"]) if match["numeric"] else "DMY"
    time = _dateparser(match[0], order) if order else None
    if time is None:
        return None
    if not match["time"]:
        return calendar.days(time.date())
    return _at(time, now, exact=match["time"].count(":") == 2)


def _order(numeric: str) -> str:
    """Which of day and month comes first, or the empty text where both could: 3/5/2026.

    Dots are written where the day comes first.
    """
    first, second = (int(number) for number in re.split(r"[/.-]", numeric)[:2])
    if "." in numeric or first > 12 or first == second:
        return "DMY"
    return "MDY" if second > 12 else ""


@lru_cache(maxsize=1024)
def _dateparser(said: str, order: str) -> datetime | None:
    from dateparser.date import DateDataParser  # type: ignore[import-untyped]

    parser = DateDataParser(
        languages=["en"], settings={"DATE_ORDER": order, "STRICT_PARSING": True}
    )
    found = parser.get_date_data(said).date_obj
    return found if isinstance(found, datetime) else None
