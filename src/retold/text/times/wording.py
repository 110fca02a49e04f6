"""A moment in words that stay true: dates instead of "yesterday"."""

from __future__ import annotations

from datetime import datetime, timedelta

from retold.records import Moment
from retold.text.times.calendar import DAY, PARTS, SEASONS, season_month
from retold.text.times.zones import is_southern

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
# By the shape of a moment (`_shape`): the preposition, and the words after it.
_ENGLISH = {
    "hour": ("on", "{day} at {clock}"),
    "minute": ("on", "{day} at {clock}"),
    "second": ("on", "{day} at {clock}"),
    "small hours": ("in", "the small hours of {day}"),
    "early morning": ("in", "the early morning of {day}"),
    "waking": ("on", "the morning of {day}"),
    "morning": ("on", "the morning of {day}"),
    "noon": ("around", "noon on {day}"),
    "afternoon": ("on", "the afternoon of {day}"),
    "dusk": ("in", "the early evening of {day}"),
    "evening": ("on", "the evening of {day}"),
    "night": ("on", "the night of {day}"),
    "late night": ("late on", "the night of {day}"),
    "day": ("on", "{day}"),
    "weekend": ("on", "the weekend of {day}"),
    "week": ("in", "the week of {day}"),
    "month": ("in", "{month}"),
    "season": ("in", "{season} {season_year}"),
    "year": ("in", "{year}"),
    "start of month": ("at", "the beginning of {month}"),
    "middle of month": ("in", "the middle of {month}"),
    "end of month": ("at", "the end of {month}"),
    "early month": ("in", "early {month}"),
    "late month": ("in", "late {month}"),
    "start of year": ("at", "the beginning of {year}"),
    "middle of year": ("in", "the middle of {year}"),
    "end of year": ("at", "the end of {year}"),
    "early year": ("in", "early {year}"),
    "late year": ("in", "late {year}"),
    "first half": ("in", "the first half of {year}"),
    "second half": ("in", "the second half of {year}"),
}
_CHINESE = {
    "hour": "{day}{clock}",
    "minute": "{day}{clock}",
    "second": "{day}{clock}",
    "small hours": "{day}凌晨",
    "early morning": "{day}清晨",
    "waking": "{day}早上",
    "morning": "{day}上午",
    "noon": "{day}中午",
    "afternoon": "{day}下午",
    "dusk": "{day}傍晚",
    "evening": "{day}晚上",
    "night": "{day}夜里",
    "late night": "{day}深夜",
    "day": "{day}",
    "weekend": "{day}那个周末",
    "week": "{day}那一周",
    "month": "{month}",
    "season": "{season_year}年{season}",
    "year": "{year}年",
    "start of month": "{month}初",
    "middle of month": "{month}中旬",
    "end of month": "{month}底",
    "early month": "{month}上旬",
    "late month": "{month}下旬",
    "start of year": "{year}年初",
    "middle of year": "{year}年年中",
    "end of year": "{year}年底",
    "early year": "{year}年前期",
    "late year": "{year}年后期",
    "first half": "{year}年上半年",
    "second half": "{year}年下半年",
}
_CHINESE_SEASONS = {"spring": "春天", "summer": "夏天", "autumn": "秋天", "winter": "冬天"}
# The word before a Chinese clock time, by the hour from which it holds.
_CHINESE_HOURS = ((18, "晚上"), (13, "下午"), (11, "中午"), (6, "上午"), (0, "凌晨"))
# First and last month of the stretches of a year, as `calendar.edge` makes them.
_YEAR_EDGES = {
    (1, 2): "start of year", (6, 7): "middle of year", (11, 12): "end of year",
    (1, 4): "early year", (9, 12): "late year", (1, 6): "first half", (7, 12): "second half",
}  # fmt: skip


def phrase(moment: Moment, language: str, *, bare: bool = False) -> str:
    """The absolute wording of a moment, to stand in the place of its words in a sentence.

    Args:
        moment: its times in the zone in which they are to be read.
        language: "zh"; everything else is worded in English.
        bare: without the English preposition: "3 May 2026" instead of "on 3 May 2026", for a
            place where one precedes ("since", "until", "by") or where none can stand.

    Returns:
        "on 3 May 2026", "on 3 May 2026 at 3 pm", "on the evening of 3 May 2026", "in the week of
        4 May 2026", "in May 2026", "in summer 2025", "in 2024"; 2026年5月3日, 2026年5月3日下午3点,
        2026年5月3日晚上, 2026年5月4日那一周, 2026年5月, 2025年夏天, 2024年. A stretch without a
        name reads "between 1 and 5 May 2026", 2026年5月1日到5日之间. Lower-case, so that a
        sentence that begins with it wants a capital.
    """
    shape = _shape(moment)
    if language == "zh":
        return _CHINESE[shape].format_map(_chinese(moment)) if shape else _chinese_range(moment)
    if not shape:
        low, high = _english_range(moment)
        # A dash without spaces joins bare numbers only: "1–5 May", "29 May – 2 July".
        dash = "–" if low.isdigit() else " – "
        return f"{low}{dash}{high}" if bare else f"between {low} and {high}"
    preposition, words = _ENGLISH[shape]
    text = words.format_map(_english(moment))
    return text if bare else f"{preposition} {text}"


# --- what kind of stretch it is -----------------------------------------------------------------


def _last(moment: Moment) -> datetime:
    """The last instant of the moment, as its end is exclusive."""
    return moment.end - timedelta(microseconds=1)


def _shape(moment: Moment) -> str:
    """The key of the tables above, or the empty text for a stretch that has no name."""
    match moment.precision:
        case "part":
            return _part(moment)
        case "day":
            return _days(moment)
        case "week":
            return "week" if _count_days(moment) == 7 else ""
        case "month":
            return _months(moment)
        case "year":
            return "year" if moment.start.year == _last(moment).year else ""
        case precision:
            return precision


def _count_days(moment: Moment) -> int:
    return (_last(moment).date() - moment.start.date()).days + 1


def _part(moment: Moment) -> str:
    hours = moment.start.hour, moment.end.hour
    return next(
        (name for name, part in PARTS.items() if (part.start, part.end % 24) == hours), "day"
    )


def _days(moment: Moment) -> str:
    start, last, count = moment.start, _last(moment), _count_days(moment)
    if count == 1:
        return "day"
    if count == 2 and start.weekday() == 5:
        return "weekend"
    if (start.year, start.month) != (last.year, last.month):
        return ""
    named = {(1, 7): "start of month", (11, 20): "middle of month", (1, 10): "early month"}
    if (last + DAY).day == 1:
        named |= {(last.day - 6, last.day): "end of month", (21, last.day): "late month"}
    return named.get((start.day, last.day), "")


def _months(moment: Moment) -> str:
    start, last = moment.start, _last(moment)
    if start.year != last.year:
        return ""
    if start.month == last.month:
        return "month"
    return _YEAR_EDGES.get((start.month, last.month), "")


def _season(moment: Moment) -> tuple[str, str]:
    """The season and its year; a winter that passes New Year has both ("2025/26")."""
    start, last = moment.start, _last(moment)
    southern = start.tzinfo is not None and is_southern(start.tzinfo)
    begins = {season_month(name, southern=southern): name for name in SEASONS}
    year = str(start.year) if start.year == last.year else f"{start.year}/{last.year % 100:02d}"
    return begins[start.month], year


# --- English ------------------------------------------------------------------------------------


def _english_day(time: datetime) -> str:
    return f"{time.day} {_MONTHS[time.month - 1]} {time.year}"


def _english(moment: Moment) -> dict[str, str]:
    start = moment.start
    fields = {
        "day": _english_day(start),
        "month": f"{_MONTHS[start.month - 1]} {start.year}",
        "year": str(start.year),
        "clock": _english_clock(moment),
    }
    if moment.precision == "season":
        fields["season"], fields["season_year"] = _season(moment)
    return fields


def _english_clock(moment: Moment) -> str:
    start = moment.start
    half = "am" if start.hour < 12 else "pm"
    minutes = f":{start.minute:02d}" if moment.precision != "hour" or start.minute else ""
    seconds = f":{start.second:02d}" if moment.precision == "second" else ""
    return f"{(start.hour + 11) % 12 + 1}{minutes}{seconds} {half}"


def _english_range(moment: Moment) -> tuple[str, str]:
    """The two ends, the first without what the second repeats: "1" and "5 May 2026"."""
    start, last = moment.start, _last(moment)
    same_year = start.year == last.year
    if moment.precision == "year":
        return str(start.year), str(last.year)
    low, high = _MONTHS[start.month - 1], f"{_MONTHS[last.month - 1]} {last.year}"
    if moment.precision == "month":
        return (low if same_year else f"{low} {start.year}"), high
    if same_year and start.month == last.month:
        return str(start.day), _english_day(last)
    return (f"{start.day} {low}" if same_year else _english_day(start)), _english_day(last)


# --- Chinese ------------------------------------------------------------------------------------


def _chinese_day(time: datetime) -> str:
    return f"{time.year}年{time.month}月{time.day}日"


def _chinese(moment: Moment) -> dict[str, str]:
    start = moment.start
    fields = {
        "day": _chinese_day(start),
        "month": f"{start.year}年{start.month}月",
        "year": str(start.year),
        "clock": _chinese_clock(moment),
    }
    if moment.precision == "season":
        name, fields["season_year"] = _season(moment)
        fields["season"] = _CHINESE_SEASONS[name]
    return fields


def _chinese_clock(moment: Moment) -> str:
    start = moment.start
    word = next(word for hour, word in _CHINESE_HOURS if start.hour >= hour)
    clock = f"{word}{start.hour - 12 if start.hour > 12 else start.hour}点"
    if moment.precision == "second":
        return f"{clock}{start.minute}分{start.second}秒"
    if start.minute:
        return f"{clock}{start.minute}分"
    return clock if moment.precision == "hour" else f"{clock}整"


def _chinese_range(moment: Moment) -> str:
    """The two ends, the second without what the first says: 2026年5月1日到5日之间."""
    start, last = moment.start, _last(moment)
    same_year = start.year == last.year
    if moment.precision == "year":
        return f"{start.year}年到{last.year}年之间"
    year = "" if same_year else f"{last.year}年"
    if moment.precision == "month":
        return f"{start.year}年{start.month}月到{year}{last.month}月之间"
    month = "" if same_year and start.month == last.month else f"{last.month}月"
    return f"{_chinese_day(start)}到{year}{month}{last.day}日之间"
