"""Which of many: the Friday, the May or the summer that is meant, and so many units away."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Literal

from retold.text.times import calendar
from retold.text.times.calendar import DAY, Interval

HALF_MONTH = 15 * DAY
# What recurs each year: its interval in a given year. ValueError where that year has none.
Yearly = Callable[[int], Interval]


def weekday_before(today: date, number: int) -> date:
    """The most recent weekday `number` (Monday is 0) before today."""
    return today - ((today.weekday() - number - 1) % 7 + 1) * DAY


def weekday_from(today: date, number: int) -> date:
    """The next weekday `number` (Monday is 0), today included."""
    return today + ((number - today.weekday()) % 7) * DAY


def nearest(make: Yearly, now: datetime, direction: int) -> Interval:
    """What recurs each year, in the year that is meant.

    Args:
        make: the interval in a given year.
        now: the wall clock.
        direction: -1 for the last that has begun, +1 for the first that has not ended, 0 for
            that of this year.

    Raises:
        ValueError: the year that is meant, or every year nearby, has no such day.
    """
    if direction == 0:
        return make(now.year)
    # Leap days are eight years apart at most (1896 to 1904).
    for step in range(10):
        try:
            found = make(now.year + direction * step)
        except ValueError:
            continue
        if (direction < 0 and found.start <= now) or (direction > 0 and found.end > now):
            return found
    raise ValueError("no such day in the years nearby")


def day_of_month(day: int, today: date, direction: int) -> Interval:
    """The `day` of this month, or of the nearest month that has it before or after today.

    Raises:
        ValueError: this month has no such day, and nothing says which other is meant.
    """
    first = today.replace(day=1)
    for _ in range(4):
        if day <= monthrange(first.year, first.month)[1]:
            found = first.replace(day=day)
            if direction == 0 or (found - today).days * direction >= 0:
                return calendar.days(found)
        if direction == 0:
            break
        first = calendar.shift_month(first, direction)
    raise ValueError("this month has no such day")


def season(name: str, now: datetime, steps: int, *, southern: bool) -> Interval:
    """The last season that has ended (-1), that of this year (0), the next to begin (+1)."""
    seasons = [
        calendar.season(name, year, southern=southern) for year in range(now.year - 2, now.year + 3)
    ]
    if steps < 0:
        return [found for found in seasons if found.end <= now][-1]
    if steps > 0:
        return next(found for found in seasons if found.start > now)
    running = [found for found in seasons if found.start <= now < found.end]
    return running[0] if running else calendar.season(name, now.year, southern=southern)


def back(day: date, count: int, unit: str) -> date:
    """The same day `count` weeks, months or years earlier; the last of a shorter month."""
    if unit == "week":
        return day - 7 * count * DAY
    first = calendar.shift_month(day, -count * (12 if unit == "year" else 1))
    return first.replace(day=min(day.day, monthrange(first.year, first.month)[1]))


def away(at: datetime, halves: int, unit: str) -> Interval:
    """What lies `halves` half units from `at` (negative: ago), as exact as the unit it is said in.

    Minutes and hours are real time, everything longer is counted on the calendar. Half a day
    counts in hours, half a month in weeks, half a year in months.

    Args:
        at: aware, in the zone whose calendar counts.
        halves: 3 for one and a half.
        unit: minute, hour, day, week, fortnight, weekend, month, year or decade.
    """
    if unit in {"minute", "hour"} or (unit == "day" and halves % 2):
        return _hours_away(at, halves, unit)
    return _AWAY[unit](at.date(), halves)


def _hours_away(at: datetime, halves: int, unit: str) -> Interval:
    half = timedelta(**{f"{unit}s": 1}) / 2
    exact = unit == "minute" or (unit == "hour" and halves % 2)
    precision: Literal["minute", "hour"] = "minute" if exact else "hour"
    return calendar.elapsed(at, halves * half, precision)


def _months_away(today: date, halves: int) -> Interval:
    if halves % 2 == 0:
        return calendar.months(calendar.shift_month(today, halves // 2))
    sign = 1 if halves > 0 else -1
    near = today + sign * HALF_MONTH
    if abs(halves) == 1:
        return calendar.week(near)
    return calendar.months(calendar.shift_month(near, sign * (abs(halves) // 2)))


def _years_away(today: date, halves: int) -> Interval:
    if halves % 2 == 0:
        return calendar.years(today.year + halves // 2)
    return calendar.months(calendar.shift_month(today, 6 * halves))


_AWAY: dict[str, Callable[[date, int], Interval]] = {
    "day": lambda today, halves: calendar.days(today + halves // 2 * DAY),
    # Half a week is three and a half days; the calendar rounds to the day before.
    "week": lambda today, halves: calendar.week(today + timedelta(days=7 * halves // 2)),
    "fortnight": lambda today, halves: calendar.week(today + 7 * halves * DAY),
    "weekend": lambda today, halves: calendar.weekend(today + 7 * (halves // 2) * DAY),
    "month": _months_away,
    "year": _years_away,
    "decade": lambda today, halves: calendar.years(today.year + 5 * halves),
}


def between(at: datetime, one: int, other: int, unit: str) -> Interval | None:
    """The stretch from `one` to `other` units away, both included, in whole units.

    None for hours, which people count too loosely to name an hour; minutes are this hour.
    """
    low, high = min(one, other), max(one, other)
    if unit == "minute":
        return calendar.elapsed(at, timedelta(), "hour")
    make = _BETWEEN.get(unit)
    return make(at.date(), low, high - low + 1) if make else None


_BETWEEN: dict[str, Callable[[date, int, int], Interval]] = {
    "day": lambda today, low, count: calendar.days(today + low * DAY, count),
    "week": lambda today, low, count: calendar.week(today + 7 * low * DAY, count),
    "month": lambda today, low, count: calendar.months(calendar.shift_month(today, low), count),
    "year": lambda today, low, count: calendar.years(today.year + low, count),
}
