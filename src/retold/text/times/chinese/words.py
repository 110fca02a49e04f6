"""The words of Chinese time phrases, and the pieces of patterns made of them. All simplified."""

from __future__ import annotations

from collections.abc import Iterable

_DIGITS = {
    digit: value
    for value, digits in enumerate(("零〇", "一", "二两", "三", "四", "五", "六", "七", "八", "九"))
    for digit in digits
}
NUMBER = r"(?:\d{1,4}|[一二两三四五六七八九十百]{1,5})"
NUMBER_BEGINS = r"\d一二两三四五六七八九十百"
# What keeps a number from being the tail of a longer one, or an ordinal.
NO_NUMBER = r"(?<![\d一二两三四五六七八九十百千万几数第.])"
DAY_NUMBER = r"(?:3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])"
_MONTH_NUMBER = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
MONTH = rf"(?<![\d/.\-个第])(?<!农历)(?<!阴历)(?P<month>{_MONTH_NUMBER})月份?"

YEAR_WORDS = {
    "大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "来年": 1, "后年": 2,
    "大后年": 3,
}  # fmt: skip
_FULL_YEAR = r"(?:(?:1[89]|20|21)\d\d|[一二][零〇一二三四五六七八九]{3})年"
# Two digits are a year only before a month, a season or an edge: 19年 is also nineteen years.
_SHORT_YEAR = r"(?<!\d)\d\d年(?=\d{1,2}月|[春夏秋冬]天|[初底末])"
# Parts of other words are kept out: 以前年轻, 失去年代, 说明年龄, 以后年年.
_YEAR_WORD = (
    r"(?:大前年|(?<![以之目])前年|(?<![失过回下上出进])去年(?![轻龄代味])|今年|(?<!日)本年(?!度)"
    r"|(?<![文说证表声注])明年(?![龄代份])|来年|大后年|(?<![以之今此])后年(?!年))"
)
YEAR_BEGINS = r"\d一二大前去今本明来后"
YEAR = rf"(?<![\d])(?P<year>{_FULL_YEAR}|{_SHORT_YEAR}|{_YEAR_WORD})"

STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
STEP_BEGINS = "上这本下"
# 马上周五, 日本周边, 一下周末 are no steps.
STEP = r"(?:上上|(?<![马晚早以线])上|这|(?<!日)本|下下|(?<!一)下)"
MONTH_STEP = rf"(?P<step>{STEP})一?个?月(?![球亮台饼薪票])份?"
WEEK = r"(?:周|星期|礼拜)"
# 周 is also a name and the beginning of other words.
NO_WEEK = r"(?![边围年到杰刊转全折长密旋游岁遭])"
WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
# 一周三次, 每周五天 count; they name no weekday.
NO_COUNTED = r"(?![次节顿回趟个篇遍]|天(?!气))"
EDGES = {
    "初": "start", "中": "middle", "底": "end", "末": "end", "上旬": "early", "中旬": "middle",
    "下旬": "late", "上半年": "first half", "下半年": "second half",
}  # fmt: skip
SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
UNITS = {
    "分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "日": "day", "周": "week",
    "星期": "week", "礼拜": "week", "月": "month", "年": "year",
}  # fmt: skip
PARTS = {
    "凌晨": "small hours", "清晨": "early morning", "清早": "early morning", "晨": "early morning",
    "一大早": "early morning", "一早": "early morning", "大清早": "early morning",
    "早上": "waking", "早晨": "waking", "早": "waking", "上午": "morning", "中午": "noon",
    "正午": "noon", "午间": "noon", "下午": "afternoon", "午后": "afternoon", "傍晚": "dusk",
    "黄昏": "dusk", "晚上": "evening", "晚间": "evening", "晚": "evening", "夜里": "night",
    "夜间": "night", "夜晚": "night", "夜": "night", "深夜": "late night", "半夜": "late night",
    "午夜": "late night", "后半夜": "late night",
}  # fmt: skip
# What "几" and "前几天" may stand for.
FEW = (2, 6)


def number(said: str) -> int:
    """The number that digits, or Chinese numerals below a thousand, say: 12, 十二, 一百零五."""
    if said.isdigit():
        return int(said)
    total, digit = 0, 0
    for character in said:
        if character in "十百":
            total += (digit or 1) * (10 if character == "十" else 100)
            digit = 0
        else:
            digit = _DIGITS[character]
    return total + digit


def year_said(said: str, this_year: int) -> int:
    """The year of 去年, 2026年, 二〇二六年, or 26年: the nearest that ends so."""
    if said in YEAR_WORDS:
        return this_year + YEAR_WORDS[said]
    digits = "".join(str(_DIGITS.get(digit, digit)) for digit in said.removesuffix("年"))
    year = int(digits)
    if len(digits) == 4:
        return year
    century = this_year - this_year % 100
    return min((century + year, century + year - 100), key=lambda found: abs(found - this_year))


def any_of(names: Iterable[str]) -> str:
    """A pattern for any of the names, longest first so that 早上 is not read as 早."""
    return "(?:" + "|".join(sorted(names, key=lambda name: (-len(name), name))) + ")"
