"""A message as the questions in it, each searched by itself. Pure.

"How old is Ann? Also, when is the fair?" has two answers, and a search for both at once finds what
is a little about each. What somebody says before they come to "what I really want to ask" is not
searched at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from retold.records import Explanation, Hit, Query, Recall, Status
from retold.retriever.search import added
from retold.text.sentences import sentences
from retold.text.tokens import words

# More questions in one message are searched together, the last with those before it.
MOST_PARTS = 4
# A question with fewer telling words leans on a statement before it ("any recommendations?"), and
# one without any on a question before it ("and where?").
_LEAST_WORDS = 2
_MARKS = ("?", "？")
_CLAUSE = "[^，。！？；,.!?;:：]"
# "等等，我真正想问的问题是：", "sorry, what I really wanted to ask is:".
_AT_LAST = re.compile(
    rf"我{_CLAUSE}{{0,6}}[想要]{_CLAUSE}{{0,4}}(?:问|知道|了解|弄清|搞清|说){_CLAUSE}{{0,6}}[:：，,]"
    rf"|我{_CLAUSE}{{0,6}}问题{_CLAUSE}{{0,3}}是{_CLAUSE}{{0,2}}[:：，,]"
    r"|\bi (?:just |really |actually )*(?:want(?:ed)?|meant?|need(?:ed)?|would like|'d like)"
    r" to (?:ask|know)(?: you)?(?: is| was)?\s*[:,]"
    r"|\bmy (?:real |actual )?question (?:is|was)\s*[:,]?",
    re.IGNORECASE,
)
# Words that open a question about something else.
_ANOTHER = (
    r"(?:另外|还有|以及|此外|顺便(?:问一?下)?)[，,：:\s]"
    r"|(?:and )?(?:also|another (?:thing|question)|one more (?:thing|question)|by the way|btw)\b"
)
_TOPIC = re.compile(rf"(?:^|(?<=[。！？!?，,；;]))\s*(?={_ANOTHER})", re.IGNORECASE)
_COMMAS = ("，", "；")
_INQUIRES = re.compile("谁|什么|啥|哪|几|多少|怎|吗|呢")
# Where one sentence asks twice.
_ASKS = "who|whom|whose|what|when|where|which|why|how"
_DOES = "do|does|did|is|are|was|were|has|have|had|can|could|will|would"
_SECOND = re.compile(
    # Not "between when I started, and when I stopped", which asks once.
    rf"(?<=,)\s+(?=(?:and|plus) (?:(?:{_ASKS})(?! (?:i|you|he|she|we|they|it|my|the)\b)|{_DOES})\b)"
    rf"|(?<=\w)\s+(?=and (?:{_ASKS}) (?:{_DOES}|many|much|old|long|far)\b)",
    re.IGNORECASE,
)
# What points back to the question before it; there, both are one.
_POINTS_BACK = re.compile(
    r"\b(?:s?he|hers?|him|his|it|its|they|them|theirs?|this|that|these|those|there|then|ones?)\b"
    r"|^(?:[她他它的]|这|其(?!他|实|中)|那(?:时|里|儿|么|天|次|她|他|它))",
    re.IGNORECASE,
)

# Of several recalls, the one whose status is told is the last of these.
_TELLING = (Status.EMPTY, Status.BELOW_THRESHOLD, Status.OK, Status.DEGRADED, Status.FAILED)


@dataclass(frozen=True, slots=True)
class Part:
    """A question, and what was said just before it that is none."""

    text: str
    before: str = ""


def questions_in(text: str) -> tuple[Part, ...]:
    """The questions of a message in order, at most `MOST_PARTS`; the message if it asks nothing.

    A question that has too few words of its own, or that points back with a pronoun, stays in one
    with what is before it; so does every question with a single sentence that leads up to it. What
    leads up to "what I really want to ask" is left out.
    """
    parts: list[Part] = []
    said: list[str] = []
    for clause in _clauses(text):
        if not clause.endswith(_MARKS):
            said.append(clause)
            continue
        alone = len(said) != 1 and not _leans(clause, _LEAST_WORDS)
        question, before = (clause, " ".join(said)) if alone else (" ".join((*said, clause)), "")
        if parts and (_leans(question, 1) or len(parts) == MOST_PARTS):
            whole = " ".join(filter(None, (parts[-1].text, before, question)))
            parts[-1] = Part(whole, parts[-1].before)
        else:
            parts.append(Part(question, before))
        said = []
    if not parts:
        return (Part(text),)
    parts[-1] = Part(" ".join((parts[-1].text, *said)), parts[-1].before)
    untouched = len(parts) == 1 and not parts[0].before and not _announced(text)
    return (Part(text),) if untouched else tuple(parts)


def _clauses(text: str) -> Iterator[str]:
    """Sentences, and the halves of those that ask twice; a clause that asks ends in a mark."""
    for topic in _TOPIC.split(text):
        # "我住哪儿，还有，……": what asks before a comma is a question as well.
        asks = topic.endswith(_COMMAS) and _INQUIRES.search(topic)
        whole = f"{topic[:-1]}？" if asks else topic
        for span in sentences(whole[_announced(whole) :]):
            halves = [half.rstrip(" ,，") for half in _SECOND.split(span.text)]
            if (
                len(halves) > 1
                and not any(_leans(half, 1) for half in halves)
                and halves[-1].endswith(_MARKS)
            ):
                yield from (f"{half}{halves[-1][-1]}" for half in halves[:-1])
                yield halves[-1]
            else:
                yield span.text


def _announced(topic: str) -> int:
    """Where the last announcement of a question ends, if a question comes after it; or 0."""
    for marker in reversed(list(_AT_LAST.finditer(topic))):
        rest = topic[marker.end() :].rstrip()
        if rest.endswith(_MARKS) and words(rest):
            return marker.end()
    return 0


def _leans(question: str, least_words: int) -> bool:
    return len(words(question)) < least_words or _POINTS_BACK.search(question) is not None


def joined(query: Query, parts: Sequence[Recall]) -> Recall:
    """One recall of several: what each part of the message found, taken in turn."""
    if len(parts) == 1:
        return replace(parts[0], query=query)
    hits = taken_in_turn([part.hits for part in parts], limit=query.k)
    # Of those that went alike, one that has something to tell.
    lead = max(parts, key=lambda part: (_TELLING.index(part.status), part.note != ""))
    return replace(
        lead,
        query=query,
        hits=hits,
        confidence=max(part.confidence for part in parts),
        milliseconds=added(part.milliseconds for part in parts),
        explanation=_explained(query, [part.explanation for part in parts], hits),
    )


def _explained(
    query: Query, parts: Sequence[Explanation | None], hits: Sequence[Hit]
) -> Explanation | None:
    """How the first part was read, with the words of all; what no part has as a hit was dropped."""
    explained = [part for part in parts if part is not None]
    if not explained:
        return None
    kept = {(hit.corpus, hit.id) for hit in hits}
    tokens = {
        token: weight for part in explained for token, weight in part.understood.tokens.items()
    }
    dropped = {
        (one.corpus, one.id): one
        for part in reversed(explained)
        for one in part.dropped
        if (one.corpus, one.id) not in kept
    }
    return replace(
        explained[0],
        understood=replace(explained[0].understood, text=query.text, tokens=tokens),
        dropped=tuple(dropped.values()),
        reranked=tuple(one for part in explained for one in part.reranked),
    )


def taken_in_turn(parts: Sequence[Sequence[Hit]], *, limit: int) -> tuple[Hit, ...]:
    """The best hit of each question, then the second best, each hit once.

    A score is lowered to that of the hit before it, so that they never rise.
    """
    merged: dict[tuple[str, str], Hit] = {}
    least = 1.0
    for row in zip_longest(*parts):
        for hit in sorted((hit for hit in row if hit is not None), key=lambda hit: -hit.score):
            if (hit.corpus, hit.id) not in merged and len(merged) < limit:
                least = min(least, hit.score)
                merged[hit.corpus, hit.id] = replace(hit, score=least)
    return tuple(merged.values())
