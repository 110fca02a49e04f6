"""What the sentence around a time phrase says about its direction, and whether it recurs.

A lone "Friday" or "in March" may be the last or the next one. Cues of tense in its sentence
decide; where there are none, each rule's own default holds (see english/ and chinese/).
Text is folded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

# A sentence is read this many characters to either side, so that a text without marks stays cheap.
REACH = 120
_END = re.compile(r"[!?;。！？；\n]|\.(?=\s|$)")

_COMMA = re.compile("[,，]")
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
# What is still to come, whatever else the sentence says: "I was told I'll start on Friday".
_FUTURE_WORDS = frozenset(
    _WORD.findall(
        "will won't shall gonna let's i'll you'll he'll she'll it'll we'll they'll that'll"
    )
)
_FUTURE_PAIRS = frozenset({("going", "to"), ("about", "to"), ("see", "you"), ("let", "us")})
# What is to come where nothing speaks of the past: "I need to see her on Friday".
_INTENT_WORDS = frozenset(
    _WORD.findall("planning upcoming remind i'd we'd starts begins opens expires due")
)
_INTENT_PAIRS = frozenset(
    tuple(_WORD.findall(pair))
    for pair in (
        "plan to", "plans to", "plan on", "plan for", "plans for", "have to", "has to", "need to",
        "needs to", "want to", "wants to", "hope to", "hoping to", "intend to", "like to",
        "love to", "looking forward", "can't wait",
    )
)  # fmt: skip
_PAST_WORDS = frozenset(
    _WORD.findall(
        "was were wasn't weren't had hadn't did didn't went came saw got made met took gave said"
        " told bought ate left felt found lost began broke brought built caught chose drank drove"
        " fell flew forgot grew heard held hurt kept knew led paid quit ran rode sang sent slept"
        " sold spent spoke stood swam taught thought threw woke won wrote since been"
    )
)
# "She is getting married on 14 June"; "I am feeling low" is how it is now.
_ARRANGED = frozenset(
    _WORD.findall(
        "getting marrying moving going coming flying driving travelling traveling leaving arriving"
        " returning starting joining hosting having throwing visiting meeting seeing taking giving"
        " attending performing presenting graduating retiring launching opening closing turning"
        " running playing staying celebrating"
    )
)
# "I've got an exam" is how it is now.
_HAVING = frozenset((have, "got") for have in _WORD.findall("have has i've we've they've you've"))
# "I am excited about Friday" is not past, nor is "to get married"; nor words that merely end so.
_BEING = frozenset(_WORD.findall("am is are be i'm you're he's she's it's we're they're that's"))
_BEFORE_STATE = _BEING | {"get", "gets", "getting"}
_NOT_PAST = frozenset(
    _WORD.findall(
        "need feed speed indeed hundred breed seed exceed proceed succeed embed weed naked sacred"
    )
)
_RECURRING_WORDS = frozenset(
    _WORD.findall(
        "every each always usually often never annually yearly weekly monthly daily birthday"
        " birthdays anniversary born generally normally typically regularly"
    )
)
# "It got pushed to Friday"; an x stands for the phrase.
_PUT_OFF = re.compile(
    r"\b(?:moved?|postponed?|push(?:ed)?|reschedul(?:ed?|ing)|delay(?:ed)?|shift(?:ed)?|brought"
    r"|changed?|put off)\b[^,]{0,20} (?:to|till|until|for) +x\b"
)
# 重要, 要求, 要是; 将军; 开会, 会议 are other words.
_FUTURE = re.compile(
    "(?<![重主需])要(?![求是点])|将(?!军)|(?<![开社机约聚议宴晚工协学误])会(?![议计员展所场长])"
    "|打算|准备|约[了在好]|预[约定订]|定在|(?:安排|推迟|提前|改)[在到]|截止|即将|到时候|马上|快到|快要|就要"
)
_INTENT = re.compile("计划|希望|想(?![起到念])|记得|提醒|下次")
# 为了, 太好了, 了解; 不过, 过年 are other words, or say nothing of the past.
_PAST = re.compile(
    "(?<![为除罢极])(?<!太.)(?<!太..)(?<!太...)(?<!不过)了(?!解|一?下)|(?<![不通超])过(?![年去节来程敏几两生])"
    "|曾|刚|当时|已经|那时|以来"
)
_RECURRING = re.compile(
    "每|逢|总是|通常|一般|经常|平时|习惯|从不|从来|生日|纪念日|忌日|出生|天天|年年|隔周"
)


@dataclass(frozen=True, slots=True)
class Around:
    """The rest of the sentence, before and after a phrase."""

    before: str
    after: str


def around(text: str, start: int, end: int) -> Around:
    """The sentence around `text[start:end]`, at most `REACH` characters to either side."""
    before = text[max(0, start - REACH) : start]
    marks = list(_END.finditer(before))
    stop = _END.search(text, end, end + REACH)
    return Around(
        before[marks[-1].end() :] if marks else before,
        text[end : stop.start() if stop else end + REACH],
    )


def clause(sentence: Around) -> Around:
    """The part of it between commas."""
    before, after = _COMMA.split(sentence.before), _COMMA.split(sentence.after, maxsplit=1)
    return Around(before[-1], after[0])


def direction(said: Around) -> int:
    """-1 for what was, +1 for what will be, 0 where nothing says."""
    text = _joined(said)
    words = _WORD.findall(text)
    pairs = list(pairwise(words))
    han = "" if text.isascii() else text
    if (
        not _FUTURE_WORDS.isdisjoint(words)
        or not _FUTURE_PAIRS.isdisjoint(pairs)
        or _FUTURE.search(han)
        or _PUT_OFF.search(text)
    ):
        return 1
    words = [word for former, word in pairs if (former, word) not in _HAVING]
    if (
        not _PAST_WORDS.isdisjoint(words)
        or any(word.endswith("ed") and _is_past(word, former) for former, word in pairs)
        or _PAST.search(han)
    ):
        return -1
    intent = (
        not _INTENT_WORDS.isdisjoint(words)
        or not _INTENT_PAIRS.isdisjoint(pairs)
        or any(word in _ARRANGED and former in _BEING for former, word in pairs)
    )
    return int(intent or bool(_INTENT.search(han)))


def _joined(said: Around) -> str:
    # A word that is no cue stands for the phrase, so that no pair of words reaches across it.
    return f"x {said.before} x {said.after}"


def _is_past(word: str, former: str) -> bool:
    """Whether a word in -ed is a past, as far as its form and the word before tell."""
    return len(word) > 3 and former not in _BEFORE_STATE and word not in _NOT_PAST


def is_recurring(said: Around) -> bool:
    """Whether the sentence speaks of what happens again and again, or of a birthday."""
    text = _joined(said)
    if not _RECURRING_WORDS.isdisjoint(_WORD.findall(text)):
        return True
    return not text.isascii() and _RECURRING.search(text) is not None
