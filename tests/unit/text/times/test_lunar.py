"""The Chinese calendar, against dates that almanacs print."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from retold.text.times import lunar

LAST_YEAR = 2099


@pytest.mark.parametrize(
    ("year", "wanted"),
    [
        (1970, "1970-02-06"), (1985, "1985-02-20"), (2000, "2000-02-05"), (2012, "2012-01-23"),
        (2020, "2020-01-25"), (2023, "2023-01-22"), (2024, "2024-02-10"), (2025, "2025-01-29"),
        (2026, "2026-02-17"), (2033, "2033-01-31"), (2050, "2050-01-23"),
    ],
)  # fmt: skip
def test_new_year(year: int, wanted: str) -> None:
    assert lunar.new_year(year) == date.fromisoformat(wanted)
    assert lunar.new_years_eve(year) == date.fromisoformat(wanted) - timedelta(days=1)


@pytest.mark.parametrize(
    ("year", "month", "day", "wanted"),
    [
        (2026, 8, 15, "2026-09-25"), (2025, 8, 15, "2025-10-06"), (2024, 8, 15, "2024-09-17"),
        (2026, 5, 5, "2026-06-19"), (2020, 5, 5, "2020-06-25"), (1978, 8, 15, "1978-09-17"),
        # The second month of 2023 is doubled, the sixth of 2025: what follows is a month later.
        (2023, 5, 5, "2023-06-22"), (2025, 7, 7, "2025-08-29"), (2023, 2, 1, "2023-02-20"),
        # The leap month of 2033 stands after the eleventh.
        (2033, 11, 1, "2033-11-22"), (2033, 12, 8, "2034-01-27"),
    ],
)  # fmt: skip
def test_days(year: int, month: int, day: int, wanted: str) -> None:
    assert lunar.lunar_day(year, month, day) == date.fromisoformat(wanted)


@pytest.mark.parametrize(
    ("year", "wanted"), [(1981, 5), (2008, 4), (2023, 5), (2024, 4), (2025, 4), (2026, 5)]
)
def test_tomb_sweeping(year: int, wanted: int) -> None:
    assert lunar.tomb_sweeping(year) == date(year, 4, wanted)


@pytest.mark.parametrize("year", range(lunar.FIRST_YEAR, LAST_YEAR))
def test_the_months_fill_the_year(year: int) -> None:
    starts = [lunar.lunar_day(year, month, 1) for month in range(1, 13)]
    starts.append(lunar.new_year(year + 1))
    lengths = [(after - before).days for before, after in pairwise(starts)]
    # One month at most counts double, with its leap month.
    assert sum(length in {29, 30} for length in lengths) >= 11
    assert all(length in {29, 30} or 58 <= length <= 60 for length in lengths)


@pytest.mark.parametrize(
    ("year", "month", "day"),
    [(1969, 1, 1), (2100, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 31)],
)
def test_there_is_no_such_day(year: int, month: int, day: int) -> None:
    with pytest.raises(ValueError, match=str(year)):
        lunar.lunar_day(year, month, day)
