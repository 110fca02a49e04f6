"""Units of measure, money and counting words, each by one name in both languages."""

from __future__ import annotations

import re

from retold.text.patterns import alternatives

# Name of the unit, then how it is written after a number: in English, and in Chinese. Parts of a
# date have the letters of ISO 8601 (Y, M, D), so that May is not five months. Counting words have
# the empty name "-": 三只狗 is as many as "three dogs".
_TABLE = """
CNY     | rmb cny yuan kuai | 元人民币 块人民币 人民币 块钱 元钱 元 块 圆
USD     | usd dollars dollar bucks buck | 美元 美金 刀
EUR     | eur euros euro | 欧元
GBP     | gbp quid | 英镑
JPY     | jpy yen | 日元 日圆 円
HKD     | hkd | 港币 港元
TWD     | twd ntd | 新台币 台币
KRW     | krw | 韩元 韩币
%       | % percent pct | % 个百分点
kg      | kg kgs kilogram kilograms kilos kilo | 公斤 千克
g       | gram grams g | 克
jin     | jin catties catty | 斤
lb      | lb lbs pound pounds | 磅
oz      | oz ounce ounces | 盎司
ton     | ton tons tonne tonnes | 吨
km      | km kms kilometer kilometers kilometre kilometres | 公里 千米
m       | meter meters metre metres m | 米
cm      | cm centimeter centimeters centimetre centimetres | 厘米 公分
mm      | mm millimeter millimeters | 毫米
mile    | mile miles mi | 英里
mph     | mph | 英里每小时
km/h    | km/h kmh kph | 公里每小时
ft      | ft foot feet | 英尺
in      | inch inches | 英寸 寸
m2      | sqm m2 m² | 平方米 平米 平方 平
mu      | | 亩
l       | liter liters litre litres l | 升
ml      | ml milliliter milliliters | 毫升
C       | °c ℃ celsius | 摄氏度 度
F       | °f ℉ fahrenheit | 华氏度
GB      | gb gib gigabyte gigabytes gigs |
TB      | tb terabyte terabytes |
MB      | mb megabyte megabytes | 兆
KB      | kb kilobyte kilobytes |
Hz      | hz | 赫兹
GHz     | ghz |
MHz     | mhz |
W       | w watt watts | 瓦
kW      | kw kilowatt kilowatts | 千瓦
V       | v volt volts | 伏
mAh     | mah | 毫安时 毫安
kcal    | kcal calories calorie cal cals | 千卡 大卡 卡路里
second  | seconds second secs sec | 秒钟 秒
minute  | minutes minute mins min | 分钟
hour    | hours hour hrs hr h | 个小时 个钟头 小时 钟头
day     | days day | 天
week    | weeks week wks wk | 个星期 个礼拜 个周 星期 礼拜 周
month   | months month | 个月
year    | years year yrs yr | 年
age     | years-old year-old years-of-age yo y/o | 周岁 岁
Y       | |
M       | | 月份 月
D       | | 日 号
point   | points point pts | 分
discount| | 折
fold    | x fold | 倍
time    | times | 次 遍 回 趟
person  | people persons person | 个人 口人 人 名 位
floor   | floors floor | 楼 层
-       | | 个 只 条 件 本 台 部 辆 张 把 双 对 套 份 杯 瓶 碗 盒 包 袋 箱 支 枝 根 棵 朵
-       | | 家 间 座 栋 幢 匹 头 顿 道 首 幅 门 节 场 届 页 字 句 种 款 项 片 颗 粒 罐 听
-       | | 副 集 季 章 题 股 户 桶 串 盘 篇 扇 架 艘 枚 圈 步 班 组 级 口 点
"""
# Written before the number.
_MONEY_SIGNS = """
us$ USD | hk$ HKD | nt$ TWD | a$ AUD | c$ CAD | s$ SGD | $ USD | ¥ CNY | rmb CNY | cny CNY
usd USD | € EUR | eur EUR | £ GBP | gbp GBP | ₩ KRW | ₹ INR | ₽ RUB | 人民币 CNY | 美元 USD
"""
_SIGNS = dict(pair.split() for row in _MONEY_SIGNS.strip().splitlines() for pair in row.split("|"))
# Factors written after the number. A small k is a thousand and a capital M a million; m is metres.
SCALES = {
    "k": 10**3, "K": 10**3, "thousand": 10**3, "M": 10**6, "mn": 10**6, "million": 10**6,
    "bn": 10**9, "billion": 10**9, "hundred": 100, "dozen": 12, "w": 10**4,
    "十": 10, "百": 100, "千": 10**3, "万": 10**4, "十万": 10**5, "百万": 10**6, "千万": 10**7,
    "亿": 10**8, "百亿": 10**10, "千亿": 10**11, "万亿": 10**12,
}  # fmt: skip


# What follows a counting word that is also a measure: 两块蛋糕, 3号线.
_COUNTED = {
    "块": tuple("蛋糕 肉 糖 饼 巧克力 豆腐 布 石 手表 表 地 砖 电池 屏".split()),
    "号": tuple("线 楼 门 店 院 机 桌 房 馆 厅 床 车 选手 台风 球员".split()),
}


def _names() -> dict[str, str]:
    names: dict[str, str] = {}
    for row in _TABLE.strip().splitlines():
        name, english, chinese = (cell.strip() for cell in row.split("|"))
        for written in (*english.split(), *chinese.split()):
            names[written] = names[written.replace("-", " ")] = "" if name == "-" else name
    return names


_NAMES = _names()
_LETTERS = re.compile(r"[A-Za-z]{2}")
_LONGEST = max(map(len, _NAMES))


def unit_at(text: str, position: int) -> tuple[str, int] | None:
    """The name of the longest unit written there and where it ends; None where there is none.

    A Latin unit ends where its letters end; a counting word has the empty name.
    """
    window = text[position : position + _LONGEST].lower()
    for length in range(len(window), 0, -1):
        written = window[:length]
        if written in _NAMES:
            end = position + length
            if _LETTERS.match(text, end - 1):
                continue
            counted = text.startswith(_COUNTED.get(written, ()), end)
            return "" if counted else _NAMES[written], end
    return None


def money_name(sign: str) -> str:
    """The ISO 4217 code of a money sign as it is written before a number."""
    return _SIGNS[sign.lower()]


# For use with IGNORECASE.
MONEY_SIGN = alternatives(_SIGNS)
