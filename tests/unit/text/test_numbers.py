from decimal import Decimal

import pytest

from retold.text.numbers import quantities


def read(text):
    return [(quantity.value, quantity.unit) for quantity in quantities(text)]


def one(value, unit=""):
    return [(Decimal(value), unit)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # plain numbers in digits and characters
        ("3000", one(3000)), ("3,000", one(3000)), ("三千", one(3000)), ("３０００", one(3000)),
        ("3k", one(3000)), ("1.5万", one(15000)), ("一万五", one(15000)), ("1万5", one(15000)),
        ("两百五十", one(250)), ("两百五", one(250)), ("兩百五", one(250)), ("一百零五", one(105)),
        ("二十一", one(21)), ("十二", one(12)), ("1.2亿", one(120_000_000)), ("三千五", one(3500)),
        ("零点五", one("0.5")), ("3.14", one("3.14")), ("1,234,567.8", one("1234567.8")),
        ("half", one("0.5")), ("一半", one("0.5")), ("a dozen", one(12)), ("two dozen eggs", one(24)),
        ("twenty-five", one(25)), ("three hundred and sixty five", one(365)), ("a hundred", one(100)),
        ("two and a half", one("2.5")), ("3 million", one(3_000_000)), ("5M", one(5_000_000)),
        ("1.2bn", one(1_200_000_000)), ("-5", one(-5)), ("负三十", one(-30)), ("三分之一", one(Decimal(1) / 3)),
        ("a couple of friends", one(2)), ("one thousand two hundred", one(1200)),
        # money
        ("3000元", one(3000, "CNY")), ("￥3,000", one(3000, "CNY")), ("¥3000", one(3000, "CNY")),
        ("3k yuan", one(3000, "CNY")), ("三千块", one(3000, "CNY")), ("三千块钱", one(3000, "CNY")),
        ("3000人民币", one(3000, "CNY")), ("RMB 3000", one(3000, "CNY")), ("1.5万元", one(15000, "CNY")),
        ("$1.5k", one(1500, "USD")), ("$1,500", one(1500, "USD")), ("1500 dollars", one(1500, "USD")),
        ("US$20", one(20, "USD")), ("500美元", one(500, "USD")), ("€50", one(50, "EUR")), ("£9.99", one("9.99", "GBP")),
        ("2.5 million dollars", one(2_500_000, "USD")), ("HK$500", one(500, "HKD")), ("500日元", one(500, "JPY")),
        ("三块五", one("3.5", "CNY")), ("3块5毛", one("3.5", "CNY")), ("twenty bucks", one(20, "USD")),
        # percent and tenths
        ("20%", one(20, "%")), ("20 percent", one(20, "%")), ("百分之二十", one(20, "%")), ("五成", one(50, "%")),
        ("百分百", one(100, "%")), ("打八折", one(8, "discount")), ("百分之12.5", one("12.5", "%")),
        # measures
        ("16GB", one(16, "GB")), ("16 GB", one(16, "GB")), ("16G内存", one(16, "GB")), ("2TB", one(2, "TB")),
        ("5 km", one(5, "km")), ("5公里", one(5, "km")), ("五公里", one(5, "km")), ("1.75米", one("1.75", "m")),
        ("175cm", one(175, "cm")), ("6 feet", one(6, "ft")), ("60公斤", one(60, "kg")), ("60 kilos", one(60, "kg")),
        ("半斤", one("0.5", "jin")), ("500ml", one(500, "ml")), ("-5°C", one(-5, "C")), ("零下5度", one(-5, "C")),
        ("80平米", one(80, "m2")), ("65W", one(65, "W")), ("120 mph", one(120, "mph")),
        # lengths of time and ages
        ("half an hour", one("0.5", "hour")), ("半小时", one("0.5", "hour")), ("半个小时", one("0.5", "hour")),
        ("两个半小时", one("2.5", "hour")), ("two and a half hours", one("2.5", "hour")),
        ("an hour and a half", one("1.5", "hour")), ("半个月", one("0.5", "month")), ("三年半", one("3.5", "year")),
        ("5个月", one(5, "month")), ("10 minutes", one(10, "minute")), ("十分钟", one(10, "minute")),
        ("三周", one(3, "week")), ("两个星期", one(2, "week")), ("three weeks", one(3, "week")),
        ("30岁", one(30, "age")), ("30 years old", one(30, "age")), ("5-year-old", one(5, "age")),
        ("三十多岁", one(30, "age")), ("3岁半", one("3.5", "age")), ("2年", one(2, "year")), ("one year", one(1, "year")),
        # counted things
        ("三只猫", one(3)), ("three cats", one(3)), ("3 cats", one(3)), ("一个苹果", one(1)), ("五个人", one(5, "person")),
        ("3次", one(3, "time")), ("3 times", one(3, "time")), ("两块蛋糕", one(2)), ("三点建议", one(3)),
        ("3-bedroom flat", one(3)), ("3号线", one(3)), ("2楼", one(2, "floor")),
        # ordinals
        ("第三", one(3, "th")), ("3rd", one(3, "th")), ("my third child", one(3, "th")), ("the 21st", one(21, "th")),
        # parts of dates
        ("in 2024", one(2024, "Y")), ("2024年", one(2024, "Y")), ("二〇二四年", one(2024, "Y")), ("5月", one(5, "M")),
        ("十二月", one(12, "M")), ("3号", one(3, "D")), ("三日", one(3, "D")), ("on May 3rd", one(3, "D")),
        ("3rd of May", one(3, "D")),
        # times of day, in minutes
        ("3pm", one(900, "clock")), ("3 p.m.", one(900, "clock")), ("15:00", one(900, "clock")),
        ("下午三点", one(900, "clock")), ("下午3点", one(900, "clock")), ("下午3点半", one(930, "clock")),
        ("三点二十分", one(200, "clock")), ("晚上八点", one(1200, "clock")), ("8 o'clock", one(480, "clock")),
        ("12am", one(0, "clock")), ("12:30 pm", one(750, "clock")), ("两点一刻", one(135, "clock")),
        ("早上七点零五分", one(425, "clock")),
    ],
)  # fmt: skip
def test_reads_one_quantity(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2024年5月3日", [(2024, "Y"), (5, "M"), (3, "D")]),
        ("二〇二四年五月三号", [(2024, "Y"), (5, "M"), (3, "D")]),
        ("2024-05-03", [(2024, "Y"), (5, "M"), (3, "D")]),
        ("2024.5.3", [(2024, "Y"), (5, "M"), (3, "D")]),
        ("May 3, 2024", [(3, "D"), (2024, "Y")]),
        ("3 May 2024", [(3, "D"), (2024, "Y")]),
        ("预算3000-4000元", [(3000, "CNY"), (4000, "CNY")]),
        ("3到5万块", [(30000, "CNY"), (50000, "CNY")]),
        ("5 to 7 days", [(5, "day"), (7, "day")]),
        ("3-5点", [(180, "clock"), (300, "clock")]),
        ("100元一个", [(100, "CNY"), (1, "")]),
        ("每周三次，每次40分钟", [(3, "time"), (40, "minute")]),
        ("1.8米，75公斤", [("1.8", "m"), (75, "kg")]),
    ],
)
def test_reads_several_quantities(text, expected):
    assert read(text) == [(Decimal(value), unit) for value, unit in expected]


@pytest.mark.parametrize(
    "text",
    [
        # names that hold digits
        "GPT-4", "RTX4090", "v3.11.2", "192.168.1.1", "https://a.com/1234", "bob99@mail.com", "5G网络", "B2B",
        # words that hold numerals
        "一起去", "一直都在", "有一点累", "一点都不", "万一下雨", "千万别忘", "十分好", "周三天气好", "星期一", "三亚", "四川",
        "张三和李四", "大二学生", "七八个人", "两三天", "百度一下", "乱七八糟", "想了半天", "一些", "一样",
        # no numbers
        "one of my friends", "someone", "no one came", "", "I live in a house", "今天天气真好",
    ],
)  # fmt: skip
def test_names_and_words_are_no_quantities(text):
    assert read(text) == []


def test_positions_are_those_of_the_text():
    text = "我花了 ３，０００ 元，还有$1.5k和兩百個。"
    for quantity in quantities(text):
        assert text[quantity.start : quantity.end] == quantity.text
    assert [quantity.text for quantity in quantities(text)] == ["３，０００ 元", "$1.5k", "兩百個"]


@pytest.mark.parametrize(
    "text",
    ["1" * 50_000, "五" * 50_000, "1," * 20_000, "one " * 10_000, "1." * 20_000, "-1" * 20_000],
)
def test_hostile_input_is_read_in_linear_time(text):
    assert isinstance(quantities(text), list)
