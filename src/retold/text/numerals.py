"""Numbers written in Chinese characters, read as digits."""

from __future__ import annotations

from decimal import Decimal

DIGITS = {
    digit: value
    for value, forms in enumerate(
        ("零〇", "一壹", "二两贰", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
    )
    for digit in forms
}
_SECTION = 10_000
_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_UNITS |= {"万": _SECTION, "亿": _SECTION**2}

_DIGIT_CLASS = "".join(DIGITS)
_UNIT_CLASS = "".join(_UNITS)
# Longer ones are not said.
_LONGEST = 24
# A numeral as simplified text writes it, with decimals; 三点五十 and 三点五分 are times of day.
NUMERAL = (
    rf"[{_DIGIT_CLASS}{_UNIT_CLASS}]{{1,{_LONGEST}}}"
    rf"(?:点[{_DIGIT_CLASS}]{{1,9}}(?![{_DIGIT_CLASS}{_UNIT_CLASS}分刻]))?"
)


def value_of(numeral: str) -> Decimal | None:
    """The value of a simplified Chinese numeral, or None where it is none.

    `三千五` is 3500 and `两百五` 250, as they are said; `二〇二四` and `一九九八` are read digit by
    digit; `七八` (seven or eight) and other bare pairs of digits name no single number.
    """
    if not 0 < len(numeral) <= _LONGEST:
        return None
    whole, point, decimals = numeral.partition("点")
    value = _integer(whole)
    if value is None or not point:
        return None if value is None else Decimal(value)
    if not decimals or any(digit not in DIGITS for digit in decimals):
        return None
    return Decimal(f"{value}." + "".join(str(DIGITS[digit]) for digit in decimals))


def _integer(numeral: str) -> int | None:
    if all(character in DIGITS for character in numeral):
        return _spelt(numeral)
    if any(character not in DIGITS and character not in _UNITS for character in numeral):
        return None
    return _structured(numeral)


def _spelt(digits: str) -> int | None:
    if len(digits) == 2 and digits[1] not in "零〇":
        return None
    return int("".join(str(DIGITS[digit]) for digit in digits))


def _structured(numeral: str) -> int | None:
    """Sum of sections of four digits; a last digit stands one place below the last unit."""
    total = section = digit = 0
    place = 1
    after_digit = False
    for character in numeral:
        if character in DIGITS:
            if after_digit and digit:
                return None
            digit, after_digit = DIGITS[character], True
            place = place if digit else 1
            continue
        place = _UNITS[character]
        if place < _SECTION:
            section += (digit or 1) * place
        elif total + section + digit == 0:
            return None
        elif total < place:
            total, section = (total + section + digit) * place, 0
        else:
            total, section = total + (section + digit) * place, 0
        digit, after_digit = 0, False
    return total + section + digit * max(place // 10, 1)
