"""Of hits that tell of the same, the newest first, where a question asks how things are now. Pure.

A later message seldom repeats an earlier one: "my budget for books is $35" is answered weeks later
by "with the increased book budget of $50". Neither closes the other, for nothing says for sure
that they are about the same; but whoever asks what the budget is wants to hear the later one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from math import log1p

from retold.records import Hit, Speaking
from retold.text.tokens import token_set

# Hits that are put in order; a hit further down fits too little to come first.
COMPARED = 20
# A later one tells of the same if it has this much of what fits the question in the earlier one.
_LEAST_SHARE = 0.8
# One that says that something changed names what it is about more shortly.
_LEAST_SHARE_OF_A_CHANGE = 0.25
# How things are: in the present tense, and of no time that has passed; and of what changes more
# often than somebody says so: an amount, a time, or what is so "now".
_PRESENT = re.compile(
    r"\b(?:is|are|am|do|does|has|have|should|can|will)\b|\b(?:what|who|where|when|how)['’]s\b"
    r"|[吗呢？]|什么|多少|几|哪|谁|怎",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:did|was|were|had|used to|original(?:ly)?|initial(?:ly)?|at first|before|previous(?:ly)?"
    r"|ago|last|earlier|ever|yesterday|back then)\b"
    r"|以前|之前|原来|当初|曾|最初|一开始|上次|上[周个]|去年|昨|前天|过[吗没]",
    re.IGNORECASE,
)
_FOR_A_NUMBER = re.compile(
    r"\bhow (?:many|much|long|old|far|often|big|tall)\b|\bwhen\b|\bwhat (?:time|date|day|year)\b"
    r"|\b(?:budget|rate|percent(?:age)?|deadline|number|count|target|quota|price|cost|amount|score"
    r"|total|average|limit)\b|多少|几|什么时候|哪天|何时|时间|日期|预算|价格|截止|数量|比例|目标",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now|currently|these days|at the moment|latest|most recent(?:ly)?|up to date|so far)\b"
    r"|现在|目前|最新|如今|眼下|最近一次",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:(?:adjust|chang|extend|expand|improv|increas|decreas|rais|lower|reduc|reschedul|mov|push"
    r"|postpon|shorten|lengthen|updat|upgrad|revis|switch|shift|bump)(?:ed|d)"
    r"|new|now|latest|instead|no longer|cut|grown|grew|risen|rose|dropped|went (?:up|down)"
    r"|up to|down to)\b"
    r"|(?:改|换|变|调整|提高|提升|降低?|增加|减少|缩短|推迟|提前|延[长期后]|升级|涨)了?[成为到至]|现在是|不再",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d|[一二三四五六七八九十百千万两]")

# When a hit was said: its time, and its place in the conversation for times that are equal.
Moment = tuple[datetime, int]


def asks_for_now(text: str) -> bool:
    """Whether the question is for something that changes, as it is and not as it was."""
    if _PAST.search(text) is not None or _PRESENT.search(text) is None:
        return False
    return _FOR_A_NUMBER.search(text) is not None or _NOW.search(text) is not None


def newest_first(
    hits: Sequence[Hit],
    tokens: Sequence[str],
    question: str,
    positions: Mapping[str, int],
    *,
    compared: int = COMPARED,
) -> list[Hit]:
    """The hits with a later one before an earlier one that tells of the same.

    A later one comes first if it scores at least four fifths of the earlier one, has as much of the
    question's tokens that it has, by their rarity among the hits (a quarter if it says that
    something changed), and a number where one is asked for. What the
    assistant said replaces nothing. Each place keeps its score, so that they fall if they fell.

    Args:
        hits: best first.
        tokens: those of the question.
        question: its text.
        positions: of turns in their conversation, by id.
        compared: how many of the first are put in order.
    """
    first = hits[:compared]
    said = [token_set(hit.text).intersection(tokens) for hit in first]
    frequency = Counter(token for some in said for token in some)
    mass = [sum(log1p(len(first) / frequency[token]) for token in some) for some in said]
    numbered = _FOR_A_NUMBER.search(question) is not None
    order: list[int] = []
    for i, hit in enumerate(first):
        able = _can_replace(hit, numbered=numbered)
        places = (
            place
            for place, old in enumerate(order)
            if able and _replaces(first, mass, i, old, positions)
        )
        order.insert(next(places, len(order)), i)
    dealt = [replace(first[i], score=hit.score) for i, hit in zip(order, first, strict=True)]
    return [*dealt, *hits[compared:]]


def _can_replace(hit: Hit, *, numbered: bool) -> bool:
    own = hit.turn is None or hit.turn.role is not Speaking.ASSISTANT
    return own and (not numbered or _NUMBER.search(hit.text) is not None)


def _replaces(
    hits: Sequence[Hit], mass: Sequence[float], new: int, old: int, positions: Mapping[str, int]
) -> bool:
    if _of_others(hits[new], hits[old]):
        return False
    later = _moment(hits[new], positions) > _moment(hits[old], positions)
    fits = hits[new].score >= _LEAST_SHARE * hits[old].score
    share = _LEAST_SHARE_OF_A_CHANGE if _CHANGES.search(hits[new].text) else _LEAST_SHARE
    return later and fits and mass[new] > 0 and mass[new] >= share * mass[old]


def _of_others(new: Hit, old: Hit) -> bool:
    """Whether both tell of a subject by name, and not of the same one."""
    return new.unit is not None and old.unit is not None and new.unit.subject != old.unit.subject


def _moment(hit: Hit, positions: Mapping[str, int]) -> Moment:
    return hit.occurred_at, max((positions.get(turn, -1) for turn in hit.sources), default=-1)
