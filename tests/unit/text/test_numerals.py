from decimal import Decimal

import pytest

from retold.text.numerals import value_of


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("零", 0), ("〇", 0), ("两", 2), ("十", 10), ("十五", 15), ("二十", 20), ("三十五", 35), ("一百", 100), ("一百零五", 105),
        ("一百五", 150), ("两百五十", 250), ("三千", 3000), ("三千五", 3500), ("三千零五", 3005), ("一万", 10_000), ("一万二", 12_000),
        ("一万零二", 10_002), ("十万", 100_000), ("三万五千", 35_000), ("一百二十万", 1_200_000), ("一亿两千万", 120_000_000), ("三亿五", 350_000_000),
        ("两千三百四十五万六千七百八十九", 23_456_789), ("一百万亿", 10**14), ("壹仟贰佰", 1200), ("二〇二四", 2024), ("一九九八", 1998), ("二零", 20),
        ("一点五", "1.5"), ("零点三", "0.3"), ("三点一四", "3.14"), ("百", 100), ("千", 1000),
    ],
)  # fmt: skip
def test_value(numeral, value):
    assert value_of(numeral) == Decimal(value)


@pytest.mark.parametrize(
    "numeral",
    ["", "七八", "两三", "万", "万一", "亿万", "一千一夜", "一点", "三点十", "12", "甲", "一" * 25],
)
def test_what_names_no_number_has_none(numeral):
    assert value_of(numeral) is None
