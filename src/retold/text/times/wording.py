"""A moment in words that stay true: dates instead of "yesterday"."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from retold.records import Moment
from retold.text.times.calendar import DAY, PARTS, SEASONS, season_month
from retold.text.times.zones import is_southern

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_ENGLISH_PARTS = {
    "small hours": "in the small hours of {}",
    "early morning": "early in the morning of {}",
    "waking": "on the morning of {}",
    "morning": "on the morning of {}",
    "noon": "around noon on {}",
    "afternoon": "on the afternoon of {}",
    "dusk": "in the early evening of {}",
    "evening": "on the evening of {}",
    "night": "on the night of {}",
    "late night": "late on the night of {}",
}
_CHINESE_PARTS = {
    "small hours": "凌晨",
    "early morning": "清晨",
    "waking": "早上",
    "morning": "上午",
    "noon": "中午",
    "afternoon": "下午",
    "dusk": "傍晚",
    "evening": "晚上",
    "night": "夜里",
    "late night": "深夜",
}
_CHINESE_SEASONS = {"spring": "春天", "summer": "夏天", "autumn": "秋天", "winter": "冬天"}
# The word before a Chinese clock time, by the hour from which it holds.
_CHINESE_HOURS = ((18, "晚上"), (13, "下午"), (11, "中午"), (6, "上午"), (0, "凌晨"))


def phrase(moment: Moment, language: Literal["zh", "en"] | str, *, bare: bool = False) -> str:
    """The absolute wording of a moment, to stand in the place of its words in a sentence.

    Args:
        moment: its times in the zone in which they are to be read.
        language: "zh", or "en" for everything else.
        bare: without the English preposition: "3 May 2026" instead of "on 3 May 2026", for a
            place where one precedes ("since", "until", "by") or where none can stand.

    Returns:
        "on 3 May 2026", "on the evening of 3 May 2026", "in the week of 4 May 2026", "in May
        2026", "in summer 2025", "in 2024"; 2026年5月3日, 2026年5月3日晚上, 2026年5月4日那一周,
        2026年5月, 2025年夏天, 2024年. A stretch of several days reads "between 1 and 5 May 2026".
    """
    if language == "zh":
        return _chinese(moment)
    return _english(moment, bare=bare)


def _last(moment: Moment) -> datetime:
    """The last day of the moment: its end is exclusive."""
    return moment.end - timedelta(microseconds=1)


def _part(moment: Moment) -> str:
    hours = moment.start.hour, moment.end.hour
    for name, part in PARTS.items():
        if (part.start, part.end % 24) == hours:
            return name
    return ""


def _season(moment: Moment) -> tuple[str, str]:
    """The season and its year; a winter that passes New Year has both ("2025/26")."""
    southern = bool(moment.start.tzinfo and is_southern(moment.start.tzinfo))
    name = next(s for s in SEASONS if season_month(s, southern=southern) == moment.start.month)
    year = str(moment.start.year)
    if _last(moment).year != moment.start.year:
        year += f"/{_last(moment).year % 100:02d}"
    return name, year


def _edge(moment: Moment) -> str:
    """Which named stretch of a month or year it is, by the table of `calendar.edge`; "" for none."""
    start, last = moment.start, _last(moment)
    if moment.precision == "month" and start.year == last.year:
        return _YEAR_EDGES.get((start.month, last.month), "")
    if moment.precision != "day" or (start.year, start.month) != (last.year, last.month):
        return ""
    first, final = start.day, last.day
    if (last + DAY).month != last.month and first > 1:
        return {6: "end", final - 21: "late"}.get(final - first, "")
    return _MONTH_EDGES.get((first, final), "")


_MONTH_EDGES = {(1, 7): "start", (11, 20): "middle", (1, 10): "early"}
_YEAR_EDGES = {
    (1, 2): "start", (6, 7): "middle", (11, 12): "end", (1, 4): "early", (9, 12): "late",
    (1, 6): "first half", (7, 12): "second half",
}  # fmt: skip


# --- English ------------------------------------------------------------------------------------


def _day(time: datetime) -> str:
    return f"{time.day} {_MONTHS[time.month - 1]} {time.year}"


def _english(moment: Moment, *, bare: bool) -> str:
    preposition, words = _english_parts(moment)
    return words if bare else f"{preposition} {words}"


def _english_parts(moment: Moment) -> tuple[str, str]:
    start = moment.start
    match moment.precision:
        case "second" | "minute" | "hour":
            return "on", f"{_day(start)} at {_english_clock(moment)}"
        case "part":
            name = _part(moment)
            words = _ENGLISH_PARTS[name].format(_day(start)) if name else f"on {_day(start)}"
            preposition, _, rest = words.partition(" ")
            return preposition, rest
        case "season":
            return "in", " ".join(_season(moment))
        case _:
            return _english_span(moment)


def _english_clock(moment: Moment) -> str:
    start = moment.start
    hour, half = (start.hour + 11) % 12 + 1, "am" if start.hour < 12 else "pm"
    if moment.precision == "hour" and start.minute == 0:
        return f"{hour} {half}"
    seconds = f":{start.second:02d}" if moment.precision == "second" else ""
    return f"{hour}:{start.minute:02d}{seconds} {half}"


def _english_span(moment: Moment) -> tuple[str, str]:
    """Days, weeks, months, years: one of them, a named stretch, or from one to another."""
    start, last = moment.start, _last(moment)
    count = (last.date() - start.date()).days + 1
    month = f"{_MONTHS[start.month - 1]} {start.year}"
    edge = _edge(moment)
    if edge:
        whole = month if moment.precision == "day" else str(start.year)
        return _ENGLISH_EDGES[edge][0], _ENGLISH_EDGES[edge][1].format(whole)
    match moment.precision:
        case "day" if count == 1:
            return "on", _day(start)
        case "day" if count == 2 and start.weekday() == 5:
            return "on", f"the weekend of {_day(start)}"
        case "week" if count == 7:
            return "in", f"the week of {_day(start)}"
        case "month" if start.month == last.month and count <= 31:
            return "in", month
        case "month":
            first = month if start.year != last.year else _MONTHS[start.month - 1]
            return "between", f"{first} and {_MONTHS[last.month - 1]} {last.year}"
        case "year" if start.year == last.year:
            return "in", str(start.year)
        case "year":
            return "between", f"{start.year} and {last.year}"
        case _:
            return "between", f"{_shortened(start, last)} and {_day(last)}"


def _shortened(start: datetime, last: datetime) -> str:
    """The first day of a stretch, without the month and year that its last day repeats."""
    if start.year != last.year:
        return _day(start)
    return str(start.day) if start.month == last.month else _day(start).rsplit(" ", 1)[0]


_ENGLISH_EDGES = {
    "start": ("at", "the beginning of {}"),
    "middle": ("in", "the middle of {}"),
    "end": ("at", "the end of {}"),
    "early": ("in", "early {}"),
    "late": ("in", "late {}"),
    "first half": ("in", "the first half of {}"),
    "second half": ("in", "the second half of {}"),
}


# --- Chinese ------------------------------------------------------------------------------------

_CHINESE_EDGES = {
    "start": "{}初", "middle": "{}中旬", "end": "{}底", "early": "{}上旬", "late": "{}下旬",
}  # fmt: skip
_CHINESE_YEAR_EDGES = {
    "start": "{}初", "middle": "{}中", "end": "{}底", "early": "{}前期", "late": "{}后期",
    "first half": "{}上半年", "second half": "{}下半年",
}  # fmt: skip


def _chinese_day(time: datetime) -> str:
    return f"{time.year}年{time.month}月{time.day}日"


def _chinese(moment: Moment) -> str:
    start = moment.start
    match moment.precision:
        case "second" | "minute" | "hour":
            return _chinese_day(start) + _chinese_clock(moment)
        case "part":
            return _chinese_day(start) + _CHINESE_PARTS.get(_part(moment), "")
        case "season":
            name, year = _season(moment)
            return f"{year}年{_CHINESE_SEASONS[name]}"
        case _:
            return _chinese_span(moment)


def _chinese_clock(moment: Moment) -> str:
    start = moment.start
    word = next(word for hour, word in _CHINESE_HOURS if start.hour >= hour)
    hour = start.hour - 12 if start.hour > 12 else start.hour
    minute = f"{start.minute}分" if start.minute or moment.precision != "hour" else ""
    seconds = f"{start.second}秒" if moment.precision == "second" else ""
    return f"{word}{hour}点{minute}{seconds}".replace("点0分", "点整" if not seconds else "点0分")


def _chinese_span(moment: Moment) -> str:
    start, last = moment.start, _last(moment)
    count = (last.date() - start.date()).days + 1
    edge = _edge(moment)
    if edge and moment.precision == "day":
        return _CHINESE_EDGES[edge].format(f"{start.year}年{start.month}月")
    if edge:
        return _CHINESE_YEAR_EDGES[edge].format(f"{start.year}年")
    match moment.precision:
        case "day" if count == 1:
            return _chinese_day(start)
        case "day" if count == 2 and start.weekday() == 5:
            return f"{_chinese_day(start)}那个周末"
        case "week" if count == 7:
            return f"{_chinese_day(start)}那一周"
        case "month" if start.month == last.month and count <= 31:
            return f"{start.year}年{start.month}月"
        case "month":
            year = f"{last.year}年" if start.year != last.year else ""
            return f"{start.year}年{start.month}月到{year}{last.month}月之间"
        case "year" if start.year == last.year:
            return f"{start.year}年"
        case "year":
            return f"{start.year}年到{last.year}年之间"
        case _:
            year = f"{last.year}年" if start.year != last.year else ""
            month = f"{last.month}月" if start.month != last.month or year else ""
            return f"{_chinese_day(start)}到{year}{month}{last.day}日之间"
