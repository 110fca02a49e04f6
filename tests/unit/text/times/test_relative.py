"""Which of many is meant."""

from datetime import UTC, date, datetime

import pytest

from retold.text.times import calendar, relative

THURSDAY = date(2026, 5, 7)
AT = datetime(2026, 5, 7, 15, 5, tzinfo=UTC)
WALL = AT.replace(tzinfo=None)


@pytest.mark.parametrize(("number", "before", "after"), [(2, 6, 13), (3, 30, 7), (4, 1, 8)])
def test_weekdays(number: int, before: int, after: int) -> None:
    assert relative.weekday_before(THURSDAY, number).day == before
    assert relative.weekday_from(THURSDAY, number).day == after


def leap_day(year: int) -> calendar.Interval:
    return calendar.days(date(year, 2, 29))


def test_a_leap_day_is_sought_over_the_years() -> None:
    assert relative.nearest(leap_day, WALL, -1).start.year == 2024
    assert relative.nearest(leap_day, WALL, 1).start.year == 2028
    century = datetime(1900, 6, 1)  # noqa: DTZ001
    assert relative.nearest(leap_day, century, 1).start.year == 1904
    with pytest.raises(ValueError, match="day"):
        relative.nearest(leap_day, WALL, 0)


def test_a_day_that_never_comes_is_an_error() -> None:
    with pytest.raises(ValueError, match="nearby"):
        relative.nearest(lambda year: calendar.days(date(year, 2, 30)), WALL, 1)


@pytest.mark.parametrize(
    ("day", "direction", "wanted"),
    [(3, 0, "2026-05-03"), (3, 1, "2026-06-03"), (20, -1, "2026-04-20"), (31, -1, "2026-03-31")],
)
def test_days_of_the_month(day: int, direction: int, wanted: str) -> None:
    found = relative.day_of_month(day, THURSDAY, direction)
    assert found.start.date() == date.fromisoformat(wanted)


def test_a_month_without_such_a_day_is_an_error() -> None:
    with pytest.raises(ValueError, match="no such day"):
        relative.day_of_month(31, date(2026, 6, 5), 0)


@pytest.mark.parametrize(
    ("halves", "unit", "start", "end"),
    [
        (-1, "hour", "2026-05-07T14:35", "2026-05-07T14:36"),
        (-2, "hour", "2026-05-07T14:00", "2026-05-07T15:00"),
        (-1, "day", "2026-05-07T03:00", "2026-05-07T04:00"),
        (-2, "day", "2026-05-06T00:00", "2026-05-07T00:00"),
        (-2, "week", "2026-04-27T00:00", "2026-05-04T00:00"),
        (-2, "fortnight", "2026-04-20T00:00", "2026-04-27T00:00"),
        (-2, "weekend", "2026-05-02T00:00", "2026-05-04T00:00"),
        (-1, "month", "2026-04-20T00:00", "2026-04-27T00:00"),
        (3, "month", "2026-06-01T00:00", "2026-07-01T00:00"),
        (-1, "year", "2025-11-01T00:00", "2025-12-01T00:00"),
        (2, "decade", "2036-01-01T00:00", "2037-01-01T00:00"),
    ],
)
def test_away(halves: int, unit: str, start: str, end: str) -> None:
    found = relative.away(AT, halves, unit)
    assert found.start == datetime.fromisoformat(start)
    assert found.end == datetime.fromisoformat(end)


def test_between_holds_both_ends() -> None:
    found = relative.between(AT, -2, -6, "day")
    assert found is not None
    assert (found.start.day, found.end.day) == (1, 6)
    assert relative.between(AT, 2, 6, "hour") is None


@pytest.mark.parametrize(
    ("unit", "wanted"), [("week", "2026-04-23"), ("month", "2026-03-07"), ("year", "2024-05-07")]
)
def test_back(unit: str, wanted: str) -> None:
    assert relative.back(THURSDAY, 2, unit) == date.fromisoformat(wanted)


def test_back_from_a_longer_month() -> None:
    assert relative.back(date(2026, 3, 31), 1, "month") == date(2026, 2, 28)
    assert relative.back(date(2024, 2, 29), 1, "year") == date(2023, 2, 28)
