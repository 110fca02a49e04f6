"""From what was found to hits with scores, signals and reasons. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import log
from types import MappingProxyType

import numpy as np

from retold.ports import TurnOutline
from retold.records import Corpus, Hit, Query, State, Turn, Unit
from retold.retriever.cue import Cue
from retold.retriever.explain import Findings, reasons, signals
from retold.retriever.fuse import top_ids
from retold.retriever.keywords import Floats
from retold.retriever.rank import (
    Ranked,
    bare,
    freshness,
    probabilities,
    rank_turns,
    rank_units,
    unit_freshness,
)
from retold.retriever.search import Found
from retold.settings import RetrieverSettings, TurnWeights, UnitWeights
from retold.text.language import Language, language

NO_SIGNALS = MappingProxyType[str, float]({})
# Hits that are built for each that is asked for: some join others, some are too old or too cold.
_SPARE_FACTOR = 2
_SPARE = 16
# The size of a memory for which the settings' `middle` holds.
_HUNDRED = 100
# An erasure leaves blocks in place of what was said; such a turn may still stand beside a hit.
_SAYS_SOMETHING = re.compile(r"[^\s█]")


@dataclass(slots=True)
class Trace:
    """What is noted on the way where an explanation is wanted; it decides nothing.

    `asleep` are units that have faded or gone cold and match too weakly, `outdated` the units that
    tell so, by the turns that said what is no longer so.
    """

    persons: dict[Corpus, str] = field(default_factory=dict)
    asleep: list[Scored] = field(default_factory=list)
    not_true_then: list[Unit] = field(default_factory=list)
    said_later: list[str] = field(default_factory=list)
    outdated: dict[str, str] = field(default_factory=dict)

    def name(self, corpus: Corpus, person: str | None) -> None:
        """Note whom the question names."""
        if person is not None:
            self.persons[corpus] = person


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A question under way, and the trace of it where it is to be explained.

    `summaries` are those of the time that a broad question names; they are ranked in any case.
    """

    query: Query
    cue: Cue
    now: datetime
    settings: RetrieverSettings
    trace: Trace | None = None
    summaries: tuple[str, ...] = ()

    @property
    def room(self) -> int:
        """How many hits of each corpus to build."""
        return _SPARE_FACTOR * self.query.k + _SPARE

    @property
    def pool(self) -> int:
        """How many items of each corpus to rank."""
        return max(self.settings.pool, self.room)

    @property
    def least(self) -> float:
        """The score below which nothing is a hit."""
        asked = self.query.threshold
        return self.settings.threshold if asked is None else asked

    @property
    def turn_weights(self) -> TurnWeights:
        """The structure of a conversation counts when both signals are asked for."""
        return self.settings.turns if self.query.signals == "all" else bare(self.settings.turns)


def unit_candidates(asking: Asking, found: Found) -> list[str]:
    """Ids of the units to rank."""
    best = found.evidence.candidates(asking.pool, asking.settings.units)
    return list(dict.fromkeys((*best, *asking.summaries)))


def turn_candidates(asking: Asking, found: Found) -> list[str]:
    """Ids of the turns to rank, beside their neighbours."""
    return found.evidence.candidates(asking.pool, asking.turn_weights)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A hit without its signals and reasons, and what they are told from.

    `alone` is what it would score whatever the best one does, however old it is, and without what
    merely comes to mind.
    """

    hit: Hit
    found: Found
    ranked: Ranked
    row: int
    fresh: float
    alone: float
    linked: float = 0.0

    def raised(self, share: float, *, linked: float = 0.0) -> Scored:
        """The same, its score raised by a share, 0-1, of what it lacks of 1."""
        score = self.hit.score + share * (1.0 - self.hit.score)
        return replace(self, hit=replace(self.hit, score=score), linked=linked)

    def explained(self, hit: Hit, cue: Cue) -> Hit:
        """`hit`, which others may have joined, with its signals and reasons."""
        findings = Findings(
            asked=len(cue.tokens),
            matched=self.found.evidence.matched(hit.id),
            keywords=float(self.found.evidence.keywords([hit.id])[0]),
            cosine=self.found.evidence.cosine(hit.id),
            parts={name: float(part[self.row]) for name, part in self.ranked.parts.items()},
            linked=self.linked,
            fresh=self.fresh,
            unit=hit.unit,
        )
        return replace(hit, signals=signals(findings), reasons=reasons(findings))


def unit_hits(asking: Asking, found: Found, units: Sequence[Unit]) -> list[Scored]:
    """The best of the units, in no order."""
    settings, trace, read = asking.settings, asking.trace, units
    units = [unit for unit in units if _valid(unit, asking.query.as_of)]
    if trace is not None:
        trace.not_true_then += [unit for unit in read if not _valid(unit, asking.query.as_of)]
        trace.name(Corpus.UNITS, asking.cue.person({unit.subject for unit in units}))
    if not units:
        return []
    ranked = rank_units(units, found.evidence, asking.cue, settings.units)
    scores, alone = _scores(ranked, found, [_language(unit) for unit in units], settings.units)
    fresh = [
        unit_freshness(u, settings.half_life_days, now=asking.now, floor=settings.decay_floor)
        for u in units
    ]
    # Whether it matches is asked without its age, or what is old could never come back.
    found_at = {State.FADED: settings.faded_threshold, State.COLD: settings.cold_threshold}
    least = np.array([found_at.get(unit.state, 0.0) for unit in units])
    aged = np.where(scores < least, -1.0, scores * np.array(fresh))

    def scored(row: int, score: float) -> Scored:
        hit = unit_hit(units[row], score)
        sure = float(alone[row])
        return Scored(hit=hit, found=found, ranked=ranked, row=row, fresh=fresh[row], alone=sure)

    if trace is not None:
        asleep = np.flatnonzero(scores < least).tolist()
        trace.asleep += [scored(row, float(scores[row])) for row in asleep]
    best = np.argsort(-aged)[: asking.room].tolist()
    return [scored(row, float(aged[row])) for row in best if aged[row] >= 0]


def best_turns(
    asking: Asking, found: Found, outlines: Sequence[TurnOutline]
) -> tuple[Ranked, list[str]]:
    """All ranked turns, and the ids of those to read."""
    until, read = asking.query.as_of, outlines
    outlines = [o for o in outlines if until is None or o.occurred_at <= until]
    if asking.trace is not None:
        there = {outline.id for outline in outlines}
        asking.trace.said_later += [o.id for o in read if o.id not in there]
        asking.trace.name(Corpus.TURNS, asking.cue.person({o.speaker for o in outlines}))
    weights = asking.turn_weights
    ranked = rank_turns(outlines, found.evidence, found.keywords, asking.cue, weights)
    return ranked, top_ids(ranked.ids, ranked.sums, asking.room)


def turn_hits(asking: Asking, found: Found, ranked: Ranked, turns: Sequence[Turn]) -> list[Scored]:
    """The turns, in no order."""
    settings = asking.settings
    turns = [turn for turn in turns if _SAYS_SOMETHING.search(turn_text(turn))]
    place = {turn_id: i for i, turn_id in enumerate(ranked.ids)}
    ranked = ranked.only([place[turn.id] for turn in turns])
    spoken = [language(turn.text) for turn in turns]
    scores, alone = _scores(ranked, found, spoken, asking.turn_weights)
    life = settings.half_life_days.turn
    hits = []
    for i, turn in enumerate(turns):
        fresh = freshness(turn.occurred_at, life, now=asking.now, floor=settings.decay_floor)
        hit = Hit(
            id=turn.id,
            corpus=Corpus.TURNS,
            text=turn_text(turn),
            score=fresh * float(scores[i]),
            signals={},
            reasons=(),
            sources=(turn.id,),
            occurred_at=turn.occurred_at,
            turn=turn,
        )
        sure = float(alone[i])
        hits.append(Scored(hit=hit, found=found, ranked=ranked, row=i, fresh=fresh, alone=sure))
    return hits


def unit_hit(
    unit: Unit,
    score: float,
    *,
    signals: Mapping[str, float] = NO_SIGNALS,
    reasons: tuple[str, ...] = (),
) -> Hit:
    """A unit as a hit with this score, 0-1."""
    return Hit(
        id=unit.id,
        corpus=Corpus.UNITS,
        text=unit.content,
        score=score,
        signals=signals,
        reasons=reasons,
        sources=tuple(dict.fromkeys(source.turn_id for source in unit.sources)),
        occurred_at=unit.occurred_at,
        unit=unit,
    )


def _scores(
    ranked: Ranked, found: Found, spoken: Sequence[Language], weights: TurnWeights | UnitWeights
) -> tuple[Floats, Floats]:
    """Scores 0-1, now that the language of each item is known, and those of each alone."""
    sums = ranked.sums + found.evidence.regained(ranked.ids, spoken, weights)
    # The best of many unrelated items is nearer than the best of a few.
    middle = weights.middle + weights.growth * log(max(found.total, 1) / _HUNDRED)
    scores = probabilities(sums, middle=middle, width=weights.width, lift=weights.lift)
    # What merely comes to mind is no sign that the answer is known.
    known = sums - ranked.parts["associations"]
    return scores, probabilities(known, middle=middle, width=weights.width, lift=0.0)


def _valid(unit: Unit, as_of: datetime | None) -> bool:
    """Whether the unit was true at a past moment; what is true now is told by its state."""
    if as_of is None:
        return True
    return unit.began <= as_of and (unit.valid_to is None or as_of < unit.valid_to)


def _language(unit: Unit) -> Language:
    return "zh" if unit.language == "zh" else "en"


def turn_text(turn: Turn) -> str:
    """What the turn says, or what it shares where it says nothing."""
    return turn.text or "; ".join(attachment.caption for attachment in turn.attachments)
