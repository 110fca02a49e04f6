"""Chinese as someone else would report it: "I" and "we" become names. Verbs need no change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from retold.text.patterns import QUOTED

# 我国 and 自我 are words of their own; 忘我, 大我 and 小我 too.
FIRST = re.compile(r"(?<![自忘大小])我(?![国])|[俺咱]|本人")
SECOND = re.compile(r"(?<!迷)[你您]")

# Whole words: 我学生 are my students, 我学了 is what I learned.
_KIN = (
    "[妈爸爷奶哥姐弟妹叔舅姑姨婶侄父母]|儿(?:子|媳)|女(?:儿|婿|友|朋友)|男(?:友|朋友)|媳妇|婆婆|公公|岳[父母]|丈[夫人母]"
    "|妻子?|老(?:婆|公|板|师|伴|妈|爸|爹|娘|乡|家|同学|大|二|三)|外(?:婆|公|甥|孙)|[表堂][哥姐弟妹叔]|朋友|同(?:事|学|桌|屋|伴)"
    "|闺[蜜女]|室友|邻居|领导|导师|上司|下属|师[傅父兄姐妹弟]|学(?:生|长|姐|弟|妹)|孩子|徒弟|对象(?!棋)"
    "|[驴队笔战校病球牌棋网]友|[语旅]伴|实习生|班主任|理疗师|教练|律师|保姆|物业|(?:会计|保洁|保安|中介|司机)(?=[\u4e00-\u9fff]{1,2}"
    "(?:女士|先生|小姐|老师|师傅|阿姨|大?[姐哥叔婶]))"
)
# Those who speak may be several themselves: 我们姐妹俩, 我们学生.
_OURS = re.compile(
    r"(?:我们|咱们|咱)(?=公司|学校|单位|部门|办公室|科室|车间|项目组|团队|班|老板|小区|村|领导|组|宿舍|院|系|店|厂|房(?:租|东|贷)|楼[上下道]"
    rf"|(?!姐[妹弟]|兄[弟妹]|父[子女]|母[子女]|学生|老乡|同学(?!聚会|群)|闺[蜜女]|妻|老[大二三]|[\u4e00-\u9fff]{{1,4}}[们俩仨几])(?:{_KIN}))"
)
_OUR_HOME = re.compile(r"(?:我们|咱们|咱)(?=家)")
# What those who speak are to each other: 我们姐妹俩, 我们兄弟三个.
TOGETHER = (
    "(?:姐[妹弟]|兄[弟妹]|父[子女]|母[子女]|爷孙|祖孙|夫[妻妇]|情侣|[舍室]友|同[学事]|闺[蜜女]|朋友|师徒|婆媳|姑嫂|妯娌)"
    "(?:[俩仨]|[两三四五六七八九几]个人?(?!孩子|儿子|女儿))|小?两口子?"
)
_US_TOGETHER = re.compile(rf"(?:我们|咱们?)(?={TOGETHER})")
_SOME = re.compile("(?:我们|咱们?)(?=[两三四五六七八九十几][个口])")
_WE = re.compile("(?:我们?|咱们?)[俩仨]|我们|咱们|咱")
_KINSHIP = re.compile(rf"(?:(?<![自忘大小])我|俺)(?={_KIN})(?!的)")
_MY_INSTITUTION = re.compile(r"我(?=司(?!机)|校(?!友|长|医))")


def third_person(text: str, name: str, addressee: str) -> str:
    """As `retold.text.persons.to_third`, of a text in Chinese."""
    pieces = []
    for piece, opaque in _pieces(text):
        changed = piece
        if not opaque:
            changed = _MY_INSTITUTION.sub(f"{name}所在的", changed)
            changed = _OUR_HOME.sub(name, changed)
            changed = _US_TOGETHER.sub(name, changed)
            changed = _SOME.sub(f"{name}等", changed)
            changed = _OURS.sub(f"{name}的", changed)
            changed = _WE.sub(f"{name}等人", changed)
            changed = _KINSHIP.sub(f"{name}的", changed)
            changed = FIRST.sub(name, changed)
            if addressee:
                changed = SECOND.sub(addressee, changed.replace("你们", addressee))
        pieces.append(changed)
    return "".join(pieces)


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    position = 0
    for match in re.finditer(QUOTED, text):
        yield text[position : match.start()], False
        yield match.group(), True
        position = match.end()
    yield text[position:], False
