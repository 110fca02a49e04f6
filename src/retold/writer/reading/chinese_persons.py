"""Persons of the speaker's at the beginning of a Chinese clause: relatives, and other roles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import accumulate

import rjieba

from retold.text.patterns import alternatives
from retold.text.relations import Relation, relation_words, relations
from retold.text.reported_chinese import TOGETHER
from retold.writer.cues import cue, cue_text
from retold.writer.reading import Subject
from retold.writer.reading.chinese_names import (
    introduced_name_at,
    may_follow_name,
    name_at,
    plain_name_at,
)

# Of these there is one that everybody means.
_BARE = (
    r"(?:[两俩三]个?)?(?=老婆|老公|媳妇|女朋友|男朋友|女友|男友|儿子|女儿|闺女|孩子|娃|爸妈|老妈|老爸|爷爷|奶奶|外婆|外公"
    r"|姥姥|姥爷|妈妈|爸爸|房东|领导|室友|同事|对象|闺蜜|丈母娘|岳母|婆婆|公公)"
)
_APPOSITION = re.compile(r"^[，,]?[他她](?=[\u4e00-\u9fff])")
_MINE = re.compile(r"(?:我|咱|俺)们?")
# Those who speak, and what is no person: 我们姐妹俩, 我同学聚会.
_NO_OTHER = re.compile(rf"(?:我们|咱们?)(?:{TOGETHER})|(?:我|咱)们?(?:的)?同学(?:聚会|群)")
# Characters of "<home's> <role>" before a name: 小区物业, 驾校教练, 大学同班同学.
_LONGEST_ROLE = 10
# Tags of words that may stand before a noun: nouns, places, times, adjectives, 的.
_BEFORE_NOUN = ("n", "s", "f", "t", "a", "b", "j", "q", "uj", "vn", "l", "zg", "x", "m")
_SHORT_MODIFIERS = frozenset("前老新旧原大小二三四副女男亲家里")
# After these somebody is the object: 我跟前夫…, 我约师傅….
_OBJECT_NEXT = re.compile(
    r"[跟和与给把被替为比约找请帮当做是]|对(?!门|面|象)|同(?![事学桌门乡伴])|[让向](?!导)|陪(?!练)|干(?![妈爹儿女])"
)
# Tags of words that may follow a subject.
_AFTER_SUBJECT = "vdpaztrmci"
# What is longer and begins like a verb is one, with its object: 回老家.
_LONGEST_NOUN = 2
# What is told of someone without 的: 我教练生日是5月4日.
_ATTRIBUTE = re.compile(r"生日|身高|体重|名字|电话|年龄|老家|家|人(?=很|特别|非常|在|超)")
# No persons, or several of them.
_NO_ONE = frozenset(("公司", "团队", "家人", "狗", "猫", "爸妈", "老公"))


def own_person(body: str) -> tuple[Subject, str] | None:
    """The person of the speaker's whom a clause begins with, and the rest; None if it does not.

    A person whom a role introduces goes by the name; without one by the relation, or by the words
    for the role.
    """
    if _NO_OTHER.match(body):
        return None
    return _introduced(body) or _relative(body) or _by_role(body)


# ── By name ────────────────────────────────────────────────────────────────────────────────────


def _introduced(body: str) -> tuple[Subject, str] | None:
    """我驴友魏姐, 我小区物业的傅师傅: what somebody is, then a name."""
    mine = _MINE.match(body)
    if not mine:
        return None
    for end in _phrase_ends(body, mine.end()):
        after = body[end:].removeprefix("的")
        known = _ends_in_person().search(body, mine.end(), end)
        if known and _is_longer(body, known.start(), end):
            continue
        phrase = body[mine.end() : end]
        if known and not body.startswith("的", end):
            name = introduced_name_at(after)
        else:
            name = plain_name_at(after)
            # 房东太太 is no Mrs Dong.
            name = name if _are_two_words(phrase, name) else ""
        # 房东太太 are the words for one.
        if not name or name in relations("zh") or not _is_noun_phrase(phrase):
            continue
        words = body[: len(body) - len(after)] + name
        rest = body[len(words) :]
        if rest:
            return Subject(key=name, words=words, person="other"), _APPOSITION.sub("", rest)
    return None


def _are_two_words(phrase: str, name: str) -> bool:
    ends = accumulate(len(word) for word, _ in rjieba.tag(phrase + name))
    return len(phrase) in ends


def _phrase_ends(body: str, start: int) -> Iterator[int]:
    """Where a phrase of Chinese characters from `start` may end, soonest first."""
    for end in range(start + 1, min(start + _LONGEST_ROLE, len(body) - 1) + 1):
        if not "\u4e00" <= body[end - 1] <= "\u9fff":
            return
        yield end


def _is_longer(body: str, start: int, end: int) -> bool:
    """Whether the word for a relation goes on: 叔叔, 姐夫."""
    return any(body.startswith(word, start) for word in relations("zh") if len(word) > end - start)


@cache
def _ends_in_person() -> re.Pattern[str]:
    return re.compile(f"(?:{_words_of_someone()}|{cue_text('roles.person', 'zh')})$")


@cache
def _words_of_someone() -> str:
    return alternatives(word for word, r in relations("zh").items() if r.key not in _NO_ONE)


def _is_noun_phrase(phrase: str) -> bool:
    """Whether all words before the last may stand before a noun: not in 喜欢老师."""
    if cue("roles.no_modifier", "zh").search(phrase):
        return False
    words = rjieba.tag(phrase.removeprefix("的"))
    if not words or _OBJECT_NEXT.match(phrase):
        return False
    return all(_may_stand_before_noun(word, tag) for word, tag in words[:-1])


def _may_stand_before_noun(word: str, tag: str) -> bool:
    if len(word) == 1 and tag != "uj":
        # 干月嫂 is what somebody does.
        return word in _SHORT_MODIFIERS or word in relations("zh")
    modifier = cue("roles.modifier", "zh")
    return tag.startswith(_BEFORE_NOUN) or modifier.fullmatch(word) is not None


# ── By relation ────────────────────────────────────────────────────────────────────────────────


@cache
def _relative_pattern() -> re.Pattern[str]:
    return re.compile(
        rf"(?:(?P<bare>{_BARE})|(?:我|咱|俺)(?:们|家)?(?:的|那个|有个|有一个|有位)?)"
        r"(?:最好的|大学的?|高中的?|以前的|小学的?|亲|新|老|双胞胎|的)?"
        rf"(?P<kin>{relation_words('zh')})(?P<own>的)?"
    )


def _relative(body: str) -> tuple[Subject, str] | None:
    match = _relative_pattern().match(body)
    if not match or match.end() >= len(body):
        return None
    relation = relations("zh")[match["kin"]]
    words = match.group().removesuffix("的")
    rest = body[match.end() :]
    bare = match["bare"] is not None
    if match["own"]:
        return Subject(key=relation.key, words=words, person="other", bare=bare), f"的{rest}"
    name = introduced_name_at(rest) if relation.role else name_at(rest)
    if relation.role and not name and not _is_told_of(body, match.end()):
        return None
    rest = _APPOSITION.sub("", rest[len(name) :])
    key = name or relation.key
    return Subject(key=key, words=words + name, person="other", bare=bare), rest


def _is_told_of(body: str, end: int) -> bool:
    """Whether the words up to `end` are a subject of their own: not in 我会计划, 我教练证."""
    rest = body[end:]
    if cue("roles.thing", "zh").match(rest):
        return False
    if _ATTRIBUTE.match(rest):
        return True
    # The tagger joins an unknown role with the verb behind it: 理疗|师住|在.
    follows = may_follow_name(rest)
    position = 0
    for word, tag in rjieba.tag(body):
        if position == end:
            told = tag[0] in _AFTER_SUBJECT or (follows and len(word) > _LONGEST_NOUN)
            return told or tag.startswith("nr") or _is_before_verb(rest)
        position += len(word)
        if position > end:
            return follows
    return False


def _is_before_verb(rest: str) -> bool:
    """Whether two characters and a verb follow: a name of a rare shape, or 身材 and the like."""
    return len(rest) > _LONGEST_NOUN and may_follow_name(rest[_LONGEST_NOUN:])


def _by_role(body: str) -> tuple[Subject, str] | None:
    """Someone without a name whose role other words make clear: 我的钢琴老师, 我前老板."""
    mine = _MINE.match(body)
    if not mine:
        return None
    for end in _phrase_ends(body, mine.end()):
        head = _ends_in_role().search(body, mine.end(), end)
        phrase = body[mine.end() : end]
        # 我的放射师 needs no look at its words.
        if head is None or not (phrase == f"的{head.group()}" or _is_noun_phrase(phrase)):
            continue
        relation = relations("zh").get(head.group())
        if relation is None and mine.group().endswith("们"):
            # 我们厨师 are several, and the speaker one of them.
            return None
        if body.startswith("的", end) or _is_told_of(body, end):
            key = _role_key(phrase, relation)
            return Subject(key=key, words=body[:end], person="other"), body[end:]
    return None


def _role_key(phrase: str, relation: Relation | None) -> str:
    """The relation where there may be several; of a former boss and a boss each its own words."""
    if relation is not None and relation.several:
        return relation.key
    return re.sub(r"^家?的|^家", "", phrase) or phrase


@cache
def _ends_in_role() -> re.Pattern[str]:
    return re.compile(rf"(?:{_words_of_someone()}|[\u4e00-\u9fff]{{1,2}}(?<![老大拜出从会])师)$")
