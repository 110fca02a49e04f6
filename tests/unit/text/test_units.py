import pytest

from retold.text.units import money_name, unit_at


@pytest.mark.parametrize(
    ("text", "name", "end"),
    [
        ("km away", "km", 2), ("kilometres", "km", 10), ("公里外", "km", 2), ("years old now", "age", 9), ("years ago", "year", 5),
        ("年", "year", 1), ("个月", "month", 2), ("月", "M", 1), ("号", "D", 1), ("号线", "", 1), ("块钱", "CNY", 2), ("块蛋糕", "", 1),
        ("只猫", "", 1), ("GB", "GB", 2), ("G内存", "g", 1),
    ],
)  # fmt: skip
def test_the_longest_unit_is_read(text, name, end):
    assert unit_at(text, 0) == (name, end)


@pytest.mark.parametrize("text", ["", "cats", "kmx", "hello", "猫", "metrics"])
def test_other_words_are_no_units(text):
    assert unit_at(text, 0) is None


def test_a_unit_is_read_at_its_position():
    assert unit_at("5 km", 2) == ("km", 4)
    assert unit_at("5 km", 1) is None
    assert unit_at("5", 7) is None


def test_money_has_iso_codes():
    assert [money_name(sign) for sign in ("$", "US$", "¥", "€", "HK$")] == [
        "USD",
        "USD",
        "CNY",
        "EUR",
        "HKD",
    ]
