"""Intervals of the wall clock."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from retold.text.times import calendar
from retold.text.times.calendar import PARTS

DAY = date(2026, 5, 7)


def span(interval: calendar.Interval) -> tuple[str, str, str]:
    form = "%Y-%m-%dT%H:%M"
    return interval.start.strftime(form), interval.end.strftime(form), interval.precision


def test_no_two_parts_share_their_hours() -> None:
    assert len({(part.start, part.end % 24) for part in PARTS.values()}) == len(PARTS)


@pytest.mark.parametrize(
    ("whole", "name", "first", "last"),
    [
        (calendar.months(date(2026, 2, 10)), "start", "2026-02-01", "2026-02-08"),
        (calendar.months(date(2026, 2, 10)), "middle", "2026-02-11", "2026-02-21"),
        (calendar.months(date(2026, 2, 10)), "end", "2026-02-22", "2026-03-01"),
        (calendar.months(date(2024, 2, 10)), "late", "2024-02-21", "2024-03-01"),
        (calendar.months(date(2026, 5, 1)), "early", "2026-05-01", "2026-05-11"),
        (calendar.years(2026), "start", "2026-01-01", "2026-03-01"),
        (calendar.years(2026), "end", "2026-11-01", "2027-01-01"),
        (calendar.years(2026), "second half", "2026-07-01", "2027-01-01"),
        (calendar.week(DAY), "start", "2026-05-04", "2026-05-06"),
        (calendar.week(DAY), "end", "2026-05-08", "2026-05-11"),
    ],
)
def test_edges(whole: calendar.Interval, name: str, first: str, last: str) -> None:
    assert span(calendar.edge(whole, name))[:2] == (f"{first}T00:00", f"{last}T00:00")


@pytest.mark.parametrize(
    ("part", "hour", "afternoon", "wanted"),
    [
        ("", 3, None, None),
        ("", 15, None, 15),
        ("", 24, None, 24),
        ("", 0, None, 0),
        ("", 3, True, 15),
        ("", 12, True, 12),
        ("", 12, False, 0),
        ("evening", 8, None, 20),
        ("evening", 12, None, 24),
        ("evening", 1, None, 25),
        ("evening", 20, None, 20),
        ("night", 2, None, 26),
        ("noon", 12, None, 12),
        ("noon", 1, None, 13),
        ("afternoon", 3, None, 15),
        ("afternoon", 9, None, None),
        ("small hours", 12, None, 0),
        ("small hours", 3, None, 3),
        ("morning", 8, None, 8),
        ("morning", 8, True, None),
    ],
)
def test_clock_hours(part, hour, afternoon, wanted) -> None:
    assert calendar.clock_hour(part, hour, afternoon=afternoon) == wanted


def test_a_clock_time_after_midnight_is_of_the_next_day() -> None:
    found = calendar.clock(calendar.part(DAY, "night"), 2, 30, afternoon=None)
    assert found is not None
    assert span(found) == ("2026-05-08T02:30", "2026-05-08T02:31", "minute")


def test_shift_month_passes_the_year() -> None:
    assert calendar.shift_month(date(2026, 1, 31), -1) == date(2025, 12, 1)
    assert calendar.shift_month(date(2026, 1, 31), 13) == date(2027, 2, 1)


def test_a_skipped_hour_keeps_its_length() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    hour = calendar.clock(calendar.days(date(2026, 3, 29)), 2, None, afternoon=False)
    assert hour is not None
    start, end = hour.within(berlin)
    assert start.astimezone(UTC) == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert end.astimezone(UTC) == datetime(2026, 3, 29, 2, tzinfo=UTC)
