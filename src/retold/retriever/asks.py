"""Which slots of a person a question asks for, in so many words or by what it is about. Pure.

Somebody who asks where to have dinner means allergies as well, and "how much can I spend" is about
a budget that was never called one. A like is not among them: that somebody asks what they like
says nothing about which of their likes is meant. Patterns stand beside the slots that units are
written with.
"""

from __future__ import annotations

import re
from functools import cache

# What makes every meal a question of what somebody cannot or will not eat.
_MEALS_EN = (
    r"\b(?:eat|eating|food|foods|meals?|snacks?|dish|dishes|recipes?|cook|cooking|bake|menu|cuisine"
    r"|restaurants?|breakfast|brunch|lunch|dinner|supper|dessert|catering|order in|takeaway"
    r"|(?:book|reserve|get)(?:ing)? (?:a|us a|me a) table)\b"
)
_MEALS_ZH = "吃|饭|餐|菜谱|菜单|点菜|做菜|食谱|食物|零食|忌口|宵夜|甜品|外卖|馆子"

# Who asks to be advised means what they said they want, and within which bounds.
_ADVICE_EN = (
    r"\b(?:recommend|recommendations?|suggest|suggestions?|advise|advice|alternatives?|shortlist)\b"
    r"|\bwhich (?:one|model|brand|type|kind)\b"
    r"|\bwhat should (?:i|we) (?:buy|get|choose|pick|order)\b"
    r"|\b(?:looking|shopping) for\b|\b(?:a|an|one|another|something)\b.{1,40}\bplease\W*$"
)
_ADVICE_ZH = (
    "推荐|建议|(?:哪|那)一?[款个台种](?:好|合适|比较)|(?:买|选|挑)(?:哪|什么)|有没有.{1,12}的"
    "|(?:来|换|要|给我)一?[款个台把张]"
)

ASKS: dict[str, tuple[str, ...]] = {
    "allergy": (_MEALS_EN, r"\ballerg", _MEALS_ZH, "过敏"),
    "diet": (_MEALS_EN, r"\b(?:diet|vegetarian|vegan|halal|kosher)\b", _MEALS_ZH, "吃素|饮食"),
    "want": (_ADVICE_EN, _ADVICE_ZH),
    "constraint": (_ADVICE_EN, _ADVICE_ZH),
    "budget": (
        _ADVICE_EN,
        _ADVICE_ZH,
        r"\bbudget|\bafford|price range",
        r"how much (?:can|could|should|may|do|am|are|is|was|will|would)\b.*\b(?:spend|pay|cost)",
        "预算|买得起",
        "(?:花|付|出)(?:得起)?(?:多少|几)|多少钱(?:以内|之内)|价位",
    ),
    "residence": (
        r"\bwhere\b.*\b(?:live|living|based|reside|home)\b|\bmy (?:home )?address\b",
        r"(?:which|what) (?:city|town|country|neighbou?rhood)\b.*\b(?:live|in)\b",
        "住(?:在|的)?(?:哪|什么|何)|我家在|(?:我的|家庭)?(?:地址|住址)",
    ),
    "origin": (
        r"\bwhere\b.*\b(?:from|born|grow up|grew up)\b|\bhome ?town\b",
        "老家|家乡|哪里人|哪儿人|出生在",
    ),
    "work": (
        r"\b(?:job|work for|do for a living|profession|occupation)\b",
        "做什么工作|职业|工作是",
    ),
    "job": (r"\b(?:job|do for a living|profession|occupation)\b", "做什么工作|职业|职位|工作是"),
    "employer": (
        r"\bwho(?:m)? do(?:es)? .* work for|\bwhere\b.*\bwork\b|\b(?:employer|company)\b",
        "在(?:哪|什么).{0,6}(?:上班|工作)|公司|单位",
    ),
    "name": (r"\bname\b|\bcalled\b", "叫什么|名字|姓什么|怎么称呼"),
    "called": (r"\bcall me\b|\bnickname\b", "怎么(?:称呼|叫)我|昵称|外号"),
    "age": (r"\bhow old\b|\bage\b", "多大|几岁|年龄|年纪"),
    "birthday": (r"\bbirthday\b|\bborn\b", "生日|出生|哪年生"),
    "pet": (r"\bpets?\b|\b(?:dog|cat|puppy|kitten|vet)\b", "宠物|猫|狗|兽医"),
    "marital": (
        r"\b(?:married|single|divorced|engaged|spouse|wife|husband|partner)\b",
        "结婚|单身|离婚|对象|老婆|老公|妻子|丈夫",
    ),
    "education": (
        r"\b(?:study|studied|degree|university|college|major|graduate|school did)\b",
        "学历|专业|大学|毕业|学的是|什么学校",
    ),
    "health": (
        r"\b(?:health|healthy|illness|sick|disease|medicines?|medication|injury|doctor|exercise)\b",
        "身体|健康|生病|什么病|吃药|用药|受伤|医生|锻炼",
    ),
    "language": (r"\blanguages?\b|\bspeak\b", "什么语言|哪些语言|会说|母语"),
}

# A question that asks for a slot in so many words, for where only its name is given: whoever says
# "my address" means "I live at 5 Elm Street" too, which shares no word with it.
QUESTIONS: dict[str, tuple[str, str]] = {
    "residence": ("Where do I live?", "我住在哪里？"),
    "origin": ("Where was I born and where did I grow up?", "我的老家在哪里？"),
    "job": ("What is my job?", "我做什么工作？"),
    "employer": ("Which company do I work for?", "我在哪家公司上班？"),
    "name": ("What am I called?", "我叫什么名字？"),
    "age": ("How old am I?", "我多大了？"),
    "birthday": ("When was I born?", "我是哪天出生的？"),
    "marital": ("Who am I married to?", "我和谁结婚了？"),
    "education": ("Where did I study?", "我在哪里上的大学？"),
    "health": ("What illness do I have and what medicine do I take?", "我得了什么病，吃什么药？"),
}


def slots_asked(text: str) -> frozenset[str]:
    """Names of the slots that a question asks for."""
    return frozenset(slot for slot, pattern in _patterns().items() if pattern.search(text))


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {slot: re.compile("|".join(parts), re.IGNORECASE) for slot, parts in ASKS.items()}
