"""Duplicates that slipped in, by two writers or an import: the younger joins the older. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from retold.changes import UpdateUnit
from retold.ports import LIVE
from retold.records import HistoryEntry, Kind, State, Unit
from retold.text.normal import fold, normalise
from retold.text.similarity import differing
from retold.text.tokens import query_tokens

TWICE = "kept twice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Twins:
    """Two units that say the same; the older stays."""

    older: Unit
    younger: Unit


def twins(units: Sequence[Unit]) -> list[Twins]:
    """Live units that another one makes superfluous, each once.

    It has the same words, or the same slot and value and tells nothing beside the older one; about
    the same subject at the same time. Whoever names the slot in richer words stays.
    """
    first: dict[Hashable, Unit] = {}
    found: list[Twins] = []
    for unit in sorted(units, key=lambda one: (one.created_at, one.occurred_at, one.id)):
        if unit.state not in LIVE or unit.kind is Kind.SUMMARY or unit.valid_to is not None:
            continue
        keys = _keys(unit)
        older = next((first[k] for k in keys if k in first and _adds_nothing(unit, first[k])), None)
        if older is not None:
            found.append(Twins(older=older, younger=unit))
            continue
        for key in keys:
            first.setdefault(key, unit)
    return found


def plan_merges(found: Sequence[Twins], *, now: datetime) -> list[UpdateUnit]:
    """The older units with the evidence of the younger, and these closed in their favour.

    What is merged was never untrue: its validity has no end, and `restore` brings it back.
    """
    merged: dict[str, Unit] = {}
    closed: list[UpdateUnit] = []
    last: dict[str, str] = {}
    for pair in found:
        older, younger = merged.get(pair.older.id, pair.older), pair.younger
        merged[older.id] = _joined(older, younger)
        last[older.id] = younger.id
        gone = replace(younger, state=State.SUPERSEDED, superseded_by=older.id)
        step = HistoryEntry.after(gone, "superseded", at=now, reason=TWICE, other_id=older.id)
        closed.append(UpdateUnit(unit=gone, entry=step))
    steps = (
        HistoryEntry.after(unit, "merged", at=now, reason=TWICE, other_id=last[unit.id])
        for unit in merged.values()
    )
    kept = [UpdateUnit(unit=merged[step.unit_id], entry=step) for step in steps]
    return [*kept, *closed]


def _keys(unit: Unit) -> list[Hashable]:
    moment = unit.moment and (unit.moment.start, unit.moment.end)
    same = (unit.scope.agent, unit.subject, unit.polarity, unit.owner, moment)
    keys: list[Hashable] = [(*same, "words", normalise(unit.content))]
    if unit.slot and unit.value:
        keys.append((*same, unit.slot, fold(unit.value).strip()))
    return keys


def _adds_nothing(unit: Unit, older: Unit) -> bool:
    if normalise(unit.content) == normalise(older.content):
        return True
    new = set(query_tokens(unit.content)) <= set(query_tokens(older.content))
    return new and not differing(unit.content, older.content)


def _joined(older: Unit, younger: Unit) -> Unit:
    began = [unit.valid_from for unit in (older, younger) if unit.valid_from is not None]
    return replace(
        older,
        sources=tuple(dict.fromkeys((*older.sources, *younger.sources))),
        confidence=max(older.confidence, younger.confidence),
        importance=max(older.importance, younger.importance),
        valid_from=min(began, default=None),
        state=State.ACTIVE if State.ACTIVE in (older.state, younger.state) else older.state,
        pinned=older.pinned or younger.pinned,
        tags=tuple(dict.fromkeys((*older.tags, *younger.tags))),
        conflicts=tuple(c for c in dict.fromkeys((*older.conflicts, *younger.conflicts))),
        metadata={**younger.metadata, **older.metadata},
    )
