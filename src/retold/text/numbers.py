"""Quantities in a text, with values and units that can be compared across ways of writing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from re import Match, Pattern

from retold.text import number_shapes as shapes
from retold.text.normal import plain
from retold.text.numerals import value_of
from retold.text.units import SCALES, money_name, unit_name

# One part of a match: the group that it stands in, its value, its unit.
_Part = tuple[str | int, Decimal, str]
_HALF = Decimal("0.5")
_MINUTES_A_DAY = 24 * 60


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
    read = _blot(plain(text))
    found: list[Quantity] = []
    taken = bytearray(len(read))
    for shape, reading in _READINGS:
        for match in shape.finditer(read):
            if taken.find(1, *match.span()) >= 0:
                continue
            parts = list(reading(match))
            for group, value, unit in parts:
                start, end = match.span(group) if len(parts) > 1 else match.span()
                found.append(Quantity(start, end, text[start:end], value, unit))
            if parts:
                taken[match.start() : match.end()] = b"\1" * len(match[0])
    found.sort(key=lambda quantity: quantity.start)
    return _share_units(found, read)


def _blot(read: str) -> str:
    """The text with addresses, and words that only contain a numeral, made unreadable."""
    for shape in (shapes.ADDRESS, shapes.NO_NUMBER_ZH):
        read = shape.sub(lambda found: "~" * len(found[0]), read)
    return read


def _share_units(found: list[Quantity], read: str) -> list[Quantity]:
    """Give the first of a range the unit of the second: 3000-4000元, "5 to 7 days"."""
    for i, (first, second) in enumerate(zip(found, found[1:], strict=False)):
        bare = not first.unit and second.unit not in ("", "th", "Y")
        if bare and shapes.RANGE.fullmatch(read, first.end, second.start):
            minutes = 60 if second.unit == "clock" else 1
            found[i] = replace(first, unit=second.unit, value=first.value * minutes)
    return found


def _date(match: Match[str]) -> Iterator[_Part]:
    for group in ("Y", "M", "D"):
        if match.groupdict().get(group):
            yield group, Decimal(match[group]), group


def _clock(match: Match[str]) -> Iterator[_Part]:
    given = match.groupdict()
    hour, part, half = int(_digits(match["hour"])), given.get("part"), given.get("half")
    if half or part:
        late = half in ("p", "P") if half else part in _AFTERNOON
        hour = hour % 12 + (12 if late else 0)
    minutes = hour * 60 + _minutes(given)
    yield "hour", Decimal(minutes % _MINUTES_A_DAY), "clock"


_AFTERNOON = frozenset(("下午", "傍晚", "晚上", "今晚", "明晚", "昨晚", "中午"))


def _minutes(given: dict[str, str | None]) -> int:
    if given.get("halfpast"):
        return 30
    quarter = given.get("quarter")
    if quarter:
        return 45 if quarter == "三" else 15
    return int(_digits(given.get("minute") or "0"))


def _digits(written: str) -> Decimal:
    """The value of digits or of a Chinese numeral that its shape has made sure of."""
    if written.isdecimal() or not written.strip("0123456789."):
        return Decimal(written)
    value = value_of(written.lstrip("零〇") or written)
    return Decimal(0) if value is None else value


def _percent(match: Match[str]) -> Iterator[_Part]:
    yield 0, Decimal(100) if match["all"] else _digits(match["number"]), "%"


def _fraction(match: Match[str]) -> Iterator[_Part]:
    below = _digits(match["below"])
    if below:
        yield 0, _digits(match["above"]) / below, ""


def _tenths(match: Match[str]) -> Iterator[_Part]:
    yield 0, _digits(match["number"]) * 10, "%"


def _half_zh(match: Match[str]) -> Iterator[_Part]:
    yield 0, _HALF, _unit(match["unit"], match["counter"])


def _half_en(match: Match[str]) -> Iterator[_Part]:
    yield 0, _HALF + (1 if match["one"] else 0), _unit(match["unit"] or match["one"])


def _arabic(match: Match[str]) -> Iterator[_Part]:
    value = Decimal(match["number"].replace(",", ""))
    if match["scale"]:
        scale = SCALES[match["scale"]]
        value = value * scale + Decimal(match["rest"] or 0) * scale / 10
    unit = "th" if match["ordinal"] else _unit(match["unit"] or match["after"], match["counter"])
    if match["sign"]:
        unit = money_name(match["sign"])
    if unit == "year" and match["unit"] == "年" and 1800 <= value < 2100:
        unit = "Y"
    yield 0, _signed(match, value), unit


def _chinese(match: Match[str]) -> Iterator[_Part]:
    numeral, written = match["number"], match["unit"] or match["after"]
    value = value_of(numeral)
    bare = not (written or match["counter"] or match["ordinal"])
    if value is None or (len(numeral) == 1 and (bare or numeral in "百千")):
        return
    unit = "th" if match["ordinal"] else _unit(written, match["counter"])
    if written == "年" and value >= 1800 and len(numeral) == 4 and value_of(numeral[:3]):
        unit = "Y"
    yield 0, _signed(match, value), unit


def _signed(match: Match[str], value: Decimal) -> Decimal:
    value += _HALF if match["half"] or match["counter"] else 0
    value += _digits(match["tenths"]) / 10 if match["tenths"] else 0
    return -value if match["below"] else value


def _english(match: Match[str]) -> Iterator[_Part]:
    words = match["number"].lower().replace("-", " ").split()
    if words == ["one"] and not match["unit"]:
        return
    value = _spoken([word for word in words if word != "and"])
    if value is not None:
        yield 0, value + (_HALF if match["fraction"] else 0), _unit(match["unit"])


# They multiply what stands before them, and are no part of a number of two digits.
_FACTORS = frozenset(("hundred", "dozen", "couple"))


def _spoken(words: list[str]) -> Decimal | None:
    """The value of English number words, or None where they are several numbers in a row."""
    total = section = 0
    last = 10**12
    for word in words:
        value = shapes.ENGLISH_VALUES[word]
        if value >= 1000:
            total, section, last = total + max(section, 1) * value, 0, value
        elif word in _FACTORS:
            section, last = max(section, 1) * value, value
        elif section and (value >= 10 or last < 20):
            if last < 100 or value >= 100:
                return None
            section, last = section + value, value
        else:
            section, last = section + value, value
    return Decimal(total + section)


def _ordinal(match: Match[str]) -> Iterator[_Part]:
    yield 0, Decimal(shapes.ORDINALS_EN[match["number"].lower()]), "th"


def _unit(written: str | None, counter: str | None = None) -> str:
    """The name of a unit; 个 belongs to some units (半个月 is no 月)."""
    if not written:
        return ""
    if counter:
        with suppress(KeyError):
            return unit_name(f"个{written}")
    return unit_name(written)


# In this order: where two would read the same characters, the earlier one does.
_READINGS: tuple[tuple[Pattern[str], Callable[[Match[str]], Iterator[_Part]]], ...] = (
    (shapes.ISO_DATE, _date),
    (shapes.MONTH_DAY, _date),
    (shapes.DAY_MONTH, _date),
    (shapes.YEAR, _date),
    (shapes.CLOCK, _clock),
    (shapes.CLOCK_EN, _clock),
    (shapes.CLOCK_ZH, _clock),
    (shapes.PERCENT_ZH, _percent),
    (shapes.FRACTION_ZH, _fraction),
    (shapes.TENTHS_ZH, _tenths),
    (shapes.ARABIC, _arabic),
    (shapes.CHINESE, _chinese),
    (shapes.HALF_ZH, _half_zh),
    (shapes.ENGLISH, _english),
    (shapes.HALF_EN, _half_en),
    (shapes.ORDINAL_EN, _ordinal),
)
