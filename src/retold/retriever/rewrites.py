"""A question in other words: asking a language model for them, and joining what they find. Pure.

The question itself is searched in any case, and its hits keep their scores. What the other words
find counts for less, because they may be wrong, and stands among them.

Of the questions in `bench/questions`, among 2,209 memories in English: at half the weight the right
words put 97 % of what is only implied among the first five (25 % without), as at 0.8; wrong words
left 86 % of what is asked directly in the first place (94 % without), and 66 % at 0.9.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from retold.model_calls import ReplyError, instructed, json_of
from retold.records import Explanation, Hit, Query, Recall, Speaking, Status, Turn
from retold.retriever.collapse import collapse
from retold.retriever.cue import MOST_CHARACTERS
from retold.retriever.explanation import dropped_hit
from retold.retriever.search import added
from retold.settings import RetrieverSettings
from retold.text.normal import normalise
from retold.text.secrets import mask

PROMPT = "rewrite-1"
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "question": {"type": "string"},
        "phrasings": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["question", "phrasings"],
    "additionalProperties": False,
}
# Turns before the question that are sent, and characters of each: what "that" may stand for.
BEFORE = 6
_BEFORE_CHARACTERS = 500
_MOST_PHRASINGS = 2
# What is longer is an answer, and no search for one.
_LONGEST_CHARACTERS = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """What else to search for, or in `note` why the question is searched alone."""

    texts: tuple[str, ...] = ()
    note: str = ""
    milliseconds: float = 0.0


AS_ASKED = Rewritten()


def messages(query: Query, before: Sequence[Turn]) -> list[tuple[str, str]]:
    """What the model is asked, as `(role, text)`; secrets are masked.

    Args:
        query: the question, and the assistant's last reply where the caller knows it.
        before: the last turns of the session, oldest first.
    """
    asked = {
        "before": [
            {"speaker": speaker, "text": mask(text)[0]} for speaker, text in _said(query, before)
        ],
        "question": mask(query.text[:MOST_CHARACTERS])[0],
    }
    return instructed("retold.retriever.prompts", PROMPT, asked)


def _said(query: Query, before: Sequence[Turn]) -> Iterator[tuple[str, str]]:
    """Who said what before the question: the person and the assistant, no tool and no page."""
    talk = [
        (turn.role.value, turn.text)
        for turn in before
        if turn.role in (Speaking.USER, Speaking.ASSISTANT) and turn.text.strip()
    ]
    # The question may be in the log already.
    if talk and talk[-1][1].strip() == query.text.strip():
        talk.pop()
    reply = query.last_reply.strip()
    if reply and not (talk and talk[-1][1].strip() == reply):
        talk.append((Speaking.ASSISTANT.value, reply))
    for speaker, text in talk[-BEFORE:]:
        yield speaker, text[:_BEFORE_CHARACTERS]


def read(reply: str) -> tuple[str, ...]:
    """The texts of a reply, the question first; too long ones are left out. Raises ReplyError."""
    found = json_of(reply)
    question, phrasings = found.get("question"), found.get("phrasings")
    if not isinstance(question, str) or not isinstance(phrasings, list):
        raise ReplyError('The JSON needs a text "question" and a list "phrasings".')
    texts = [question, *(str(one) for one in phrasings[:_MOST_PHRASINGS])]
    plain = (" ".join(text.split()) for text in texts)
    return tuple(text for text in plain if len(text) <= _LONGEST_CHARACTERS)


def others(query: Query, texts: Sequence[str]) -> tuple[str, ...]:
    """Those of the texts that say something, and say it otherwise than the question, each once."""
    by_form = {normalise(text): text for text in reversed(texts)}
    return tuple(
        by_form[form] for form in reversed(by_form) if form and form != normalise(query.text)
    )


def probes(query: Query, rewritten: Rewritten) -> list[Query]:
    """What is to be searched beside the question."""
    return [replace(query, text=text, last_reply="") for text in rewritten.texts]


def beside(
    recall: Recall, found: Sequence[Recall], rewritten: Rewritten, settings: RetrieverSettings
) -> Recall:
    """What the question found, with what its other words found.

    Args:
        recall: by the question itself.
        found: by each of the texts.
        rewritten: the texts.
        settings: how much their hits count, and what is a hit at all.
    """
    if rewritten == AS_ASKED:
        return recall
    query, weight, kept = recall.query, settings.rewritten, recall.hits
    least = settings.threshold if query.threshold is None else query.threshold
    more = list(_weighed(rewritten.texts, found, weight, least))
    if more:
        near = settings.near_duplicate
        kept = collapse(_merged(recall.hits, more), near_duplicate=near, limit=query.k, broad=True)
    helped = recall.status is Status.BELOW_THRESHOLD and bool(kept)
    spent = {"rewriting": rewritten.milliseconds, "total": rewritten.milliseconds}
    times = (spent, recall.milliseconds, *(part.milliseconds for part in found))
    return replace(
        recall,
        status=Status.OK if helped else recall.status,
        hits=kept,
        confidence=max((recall.confidence, *(weight * part.confidence for part in found))),
        note="; ".join(filter(None, ("" if helped else recall.note, rewritten.note))),
        milliseconds=added(times),
        explanation=_explained(recall, kept, rewritten),
    )


def _weighed(
    texts: Sequence[str], found: Sequence[Recall], weight: float, least: float
) -> Iterator[Hit]:
    """What the texts found, with the scores that count beside those of the question."""
    for text, part in zip(texts, found, strict=True):
        for hit in part.hits:
            if weight * hit.score >= least:
                told = (*hit.reasons, f"found by {text!r}")
                yield replace(hit, score=weight * hit.score, reasons=told)


def _merged(own: Sequence[Hit], found: Sequence[Hit]) -> list[Hit]:
    """All hits, each once and as it scores best, best first."""
    best = {(hit.corpus, hit.id): hit for hit in own}
    for hit in found:
        there = best.get((hit.corpus, hit.id))
        if there is None or there.score < hit.score:
            best[hit.corpus, hit.id] = hit
    return sorted(best.values(), key=lambda hit: -hit.score)


def _explained(recall: Recall, kept: Sequence[Hit], rewritten: Rewritten) -> Explanation | None:
    """How the question was read and rewritten, and what was dropped of what it found itself."""
    told = recall.explanation
    if told is None:
        return None
    there = {(hit.corpus, hit.id) for hit in kept}
    joined = {name: hit.id for hit in kept for name in hit.duplicates}
    out = [
        dropped_hit(
            hit, "says_the_same" if hit.id in joined else "beyond_k", other=joined.get(hit.id)
        )
        for hit in recall.hits
        if (hit.corpus, hit.id) not in there
    ]
    left = (one for one in told.dropped if (one.corpus, one.id) not in there)
    return replace(
        told,
        understood=replace(told.understood, rewritten=rewritten.texts),
        dropped=(*out, *left),
    )
