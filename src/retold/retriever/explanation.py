"""A whole recall explained: how the question was read, and why candidates are no hits. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retold.records import (
    Corpus,
    Dropped,
    Explanation,
    Filters,
    Hit,
    State,
    Turn,
    Understood,
    Why,
)
from retold.retriever.cue import Cue
from retold.retriever.hits import NO_SIGNALS, Asking, Scored, Trace, turn_text
from retold.retriever.search import searched_states
from retold.text.language import language


def explanation(
    asking: Asking,
    scored: Sequence[Scored],
    kept: Sequence[Hit],
    *,
    corpora: tuple[Corpus, ...],
    turns: Sequence[Turn],
) -> Explanation:
    """The explanation of a question that leaves a trace.

    Args:
        asking: the question, as it was understood.
        scored: all candidates that were scored.
        kept: the hits.
        corpora: what was searched.
        turns: those that the trace names as outdated or said later.
    """
    trace = asking.trace or Trace()
    dropped = [
        *_not_kept(asking, scored, kept),
        *(
            _dropped(one, "cold" if one.hit.unit.state is State.COLD else "faded", asking.cue)
            for one in trace.asleep
            if one.hit.unit is not None
        ),
        *_never_scored(trace, turns),
    ]
    dropped.sort(key=lambda one: (one.score is None, -(one.score or 0.0), one.id))
    query = asking.query
    return Explanation(
        understood=_understood(asking, trace),
        filters=Filters(
            corpora=corpora,
            states=(*searched_states(query), State.COLD),
            kinds=query.kinds,
            as_of=query.as_of,
            signals=query.signals,
            threshold=asking.least,
            k=query.k,
        ),
        dropped=tuple(dropped),
    )


def _understood(asking: Asking, trace: Trace) -> Understood:
    cue = asking.cue
    return Understood(
        text=cue.text,
        language=language(cue.text),
        tokens=dict(zip(cue.tokens, cue.weights.tolist(), strict=True)),
        persons=dict(trace.persons),
        own=cue.own,
        moments=cue.moments,
        slots=tuple(sorted(cue.slots)),
        reply=cue.reply,
        reply_weight=asking.settings.last_reply if cue.reply else 0.0,
    )


def _not_kept(asking: Asking, scored: Sequence[Scored], kept: Sequence[Hit]) -> Iterator[Dropped]:
    """Candidates that scored too little, say the same as a hit, or came after the last one."""
    hits = {(hit.corpus, hit.id) for hit in kept}
    joined = {name: hit.id for hit in kept for name in hit.duplicates}
    for one in scored:
        if (one.hit.corpus, one.hit.id) in hits:
            continue
        if one.hit.score < asking.least:
            yield _dropped(one, "below_threshold", asking.cue)
        elif one.hit.id in joined:
            yield _dropped(one, "says_the_same", asking.cue, other=joined[one.hit.id])
        else:
            yield _dropped(one, "beyond_k", asking.cue)


def _never_scored(trace: Trace, turns: Sequence[Turn]) -> Iterator[Dropped]:
    for unit in trace.not_true_then:
        yield Dropped(
            id=unit.id,
            corpus=Corpus.UNITS,
            text=unit.content,
            why="not_true_then",
            signals=NO_SIGNALS,
        )
    for turn in turns:
        other = trace.outdated.get(turn.id)
        yield Dropped(
            id=turn.id,
            corpus=Corpus.TURNS,
            text=turn_text(turn),
            why="said_later" if other is None else "outdated",
            signals=NO_SIGNALS,
            other=other,
        )


def _dropped(one: Scored, why: Why, cue: Cue, *, other: str | None = None) -> Dropped:
    return dropped_hit(one.explained(one.hit, cue), why, other=other)


def dropped_hit(hit: Hit, why: Why, *, other: str | None = None) -> Dropped:
    """What would have been a hit, as it is told of."""
    return Dropped(
        id=hit.id,
        corpus=hit.corpus,
        text=hit.text,
        why=why,
        score=hit.score,
        signals=hit.signals,
        other=other,
    )
