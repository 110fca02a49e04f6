"""Chinese phrases that name months, seasons and years, or say how far away something is."""

from __future__ import annotations

from datetime import date, timedelta

from retold.text.times import calendar, relative
from retold.text.times.calendar import Interval
from retold.text.times.chinese.days import of_year
from retold.text.times.chinese.words import (
    EDGES,
    FEW,
    MONTH,
    MONTH_STEP,
    NUMBER,
    NUMBER_BEGINS,
    SEASONS,
    STEP_BEGINS,
    STEPS,
    UNITS,
    YEAR,
    YEAR_BEGINS,
    any_of,
    number,
    year_said,
)
from retold.text.times.grammar import Rules, Said

SPANS = Rules()

# 中国, 中文, 中心, 中间, 中学, 中秋 are other words.
_EDGE = r"(?P<edge>[初底末]|中旬?(?![国文心间学秋医])|[上下]旬)"


@SPANS.rule(rf"{MONTH_STEP}的?月?{_EDGE}", begins=STEP_BEGINS)
def _edge_of_said_month(said: Said) -> Interval | None:
    return calendar.edge(_said_month(said), EDGES[said["edge"]])


@SPANS.rule(
    r"(?<![\d一二三四五六七八九十个正腊冬年整满岁每])月(?P<edge>[初底末]|[上中下]旬)", begins="月"
)
def _edge_of_this_month(said: Said) -> Interval | None:
    if said.is_recurring:
        return None
    return calendar.edge(calendar.months(said.now.today), EDGES[said["edge"]])


@SPANS.rule(rf"(?:{YEAR}的?)?{MONTH}{_EDGE}", begins=YEAR_BEGINS + NUMBER_BEGINS)
def _edge_of_month(said: Said) -> Interval | None:
    month, name = number(said["month"]), EDGES[said["edge"]]
    return of_year(said, lambda year: calendar.edge(calendar.months(date(year, month, 1)), name))


@SPANS.rule(MONTH_STEP, begins=STEP_BEGINS)
def _month_of_step(said: Said) -> Interval | None:
    return _said_month(said)


def _said_month(said: Said) -> Interval:
    return calendar.months(calendar.shift_month(said.now.today, STEPS[said["step"]]))


@SPANS.rule(
    rf"(?:{YEAR}的?)?{MONTH}(?![\d球亮饼票薪嫂老初])(?![一二三四五六七八九廿]?十)",
    begins=YEAR_BEGINS + NUMBER_BEGINS,
)
def _month(said: Said) -> Interval | None:
    month = number(said["month"])
    return of_year(said, lambda year: calendar.months(date(year, month, 1)))


@SPANS.rule(
    rf"{YEAR}的?(?P<season>[春夏秋冬])(?:天|季|(?![节游装招令运眠至分]))", begins=YEAR_BEGINS
)
def _season(said: Said) -> Interval | None:
    now, name = said.now, SEASONS[said["season"]]
    year = year_said(said["year"], now.today.year)
    found = calendar.season(name, year, southern=now.southern)
    if said["year"] == "去年" and found.end > now.wall:
        return calendar.season(name, year - 1, southern=now.southern)
    return found


@SPANS.rule(
    rf"{YEAR}的?年?(?P<edge>[初底末]|中(?![国文心间学秋医])|[上下]半年)", begins=YEAR_BEGINS
)
def _edge_of_year(said: Said) -> Interval | None:
    year = year_said(said["year"], said.now.today.year)
    return calendar.edge(calendar.years(year), EDGES[said["edge"]])


@SPANS.rule(
    r"(?<![\d一二三四五六七八九十两几每同当全往次天半])年(?P<edge>[初底末])"
    r"|(?<![大这])(?P<half>[上下]半年)",
    begins="年上下",
)
def _edge_of_this_year(said: Said) -> Interval | None:
    if said.is_recurring:
        return None
    whole = calendar.years(said.now.today.year)
    return calendar.edge(whole, EDGES[said["edge"] or said["half"]])


# 2000年前 may be two thousand years ago.
@SPANS.rule(rf"{YEAR}(?!前|历史)", begins=YEAR_BEGINS)
def _year(said: Said) -> Interval | None:
    return calendar.years(year_said(said["year"], said.now.today.year))


# --- so many units away -------------------------------------------------------------------------

# Counted from such a thing, or as a rule, and not from now: 手术三天后, 每两周后, 饭后.
_EVENTS = (
    "手术", "毕业", "结婚", "婚", "离婚", "出生", "入职", "辞职", "分手", "搬家", "开学", "生产",
    "产", "去世", "退休", "上线", "出发", "考试", "工作", "使用", "饭", "术",
    "第", "每", "隔", "每过",
)  # fmt: skip


@SPANS.rule(
    r"(?:大概|大约|差不多|约)?(?<![\d第每隔.])"
    rf"(?:(?P<half>半)|(?P<few>好?几)|(?P<count>{NUMBER}))个?(?P<and_half>半)?"
    rf"(?P<unit>{any_of(UNITS)})(?P<more>半)?多?[以之]?(?P<way>前|后)(?![面边门天])",
    begins="大差约半好几" + NUMBER_BEGINS,
)
def _away(said: Said) -> Interval | None:
    way = 1 if said["way"] == "后" else -1
    # 三天后他走了 counts from what was told before.
    if said.around.before.endswith(_EVENTS) or (way > 0 and said.clause_direction < 0):
        return None
    unit = UNITS[said["unit"]]
    # 2019年前: the year is not that many years ago.
    if unit == "year" and len(said["count"]) > 3:
        return None
    if said["few"]:
        low, high = FEW
        return relative.between(said.now.at, way * low, way * high, unit)
    count = number(said["count"]) if said["count"] else 0
    halves = 2 * count + bool(said["half"] or said["and_half"] or said["more"])
    return relative.away(said.now.at, way * halves, unit)


@SPANS.rule(
    r"(?<![以之目提])前几(?:(?P<unit>[天周年])|个(?P<long_unit>月|星期|礼拜))(?!级|前)", begins="前"
)
def _few_ago(said: Said) -> Interval | None:
    low, high = FEW
    unit = UNITS[said["unit"] or said["long_unit"]]
    return relative.between(said.now.at, -low, -high, unit)


@SPANS.rule(
    r"在?(?P<way>过去|最近|近|未来|今后|接下来)[的这]?"
    rf"(?P<count>{NUMBER})(?P<unit>天|周|个月|个星期|个礼拜|年)(?![级前后半])",
    begins="在过最近未今接",
)
def _stretch(said: Said) -> Interval | None:
    """The days, weeks, months or years up to now, or from now on; today is one of them."""
    way = -1 if said["way"] in {"过去", "最近", "近"} else 1
    unit, count = UNITS[said["unit"].lstrip("个")], number(said["count"])
    if unit == "week":
        unit, count = "day", 7 * count
    return relative.between(said.now.at, 0, way * count, unit)


@SPANS.rule("刚才|方才", begins="刚方")
def _just_now(said: Said) -> Interval | None:
    return calendar.elapsed(said.now.at, timedelta(), "hour")
