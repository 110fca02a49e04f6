"""Intervals of the wall clock: days, weeks, months, parts of a day, and arithmetic on them.

Everything here is naive local time, because "yesterday" is the calendar's yesterday and not 24
hours ago; `Interval.within` places the result in a zone, where a day may have 23 or 25 hours.
Weeks begin on Monday (ISO 8601).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal

Precision = Literal["second", "minute", "hour", "part", "day", "week", "month", "season", "year"]
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day: its hours, and the clock times that people name with its word.

    Hours count from the day's midnight and may pass 24: the night of a Friday ends on Saturday
    at 6, and "Friday night at 2" is the clock hour 26.
    """

    start: int
    end: int
    clock_start: int
    clock_end: int


# No two parts share their hours, so that the hours alone tell the word again (wording.py).
PARTS: dict[str, Part] = {
    "small hours": Part(0, 6, 0, 7),
    "early morning": Part(5, 8, 4, 10),
    "waking": Part(6, 10, 4, 13),
    "morning": Part(6, 12, 4, 13),
    "noon": Part(11, 13, 11, 15),
    "afternoon": Part(12, 18, 12, 19),
    "dusk": Part(17, 19, 16, 21),
    "evening": Part(18, 24, 17, 29),
    "night": Part(18, 30, 17, 30),
    "late night": Part(22, 30, 21, 31),
}


@dataclass(frozen=True, slots=True)
class Interval:
    """A stretch of local wall-clock time: `start` inclusive, `end` exclusive, both naive.

    `part` is the key of `PARTS` for a part of a day, so that a clock time can be read inside it.
    `loose` marks a weekday whose week was not said: in a list it follows the one before.
    """

    start: datetime
    end: datetime
    precision: Precision
    part: str = ""
    loose: bool = False

    def within(self, zone: tzinfo) -> tuple[datetime, datetime]:
        """The aware start and end in `zone`.

        A wall time that the zone skips (spring) becomes the instant at which it goes on. Raises
        OverflowError at the two ends of the calendar.
        """
        start, end = aware(self.start, zone), aware(self.end, zone)
        if end.astimezone(UTC) <= start.astimezone(UTC):
            # An hour that the zone skips has no length of its own.
            end = (start.astimezone(UTC) + (self.end - self.start)).astimezone(zone)
        return start, end

    @property
    def days(self) -> int:
        """The number of calendar days between start and end."""
        return (self.end - self.start).days

    @property
    def is_one_day(self) -> bool:
        """Whether it is exactly one calendar day, to which a part or a clock time can be added."""
        return self.precision == "day" and self.days == 1


def aware(wall: datetime, zone: tzinfo) -> datetime:
    """The instant that a wall-clock time names in `zone`; one in a gap moves past the gap."""
    return wall.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)


def midnight(day: date) -> datetime:
    """The wall-clock beginning of a day."""
    return datetime.combine(day, time.min)


def days(first: date, count: int = 1) -> Interval:
    """`count` whole days from `first` on."""
    start = midnight(first)
    return Interval(start, start + count * DAY, "day")


def monday(day: date) -> date:
    """The Monday of the week that holds `day`."""
    return day - day.weekday() * DAY


def week(day: date, count: int = 1) -> Interval:
    """The week, Monday to Sunday, that holds `day`, or `count` weeks from there."""
    start = midnight(monday(day))
    return Interval(start, start + 7 * count * DAY, "week")


def weekend(day: date) -> Interval:
    """The Saturday and Sunday of the week that holds `day`."""
    return days(monday(day) + 5 * DAY, 2)


def weekday(day: date, number: int, weeks: int = 0) -> date:
    """The weekday `number` (Monday is 0) of the week that holds `day`, or `weeks` from it."""
    return monday(day) + (number + 7 * weeks) * DAY


def shift_month(day: date, months: int) -> date:
    """The first of the month that lies `months` from the month of `day`."""
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def months(first: date, count: int = 1) -> Interval:
    """The month that holds `first`, or `count` months from there."""
    start = shift_month(first, 0)
    return Interval(midnight(start), midnight(shift_month(start, count)), "month")


def years(year: int, count: int = 1) -> Interval:
    """A calendar year, or `count` years from it."""
    return Interval(datetime(year, 1, 1), datetime(year + count, 1, 1), "year")  # noqa: DTZ001


SEASONS = ("spring", "summer", "autumn", "winter")
# The first month of each season in the north (meteorological seasons: whole months).
SEASON_MONTHS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}


def season_month(name: str, *, southern: bool) -> int:
    """The month in which a season begins; the south has it half a year later."""
    return (SEASON_MONTHS[name] + (6 if southern else 0) - 1) % 12 + 1


def season(name: str, year: int, *, southern: bool) -> Interval:
    """The season that begins in `year`: three whole months, so a northern winter ends in March."""
    found = months(date(year, season_month(name, southern=southern), 1), 3)
    return Interval(found.start, found.end, "season")


def edge(whole: Interval, name: str) -> Interval:
    """The beginning, middle or end of a week, month or year, or a month's early or late third.

    Months: 7 days at either end, the 11th to the 20th in the middle; thirds end on the 10th and
    the 20th. Years: two months at either end, June and July in the middle; early and late are
    the first and the last four months. Weeks: the first two days, the Wednesday, the days from
    Friday on.

    Args:
        whole: one week, month or year.
        name: start, middle, end, early, late, first half or second half.
    """
    if whole.precision == "year":
        first, count = {
            "start": (0, 2), "middle": (5, 2), "end": (10, 2), "early": (0, 4), "late": (8, 4),
            "first half": (0, 6), "second half": (6, 6),
        }[name]  # fmt: skip
        return months(shift_month(whole.start.date(), first), count)
    length = whole.days
    table = {
        "start": (0, 7), "middle": (10, 10), "end": (length - 7, 7), "early": (0, 10),
        "late": (20, length - 20), "first half": (0, 15), "second half": (15, length - 15),
    }  # fmt: skip
    if whole.precision == "week":
        table = {
            "start": (0, 2), "middle": (2, 1), "end": (4, 3), "early": (0, 2), "late": (3, 4),
            "first half": (0, 3), "second half": (3, 4),
        }  # fmt: skip
    first, count = table[name]
    return days(whole.start.date() + first * DAY, count)


def part(day: date, name: str) -> Interval:
    """A part of a day, by its key in `PARTS`; a night runs into the next morning."""
    hours = PARTS[name]
    start = midnight(day)
    return Interval(
        start + timedelta(hours=hours.start), start + timedelta(hours=hours.end), "part", name
    )


def clock(
    base: Interval, hour: int, minute: int | None, *, afternoon: bool | None
) -> Interval | None:
    """A clock time on a day or inside a part of a day; None where morning or evening is unknown.

    Args:
        base: one day, or a part of one.
        hour: as said, 0 to 24.
        minute: as said; None makes it the whole hour.
        afternoon: what "am" or "pm" says; None where neither is said.
    """
    count = clock_hour(base.part, hour, afternoon=afternoon)
    if count is None:
        return None
    start = midnight(base.start.date()) + timedelta(hours=count, minutes=minute or 0)
    if minute is None:
        return Interval(start, start + timedelta(hours=1), "hour")
    return Interval(start, start + timedelta(minutes=1), "minute")


def clock_hour(part_name: str, hour: int, *, afternoon: bool | None) -> int | None:
    """The hour counted from midnight, by am/pm or by the part of the day it is said with."""
    if afternoon is not None and 1 <= hour <= 12:
        hour = hour % 12 + (12 if afternoon else 0)
    elif not part_name:
        return hour if 13 <= hour <= 24 or hour == 0 else None
    if not part_name:
        return hour
    window = PARTS[part_name]
    said = [hour] if hour > 12 or afternoon is not None else [hour % 12, hour % 12 + 12]
    options = [*said, *(option + 24 for option in said)]
    fitting = (option for option in options if window.clock_start <= option < window.clock_end)
    return next(fitting, None)


def elapsed(at: datetime, amount: timedelta, precision: Literal["hour", "minute"]) -> Interval:
    """The hour or minute that lies `amount` of real time from the aware `at`, in its zone."""
    zone = at.tzinfo
    then = (at.astimezone(UTC) + amount).astimezone(zone)
    start = then.replace(minute=0 if precision == "hour" else then.minute, second=0, microsecond=0)
    width = timedelta(hours=1) if precision == "hour" else timedelta(minutes=1)
    end = (start.astimezone(UTC) + width).astimezone(zone)
    return Interval(start.replace(tzinfo=None), end.replace(tzinfo=None), precision)
