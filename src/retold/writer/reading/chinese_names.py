"""Names of persons at the beginning of a Chinese text."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import rjieba

from retold.text.name_words import (
    FAMILIAR_SURNAMES,
    GIVEN_AFTER_FAMILIAR,
    NOT_AFTER_FAMILIAR,
    SOUNDS,
    TITLES_ZH,
)
from retold.writer.cues import cue, cue_text

_AFTER_NAME = (
    r"(?=是|的|叫|在|住|喜欢|爱|对|也|今年|有|会|不|去|刚|最近|特别|很|想"
    r"|说|已经|昨天|家|做|当|学|从|养|把|，|\d)"
)
_NAMED = re.compile(
    r"(?P<name>(?:小|老|阿)[\u4e00-\u9fff](?:[\u4e00-\u9fff])?|[A-Z][a-zA-Z]+|[\u4e00-\u9fff]{2,4}?)"
    rf"{_AFTER_NAME}"
)
_NICKNAME = re.compile(rf"(?!小时|老是|小心|老家)[小老阿][\u4e00-\u9fff]{_AFTER_NAME}")
_NAME_TAGS = ("nr", "nrt", "nrfg")
_SURNAMES = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎"
    "鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄"
    "穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭"
    "梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫房解应宗丁宣邓郁单洪包左石崔吉钮龚程嵇邢裴陆荣翁甄"
    "曲家封储靳段焦巴弓牧谷车侯宓蓬全班仰秋仲伊宫宁仇栾甘厉戎武符刘景詹束龙叶幸司韶黎薄印宿白蒲从鄂索"
    "赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰雍桑桂牛寿通边扈燕冀尚农温庄晏柴瞿阎连习艾容"
    "向古易廖终步都耿满匡国文寇广东欧师巩厍聂晁敖冷辛简饶曾关蒯相查后荆红游竺权盖益桓公肖涂覃佟岳"
)
# As words these are more often something else: 时小姐, 连老板. 和 is so always: 和丽娜的会.
_UNSURE_SURNAMES = frozenset("时从都相后红终步通生公水班连")
# 水管工 is no Mr Guan.
_TITLES_OF_WORK = "工总"
_SHORTEST_NAME = 2
_LONGEST_NAME = 4
# Tags of single characters that may begin a name.
_OF_CHARACTERS = ("n", "r", "j", "g", "z")
# The tagger joins a name with the verb behind it: 谭迪想|去, 马特住|在.
_JOINED_VERBS = "想会要在去是住养吃怕说没不也都很对最"
# These end names as often: the name is whole only where no shorter one fits.
_MAYBE_JOINED = _JOINED_VERBS + "开受大欠爱"
# Characters of given names beside those of `name_words`.
_GIVEN = "秀茱珍兰慧莲娅珊琳瑶雯倩茜婕"
# Words of their own: 小车, 老家.
_NOT_NICKNAMES = r"小[车包路鱼花班白金米腿]|老[家是板师婆公人爸妈乡外年花]|阿姨"


def name_at(text: str) -> str:
    """A name at the beginning of the text, told by its tag, its surname, or what follows."""
    latin = re.match(r"[A-Z][a-z]+", text)
    if latin:
        return latin.group()
    if not text or not "\u4e00" <= text[0] <= "\u9fff":
        return ""
    (word, tag), *others = rjieba.tag(text[:8])
    if len(word) == 1 and word in _SURNAMES and others and len(others[0][0]) <= 2:
        full = str(word + others[0][0])
        if others[0][1][0] not in "vud" and re.match(_AFTER_NAME, text[len(full) :]):
            return _without_verb(full)
    if 2 <= len(word) <= 3 and tag in _NAME_TAGS and (word[0] in _SURNAMES or word[0] in "小老阿"):
        return _without_verb(word)
    nickname = _NICKNAME.match(text)
    return nickname.group() if nickname else ""


def rare_name_at(text: str) -> str:
    """A name that the tagger knows only without what follows."""
    match = _NAMED.match(text)
    if not match or match["name"][0] not in _SURNAMES:
        return ""
    tagged = rjieba.tag(match["name"])
    is_name = len(match["name"]) <= 3 and len(tagged) == 1 and tagged[0][1] in _NAME_TAGS
    return match["name"] if is_name else ""


def introduced_name_at(text: str) -> str:
    """A name right after the word for what a person is, as 魏姐 in 驴友魏姐对花生过敏.

    Looser than `name_at`: there a name is expected. Empty where nothing has the shape of one, or
    where what follows cannot follow a name.
    """
    for shape in (_titled(), _nickname(), _latin()):
        found = shape.match(text)
        if found:
            return found.group()
    return _tagged_name_at(text) if text else ""


def _tagged_name_at(text: str) -> str:
    word, tag = rjieba.tag(text[:8])[0]
    named = tag in _NAME_TAGS
    whole = named and _SHORTEST_NAME <= len(word) <= _LONGEST_NAME and word[-1] not in _MAYBE_JOINED
    if whole and may_follow_name(text[len(word) :]):
        return str(word)
    for shape, tags in _SHAPES:
        found = shape().match(text)
        if found and (named or _may_be_name(word, tag, found.group(), tags)):
            return found.group()
    cut = _without_verb(word)
    return cut if named and cut != word and may_follow_name(text[len(cut) :]) else ""


def _may_be_name(word: str, tag: str, name: str, tags: tuple[str, ...]) -> bool:
    """Whether a name may begin with this word of the tagger, which does not know names well."""
    if len(word) == 1:
        return tag.startswith(_OF_CHARACTERS)
    # One character more is the verb behind the name.
    return len(word) == len(name) + 1 or (word == name and tag.startswith(tags))


def plain_name_at(text: str) -> str:
    """A name that tells a person without a role: 傅师傅, 阿喜; empty where there is none."""
    found = _titled().match(text) or _nickname().match(text)
    return found.group() if found and found.group()[-1] not in _TITLES_OF_WORK else ""


def _without_verb(name: str) -> str:
    """The name without the verb that the tagger took for its end; 李想 is whole."""
    return name[:-1] if len(name) > _SHORTEST_NAME and name[-1] in _JOINED_VERBS else name


def may_follow_name(rest: str) -> bool:
    """Whether this may follow a name: a verb, an adverb, a time, or nothing."""
    return not rest or cue("roles.does", "zh").match(rest) is not None


@cache
def _titled() -> re.Pattern[str]:
    surnames = "".join(sorted(_SURNAMES - _UNSURE_SURNAMES))
    return re.compile(
        rf"(?:欧阳|司马|上官|诸葛|[{surnames}])"
        rf"(?:{TITLES_ZH}|大[爷妈叔姐哥娘]|[叔婶嫂伯姨](?![叔婶嫂伯姨妈])|护士|秘书|助理|司机)"
    )


@cache
def _nickname() -> re.Pattern[str]:
    known = FAMILIAR_SURNAMES + GIVEN_AFTER_FAMILIAR + "".join(_SURNAMES - _UNSURE_SURNAMES)
    name = rf"(?!{_NOT_NICKNAMES})(?:[小老][{known}]|阿[\u4e00-\u9fff])(?!{NOT_AFTER_FAMILIAR})"
    return _before_verb(name)


@cache
def _latin() -> re.Pattern[str]:
    return _before_verb("[A-Z][A-Za-z]+")


@cache
def _full_name() -> re.Pattern[str]:
    surnames = "".join(sorted(_SURNAMES - _UNSURE_SURNAMES))
    return _before_verb(rf"[{surnames}][\u4e00-\u9fff]{{1,2}}?")


@cache
def _doubled() -> re.Pattern[str]:
    return _before_verb(r"(?P<twice>[\u4e00-\u9fff])(?P=twice)")


@cache
def _given() -> re.Pattern[str]:
    given = GIVEN_AFTER_FAMILIAR + _GIVEN
    return _before_verb(rf"(?=.?.?[{given}])[{SOUNDS}{given}]{{2,3}}?")


def _before_verb(name: str) -> re.Pattern[str]:
    return re.compile(rf"{name}(?={cue_text('roles.does', 'zh')}|$)")


# Shapes of names, with the tags that a word of that shape may have: 薇薇 and 米兰 are nouns.
_SHAPES: tuple[tuple[Callable[[], re.Pattern[str]], tuple[str, ...]], ...] = (
    (_full_name, ()),
    (_doubled, ("n",)),
    (_given, ("n",)),
)
