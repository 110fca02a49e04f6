"""Reading Chinese clauses: lead-ins off, subject found, adverbs and negation taken out."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import rjieba

from retold.text.reported_chinese import TOGETHER
from retold.writer.cues import cue, cue_text
from retold.writer.reading import ME, Flags, Reading, Subject
from retold.writer.reading.chinese_names import name_at, rare_name_at
from retold.writer.reading.chinese_persons import own_person

_PLURAL_ME = re.compile(
    rf"(?:我们|咱们|咱俩|我俩|我(?=全家|一家))(?:{TOGETHER}|全家|一家人|一家子|一家|家|两个|俩)?"
    r"|我(?:和|跟)(?:我)?[\u4e00-\u9fff]{1,6}?(?=一起|都|在|去|住|养|想|打算|准备)"
)
_SPEAKER = re.compile(r"我(?!国|方)|俺|本人|咱(?!们)|自己")
_PRONOUN = re.compile(
    r"[他她它]们?|其(?=[\u4e00-\u9fff])|(?:这|那)(?:个|款|台|部|家|只|里|边|位|件)?|对方"
)
# Up to twelve characters without a verb of speech, then the speaker as subject.
_TOPIC = re.compile(
    r"(?!我|你|您|他|她|它|请|帮|给|跟|和|对|比|如果|要是|因为|自从)[^，,我你他她]{2,12}我"
)
_NO_TOPIC_AFTER = re.compile(
    r"(?!的|们|家|[爸妈爷奶哥姐弟妹叔舅姑姨]|老[婆公板师]|儿子|女|男|朋友|同[事学]|媳妇|孩子|国|司|校|自己)"
)
# Nouns, places and times; 香水味浓了, 当着人的时候.
_TOPIC_TAGS = frozenset("nfst")
_TOPIC_ENDS = frozenset(("了", "时候", "之后", "以后", "里", "上", "中"))
# 了 and 过 as signs of what is over, not as parts of other words.
_PAST = re.compile(
    r"了(?!解)|(?<=[\u4e00-\u9fff])过(?!敏|年|程|滤|期|节|生日|去|来|于|度|得|日子|夜|冬)"
)
# 不喜欢了, 没有车了: what was so is no longer so.
_NO_LONGER = re.compile(r"^(?!没(?!有)).*(?:不(?!会)|没有).*了$")
# Verbs for which 不会 denies a skill rather than the future.
_ABLE = frozenset("说讲弹游开打唱跳做写编骑滑用画修")

# 周杰伦是我最喜欢的歌手 tells of the speaker. Of a rare name the tagger may know a part alone.
_MINE = re.compile(r"[^，。！？,.!?]{0,4}是我(?:们|的)?最(?:喜欢|爱|中意)")


def lead_in(text: str) -> int:
    """How many characters of the text lead up to what it says."""
    match = cue("reading.lead", "zh").match(text)
    return match.end() if match and match.end() < len(text) else 0


def read(text: str) -> Reading:
    """Read a clause of simplified characters whose time phrases are gone."""
    offset = lead_in(text)
    flags = Flags(wish=True)
    for name in ("reading.unsure", "reading.known"):
        match = cue(name, "zh").match(text, offset)
        if match:
            flags.unsure = flags.unsure or name == "reading.unsure"
            offset = match.end()
    body = text[offset:].strip(" ，,；;。！!？?~～…、：:")
    subject, rest = _subject_after_adverbs(body)
    topic = "" if subject is not None and subject.person != "thing" else _topic_before(body)
    if topic:
        subject, rest = ME, body[len(topic) + 1 :]
    mark = "" if subject is None else "我"
    bare = _bare(rest, flags)
    # 了 and 过 alone put nothing behind: 我有女朋友了 is so now.
    flags.past = flags.perfect = _PAST.search(rest) is not None
    if flags.negated and _NO_LONGER.search(rest):
        flags.end()
    spelt = mark + rest if flags.negations or flags.ended else ""
    forms: tuple[str, ...] = (spelt, mark + bare, mark + rest)
    if topic:
        # 青霉素我不能用 says 我不能用青霉素.
        whole = bare.rstrip("了")
        if whole and rjieba.tag(whole)[-1][1][0] == "v":
            forms = (f"{mark}{whole}{topic.rstrip('，, ')}", *forms)
        if flags.ended:
            forms = (body, *forms)
    if subject is not None and subject.person != "speaker":
        forms = (*forms, body)
    return Reading(
        text=text[offset:].strip(),
        subject=subject,
        forms=tuple(dict.fromkeys(form for form in forms if form)),
        flags=flags,
        spelt=spelt,
    )


def _topic_before(body: str) -> str:
    """What a clause sets before its speaker: 坐飞机我要靠过道, 现代艺术我没兴趣."""
    match = _TOPIC.match(body)
    if match is None or match.end() == len(body) or not _NO_TOPIC_AFTER.match(body, match.end()):
        return ""
    topic = match.group()[:-1]
    last = rjieba.tag(topic.rstrip("，, "))[-1]
    named = last[1][0] in _TOPIC_TAGS or last[1] == "vn" or "的" in topic[1:-1]
    return topic if named or last[0] in _TOPIC_ENDS else ""


def _subject_after_adverbs(body: str) -> tuple[Subject | None, str]:
    """现在我最喜欢红色 is read as 我现在最喜欢红色."""
    ahead = _adverbs_before_subject().match(body)
    if not ahead:
        return _subject(body)
    subject, rest = _subject(body[ahead.end() :])
    return (None, body) if subject is None else (subject, ahead.group().rstrip("，, ") + rest)


@cache
def _adverbs_before_subject() -> re.Pattern[str]:
    parts = (cue_text(f"reading.{name}", "zh") for name in ("adverbs", "once", "hedges"))
    extra = "平时|平常|周末|每天|小时候|那时候|[，,]"
    return re.compile(rf"(?:{'|'.join(parts)}|{extra})+(?=我|俺|咱)")


def _subject(body: str) -> tuple[Subject | None, str]:
    person = own_person(body)
    if person is not None:
        return person
    if body.startswith(("家里", "我家里", "家中")):
        # 家里有猫: the speaker's home, and so the speaker.
        home = body.removeprefix("我")
        return replace(ME, bare=body == home), home
    plural = _PLURAL_ME.match(body)
    if plural:
        return ME, body[plural.end() :]
    speaker = _SPEAKER.match(body)
    return (ME, body[speaker.end() :]) if speaker else _other(body)


def _other(body: str) -> tuple[Subject | None, str]:
    pronoun = _PRONOUN.match(body)
    if pronoun:
        return _unresolved(pronoun.group()), body[pronoun.end() :]
    name = name_at(body) or rare_name_at(body)
    if name and not _MINE.match(body, len(name)):
        return Subject(key=name, words=name, person="other"), body[len(name) :]
    return None, body


def _unresolved(words: str) -> Subject:
    if words[0] in "他她对其":
        return Subject(key="", words=words, person="other", unresolved=True)
    return Subject(key="", words=words, person="thing", unresolved=True)


def _bare(rest: str, flags: Flags) -> str:
    """The predicate without adverbs and negation, which become flags."""
    position = 0
    while position < len(rest):
        for name, take in _STEPS:
            match = cue(f"reading.{name}", "zh").match(rest, position)
            if (
                not match
                or not match.group()
                or (name == "negation" and _is_other_word(rest, position))
            ):
                continue
            take(flags)
            position = match.end()
            if name == "negation" and (verb := _denied_verb(match.group(), rest[position:])):
                return verb + rest[position:]
            break
        else:
            break
    return rest[position:]


def _is_other_word(rest: str, position: int) -> bool:
    """不错 and 不过 deny nothing."""
    return cue("reading.no_negation", "zh").match(rest, position) is not None


def _denied_verb(negation: str, rest: str) -> str:
    """The verb that a negation has swallowed: 没(有)车 denies 有车, 不会弹 denies 会弹."""
    if negation in ("没有", "没"):
        return "" if _is_verb(rest) else "有"
    if negation.endswith("不会"):
        return "会" if rest[:1] in _ABLE else ""
    return "是" if negation.endswith("是") and rest[:1] not in "不没" else ""


def _is_verb(rest: str) -> bool:
    return bool(rest) and str(rjieba.tag(rest[:6])[0][1]).startswith("v")


def _negate(flags: Flags) -> None:
    flags.negations += 1


def _end(flags: Flags) -> None:
    flags.ended = True


def _set_once(flags: Flags) -> None:
    flags.once = True


def _hedge(flags: Flags) -> None:
    flags.hedged = True


def _pass_over(flags: Flags) -> None:
    """Adverbs change nothing that frames compare."""


_STEPS: tuple[tuple[str, Callable[[Flags], None]], ...] = (
    ("ended", _end),
    ("once", _set_once),
    ("hedges", _hedge),
    ("negation", _negate),
    ("adverbs", _pass_over),
)
