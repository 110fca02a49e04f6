"""Clauses: the stretches of a sentence that each say one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from retold.text.language import HAN, Language
from retold.text.verbs import COMMON, FINITE, is_past
from retold.writer.reading_en import RELATIONS

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|《[^》]*》|\([^)]*\)|（[^）]*）")
# Where an English sentence may fall apart; what follows decides whether it does.
_JOINT_EN = re.compile(
    r"(?:\s*[,;:–—-]\s|\s+|\s*[,;]\s*)(?:(?:and|but|so|because|since|although|though|plus|cuz|yet|also|while|whereas)\s+(?:also\s+|then\s+|so\s+|now\s+|that's why\s+)?)|\s*[;]\s+|,\s+|\s+[–—-]\s+|\.{2,}\s*|\s+lol\s+|\.\s+",
    re.IGNORECASE,
)
_SUBJECT_NEXT = re.compile(
    rf"(?:I(?=[ ']|'m|m )|i(?=[ ']|m )|im |ive |we(?=[ '])|my |our |she(?=[ '])|he(?=[ '])|they(?=[ '])|it(?=[ '])|it's |that's |there(?=[ '])|you(?=[ '])|the \w+ (?:is|are|was|were|has|must) |"
    rf"(?:no|must|budget|please|pls|can|could|what|how|any|do|is|are|should|where|which|who|if|would|max|under|preferably|ideally) )",
    re.IGNORECASE,
)
_NAME_NEXT = re.compile(r"[A-Z]\w+ (?:is|was|has|lives|works|loves|likes|hates|wants|needs)\b")
_NO_SPLIT_BEFORE = re.compile(r"\b(?:if|when|that|who|which|whether|than|as|what|how|where|between|both|either|to|because)$", re.IGNORECASE)
_JOINT_ZH = re.compile(rf"[，,；;]\s*|。|(?<=[{HAN}])\s+(?=[{HAN}])|(?<=[{HAN}])(?=(?:但是|不过|而且|所以|因为|并且|可是|然后)(?:我|他|她|也|不|要|想|又))|\.{{2,}}|…+|[~～]+")
# "I'm 30, vegan and from Lyon" says three things of one subject.
_SAME_COPULA = re.compile(r"(?:\W*\w+[,!.]?\s){0,2}?(?:I'm|I am|im|i'm|i am)\b[^.]*$", re.IGNORECASE)
_COPULA_NEXT = re.compile(
    r"(?:(?:also |severely |currently |originally |happily |newly |very )?(?:allergic|vegan|vegetarian|married|single|divorced|engaged|from|based|living|working|studying|learning|retired|diabetic|left-handed|lactose|pregnant|fluent|looking|a|an|into)\b|\d{1,2}(?:\s*(?:years? old|yo|y/o|,|and\b)|$))",
    re.IGNORECASE,
)
_NO_VERB_BEFORE = re.compile(r"\W*(?:(?:my|our|the|me)\b(?: [\w-]+){0,3}|[A-Z]\w+|me)$", re.IGNORECASE)
# A piece shorter than this is no clause of its own ("另外，").
_LEAST_ZH = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Characters `start` to `end` of a sentence, and whether a question mark ends it."""

    start: int
    end: int
    text: str
    asks: bool = False


def clauses(sentence: str, language: Language) -> list[Clause]:
    """The clauses of a sentence in order; a sentence that cannot be divided is one clause."""
    cuts = list(_cuts_zh(sentence) if language == "zh" else _cuts_en(sentence))
    found = []
    start = 0
    for end, after in [*cuts, (len(sentence), len(sentence))]:
        text = sentence[start:end]
        if text.strip():
            found.append(_clause(sentence, start, end))
        start = after
    return found


def _clause(sentence: str, start: int, end: int) -> Clause:
    text = sentence[start:end]
    start += len(text) - len(text.lstrip())
    end -= len(text) - len(text.rstrip())
    asks = sentence[start:end].rstrip(" \"”’)）!！~").endswith(("?", "？"))
    return Clause(start=start, end=end, text=sentence[start:end], asks=asks)


def _protected(sentence: str) -> list[tuple[int, int]]:
    return [match.span() for match in _QUOTED.finditer(sentence)]


def _cuts_zh(sentence: str) -> Iterator[tuple[int, int]]:
    protected = _protected(sentence)
    last = 0
    for joint in _JOINT_ZH.finditer(sentence):
        if any(start < joint.start() < end for start, end in protected):
            continue
        if joint.start() - last >= _LEAST_ZH and not _is_topic(sentence[last : joint.start()], sentence[joint.end() :]):
            yield joint.start(), joint.end()
            last = joint.end()


def _is_topic(before: str, after: str) -> bool:
    """"我的同事，他是个讲师" and "比起咖啡，我更喜欢茶" are one clause each."""
    if re.match(r"比起|对于|关于|至于|作为|除了|自从|从.{1,6}(?:起|开始)$|在.{1,10}(?:的时候|时)$", before):
        return True
    return len(before) <= 10 and after[:1] in "他她它" and re.match(r"(?:我|我的|我家)?[\u4e00-\u9fff]{2,6}$", before) is not None and not re.search(r"[是有在了喜想爱住叫]", before)


def _cuts_en(sentence: str) -> Iterator[tuple[int, int]]:
    protected = _protected(sentence)
    last = 0
    for joint in _JOINT_EN.finditer(sentence):
        if any(start < joint.start() < end for start, end in protected):
            continue
        before, after = sentence[last : joint.start()], sentence[joint.end() :]
        if len(before.split()) < 2 and not re.match(r"(?:im|i'm)\b", before, re.IGNORECASE):
            continue
        if _NO_SPLIT_BEFORE.search(before):
            continue
        if _opens_clause(before, joint.group(), after):
            # The conjunction stays with what follows, where the reader steps over it.
            yield joint.start(), joint.start() + _mark_length(joint.group())
            last = joint.end()


def _mark_length(joint: str) -> int:
    match = re.match(r"[\s,;:.–—-]+", joint)
    return match.end() if match else 0


def _opens_clause(before: str, joint: str, after: str) -> bool:
    if re.match(r"\s*[;]|\.", joint):
        return True
    if _SAME_COPULA.match(before) and _COPULA_NEXT.match(after) and not re.search(r"[a-z]\w{3,}", joint):
        return True
    if _SUBJECT_NEXT.match(after):
        if re.match(r"(?:I|i|me)\b", after) and _NO_VERB_BEFORE.match(before):
            return False
        return not _is_relative(before, joint) and not _is_list(before, joint, after)
    if _NAME_NEXT.match(after):
        return True
    words = after.split(None, 2)
    if not words or not re.search(r"\b(?:and|but|so|plus|also)\b", joint, re.IGNORECASE):
        return False
    return _shares_subject(before, words[0].lower().strip(",."), words[1].lower() if len(words) > 1 else "")


def _is_relative(before: str, joint: str) -> bool:
    """A bare comma or dash after "if …" or "when …" joins the halves of one statement."""
    opening = re.match(r"\s*(?:and |but |so )?(?:if|when|whenever|after|before|while|since|as|once|until|unless|although|though|because|for|in|on|at|with|by|during|despite)\b", before, re.IGNORECASE)
    return opening is not None and re.search(r"[a-z]", joint, re.IGNORECASE) is None


def _is_list(before: str, joint: str, after: str) -> bool:
    """"My wife and my son like it": a list, not two statements."""
    if not re.match(r"(?:my|our) ", after, re.IGNORECASE) or "because" in joint.lower():
        return False
    if re.match(r"\s*(?:my|our|both)\b(?:\s[\w-]+){1,3}$", before, re.IGNORECASE):
        return True
    rest = re.match(r"(?:my|our) (?:[\w-]+ ){0,2}?([\w']+)", after)
    follows = after.split()[1:5]
    has_verb = any(word.lower() in ("is", "are", "was", "were", "has", "have", "had", "lives", "works", "loves", "likes", "hates") or word.endswith("'s") or is_past(word.lower()) for word in follows)
    kin = bool(rest) and after.split()[1].lower().strip(",.'s") in RELATIONS
    return not has_verb and (kin or "and" in joint.lower())


def _shares_subject(before: str, word: str, following: str) -> bool:
    """Whether a verb after "and" is a second statement about the same subject."""
    speaker = re.match(r"(?:\W*\w+[,!.]?\s){0,3}?(?:I\b|i\b|im\b|we\b|my\b)", before) is not None
    if not speaker and not re.search(r"\b(?:is|has|lives|works|loves|likes)\b", before):
        return False
    if word in ("don't", "can't", "didn't", "am", "was", "have", "currently", "now", "recently", "just"):
        return True
    infinitive = re.search(r"\b(?:to|can|could|will|would|should|might|let|help)\b(?! (?:the|a|my|school|work|church|bed)\b)", before) is not None
    if word in FINITE or word in ("needs", "wants", "loves", "hates", "likes", "lives", "works", "has"):
        return following not in ("", "of", "and", "for") and not (word in ("love", "need", "want") and infinitive)
    past = is_past(word) and word not in ("cut", "set", "put", "let", "hit", "read")
    if past:
        return following not in ("", "and") and not word.endswith(("red", "bed")) and bool(re.search(r"\b(?:I|we)\b.*\b(?:was|were|had|did|\w+ed|went|got|moved|bought|took|made|saw)\b", before, re.IGNORECASE))
    return word in COMMON and not infinitive and following in ("a", "an", "the", "my", "at", "in", "for", "with", "to", "on", "as")
