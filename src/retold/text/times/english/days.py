"""English phrases that name a day or a part of today."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from retold.text.times import calendar, relative
from retold.text.times.calendar import DAY, Interval
from retold.text.times.english.words import (
    ANY_WEEKDAY,
    COUNT,
    DAY_OF_MONTH,
    GOVERNED,
    HOLIDAYS,
    MONTH,
    MONTHS,
    OF_YEAR,
    ORDINAL,
    RELATIVE,
    WEEKDAY,
    WEEKDAYS,
    any_of,
    is_coming,
    number,
    steps,
)
from retold.text.times.grammar import Rules, Said, in_meant_year

DAYS = Rules()


@DAYS.rule(
    r"(?P<far>the day before yesterday|(?:the )?day after tomorrow)"
    r"|(?P<near>yesterday|today|tomorrow|tmrw|tmr)"
)
def _day(said: Said) -> Interval | None:
    if said["far"]:
        return calendar.days(said.now.today + (-2 if "before" in said["far"] else 2) * DAY)
    away = {"yesterday": -1, "today": 0}.get(said["near"], 1)
    return calendar.days(said.now.today + away * DAY)


@DAYS.rule(
    r"(?P<night>tonight|tonite|the night before last|(?:late )?last night)"
    r"|this (?P<part>morning|afternoon|evening)"
)
def _part_of_day(said: Said) -> Interval | None:
    if said["part"]:
        return calendar.part(said.now.today, said["part"])
    back = {"tonight": 0, "tonite": 0, "the night before last": 2}.get(said["night"], 1)
    name = "late night" if said["night"].startswith("late") else "night"
    return calendar.part(said.now.today - back * DAY, name)


# --- dates --------------------------------------------------------------------------------------

_NAMED = rf"(?:(?:{ANY_WEEKDAY})\.?,? )?"
# The weekday of a date may follow in brackets.
_NAMED_AFTER = rf"(?: \({ANY_WEEKDAY}\))?"


@DAYS.rule(
    rf"(?:on )?{_NAMED}(?P<month>{MONTH}) (?:the )?(?P<day>{DAY_OF_MONTH})(?:st|nd|rd|th)?"
    rf"{OF_YEAR}?(?! ?[%$€£]|:\d|[.,]\d| (?:am|pm|percent|years?|hours?)\b){_NAMED_AFTER}"
)
def _month_and_day(said: Said) -> Interval | None:
    return _date(said)


@DAYS.rule(
    rf"(?:on )?{_NAMED}(?:the )?(?P<day>{DAY_OF_MONTH})(?:st|nd|rd|th)? (?:of )?"
    rf"(?P<month>{MONTH})(?! \d\d?\b){OF_YEAR}?{_NAMED_AFTER}"
)
def _day_and_month(said: Said) -> Interval | None:
    return _date(said)


def _date(said: Said) -> Interval | None:
    month, day = MONTHS[said["month"].rstrip(".")], int(said["day"])
    return of_year(said, lambda year: calendar.days(date(year, month, day)))


def of_year(said: Said, make: relative.Yearly) -> Interval | None:
    """What recurs each year, in the year that is said, or that its sentence suggests."""
    if said["year"]:
        return make(int(said["year"]))
    if said["year_said"]:
        return make(said.now.today.year + steps(said["year_said"]))
    return in_meant_year(said, make, _certain(said))


def _certain(said: Said) -> int:
    """-1 after "since"; +1 after "until" and "by", but "I was done by May" is past."""
    before = said.around.before
    if before.endswith("since "):
        return -1
    if not before.endswith(("until ", "till ", "til ", "by ")):
        return 0
    return 1 if said.clause_direction >= 0 else -1


def direction(said: Said) -> int:
    """What the preposition before the phrase says, or else its sentence."""
    return _certain(said) or said.direction


@DAYS.rule(
    rf"(?:on )?(?:{WEEKDAY},? )?the (?P<day>{ORDINAL}) of (?P<step>last|this|next|the) month"
)
def _day_of_said_month(said: Said) -> Interval | None:
    first = calendar.shift_month(said.now.today, steps(said["step"]))
    return calendar.days(first.replace(day=int(said["day"][:-2])))


@DAYS.rule(
    rf"(?:on |(?:on )?(?P<weekday>{WEEKDAY}),? |{GOVERNED})the (?P<day>{ORDINAL})"
    # "the 3rd floor": no noun may follow.
    r"(?= (?:at|and|or|but|i|we|he|she|they|because|so|with|for|if|when|around|in the)\b"
    r"|(?! ?[\w-]))"
)
def _day_of_month(said: Said) -> Interval | None:
    if said.is_recurring:
        return None
    found = relative.day_of_month(int(said["day"][:-2]), said.now.today, direction(said))
    named = said["weekday"]
    return None if named and found.start.weekday() != WEEKDAYS[named] else found


@DAYS.rule(
    rf"(?P<step>{RELATIVE}) (?P<named>{any_of(HOLIDAYS)})"
    rf"|(?:(?:on|at) )?(?P<holiday>{any_of(HOLIDAYS)}){OF_YEAR}"
)
def _holiday(said: Said) -> Interval | None:
    name = said["named"] or said["holiday"]
    if said["holiday"]:
        return of_year(said, lambda year: _holiday_in(name, year))
    return relative.nearest(
        lambda year: _holiday_in(name, year), said.now.wall, steps(said["step"])
    )


def _holiday_in(name: str, year: int) -> Interval:
    month, day = HOLIDAYS[name]
    if day:
        return calendar.days(date(year, month, day))
    return calendar.days(relative.weekday_from(date(year, month, 22), 3))


# --- weekdays -----------------------------------------------------------------------------------


@DAYS.rule(
    rf"(?P<step>{RELATIVE}) (?P<weekday>{ANY_WEEKDAY})"
    rf"|(?:on )?(?P<day>{WEEKDAY}),? (?:of )?(?P<week>last|this|next) week"
    rf"|(?P<week_first>last|this|next) week(?:,? on|'s)? (?P<day_last>{WEEKDAY})"
)
def _weekday_of_week(said: Said) -> Interval | None:
    today = said.now.today
    if not said["weekday"]:
        wanted = WEEKDAYS[said["day"] or said["day_last"]]
        return calendar.days(
            calendar.weekday(today, wanted, steps(said["week"] or said["week_first"]))
        )
    wanted, away = WEEKDAYS[said["weekday"]], steps(said["step"])
    if away < 0:
        return calendar.days(relative.weekday_before(today, wanted))
    if away > 0 and not is_coming(said["step"]):
        return calendar.days(calendar.weekday(today, wanted, 1))
    if not away and said.direction < 0:
        return calendar.days(relative.weekday_before(today, wanted))
    return calendar.days(relative.weekday_from(today + away * DAY, wanted))


@DAYS.rule(
    rf"(?P<count>{COUNT}) weeks? (?:from|after) (?P<weekday>{WEEKDAY}|today|tomorrow|yesterday)"
    rf"|(?:on )?(?P<british>{WEEKDAY}|today|tomorrow) week(?! end)"
)
def _weeks_from(said: Said) -> Interval | None:
    count = number(said["count"]) if said["count"] else 1
    return calendar.days(_next_day(said["weekday"] or said["british"], said) + 7 * count * DAY)


def _next_day(name: str, said: Said) -> date:
    today = said.now.today
    if name in WEEKDAYS:
        return relative.weekday_from(today, WEEKDAYS[name])
    return today + {"yesterday": -1, "tomorrow": 1}.get(name, 0) * DAY


@DAYS.rule(
    rf"(?P<count>{COUNT}) (?P<unit>week|month|year)s? ago (?P<day>today|yesterday|tomorrow)"
    rf"|(?P<weeks>{COUNT}) (?:weeks? ago (?:on )?(?P<weekday>{WEEKDAY})|(?P<named>{WEEKDAY})s? ago)"
)
def _units_before(said: Said) -> Interval | None:
    if said["day"]:
        day = _next_day(said["day"], said)
        return calendar.days(relative.back(day, number(said["count"]), said["unit"]))
    last = relative.weekday_before(said.now.today, WEEKDAYS[said["weekday"] or said["named"]])
    return calendar.days(last - 7 * (number(said["weeks"]) - 1) * DAY)


# "on a Friday" is any Friday; "Black Friday" and "Sunday school" are names.
_NO_LONE = (
    "a ", "an ", "any ", "some ", "most ", "the ", "one ", "another ", "other ", "black ", "good ",
    "cyber ", "ash ", "super ", "palm ", "easter ", "bloody ", "casual ",
)  # fmt: skip


@DAYS.rule(
    rf"(?:on )?(?P<weekday>{WEEKDAY})(?! the \d| school| league| roast| mass\b| times\b|\*|:)"
    rf"|(?:on |(?<=\buntil )|(?<=\bby )|(?<=\bsince ))(?P<short>{ANY_WEEKDAY})"
)
def _lone_weekday(said: Said) -> Interval | None:
    name = said["weekday"] or said["short"]
    before = said.around.before
    if before.endswith(_NO_LONE) or (before.endswith("*") and not said.match[0].startswith("on")):
        return None
    if said.is_recurring or (said["short"] and not said.is_capital("short")):
        return None
    choose = relative.weekday_before if direction(said) < 0 else relative.weekday_from
    return replace(calendar.days(choose(said.now.today, WEEKDAYS[name])), loose=True)
