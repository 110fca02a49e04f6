"""English phrases that name weeks, months, seasons and years, or say how far away something is."""

from __future__ import annotations

from datetime import date, timedelta

from retold.text.times import calendar, relative
from retold.text.times.calendar import Interval
from retold.text.times.english.days import direction, of_year
from retold.text.times.english.words import (
    COUNT,
    EDGES,
    FEW,
    GOVERNED,
    MONTH,
    MONTHS,
    OF_YEAR,
    RELATIVE,
    SEASONS,
    UNIT,
    UNITS,
    YEAR,
    any_of,
    number,
    steps,
)
from retold.text.times.grammar import Rules, Said

SPANS = Rules()


# --- weeks, months, years -----------------------------------------------------------------------

# "the end of next month", "late March", "mid-2019".
_WHOLE = (
    rf"(?:(?P<step>last|this|next|the) (?P<unit>week|month|year)|(?P<month>{MONTH}){OF_YEAR}?"
    rf"|(?P<only>{YEAR}))"
)


@SPANS.rule(
    r"(?:(?:at|in|towards?) )?(?:the )?"
    rf"(?P<edge>very end|end|beginning|start|middle|first half|second half) of {_WHOLE}"
)
def _edge(said: Said) -> Interval | None:
    return _edge_of(said)


@SPANS.rule(rf"(?:in )?(?P<edge>early|mid|late)(?: in |-| ){_WHOLE}")
def _third(said: Said) -> Interval | None:
    return _edge_of(said)


def _edge_of(said: Said) -> Interval | None:
    name = EDGES[said["edge"].removeprefix("very ")]
    if said["unit"]:
        whole = whole_unit(said.now.today, said["unit"], steps(said["step"]))
        return calendar.edge(whole, name)
    if said["only"]:
        return calendar.edge(calendar.years(int(said["only"])), name)
    month = MONTHS[said["month"].rstrip(".")]
    return of_year(said, lambda year: calendar.edge(calendar.months(date(year, month, 1)), name))


def whole_unit(today: date, unit: str, away: int) -> Interval:
    """The week, weekend, month or year that lies `away` from the one that holds `today`."""
    match unit:
        case "week":
            return calendar.week(today + timedelta(weeks=away))
        case "weekend":
            return calendar.weekend(today + timedelta(weeks=away))
        case "month":
            return calendar.months(calendar.shift_month(today, away))
        case _:
            return calendar.years(today.year + away)


@SPANS.rule(
    r"the (?P<far>week|weekend|month|year) (?P<way>before last|after next)"
    rf"|(?P<step>{RELATIVE}) (?P<unit>weekend|week|month|year)"
)
def _unit(said: Said) -> Interval | None:
    today = said.now.today
    if said["far"]:
        return whole_unit(today, said["far"], -2 if "before" in said["way"] else 2)
    return whole_unit(today, said["unit"], steps(said["step"]))


@SPANS.rule(rf"(?:(?:over|on|at) |{GOVERNED})the weekend(?! of)")
def _lone_weekend(said: Said) -> Interval | None:
    way = 1 if said.around.before.endswith("for ") else direction(said)
    if said.is_recurring or not way:
        return None
    # On a Saturday or Sunday what was "over the weekend" may be yesterday.
    back = way < 0 and said.now.today.weekday() < 5
    return whole_unit(said.now.today, "weekend", -1 if back else 0)


@SPANS.rule(rf"(?:in )?(?P<month>{MONTH}){OF_YEAR}")
def _month_of_year(said: Said) -> Interval | None:
    return _month(said)


@SPANS.rule(rf"(?P<step>{RELATIVE}) (?P<month>{MONTH})")
def _said_month(said: Said) -> Interval | None:
    month, today, way = MONTHS[said["month"].rstrip(".")], said.now.today, steps(said["step"])
    # "this may be", "the following march to": verbs.
    if said["step"] not in {"last", "next"} and _is_verb(said):
        return None
    if not way:
        return calendar.months(date(today.year, month, 1))
    first = calendar.shift_month(today, way)
    while first.month != month:
        first = calendar.shift_month(first, way)
    return calendar.months(first)


@SPANS.rule(rf"(?:in |{GOVERNED})(?P<month>{MONTH})(?! \d)")
def _lone_month(said: Said) -> Interval | None:
    # "in may" is a month; "before may" may be a verb.
    return None if not said.match[0].startswith("in ") and _is_verb(said) else _month(said)


def _is_verb(said: Said) -> bool:
    return said["month"] in {"may", "march"} and not said.is_capital("month")


def _month(said: Said) -> Interval | None:
    month = MONTHS[said["month"].rstrip(".")]
    return of_year(said, lambda year: calendar.months(date(year, month, 1)))


# "in 2000 steps", "in 1900 words"; 2,000 and 20.19 are no years either.
_COUNTED = (
    r"(?![.,:]?\d|%| (?:people|steps|words|dollars|euros|pounds|pieces|times|others|hours|meters"
    r"|metres|miles|km|calories|square|different|of|usd|lines|pages)\b)"
)


@SPANS.rule(rf"(?:in |{GOVERNED})(?P<year>{YEAR}){_COUNTED}")
def _year(said: Said) -> Interval | None:
    return calendar.years(int(said["year"]))


@SPANS.rule(
    rf"(?P<step>{RELATIVE}) (?P<named>{any_of(SEASONS)})"
    rf"|(?:in )?(?:the )?(?P<season>{any_of(SEASONS)}){OF_YEAR}"
)
def _season(said: Said) -> Interval | None:
    name, now = SEASONS[said["named"] or said["season"]], said.now
    if said["season"]:
        return of_year(said, lambda year: calendar.season(name, year, southern=now.southern))
    return relative.season(name, now.wall, steps(said["step"]), southern=now.southern)


# --- so many units away -------------------------------------------------------------------------

_ABOUT = r"(?:(?:about|around|roughly|approximately|almost|nearly|maybe|like|some) )?"
_VAGUE = r"a few|several|a couple(?: of)?|couple(?: of)?|a good few"
_AMOUNT = (
    rf"(?:(?P<half>half an?) |(?P<vague>{_VAGUE}) |(?P<count>{COUNT})(?P<and_half> and a half)? )"
    rf"(?P<unit>{UNIT})(?P<more> and a half)?"
)


@SPANS.rule(rf"{_ABOUT}{_AMOUNT} (?P<way>ago|back|from now|from today)")
def _ago(said: Said) -> Interval | None:
    # A bound is no date; "every two weeks from now" recurs.
    bounds = ("more than ", "less than ", "over ", "at least ", "under ", "every ")
    if said.around.before.endswith(bounds):
        return None
    return _away(said, -1 if said["way"] in {"ago", "back"} else 1)


@SPANS.rule(
    rf"in {_ABOUT}{_AMOUNT}(?:'s?)?(?: time| from now)?(?! of\b| flat\b| or\b| straight\b| per\b)"
)
def _in(said: Said) -> Interval | None:
    # "in a minute" is an idiom; "I finished in two weeks" and "if it is done in two weeks" say
    # how long it takes.
    idiom = said["count"] == "a" and said["unit"] in {"minute", "min"}
    supposed = said.around.before.startswith("if ") or " if " in said.around.before
    if idiom or supposed or said.clause_direction < 0 or said.is_recurring:
        return None
    return _away(said, 1)


def _away(said: Said, way: int) -> Interval | None:
    unit = UNITS[said["unit"].removesuffix("s")]
    if said["vague"] and "couple" not in said["vague"]:
        low, high = FEW
        return relative.between(said.now.at, way * low, way * high, unit)
    count = 0 if said["half"] else 2 if said["vague"] else number(said["count"])
    halves = 2 * count + bool(said["half"] or said["and_half"] or said["more"])
    return relative.away(said.now.at, way * halves, unit)


@SPANS.rule(
    r"(?:in|over|during|within) the (?P<way>last|past|next|coming|following) "
    rf"(?:(?P<vague>few|couple(?: of)?|several) |(?P<count>{COUNT}) )?"
    r"(?P<unit>day|week|month|year)s?"
)
def _stretch(said: Said) -> Interval | None:
    """The days, months or years up to now, or from now on; today is one of them."""
    way = -1 if said["way"] in {"last", "past"} else 1
    plural = said.match[0].endswith("s")
    if plural and not (said["count"] or said["vague"]):
        return None
    vague = 2 if said["vague"].startswith("couple") else FEW[1] if said["vague"] else 1
    count = number(said["count"]) if said["count"] else vague
    unit, length = {"week": ("day", 7), "month": ("day", 30)}.get(said["unit"], (said["unit"], 1))
    if unit == "day" and count * length > 62:
        unit, length = "month", 1
    return relative.between(said.now.at, 0, way * count * length, unit)


@SPANS.rule(r"just now|a (?:moment|minute|second) ago")
def _just_now(said: Said) -> Interval | None:
    return calendar.elapsed(said.now.at, timedelta(), "hour")
