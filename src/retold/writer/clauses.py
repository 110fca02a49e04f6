"""Clauses: the stretches of a sentence that each say one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from retold.text.language import Language
from retold.text.patterns import RELATIVE
from retold.text.relations import relations
from retold.text.verbs import COMMON, FINITE, is_past, third_singular
from retold.writer.cues import cue

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|《[^》]*》|\([^)]*\)|（[^）]*）")
# A piece shorter than this is no clause of its own ("另外，").
_LEAST_ZH = 2
_TOPIC_ZH = re.compile(
    r"比起|对于|关于|至于|作为|除了|自从|从.{1,6}(?:起|开始)$|在.{1,10}(?:的时候|时)$"
)
# 养了一只猫，叫豆包: the name belongs to what was brought up, not to the speaker.
_CALLED_ZH = re.compile(r"(?:它|名字)?(?:就)?(?:叫|名叫|取名)")
_INTRODUCED_ZH = re.compile(
    r"(?:[一两二三四几俩]|有|养|买|生|捡|收养|领养)了?(?:[一两三几])?[只条个头匹位辆台艘家间][\u4e00-\u9fff]{1,10}$"
)
# 项目延期了，截止日期改成五月: of one thing.
_MOVED_ZH = re.compile(r"(?:延期|推迟|提前|改期|延后|调整|变更)了?$")
_NEW_VALUE_ZH = re.compile(r"[^，。]{2,6}(?:改|推|延|提前|变|挪|调|定)(?:成|到|为|在)")
_PERSON_ZH = re.compile(r"(?:我|我的|我家)?[\u4e00-\u9fff]{2,6}$")
_PREDICATE_ZH = re.compile(r"[是有在了喜想爱住叫]")
_NAME_NEXT = re.compile(r"[A-Z]\w+ (?:is|was|has|lives|works|loves|likes|hates|wants|needs)\b")
_NO_SPLIT_BEFORE = re.compile(
    r"\b(?:if|when|that|who|which|whether|than|as|what|how|where|between|both|either|to|because)$",
    re.IGNORECASE,
)
# "I'm 30, vegan and from Lyon" says three things of one subject.
_SAME_COPULA = re.compile(r"(?:\W*\w+[,!.]?\s){0,2}?(?:I'm|I am|im)\b[^.]*$", re.IGNORECASE)
# "My brother Tom and I" is one subject; "my budget is 3000 and I …" is not.
_NO_VERB_BEFORE = re.compile(
    r"(?!.*\b(?:is|are|was|were|has|have|had)\b)\W*"
    r"(?:(?:my|our|the|me)\b(?: [\w-]+){0,3}|(?-i:[A-Z])\w+|me)$",
    re.IGNORECASE,
)
_RELATIVE = re.compile(f"{RELATIVE}$", re.IGNORECASE)
_SUBORDINATE = re.compile(
    r"\s*(?:and |but |so )?(?:if|when|whenever|after|before|while|since|as|once|until|unless"
    r"|although|though|because|for|in|on|at|with|by|during|despite)\b",
    re.IGNORECASE,
)
_BARE_OWNER = re.compile(r"\s*(?:my|our|both)\b(?:\s[\w-]+){1,3}$", re.IGNORECASE)
_SPEAKER = re.compile(r"(?:\W*\w+[,!.]?\s){0,3}?(?:I\b|im\b|we\b|my\b)", re.IGNORECASE)
_THIRD = re.compile(r"\b(?:is|has|lives|works|loves|likes)\b")
_INFINITIVE = re.compile(
    r"\b(?:to|can|could|will|would|should|might|let|help)\b"
    r"(?! (?:the|a|my|school|work|church|bed)\b)",
    re.IGNORECASE,
)
_PAST_BEFORE = re.compile(
    r"\b(?:I|we)\b.*\b(?:was|were|had|did|\w+ed|went|got|moved|bought|took|made|saw)\b",
    re.IGNORECASE,
)
_HAS_VERB = frozenset(
    "is are was were has have had lives works loves likes hates wants needs".split()
)
_THIRD_FINITE = frozenset(third_singular(verb) for verb in ("need", "want", "love", "hate", "like",
                                                            "live", "work", "have"))  # fmt: skip
# After "and" these begin a second statement about the same subject.
_AUXILIARY = frozenset("don't can't didn't am was have currently now recently just".split())
_OBJECT_NEXT = frozenset("a an the my at in for with to on as".split())
# Past forms that are as often something else.
_UNCLEAR_PAST = frozenset(("cut", "set", "put", "let", "hit", "read"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Characters `start` to `end` of a sentence, and whether a question mark ends it."""

    start: int
    end: int
    text: str
    asks: bool = False


def clauses(sentence: str, language: Language) -> list[Clause]:
    """The clauses of a sentence in order; a sentence that cannot be divided is one clause."""
    protected = [match.span() for match in _QUOTED.finditer(sentence)]
    cuts = _cuts_zh(sentence, protected) if language == "zh" else _cuts_en(sentence, protected)
    found = []
    start = 0
    for end, after in [*cuts, (len(sentence), len(sentence))]:
        if sentence[start:end].strip():
            found.append(_clause(sentence, start, end))
        start = after
    return found


def _clause(sentence: str, start: int, end: int) -> Clause:
    text = sentence[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    asks = sentence[start:end].rstrip(' "”’)）!！~').endswith(("?", "？"))
    return Clause(start=start, end=end, text=sentence[start:end], asks=asks)


def _joints(
    sentence: str, language: Language, protected: list[tuple[int, int]]
) -> Iterator[re.Match[str]]:
    """Where a sentence may fall apart, outside of quotations and brackets."""
    for joint in cue("clauses.joint", language).finditer(sentence):
        if not any(start < joint.start() < end for start, end in protected):
            yield joint


def _cuts_zh(sentence: str, protected: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    last = 0
    for joint in _joints(sentence, "zh", protected):
        before, after = sentence[last : joint.start()], sentence[joint.end() :]
        if len(before) < _LEAST_ZH or _is_lead_in(before, "zh"):
            continue
        named = _CALLED_ZH.match(after) and _INTRODUCED_ZH.search(before)
        moved = _MOVED_ZH.search(before) and _NEW_VALUE_ZH.match(after)
        if not (_is_topic(before, after) or named or moved):
            yield joint.start(), joint.end()
            last = joint.end()


def _is_lead_in(text: str, language: Language) -> bool:
    """Whether this only leads up to what follows: "just so you know", 顺便说一下."""
    return cue("reading.lead", language).fullmatch(f"{text.strip()}, ") is not None


def _is_topic(before: str, after: str) -> bool:
    """Whether a comma only sets off what follows: 我的同事，他是个讲师; 比起咖啡，我更喜欢茶."""
    if _TOPIC_ZH.match(before):
        return True
    if after.startswith(("它的", "其")) and re.search(r"的[^的，]{2,}$", before):
        return re.search(r"[是叫]", before) is None
    named = len(before) <= 10 and _PERSON_ZH.match(before) is not None
    return named and after[:1] in "他她它" and _PREDICATE_ZH.search(before) is None


def _cuts_en(sentence: str, protected: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    last = 0
    for joint in _joints(sentence, "en", protected):
        before, after = sentence[last : joint.start()], sentence[joint.end() :]
        lists = _goes_on(sentence[: joint.start()], joint.group(), after)
        if not lists and (len(before.split()) < 2 or _is_lead_in(before, "en")):
            continue
        if _NO_SPLIT_BEFORE.search(before):
            continue
        if not lists and not _opens_clause(before, joint.group(), after):
            continue
        mark = re.match(r"[\s,;:.–—-]+", joint.group())
        # The conjunction stays with what follows, where the reader steps over it.
        yield joint.start(), joint.start() + (mark.end() if mark else 0)
        last = joint.end()


def _goes_on(before: str, joint: str, after: str) -> bool:
    """Whether another thing is said of the same "I'm"."""
    copula = _SAME_COPULA.match(before) and cue("clauses.copula_next", "en").match(after)
    return bool(copula) and not re.search(r"[a-z]\w{3,}", joint)


def _opens_clause(before: str, joint: str, after: str) -> bool:
    if re.match(r"\s*[;:]|\.", joint) or _NAME_NEXT.match(after):
        return True
    if cue("clauses.subject_next", "en").match(after):
        together = re.match(r"(?:I|i|me)\b", after) and _NO_VERB_BEFORE.match(before)
        return not (together or _is_subordinate(before, joint) or _is_list(before, joint, after))
    words = [word.lower().strip(",.") for word in after.split(None, 2)[:2]]
    if not words or not re.search(r"\b(?:and|but|so|plus|also)\b", joint, re.IGNORECASE):
        return False
    return _shares_subject(before, words[0], words[1] if len(words) > 1 else "")


def _is_subordinate(before: str, joint: str) -> bool:
    """A bare comma or dash after "if …", "when …" or ", who …" goes on with one statement."""
    bare = re.search(r"[a-z]", joint, re.IGNORECASE) is None
    return bare and bool(_SUBORDINATE.match(before) or _RELATIVE.search(before))


def _is_list(before: str, joint: str, after: str) -> bool:
    """Whether "my wife and my son like it" goes on: a list, not two statements."""
    if not re.match(r"(?:my|our) ", after, re.IGNORECASE) or "because" in joint.lower():
        return False
    if _BARE_OWNER.match(before):
        return True
    words = after.split()[1:5]
    has_verb = any(
        word.lower() in _HAS_VERB or word.endswith("'s") or is_past(word.lower()) for word in words
    )
    is_kin = words[0].lower().strip(",.'s") in relations("en") if words else False
    return not has_verb and (is_kin or "and" in joint.lower())


def _shares_subject(before: str, word: str, following: str) -> bool:
    """Whether a verb after "and" is a second statement about the same subject."""
    if not _SPEAKER.match(before) and not _THIRD.search(before):
        return False
    if word in _AUXILIARY:
        return True
    infinitive = _INFINITIVE.search(before) is not None
    if word in FINITE or word in _THIRD_FINITE:
        noun = word in ("love", "need", "want") and infinitive
        return following not in ("", "of", "and", "for") and not noun
    if is_past(word) and word not in _UNCLEAR_PAST:
        colour = word.endswith(("red", "bed"))
        return following not in ("", "and") and not colour and bool(_PAST_BEFORE.search(before))
    return word in COMMON and not infinitive and following in _OBJECT_NEXT
