"""Shapes of quantities, matched against text in plain width with simplified characters."""

from __future__ import annotations

import re

from retold.text.numerals import DIGITS, NUMERAL
from retold.text.patterns import alternatives, either
from retold.text.units import MONEY_SIGN, SCALES

# Digits in addresses, versions and model numbers (3.11.2, GPT-4, RTX4090, 192.168.1.1) are names.
ADDRESS = re.compile(
    r"https?://[^\s，。；）]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]+|(?<![\d.])(?!(?:19|20)\d\d\.\d\d?\.\d\d?(?![\d.]))\d{1,6}(?:\.\d{1,6}){2,}"
)

_MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_SEASON = "spring|summer|autumn|fall|winter"
_YEAR = r"(?:1[89]\d\d|20\d\d)"
_START = r"(?<![A-Za-z0-9_.])(?<![A-Za-z]-)"
_END = r"(?![A-Za-z0-9_]|\.\d)"

ISO_DATE = re.compile(
    rf"{_START}(?P<Y>{_YEAR})(?P<mark>[-/.])(?P<M>0?[1-9]|1[0-2])(?P=mark)(?P<D>0?[1-9]|[12]\d|3[01])"
    r"(?![\w.]*\d)"
)
MONTH_DAY = re.compile(
    rf"\b(?:{_MONTH})\.? (?P<D>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?:,? (?P<Y>{_YEAR}))?{_END}",
    re.IGNORECASE,
)
DAY_MONTH = re.compile(
    rf"{_START}(?P<D>0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?(?: of)? (?:{_MONTH})\b\.?"
    rf"(?:,? (?P<Y>{_YEAR}){_END})?",
    re.IGNORECASE,
)
YEAR = re.compile(
    rf"\b(?:in|since|from|until|till|by|before|after|of|year|during|around|{_SEASON}|{_MONTH}),? "
    rf"(?P<Y>{_YEAR}){_END}",
    re.IGNORECASE,
)

_DAYPART = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|今晚|明晚|昨晚|夜里|半夜|深夜"
CLOCK = re.compile(
    rf"(?:(?P<part>{_DAYPART})\s?)?{_START}(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)"
    r"(?::[0-5]\d)?(?:\s?(?P<half>[ap])\.?m\b\.?)?(?![\d:])",
    re.IGNORECASE,
)
CLOCK_EN = re.compile(
    rf"{_START}(?P<hour>1[0-2]|0?[1-9])\s?(?:(?P<half>[ap])\.?m\b\.?|o'clock\b)", re.IGNORECASE
)
_UNDER_TEN = "[一二三四五六七八九]"
CLOCK_ZH = re.compile(
    rf"(?:(?P<part>{_DAYPART})\s?)?(?<![\d.])"
    rf"(?P<hour>[01]?\d|2[0-4]|二?十{_UNDER_TEN}?|两|{_UNDER_TEN})点"
    r"(?:(?P<halfpast>半)|(?P<quarter>[一三])刻"
    rf"|(?P<minute>[0-5]?\d|[二三四五]?十{_UNDER_TEN}?|[零〇]{_UNDER_TEN})分?|钟|整)?"
    r"(?!\d|[要个条心原建意理区好坏]|不同|其他)"
)

PERCENT_ZH = re.compile(rf"百分之(?P<number>{NUMERAL}|\d{{1,9}}(?:\.\d{{1,9}})?)|(?P<all>百分百)")
FRACTION_ZH = re.compile(rf"(?P<below>{NUMERAL}|\d{{1,9}})分之(?P<above>{NUMERAL}|\d{{1,9}})")
TENTHS_ZH = re.compile(
    rf"(?<![周期拜\d.])(?P<number>{_UNDER_TEN}|\d(?:\.\d)?)成(?![为了功员立长熟就人语份本绩都])"
)
HALF_ZH = re.compile("一半|半个?")

_SCALE = alternatives(SCALES)
ARABIC = re.compile(
    rf"(?P<below>零下|负|(?<![\w)])-)?(?:(?P<sign>{MONEY_SIGN})\s?)?{_START}"
    r"(?P<number>\d{1,3}(?:,\d{3}){1,8}(?:\.\d{1,24})?|\d{1,24}(?:\.\d{1,24})?)"
    r"(?!\d|,\d{3}(?!\d)|\.\d)"
    rf"(?:(?P<ordinal>(?:st|nd|rd|th)\b)|\s?(?P<scale>(?-i:{_SCALE}))(?![A-Za-z])(?P<rest>\d(?!\d))?)?"
    r"[多来余几+]?",
    re.IGNORECASE,
)
CHINESE = re.compile(rf"(?P<below>零下|负)?(?P<ordinal>第)?(?P<number>{NUMERAL})[多来余几]?")
# 三块五 and 3块5毛 are three and a half; 3块5个 is not.
TENTHS = re.compile(r"(?<=块)(?P<tenths>[1-9一二三四五六七八九])毛?(?![\d十百千万点:.A-Za-z])")
# Adverbs, weekdays and names that are written with numerals.
NO_NUMBER_ZH = re.compile(
    either(
        """
        万一 ; 千万(?=[别不要记得小注]|可) ; (?<![二三四五点])十分(?!钟|之)
        ; 一(?:起|样|直|定|些|般|共|旦|会儿?|边|切|律|再|向|时|生|番|旁|阵|致|行|流|心|路|带|方)
        ; (?<!每)(?:周|星期|礼拜)[一二三四五六](?!次|节)
        ; (?:有|早|晚|快|慢|多|少|好|差)一点儿? ; 一点儿
        ; 一点(?![半钟整零一二三四五十\\d]) ; 一(?=[点下]儿?[都也不没])
        ; (?:大|小|老|高|初|研)[一二三](?![个只])
        ; 张三 ; 李四 ; 王五 ; 四川 ; 三亚 ; 九寨沟 ; 百度 ; 百货
        ; 三明治 ; 五一 ; 双十一 ; 七夕
        ; 十一(?=长假|假期|黄金周|国庆) ; 三三两两 ; 乱七八糟 ; 七上八下
        ; 四面八方 ; 千方百计 ; 五颜六色 ; 半天
        """
    )
)

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen""".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
ENGLISH_VALUES = (
    {word: value for value, word in enumerate(_ONES)}
    | {word: 20 + 10 * i for i, word in enumerate(_TENS)}
    | {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "dozen": 12}
    | {"a": 1, "an": 1, "couple": 2, "fourty": 40}
)
_WORD = alternatives(word for word in ENGLISH_VALUES if len(word) > 2)
_FACTOR = "hundred|thousand|million|billion|dozen|couple"
ENGLISH = re.compile(
    rf"(?<![\w'-])(?P<number>(?:an? (?={_FACTOR}))?(?:{_WORD})\b"
    rf"(?:(?:[ -]| and )(?:{_WORD})\b){{0,12}})(?P<fraction> and a half)?(?: of\b)?(?![\w'])",
    re.IGNORECASE,
)
HALF_EN = re.compile(r"\bhalf\b(?:[ -]an?\b)?", re.IGNORECASE)
ONE_AND_A_HALF = re.compile(r"\ban? (?P<unit>[a-z]{4,7}) and a half\b", re.IGNORECASE)
ORDINALS_EN = {
    w: i for i, w in enumerate("third fourth fifth sixth seventh eighth ninth tenth".split(), 3)
}
ORDINAL_EN = re.compile(rf"\b(?P<number>{'|'.join(ORDINALS_EN)})\b", re.IGNORECASE)
# Between two numbers of which the second carries the unit of both: 3000-4000元, "5 to 7 days".
RANGE = re.compile(r"\s?(?:-|–|—|~|到|至|to|or|或)\s?", re.IGNORECASE)
LEADING_DIGITS = re.compile(r"\d+(?:\.\d+)?")
# What a text must hold for some of the shapes to be in it; most texts hold none, and are done with.
DIGIT = re.compile(r"\d")
HAN_NUMERAL = re.compile(rf"[半{''.join(DIGITS)}十百千万亿]")
HAN_SIGN = re.compile("点|分之|百分|成")
NUMBER_WORD = re.compile(rf"\b(?:half|{_WORD}|{'|'.join(ORDINALS_EN)})\b", re.IGNORECASE)
SIGNS = (DIGIT, HAN_NUMERAL, HAN_SIGN, NUMBER_WORD)
