"""Quantities in a text, with values and units that can be compared across ways of writing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from re import Match, Pattern

from retold.text import number_shapes as shapes
from retold.text.normal import plain
from retold.text.numerals import value_of
from retold.text.units import SCALES, money_name, unit_at

# What a reading makes of a match: where the quantity starts and ends, its value, its unit.
_Read = tuple[int, int, Decimal, str]
_HALF = Decimal("0.5")
_MINUTES_A_DAY = 24 * 60
_AFTERNOON = frozenset(("下午", "傍晚", "晚上", "今晚", "明晚", "昨晚", "中午"))
# Bytes of memory come in powers of two; 5G is a network.
_LEAST_GIGABYTES = 8
_LETTER_AFTER = re.compile(r"(?<=[0-9A-Za-z.])[A-Za-z_]")


@dataclass(frozen=True, slots=True)
class Quantity:
    """Characters `start` to `end` of a text name `value` of `unit`.

    Units have one name in both languages: ISO 4217 for money, SI for measures, `Y`, `M` and `D` for
    parts of a date, `clock` for minutes after midnight, `th` for ordinals, and the empty text for
    plain numbers and counted things.
    """

    start: int
    end: int
    text: str
    value: Decimal
    unit: str


def quantities(text: str) -> list[Quantity]:
    """The numbers that a text names, in order, in digits and in words of both languages.

    `3000元`, `￥3,000`, `3k yuan` and 三千块 all are 3000 CNY; 两百五十 is 250, `half an hour` 0.5
    hour, `a dozen` 12. Digits inside model numbers, versions and addresses are names, not numbers.
    """
    read = plain(text)
    worth = {sign for sign in shapes.SIGNS if sign.search(read)}
    if not worth:
        return []
    read = _blot(read)
    found: list[Quantity] = []
    taken = bytearray(len(read))
    for sign, shape, reading in _READINGS:
        for match in shape.finditer(read) if sign in worth else ():
            if taken.find(1, *match.span()) >= 0:
                continue
            for start, end, value, unit in reading(match):
                if taken.find(1, start, end) < 0:
                    taken[start:end] = b"\1" * (end - start)
                    found.append(Quantity(start, end, text[start:end], value, unit))
    found.sort(key=lambda quantity: quantity.start)
    return _share_units(found, read)


def _blot(read: str) -> str:
    """The text with addresses, and words that only contain a numeral, made unreadable."""
    for shape in (shapes.ADDRESS, shapes.NO_NUMBER_ZH):
        read = shape.sub(lambda found: "~" * len(found[0]), read)
    return read


def _share_units(found: list[Quantity], read: str) -> list[Quantity]:
    """Give the first of a range the unit and scale of the second: 3-4万元, "5 to 7 days"."""
    for i, (first, second) in enumerate(pairwise(found)):
        if first.unit or not shapes.RANGE.fullmatch(read, first.end, second.start):
            continue
        scale = Decimal(60) if second.unit == "clock" else _scale(second)
        if second.unit not in ("th", "Y") and first.value * scale <= second.value:
            found[i] = replace(first, unit=second.unit, value=first.value * scale)
    return found


def _scale(quantity: Quantity) -> Decimal:
    """What the digits of a quantity are multiplied by: ten thousand in 4万元."""
    digits = shapes.LEADING_DIGITS.match(quantity.text)
    return quantity.value / Decimal(digits[0]) if digits and Decimal(digits[0]) else Decimal(1)


def _date(match: Match[str]) -> Iterator[_Read]:
    for group in match.re.groupindex.keys() & {"Y", "M", "D"}:
        if match[group]:
            yield *match.span(group), Decimal(match[group]), group


def _year(match: Match[str]) -> Iterator[_Read]:
    if unit_at(match.string, match.end() + 1) is None:
        yield from _date(match)


def _clock(match: Match[str]) -> Iterator[_Read]:
    given = match.groupdict()
    hour, part, half = int(_digits(match["hour"])), given.get("part"), given.get("half")
    if half or part:
        late = half in ("p", "P") if half else part in _AFTERNOON
        hour = hour % 12 + (12 if late else 0)
    minutes = hour * 60 + _minutes(given)
    yield *match.span(), Decimal(minutes % _MINUTES_A_DAY), "clock"


def _minutes(given: dict[str, str | None]) -> int:
    if given.get("halfpast"):
        return 30
    quarter = given.get("quarter")
    if quarter:
        return 45 if quarter == "三" else 15
    return int(_digits(given.get("minute") or "0"))


def _digits(written: str) -> Decimal:
    """The value of digits or of a Chinese numeral that its shape has made sure of."""
    if written[0].isdecimal():
        return Decimal(written)
    value = value_of(written.lstrip("零〇") or written)
    return Decimal(0) if value is None else value


def _percent(match: Match[str]) -> Iterator[_Read]:
    yield *match.span(), Decimal(100) if match["all"] else _digits(match["number"]), "%"


def _fraction(match: Match[str]) -> Iterator[_Read]:
    below = _digits(match["below"])
    if below:
        yield *match.span(), _digits(match["above"]) / below, ""


def _tenths(match: Match[str]) -> Iterator[_Read]:
    yield *match.span(), _digits(match["number"]) * 10, "%"


def _arabic(match: Match[str]) -> Iterator[_Read]:
    value = Decimal(match["number"].replace(",", ""))
    if match["ordinal"]:
        yield *match.span(), value, "th"
        return
    if match["scale"]:
        scale = SCALES[match["scale"]]
        value = value * scale + Decimal(match["rest"] or 0) * scale / 10
    added, unit, end = _measured(match.string, match.end())
    if _LETTER_AFTER.match(match.string, end):
        return
    if match.string[end - 1] == "G":
        if value < _LEAST_GIGABYTES:
            return
        unit = "GB"
    if unit == "year" and 1800 <= value < 2100:
        unit = "Y"
    if match["sign"]:
        unit = money_name(match["sign"])
    yield match.start(), end, _signed(match, value + added), unit


def _chinese(match: Match[str]) -> Iterator[_Read]:
    numeral = match["number"]
    value = value_of(numeral)
    if value is None or numeral in ("百", "千"):
        return
    added, unit, end = _measured(match.string, match.end())
    if match["ordinal"]:
        unit = "th"
    elif len(numeral) == 1 and end == match.end():
        return
    elif unit == "year" and len(numeral) == 4 and 1800 <= value < 2100:
        unit = "Y"
    yield match.start(), end, _signed(match, value + added), unit


def _signed(match: Match[str], value: Decimal) -> Decimal:
    return -value if match["below"] else value


def _measured(read: str, position: int) -> tuple[Decimal, str, int]:
    """What is written after a number: a half or tenths to add, the unit, and where it ends."""
    if read.startswith("个半", position):
        return _HALF, *_counted_unit(read, position + 2)
    spaced = read[position : position + 1] in (" ", "-")
    unit, end = unit_at(read, position) or unit_at(read, position + spaced) or ("", position)
    if end > position and read.startswith("半", end):
        return _HALF, unit, end + 1
    tenths = shapes.TENTHS.match(read, end)
    if tenths and unit_at(read, tenths.end()) is None:
        return _digits(tenths["tenths"]) / 10, unit, tenths.end()
    return Decimal(0), unit, end


def _counted_unit(read: str, position: int) -> tuple[str, int]:
    """The unit after 半个: 半个月 is half a month, where 月 alone is a part of a date."""
    counted = unit_at("个" + read[position : position + 8], 0)
    if counted and counted[1] > 1:
        return counted[0], position + counted[1] - 1
    return unit_at(read, position) or ("", position)


def _half_zh(match: Match[str]) -> Iterator[_Read]:
    if match[0] == "一半":
        yield *match.span(), _HALF, ""
        return
    counted = match[0] == "半个"
    unit = unit_at(match.string, match.end())
    if counted:
        name, end = _counted_unit(match.string, match.end())
        yield match.start(), end, _HALF, name
    elif unit:
        yield match.start(), unit[1], _HALF, unit[0]


def _half_en(match: Match[str]) -> Iterator[_Read]:
    unit, end = unit_at(match.string, match.end() + 1) or ("", match.end())
    yield match.start(), end, _HALF, unit


def _one_and_a_half(match: Match[str]) -> Iterator[_Read]:
    unit = unit_at(match.string, match.start("unit"))
    if unit:
        yield *match.span(), 1 + _HALF, unit[0]


def _english(match: Match[str]) -> Iterator[_Read]:
    words = match["number"].lower().replace("-", " ").split()
    unit, end = unit_at(match.string, match.end() + 1) or ("", match.end())
    value = _spoken([word for word in words if word != "and"])
    if value is not None and (unit or words != ["one"]):
        yield match.start(), end, value + (_HALF if match["fraction"] else 0), unit


# They multiply what stands before them.
_FACTORS = frozenset(("hundred", "dozen", "couple"))


def _spoken(words: list[str]) -> Decimal | None:
    """The value of English number words, or None where they are several numbers in a row."""
    total = section = 0
    room = _ANY_ROOM
    for word in words:
        value = shapes.ENGLISH_VALUES[word]
        if value >= 1000:
            total, section, room = total + max(section, 1) * value, 0, _ANY_ROOM
        elif word in _FACTORS:
            section, room = max(section, 1) * value, 100
        elif value >= room:
            return None
        else:
            section, room = section + value, 10 if value >= 20 else 0
    return Decimal(total + section)


# The next word of a number must be less: nothing follows a unit, a unit follows a ten.
_ANY_ROOM = 1000


def _ordinal(match: Match[str]) -> Iterator[_Read]:
    yield *match.span(), Decimal(shapes.ORDINALS_EN[match["number"].lower()]), "th"


# In this order: where two would read the same characters, the earlier one does. First stands what a
# text must hold for the shape to be worth looking for.
_READINGS: tuple[
    tuple[Pattern[str], Pattern[str], Callable[[Match[str]], Iterator[_Read]]], ...
] = (
    (shapes.DIGIT, shapes.ISO_DATE, _date),
    (shapes.DIGIT, shapes.MONTH_DAY, _date),
    (shapes.DIGIT, shapes.DAY_MONTH, _date),
    (shapes.DIGIT, shapes.YEAR, _year),
    (shapes.DIGIT, shapes.CLOCK, _clock),
    (shapes.DIGIT, shapes.CLOCK_EN, _clock),
    (shapes.HAN_SIGN, shapes.CLOCK_ZH, _clock),
    (shapes.HAN_SIGN, shapes.PERCENT_ZH, _percent),
    (shapes.HAN_SIGN, shapes.FRACTION_ZH, _fraction),
    (shapes.HAN_SIGN, shapes.TENTHS_ZH, _tenths),
    (shapes.DIGIT, shapes.ARABIC, _arabic),
    (shapes.HAN_NUMERAL, shapes.CHINESE, _chinese),
    (shapes.HAN_NUMERAL, shapes.HALF_ZH, _half_zh),
    (shapes.NUMBER_WORD, shapes.ENGLISH, _english),
    (shapes.NUMBER_WORD, shapes.ONE_AND_A_HALF, _one_and_a_half),
    (shapes.NUMBER_WORD, shapes.HALF_EN, _half_en),
    (shapes.NUMBER_WORD, shapes.ORDINAL_EN, _ordinal),
)
