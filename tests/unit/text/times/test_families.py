"""Case 1001: families of phrases by plain arithmetic, in three zones, around changes of clocks."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import cycle
from zoneinfo import ZoneInfo

import pytest

from retold.text.times import find_moments

# The evenings before and after clocks change, and one where they never do.
MOMENTS = tuple(
    datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(zone))
    for at, zone in (
        ("2026-03-28T23:59", "Europe/Berlin"),
        ("2026-03-29T00:01", "Europe/Berlin"),
        ("2026-10-25T21:00", "Europe/Berlin"),
        ("2026-03-08T23:30", "America/New_York"),
        ("2026-11-01T00:30", "America/New_York"),
        ("2026-05-07T15:05", "Asia/Shanghai"),
    )
)
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
ZH = "零一二三四五六七八九十"
Span = tuple[date, date]


def day(at: date, offset: int) -> Span:
    start = at + timedelta(days=offset)
    return start, start + timedelta(days=1)


def week(at: date, offset: int) -> Span:
    start = at - timedelta(days=at.weekday()) + timedelta(weeks=offset)
    return start, start + timedelta(weeks=1)


def month(at: date, offset: int) -> Span:
    first, after = (at.year * 12 + at.month - 1 + offset + i for i in (0, 1))
    return date(first // 12, first % 12 + 1, 1), date(after // 12, after % 12 + 1, 1)


def year(at: date, offset: int) -> Span:
    return date(at.year + offset, 1, 1), date(at.year + offset + 1, 1, 1)


def weekday(at: date, name: int, weeks: int) -> Span:
    return day(at - timedelta(days=at.weekday()), name + 7 * weeks)


UNITS = (("day", day, 30), ("week", week, 12), ("month", month, 11), ("year", year, 9))
UNITS_ZH = (("天", day, 30), ("周", week, 12), ("个月", month, 11), ("年", year, 9))


def english() -> Iterator[tuple[str, datetime, Span]]:
    moments = cycle(MOMENTS)
    for unit, of, most in UNITS:
        for count in range(2, most):
            said = WORDS[count] if count < len(WORDS) and count % 2 else str(count)
            at = next(moments)
            yield f"I saw it {said} {unit}s ago.", at, of(at.date(), -count)
            yield f"I will see it in {said} {unit}s.", at, of(at.date(), count)
    for name in range(7):
        at = next(moments)
        yield f"It was {DAYS[name]} last week.", at, weekday(at.date(), name, -1)
        yield f"It is {DAYS[name]} of next week.", at, weekday(at.date(), name, 1)


def chinese() -> Iterator[tuple[str, datetime, Span]]:
    moments = cycle(MOMENTS)
    for unit, of, most in UNITS_ZH:
        for count in range(3, most):
            said = ZH[count] if count < len(ZH) and count % 2 else str(count)
            at = next(moments)
            yield f"我{said}{unit}前看过。", at, of(at.date(), -count)
            yield f"{said}{unit}后我要去看。", at, of(at.date(), count)
    for name in range(7):
        at, said = next(moments), "一二三四五六日"[name]
        yield f"上周{said}我去过。", at, weekday(at.date(), name, -1)
        yield f"下周{said}我要去。", at, weekday(at.date(), name, 1)
        yield f"上上周{said}我去过。", at, weekday(at.date(), name, -2)


@pytest.mark.parametrize(("text", "at", "span"), [*english(), *chinese()])
def test_1001_a_phrase_means_the_days_it_counts(text: str, at: datetime, span: Span) -> None:
    (found,) = find_moments(text, at=at)
    start, end = (datetime(*one.timetuple()[:3], tzinfo=at.tzinfo) for one in span)
    assert (found.moment.start, found.moment.end) == (start, end)


def test_1001_counts_a_hundred_in_each_language_beside_the_tables() -> None:
    assert min(len({text for text, _, _ in rows}) for rows in (english(), chinese())) >= 100
