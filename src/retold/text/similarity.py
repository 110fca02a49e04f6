"""How alike two statements are, and whether they differ in something that must not be merged."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from retold.text.alike_words import APART, SAME
from retold.text.names import names
from retold.text.negation import polarity, qualifiers
from retold.text.normal import fold, plain
from retold.text.numbers import Quantity, quantities
from retold.text.tokens import stem, words

# A word that each text has and the other lacks changes a statement; one that only one text has
# mostly completes it. Tversky's contrast (1977) with these weights keeps one changed word of eight
# below the usual threshold of 0.85, and one added word of four above it.
_CHANGED = 1.5
_ADDED = 0.5

# Every statement is about the user, whether it says so or says "I".
_USER = frozenset(("user", "user's", "用户"))
# Words of three characters mean the same without them: 北京市, 过敏症, 同学们.
_LOOSE_ENDINGS = frozenset("市省县区镇村症们儿")

_WEEKDAYS = "mon tue wed thu fri sat sun".split()
_DATE_WORD = re.compile(
    r"\b(?P<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b"
    r"|\b(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?= \d)|(?<=in )may|june?"
    r"|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b"
    r"|\b(?:today|tonight|tomorrow|yesterday|weekends?|weekdays?"
    r"|(?:last|next|this|every) (?:day|night|week|weekend|month|year|spring|summer|fall|autumn"
    r"|winter))\b"
    r"|(?P<which>[上下这本每]{0,3}个?)(?:周|星期|礼拜)(?P<day>[一二三四五六日天])"
    r"|[上下这本每]{1,3}个?(?:周末?|星期|礼拜|月|年|季度)|周末|大[前后]天|[今明昨前后去][天晚年早]"
)
_KIN_AFTER = "的|妈|爸|哥|姐|弟|妹|家|朋友|同事|老|女|儿|男|国|公司|同学|孩子|们"
_PARTICIPANT = re.compile(
    rf"\b(?P<user>i|me|the user(?!'s)|we|us)\b|(?P<user_zh>用户(?!的)|我们?(?!{_KIN_AFTER}))"
    rf"|\b(?:you|he|him|she|her(?! \w)|they|them)\b|[你他她](?!{_KIN_AFTER})"
)


def similarity(a: str, b: str) -> float:
    """Likeness of two statements by the words that they share, from 0 to 1.

    Words count by meaning (`love` and `like`, 妈妈 and 母亲 are one), numbers by value, stop words
    not at all; their order does not matter.
    """
    left, right = _meanings(a), _meanings(b)
    if not left or not right:
        return float(fold(a).strip() == fold(b).strip())
    shared = len(left & right)
    changed = min(len(left), len(right)) - shared
    added = abs(len(left) - len(right))
    return shared / (shared + _CHANGED * changed + _ADDED * added)


def jaccard(some: frozenset[str], others: frozenset[str]) -> float:
    """The share of the words of both that both have, 0-1 (Jaccard 1901)."""
    return len(some & others) / max(len(some | others), 1)


def differing(a: str, b: str) -> bool:
    """Whether two statements differ in something that makes them two, however alike they are.

    That is a number, a name, an address, a negation, a date word, who does it to whom, or one of
    the words of which only one can be meant (colours, kin, seasons, …). What only one of the texts
    names counts as a difference, for it says more.
    """
    return (
        polarity(a) != polarity(b)
        or len(qualifiers(a)) != len(qualifiers(b))
        or _amounts(a) != _amounts(b)
        or _dates(a) != _dates(b)
        or _choices_differ(a, b)
        or _names_differ(a, b)
    )


def _meanings(text: str) -> set[str]:
    amounts = quantities(text)
    found = {f"{amount.value.normalize():f}" for amount in amounts if amount.value != 1}
    for word in words(_without(text, amounts)):
        if word in _USER:
            continue
        same = SAME.get(word) or SAME.get(_bare(word), _bare(word))
        found.add(stem(SAME.get(stem(same), same)) if same.isalpha() else same)
    return found


def _bare(word: str) -> str:
    return word[:-1] if len(word) > 2 and word[-1] in _LOOSE_ENDINGS else word


def _without(text: str, amounts: Iterable[Quantity]) -> str:
    parts = []
    end = 0
    for amount in amounts:
        parts.append(text[end : amount.start])
        end = amount.end
    return " ".join([*parts, text[end:]])


def _amounts(text: str) -> set[tuple[Decimal, str]]:
    """Values with their units; "one" of a thing is no more than "a" thing."""
    found = {(amount.value.normalize(), amount.unit) for amount in quantities(text)}
    return {(value, unit) for value, unit in found if unit or value != 1}


def _dates(text: str) -> set[str]:
    return {_date(found) for found in _DATE_WORD.finditer(plain(text).lower())}


def _date(found: re.Match[str]) -> str:
    if found["weekday"] or found["month"]:
        return (found["weekday"] or found["month"])[:3]
    if found["day"]:
        day = _WEEKDAYS["一二三四五六日".index(found["day"].replace("天", "日"))]
        return found["which"].replace("个", "") + day
    return found[0].replace("个", "").replace("礼拜", "周").replace("星期", "周")


def _names_differ(a: str, b: str) -> bool:
    """Whether one names what the other does not, or both name the same in another order."""
    left, right = fold(a), fold(b)
    named = {_bare(fold(name)) for name in names(a)}
    named_too = {_bare(fold(name)) for name in names(b)}
    if any(name not in right for name in named) or any(name not in left for name in named_too):
        return True
    shared = named | named_too
    return bool(shared) and _participants(left, shared) != _participants(right, shared)


def _participants(folded: str, named: Iterable[str]) -> list[str]:
    """Who a statement is about, in order: persons by pronoun, and the names given."""
    found = [(folded.find(name), name) for name in named]
    for match in _PARTICIPANT.finditer(folded):
        who = "user" if match["user"] or match["user_zh"] else "other"
        found.append((match.start(), who))
    return list(dict.fromkeys(who for _, who in sorted(found)))


def _choices_differ(a: str, b: str) -> bool:
    left, right = _choices(a), _choices(b)
    return any(left[group] != right[group] for group in left.keys() & right.keys())


def _choices(text: str) -> dict[int, set[str]]:
    """Of each group of words that exclude each other, those that the text holds."""
    found: dict[int, set[str]] = {}
    for word in words(text):
        # 热咖啡 is hot and is coffee.
        halves = (word[0], word[1:]) if word[1:] in APART else ()
        for part in (word, word.removesuffix("s"), *halves):
            if part in APART:
                group, meaning = APART[part]
                found.setdefault(group, set()).add(meaning)
    return found
