"""Chinese phrases that name a day: 昨天, 上周三, 5月3号, 下个月15号, 春节."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from retold.text.times import calendar, relative
from retold.text.times.calendar import DAY, Interval
from retold.text.times.chinese.holidays import (
    HOLIDAY,
    HOLIDAY_BEGINS,
    LUNAR_BEGINS,
    LUNAR_DATE,
    holiday,
    lunar_date,
)
from retold.text.times.chinese.words import (
    DAY_NUMBER,
    MONTH,
    MONTH_STEP,
    NO_COUNTED,
    NO_NUMBER,
    NO_WEEK,
    NUMBER_BEGINS,
    STEP,
    STEP_BEGINS,
    STEPS,
    WEEK,
    WEEKDAYS,
    YEAR,
    YEAR_BEGINS,
    YEAR_WORDS,
    number,
    year_said,
)
from retold.text.times.grammar import Rules, Said, in_meant_year

DAYS = Rules()

_AWAY = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}


@DAYS.rule(
    # 以前天天, 目前天气, 提前天数; 说明天, 聪明天; 然后天黑, 今后天天.
    r"(?P<day>大前|(?<![以之目提眼生面年])前|昨|今|(?<![文说证表声注光聪])明|大后"
    r"|(?<![以之然最此今背随])后)(?:天(?!天(?!气))|儿个?(?![子女])|日(?![语本报]))"
    r"|(?P<near>[昨今]|(?<![文说证表声注光聪])明)(?=[早晚晨夜])(?!晚报|晚会)"
    r"|(?P<before>(?<![以之目提])前)(?=晚(?!期))",
    begins="大前昨今明后",
)
def _day(said: Said) -> Interval | None:
    away = _AWAY[said["day"] or said["near"] or said["before"]]
    return calendar.days(said.now.today + away * DAY)


@DAYS.rule(r"(?P<year>去年|前年|明年)的?(?:今天|同一天)", begins="去前明")
def _same_day(said: Said) -> Interval | None:
    return calendar.days(relative.back(said.now.today, -YEAR_WORDS[said["year"]], "year"))


# --- weekdays -----------------------------------------------------------------------------------

_WEEKDAY = rf"{WEEK}(?P<day>[一二三四五六日天末]){NO_COUNTED}(?!的?时候?|人)"


@DAYS.rule(rf"(?P<step>{STEP})一?个?{_WEEKDAY}", begins=STEP_BEGINS)
def _weekday_of_week(said: Said) -> Interval | None:
    day = calendar.weekday(said.now.today, WEEKDAYS[said["day"]], STEPS[said["step"]])
    return calendar.days(day, 2 if said["day"] == "末" else 1)


@DAYS.rule(
    rf"(?P<step>{STEP})一?个?(?:星期|礼拜|周{NO_WEEK})(?![一二三四五六日末])", begins=STEP_BEGINS
)
def _week(said: Said) -> Interval | None:
    return calendar.week(said.now.today + timedelta(weeks=STEPS[said["step"]]))


@DAYS.rule(rf"(?<![\d一二两三四五六七八九十几每隔逢整半双个]){_WEEKDAY}(?<!周天)", begins="周星礼")
def _lone_weekday(said: Said) -> Interval | None:
    # 周末 alone is any weekend, unless its own clause says which.
    weekend = said["day"] == "末"
    if said.is_recurring or (weekend and not said.clause_direction):
        return None
    today = said.now.today
    day = calendar.weekday(today, WEEKDAYS[said["day"]])
    if said.direction < 0 and day > today:
        day -= timedelta(weeks=1)
    if said.direction > 0 and day + weekend * DAY < today:
        day += timedelta(weeks=1)
    return replace(calendar.days(day, 2 if weekend else 1), loose=not weekend)


# --- dates --------------------------------------------------------------------------------------


@DAYS.rule(
    # 八月十五 without 号 may be of the Chinese calendar; 8月15 is not.
    rf"(?:{YEAR}的?)?{MONTH}(?:(?P<day>{DAY_NUMBER})[号日]|(?P<digits>3[01]|[12]\d|0?[1-9])(?![\d个%.]))"
    rf"(?:\(?{WEEK}[一二三四五六日天]\)?)?",
    begins=YEAR_BEGINS + NUMBER_BEGINS,
)
def _date(said: Said) -> Interval | None:
    month, day = number(said["month"]), number(said["day"] or said["digits"])
    return of_year(said, lambda year: calendar.days(date(year, month, day)))


def of_year(said: Said, make: relative.Yearly) -> Interval | None:
    """What recurs each year, in the year that is said, or that its sentence suggests."""
    if said["year"]:
        return make(year_said(said["year"], said.now.today.year))
    return in_meant_year(said, make)


@DAYS.rule(rf"{MONTH_STEP}的?(?P<day>{DAY_NUMBER})[号日]", begins=STEP_BEGINS)
def _day_of_said_month(said: Said) -> Interval | None:
    first = calendar.shift_month(said.now.today, STEPS[said["step"]])
    return calendar.days(first.replace(day=number(said["day"])))


@DAYS.rule(
    # 3号楼, 10号线 are no dates.
    rf"{NO_NUMBER}(?<![每个\-])(?P<day>{DAY_NUMBER})号"
    r"(?![楼线院门店房车机码馆桌厅床位球衣选坑站台])",
    begins=NUMBER_BEGINS,
)
def _day_of_month(said: Said) -> Interval | None:
    if said.is_recurring:
        return None
    return relative.day_of_month(number(said["day"]), said.now.today, said.direction)


# --- holidays -----------------------------------------------------------------------------------


@DAYS.rule(rf"(?:{YEAR}的?)?{HOLIDAY}", begins=YEAR_BEGINS + HOLIDAY_BEGINS)
def _holiday(said: Said) -> Interval | None:
    return of_year(said, lambda year: holiday(said["holiday"], year, whole=bool(said["whole"])))


@DAYS.rule(rf"(?:{YEAR}的?)?{LUNAR_DATE}", begins=YEAR_BEGINS + LUNAR_BEGINS)
def _lunar_date(said: Said) -> Interval | None:
    month = said["lunar_month"] or said["month_only"]
    return of_year(said, lambda year: lunar_date(month, said["lunar_day"], year))


@DAYS.rule(r"(?<![今昨明前后天日号夜早一二三四五六末晚节旦])(?=凌晨)", begins="凌")
def _small_hours(said: Said) -> Interval | None:
    return None if said.is_recurring else calendar.days(said.now.today)
