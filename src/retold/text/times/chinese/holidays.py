"""Holidays and dates of the Chinese calendar, and the fixed holidays of the solar one."""

from __future__ import annotations

from datetime import date

from retold.text.times import calendar, lunar
from retold.text.times.calendar import DAY, Interval
from retold.text.times.chinese.words import number

_SOLAR = {
    "元旦": (1, 1), "情人节": (2, 14), "妇女节": (3, 8), "愚人节": (4, 1), "五一": (5, 1),
    "劳动节": (5, 1), "儿童节": (6, 1), "教师节": (9, 10), "国庆": (10, 1), "万圣节": (10, 31),
    "双十一": (11, 11), "双十二": (12, 12), "平安夜": (12, 24), "圣诞": (12, 25),
}  # fmt: skip
_LUNAR = {
    "春节": (1, 1), "元宵": (1, 15), "端午": (5, 5), "七夕": (7, 7), "中元节": (7, 15),
    "中秋": (8, 15), "重阳": (9, 9), "腊八": (12, 8),
}  # fmt: skip
# How many days off they usually are, counted from the day itself; each year's are decreed.
_DAYS_OFF = {
    "五一": 5,
    "劳动节": 5,
    "国庆": 7,
    "春节": 7,
    "元旦": 3,
    "清明": 3,
    "端午": 3,
    "中秋": 3,
}
HOLIDAY_BEGINS = "元情妇愚五劳儿教国万双平圣春除清端七中重腊"
LUNAR_BEGINS = "农阴旧大正冬腊"
_NO_NAME = "(?![路街广中大小区村县山老树帽歌卡糖饺阁粽月饼河]|节?礼|节?快乐|节?愉快)"
HOLIDAY = (
    r"(?P<holiday>元旦|情人节|妇女节|愚人节|(?<![\d一二三四五六七八九十百千])五一"
    r"(?![\d一二三四五六七八九十])|劳动节|儿童节|教师节|(?<![王李张刘陈杨赵黄吴徐孙胡朱高林何郭马叫])国庆|万圣节|双十[一二]|平安夜|圣诞"
    rf"|春节|除夕|元宵|清明|端午|七夕|中元节|中秋|重阳|腊八){_NO_NAME}节?"
    "(?P<whole>(?:小?长假|假期|放假期间|期间|黄金周))?"
)
_LUNAR_DAY = (
    "(?:初[一二三四五六七八九十]|[廿二]?十[一二三四五六七八九]?|廿[一二三四五六七八九]|三十)"
)
LUNAR_DATE = (
    r"(?:(?:农历|阴历|旧历)(?P<lunar_month>[正一二三四五六七八九十冬腊]|十[一二])月"
    rf"|大年|(?P<month_only>[正冬腊])月)(?P<lunar_day>{_LUNAR_DAY})"
)
_MONTHS = {"正": 1, "冬": 11, "腊": 12}


def holiday(name: str, year: int, *, whole: bool) -> Interval:
    """A holiday of a year: the day itself, or the days off that usually go with it.

    Raises:
        ValueError: it follows the Chinese calendar, and the year is outside of its table.
    """
    first = _holiday(name, year)
    if whole and name == "春节":
        # The days off begin on the eve.
        first -= DAY
        return calendar.days(first, _DAYS_OFF[name] + 1)
    return calendar.days(first, _DAYS_OFF.get(name, 1) if whole else 1)


def _holiday(name: str, year: int) -> date:
    if name in _SOLAR:
        return date(year, *_SOLAR[name])
    if name == "除夕":
        return lunar.new_years_eve(year)
    if name == "清明":
        return lunar.tomb_sweeping(year)
    return _lunar_in(year, *_LUNAR[name])


def lunar_date(month: str, day: str, year: int) -> Interval:
    """A date of the Chinese calendar, as it falls in a year of the solar one.

    Args:
        month: 正, 二 … 十二, 冬, 腊; the empty text is the first (大年初二).
        day: 初一, 十五, 廿三, 三十.
        year: of the solar calendar.

    Raises:
        ValueError: there is none, or the year is outside of the table.
    """
    if not month and day == "三十":
        return calendar.days(lunar.new_years_eve(year))
    count = number(day.removeprefix("初").replace("廿十", "二十").replace("廿", "二十"))
    wanted = _MONTHS.get(month) or number(month or "一")
    return calendar.days(_lunar_in(year, wanted, count))


def _lunar_in(year: int, month: int, day: int) -> date:
    """The day that falls in the solar `year`: the last lunar months reach into the next one."""
    if month >= 11:
        found = lunar.lunar_day(year - 1, month, day)
        if found.year == year:
            return found
    return lunar.lunar_day(year, month, day)
