"""Ranking: what the structure of a conversation, time and importance add to both signals. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import numpy as np

from retold.ports import TurnOutline
from retold.records import Kind, Speaking, Unit
from retold.retriever.cue import Cue
from retold.retriever.fuse import Evidence
from retold.retriever.keywords import Floats, Integers, KeywordScores
from retold.settings import HalfLives, RetrieverSettings, TurnWeights, UnitWeights

# The cosines of a session that speak for it; one alone is often chance.
_BEST_OF_SESSION = 3
_SECONDS_A_DAY = 86_400.0
_NO_WEIGHTS = dict.fromkeys(
    (
        "associations",
        "neighbours",
        "answered",
        "session_keywords",
        "session_vectors",
        "person",
        "question",
        "assistant",
        "time",
    ),
    0.0,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Items with their sums, and the parts of each sum by the name of the signal."""

    ids: tuple[str, ...]
    sums: Floats
    parts: Mapping[str, Floats]

    def only(self, rows: Sequence[int]) -> Ranked:
        """Some of the items, in the order of `rows`."""
        return Ranked(
            ids=tuple(self.ids[row] for row in rows),
            sums=self.sums[list(rows)],
            parts={name: part[list(rows)] for name, part in self.parts.items()},
        )


def bare(weights: TurnWeights) -> TurnWeights:
    """The weights without any structure, for measuring one signal alone."""
    return weights.model_copy(update=_NO_WEIGHTS)


def unassociated(settings: RetrieverSettings) -> RetrieverSettings:
    """The settings by which nothing is found that a question only brings to mind."""
    nothing = {"associations": 0.0}
    corpora = {
        "turns": settings.turns.model_copy(update=nothing),
        "units": settings.units.model_copy(update=nothing),
    }
    return settings.model_copy(update=corpora)


def rank_turns(
    outlines: Sequence[TurnOutline],
    evidence: Evidence,
    keywords: KeywordScores,
    cue: Cue,
    weights: TurnWeights,
) -> Ranked:
    """Sums of turns and of their neighbours, in no order.

    A turn borrows from another's turns beside it, and more from a question that it answers. Other
    sessions than the best, and other people than the one named, lose, in place of these gaining:
    so the best sums do not depend on how a conversation is cut into sessions.
    """
    outlines = sorted(outlines, key=lambda o: (o.session, o.position))
    ids = tuple(outline.id for outline in outlines)
    own = evidence.sums(ids, weights)
    asks = np.array([outline.is_question for outline in outlines], dtype=np.float64)
    parts = {
        "associations": weights.associations * evidence.associations(ids),
        "neighbours": _borrowed(outlines, own, asks, weights),
        "session": _of_session(outlines, evidence.vectors(ids), keywords, weights),
        "person": _below_best(weights.person * _said_by(outlines, cue)),
        "statement": -weights.question * asks,
        "assistant": -weights.assistant * _said_by_assistant(outlines, cue),
        "time": weights.time * np.array([float(cue.covers(o.occurred_at)) for o in outlines]),
    }
    return Ranked(ids=ids, sums=own + sum(parts.values()), parts=parts)


def rank_units(units: Sequence[Unit], evidence: Evidence, cue: Cue, weights: UnitWeights) -> Ranked:
    """Sums of units, in the order given."""
    ids = tuple(unit.id for unit in units)
    own = evidence.sums(ids, weights)
    person = cue.person({unit.subject for unit in units})
    about = np.array([float(person is not None and u.subject == person) for u in units])
    parts = {
        "associations": weights.associations * evidence.associations(ids),
        "others": -weights.others * _about_others(units, cue),
        "importance": weights.importance * np.array([u.importance - 0.5 for u in units]),
        "person": weights.person * about,
        "slot": weights.slot * np.array([float(_is_asked_for(unit, cue)) for unit in units]),
        "time": weights.time * np.array([float(happened(unit, cue)) for unit in units]),
    }
    return Ranked(ids=ids, sums=own + sum(parts.values()), parts=parts)


def probabilities(sums: Floats, *, middle: float, width: float, lift: float) -> Floats:
    """Scores 0-1 in the order of the sums: a logistic curve that is one half at `middle`.

    `lift` is how much of a hit's sum is that of the best one: a turn beside a sure hit is worth
    more than the best turn of a question to which nothing fits.
    """
    if not len(sums):
        return sums
    lifted = lift * sums.max() + (1.0 - lift) * sums
    scores: Floats = 1.0 / (1.0 + np.exp(-(lifted - middle) / width))
    return scores


def freshness(at: datetime, half_life_days: float, *, now: datetime, floor: float) -> float:
    """What is left of a score after its age, `floor` to 1: half of the rest a half-life."""
    if half_life_days == 0:
        return 1.0
    days = max((now - at).total_seconds() / _SECONDS_A_DAY, 0.0)
    return float(floor + (1.0 - floor) * 0.5 ** (days / half_life_days))


def unit_freshness(unit: Unit, lives: HalfLives, *, now: datetime, floor: float) -> float:
    """The freshness of a unit by its kind, since it was said or last used; pinned stays fresh."""
    if unit.pinned:
        return 1.0
    used = max(unit.occurred_at, unit.last_access_at or unit.occurred_at)
    life: float = getattr(lives, unit.kind.value)
    return freshness(used, life, now=now, floor=floor)


def _borrowed(
    outlines: Sequence[TurnOutline], own: Floats, asks: Floats, weights: TurnWeights
) -> Floats:
    """What turns get from those beside them."""
    borrowed = np.zeros(len(outlines))
    if len(outlines) < 2:
        return borrowed
    beside = np.array([float(_exchange(a, b)) for a, b in pairwise(outlines)])
    borrowed[1:] += beside * own[:-1] * (weights.neighbours + weights.answered * asks[:-1])
    borrowed[:-1] += beside * own[1:] * weights.neighbours
    return borrowed


def _exchange(first: TurnOutline, second: TurnOutline) -> bool:
    """Whether one answers the other; what one person says in a row may be about anything."""
    return (
        first.session == second.session
        and second.position == first.position + 1
        and second.speaker != first.speaker
    )


def _of_session(
    outlines: Sequence[TurnOutline],
    related: Floats,
    keywords: KeywordScores,
    weights: TurnWeights,
) -> Floats:
    names = list(dict.fromkeys(outline.session for outline in outlines))
    place = {name: i for i, name in enumerate(names)}
    members = np.array([place[outline.session] for outline in outlines], dtype=np.int64)
    worded = dict(zip(keywords.session_ids, keywords.session_values.tolist(), strict=True))
    by_words = np.array([worded.get(name, 0.0) for name in names])
    by_vectors = _best_means(related, members, len(names))
    scores = weights.session_keywords * by_words + weights.session_vectors * by_vectors
    return _below_best(scores)[members] if names else scores


def _best_means(values: Floats, members: Integers, groups: int) -> Floats:
    """The mean of the few largest values of each group; groups without any do not occur."""
    order = np.lexsort((-values, members))
    starts = np.searchsorted(members[order], np.arange(groups))
    rank = np.arange(len(values)) - starts[members[order]]
    kept = order[rank < _BEST_OF_SESSION]
    counts = np.bincount(members[kept], minlength=groups)
    means: Floats = np.bincount(members[kept], values[kept], minlength=groups) / counts
    return means


def _about_others(units: Sequence[Unit], cue: Cue) -> Floats:
    """1 for units about somebody or something of a name, where the question is about the asker."""
    known = ("", Speaking.USER)
    return np.array([float(cue.alone and unit.subject not in known) for unit in units])


def _said_by(outlines: Sequence[TurnOutline], cue: Cue) -> Floats:
    """1 for turns of the one person whom the question names, or of the user who asks about "I"."""
    person = cue.person({outline.speaker for outline in outlines})
    if person is not None:
        return np.array([float(outline.speaker == person) for outline in outlines])
    return np.array([float(cue.own and o.role == Speaking.USER) for o in outlines])


def _said_by_assistant(outlines: Sequence[TurnOutline], cue: Cue) -> Floats:
    """1 for turns of the assistant, where the question is not about what it said."""
    return np.array([float(o.role == Speaking.ASSISTANT and not cue.yours) for o in outlines])


def _below_best(values: Floats) -> Floats:
    """The values, moved so that the best is 0."""
    return values - values.max() if len(values) else values


def _is_asked_for(unit: Unit, cue: Cue) -> bool:
    """Whether the unit tells what is asked for: a slot, or the time as a whole."""
    summed = cue.broad and unit.kind is Kind.SUMMARY and happened(unit, cue)
    return unit.slot in cue.slots or summed


def happened(unit: Unit, cue: Cue) -> bool:
    """Whether what the unit tells lies in a time that the question names."""
    if unit.moment is not None:
        return any(
            unit.moment.start < named.end and named.start < unit.moment.end for named in cue.moments
        )
    return cue.covers(unit.occurred_at)
