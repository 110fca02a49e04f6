"""The Chinese calendar, 1970 to 2099: lunar months and the holidays that follow it.

The months cannot be had by a short formula: they follow the true new moons and the sun's passage
through its terms (GB/T 33661-2017). The table was computed from these with the sxtwl library.
"""

from __future__ import annotations

from datetime import date, timedelta

FIRST_YEAR = 1970
# Six hexadecimal digits a year: 5 bits for the days from 20 January to New Year, 4 for the month
# after which a leap month stands (0: none), 13 for the months, first month lowest, 1 for 30 days.
_YEARS = (
    "220b690eb752340b521c0b2506964b2c0a4b1714ab3a02ad24056d10cb69360da9200d920a9d25300d251b5a4d"
    "3e0a562802b612c5b53806d5220ea90ebe92340e921e0d26066a562a0a571714d63c035a2406d510b6c9360749"
    "20069308952b2e052b180a5b04555a28056a12fb553a0ba4240b490cba93320a951c052d068aad2a0ab51735aa"
    "3c05d2260da510dd4a360d4a200c950a952e2e0556180ab50455b22a06d212cea538072522064b0cac97300cab"
    "1c055a066ad62c0b691777523c0b52260b2510da4b340a4b1e04ab08a55b2e05ad180b6a045b522a0d9214fd25"
    "380d25220a550cb4ad3204b61a05b5066daa2c0ec9191e923c0e92260d2610ca56340a571e05560886d52e0755"
    "1a0749026e9328069312f52b38052b200a5b0cb55a32056a1c0b6506974a2c0b4a171a953c0a9524052d0ecaad"
    "340ab52005aa088ba52e0da51a0d4a047c95280c9612f94e380556220ab50cb5b23206d21c0ea5088e4a2a068b"
    "150c973a04ab24055b0ecad6340b6a2007520a97252e0b45180a8b02549b"
)
_DIGITS = 6


def new_year(year: int) -> date:
    """The first day of the first month.

    Raises:
        ValueError: the year lies outside of the table.
    """
    return date(year, 1, 20) + timedelta(days=_entry(year) >> 17)


def lunar_day(year: int, month: int, day: int) -> date:
    """The day of a lunar month; of a month that is doubled, in the first of the two.

    Args:
        year: the year in which the lunar year begins.
        month: 1 to 12.
        day: 1 to 30.

    Raises:
        ValueError: the year lies outside of the table, or the month is shorter.
    """
    entry = _entry(year)
    leap = entry >> 13 & 15
    before = month - 1 + (1 if 0 < leap < month else 0)
    if not 1 <= month <= 12 or not 1 <= day <= _length(entry, before):
        raise ValueError(f"no day {day} in lunar month {month} of {year}")
    days = sum(_length(entry, index) for index in range(before)) + day - 1
    return new_year(year) + timedelta(days=days)


def new_years_eve(year: int) -> date:
    """The eve of the lunar New Year that falls in `year`."""
    return new_year(year) - timedelta(days=1)


def tomb_sweeping(year: int) -> date:
    """清明, when the sun stands at 15 degrees; the usual formula, exact for the table's years."""
    _entry(year)
    constant = 4.81 if year >= 2000 else 5.59
    short = year % 100
    return date(year, 4, int(short * 0.2422 + constant) - short // 4)


def _length(entry: int, index: int) -> int:
    return 29 + (entry >> index & 1)


def _entry(year: int) -> int:
    start = (year - FIRST_YEAR) * _DIGITS
    if not 0 <= start < len(_YEARS):
        raise ValueError(f"the lunar year {year} is outside of the table")
    return int(_YEARS[start : start + _DIGITS], 16)
