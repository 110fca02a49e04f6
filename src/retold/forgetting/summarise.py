"""Summaries: what is most important of a period, in the words of its own units. Pure.

A summary quotes and adds nothing: its sentences stand in the units that it was made of, and it
rests on the sources of all of these. Where a language model words it, the quotations stay with it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from retold.changes import AddUnit, Change, UpdateUnit
from retold.forgetting.periods import Level, Period
from retold.ports import OPEN
from retold.records import HistoryEntry, Kind, Moment, Scope, State, Unit
from retold.settings import ForgettingSettings
from retold.text.counts import count_tokens
from retold.text.normal import digest
from retold.text.similarity import jaccard
from retold.text.tokens import tokens
from retold.text.wording import plain_date, quoted, unit_tokens

WRITER = "summaries/1"
SUMMED_UP = "summed up"
IN_QUOTATIONS = "in quotations"
# The key of a summary's metadata under which it stands which model was asked to word it.
MODEL = "model"
RENEWED = "its time was summed up anew"
TOO_LITTLE = "too little is left to sum up"

# A period is told by what happened and is to happen in it, less by a mood.
_WEIGHTS = {Kind.EVENT: 1.2, Kind.PLAN: 1.2, Kind.COMMITMENT: 1.2, Kind.FEELING: 0.8}
_PRECISION: dict[Level, Literal["part", "day", "week"]] = {
    "turns": "part",
    "day": "day",
    "week": "week",
}
# What a sentence is worth by itself, against what it repeats (Carbonell & Goldstein 1998).
_RELEVANCE = 0.7
# From this share of common words a sentence tells nothing new.
_REPEATS = 0.8
# The best of a period are compared with each other, not all of a crowded week.
_COMPARED = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Summing:
    """What is to be done for one period: its new summary, and those that it takes the place of.

    `opening` says which time it is, and `quotes` are the units that are quoted after it; `reason`
    is what its history begins with.
    """

    unit: Unit | None
    replaced: tuple[Unit, ...]
    opening: str = ""
    quotes: tuple[Unit, ...] = ()
    reason: str = SUMMED_UP

    def worded(self, text: str, *, by: str, why: str) -> Summing:
        """The same in the words of a model, the quotations beside it; or without, and why.

        Where the model answered, the summary remembers which it was.
        """
        if self.unit is None:
            return self
        metadata = {**self.unit.metadata, **({MODEL: by} if by else {})}
        if not text:
            kept = replace(self.unit, metadata=metadata)
            return replace(self, unit=kept, reason=f"{SUMMED_UP} {IN_QUOTATIONS}: {why}")
        told = replace(
            self.unit, content=text, value=self.unit.content, writer=by, metadata=metadata
        )
        return replace(self, unit=told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """What every summary of a run is made by.

    `graves` are keyed hashes of what the user erased: a summary that was erased as such is not made
    again in the same words.
    """

    scope: Scope
    now: datetime
    settings: ForgettingSettings
    secret: bytes
    graves: Collection[str]
    new_id: Callable[[], str]


def plan_summaries(
    found: Sequence[Period], there: Sequence[Unit], making: Making
) -> Iterator[Summing]:
    """What the periods, of which there are no more that are over, lack; later nothing.

    `there` are the user's summaries in every state. What a person has retired is not made again.
    """
    known: dict[tuple[str | None, str], list[Unit]] = {}
    for unit in there:
        if "of" in unit.metadata and unit.tags:
            known.setdefault((unit.scope.agent, unit.tags[0]), []).append(unit)
    for period in found:
        before = known.pop((period.agent, period.name), [])
        live = tuple(unit for unit in before if unit.state in OPEN)
        hidden = any(unit.state is State.RETIRED for unit in before)
        if hidden or any(unit.metadata.get("of") == mark(period) for unit in live):
            continue
        made = _summing(period, live, making)
        if made.unit is not None or live:
            yield made
    for before in known.values():
        live = tuple(unit for unit in before if unit.state in OPEN)
        if live:
            yield Summing(unit=None, replaced=live)


def _summing(period: Period, live: tuple[Unit, ...], making: Making) -> Summing:
    """What is to be done for a period whose summaries `live` are not of its units any more."""
    units = period.units
    spoken = Counter(unit.language for unit in units)
    language = max(sorted(spoken), key=lambda name: spoken[name])
    opening = _opening(period, language)
    chosen = _chosen(units, opening, language, making.settings)
    if not chosen:
        return Summing(unit=None, replaced=live)
    made = _summary(period, opening, chosen, language, making)
    # What a model worded was erased with its quotations, in the first person.
    marks = (digest(making.secret, text) for text in (made.content, made.first_person))
    if any(mark in making.graves for mark in marks):
        return Summing(unit=None, replaced=live)
    return Summing(unit=made, replaced=live, opening=opening, quotes=tuple(chosen))


def _summary(
    period: Period, opening: str, chosen: Sequence[Unit], language: str, making: Making
) -> Unit:
    units = period.units
    sources = dict.fromkeys(source for unit in units for source in unit.sources)
    return Unit(
        id=making.new_id(),
        scope=replace(making.scope, agent=period.agent, session=None),
        content=_joined(opening, [unit.content for unit in chosen], language),
        first_person=_joined(opening, [unit.first_person for unit in chosen], language),
        kind=Kind.SUMMARY,
        # It is about a time. No statement about somebody is ever compared with it.
        subject="",
        language=language,
        confidence=min(unit.confidence for unit in chosen),
        sources=tuple(sources),
        created_at=making.now,
        occurred_at=units[-1].occurred_at,
        valid_from=period.end,
        moment=Moment(
            words=period.name,
            start=period.start,
            end=period.end,
            precision=_PRECISION[period.level],
        ),
        tags=(period.name, *period.tags),
        writer=WRITER,
        metadata={"units": len(units), "of": mark(period)},
    )


def mark(period: Period) -> str:
    """What tells whether a summary is of these units: a hash of their ids."""
    told = "\0".join(unit.id for unit in period.units)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def changes_of_summaries(plans: Sequence[Summing], *, secret: bytes, now: datetime) -> list[Change]:
    """The changes that carry the plans out."""
    changes: list[Change] = []
    for plan in plans:
        if plan.unit is not None:
            new = plan.unit
            changes.append(
                AddUnit(
                    unit=new,
                    tokens=unit_tokens(new),
                    fingerprint=digest(secret, new.content),
                    entry=HistoryEntry.after(new, "created", at=now, reason=plan.reason),
                )
            )
        reason = RENEWED if plan.unit is not None else TOO_LITTLE
        successor = plan.unit.id if plan.unit is not None else None
        for old in plan.replaced:
            # It was not untrue, so it has no end of validity, and its turns still stand.
            closed = replace(old, state=State.SUPERSEDED, superseded_by=successor)
            entry = HistoryEntry.after(
                closed, "superseded", at=now, reason=reason, other_id=successor
            )
            changes.append(UpdateUnit(unit=closed, entry=entry))
    return changes


def summed_up(
    units: Sequence[Unit], there: Sequence[Unit], *, settings: ForgettingSettings
) -> tuple[str, ...]:
    """Ids of faded units that matter little and that one of the summaries rests on, oldest first.

    All of a unit's sources must be among the summary's, so that it can be opened from there.
    """
    reached = [frozenset(summary.sources) for summary in there]
    return tuple(
        unit.id
        for unit in units
        if unit.state is State.FADED
        and not unit.pinned
        and unit.importance < settings.important
        and unit.sources
        and any(sources.issuperset(unit.sources) for sources in reached)
    )


def _chosen(
    units: Sequence[Unit], opening: str, language: str, settings: ForgettingSettings
) -> list[Unit]:
    """The most important units that do not repeat each other, in the order they were said."""
    left = sorted(units, key=lambda u: (-_worth(u), u.occurred_at, u.id))[:_COMPARED]
    words = {unit.id: frozenset(tokens(unit.content)) for unit in left}
    nearest = dict.fromkeys(words, 0.0)
    chosen: list[Unit] = []
    while left and len(chosen) < settings.summary_sentences:
        best = max(left, key=lambda u: _RELEVANCE * _worth(u) - (1 - _RELEVANCE) * nearest[u.id])
        left.remove(best)
        text = _joined(opening, [unit.content for unit in (*chosen, best)], language)
        if count_tokens(text) > settings.summary_tokens:
            continue
        chosen.append(best)
        for unit in left:
            nearest[unit.id] = max(nearest[unit.id], jaccard(words[unit.id], words[best.id]))
        left = [unit for unit in left if nearest[unit.id] < _REPEATS]
    return [unit for unit in units if unit in chosen]


def _worth(unit: Unit) -> float:
    return unit.importance * _WEIGHTS.get(unit.kind, 1.0)


def _opening(period: Period, language: str) -> str:
    first, last = period.units[0].occurred_at.date(), period.units[-1].occurred_at.date()
    if period.level == "week":
        first = period.start.date()
        last = first + timedelta(days=6)
    return _OPENINGS[language == "zh", period.level == "week", first == last].format(
        *(plain_date(day, "zh" if language == "zh" else "en") for day in (first, last))
    )


# By whether it is in Chinese, of a week, and of a single day.
_OPENINGS = {
    (False, False, True): "On {0}: ",
    (False, False, False): "From {0} to {1}: ",
    (False, True, False): "In the week from {0} to {1}: ",
    (True, False, True): "{0}：",
    (True, False, False): "{0}至{1}：",
    (True, True, False): "{0}至{1}这一周：",
}


def _joined(opening: str, said: Sequence[str], language: str) -> str:
    between, end = ("；", "。") if language == "zh" else ("; ", ".")
    return opening + between.join(map(quoted, said)) + end
