"""Units of measure, money and counting words, each by one name in both languages."""

from __future__ import annotations

import re

# Name of the unit, then how it is written: English after the number, then Chinese. Calendar parts
# have the letters of ISO 8601 (Y, M, D), so that May is not five months.
_TABLE = """
CNY     | rmb cny yuan kuai bucks-rmb | 元人民币 块钱 元钱 人民币 元 块 圆
USD     | usd dollars dollar bucks buck | 美元 美金 美刀 刀
EUR     | eur euros euro | 欧元 欧
GBP     | gbp pounds-sterling quid | 英镑
JPY     | jpy yen | 日元 日圆 円
HKD     | hkd | 港币 港元 港纸
TWD     | twd ntd | 新台币 台币
KRW     | krw won | 韩元 韩币
%       | % percent pct | %
kg      | kg kgs kilogram kilograms kilos kilo | 公斤 千克
g       | g gram grams | 克
jin     | jin catties catty | 斤
liang   | | 两
lb      | lb lbs pound pounds | 磅
oz      | oz ounce ounces | 盎司
ton     | ton tons tonne tonnes | 吨
km      | km kms kilometer kilometers kilometre kilometres | 公里 千米
m       | meter meters metre metres | 米
cm      | cm centimeter centimeters centimetre centimetres | 厘米 公分
mm      | mm millimeter millimeters | 毫米
mile    | mile miles mi | 英里
ft      | ft foot feet | 英尺
in      | inch inches | 英寸 寸
m2      | sqm m2 m² | 平方米 平米 平方 平
mu      | | 亩
l       | l liter liters litre litres | 升
ml      | ml milliliter milliliters | 毫升
C       | °c celsius | 摄氏度 度 °c
F       | °f fahrenheit | 华氏度
GB      | gb gigabyte gigabytes gigs | gb
TB      | tb terabyte terabytes | tb
MB      | mb megabyte megabytes | mb
KB      | kb kilobyte kilobytes | kb
Hz      | hz | 赫兹
GHz     | ghz |
MHz     | mhz |
W       | w watt watts | 瓦
kW      | kw kilowatt kilowatts | 千瓦
V       | v volt volts | 伏
mAh     | mah | 毫安时 毫安
kcal    | kcal calories calorie cal cals | 千卡 大卡 卡路里 卡
second  | seconds second secs sec | 秒钟 秒
minute  | minutes minute mins min | 分钟
hour    | hours hour hrs hr h | 个小时 个钟头 小时 钟头
day     | days day | 天
week    | weeks week wks wk | 个星期 个礼拜 星期 礼拜 周
month   | months month | 个月
year    | years year yrs yr | 年
age     | years-old year-old years-of-age yo y/o | 周岁 岁半 岁
Y       | |
M       | | 月份 月
D       | | 日 号
o'clock | o'clock | 点钟 点
time    | times | 次 遍 回 趟
person  | people persons person | 个人 人 名 位 口人 口
floor   | floors floor | 楼 层
piece   | | 个 只 条 件 本 台 部 辆 张 把 双 对 套 份 杯 瓶 碗 盒 包 袋 箱 支 枝 根 棵 朵 家 间 座 栋 幢 匹 头 顿 道 首 幅 门 节 场 届 页 字 句 种 款 项 片 颗 粒 块儿 罐 听 打 副 集 季 章 题 股 户 桶 串 盘 篇 扇 架 艘 枚 圈 步 班 组 级
"""
