"""What a writer makes of a turn log, in memory: nothing of it ever touches a disk.

A file beside the ledger would keep text that an erase could not reach.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from retold.changes import AddUnit, Change, UpdateUnit
from retold.ports import LIVE, Postings, UnitFilter
from retold.records import Corpus, HistoryEntry, Scope, State, Unit

_Key = TypeVar("_Key")
_Place = tuple[str, str, State]


@dataclass(slots=True, kw_only=True)
class Made:
    """A unit as it stands after the last turn, and what led there."""

    unit: Unit
    tokens: tuple[str, ...]
    fingerprint: str
    entries: list[HistoryEntry]


@dataclass(slots=True)
class Scratch:
    """The units made so far, by id in the order in which they were made.

    A writer reads it in place of a ledger, so it finds what it would find there.
    """

    key: bytes
    made: dict[str, Made] = field(default_factory=dict)
    _places: dict[str, int] = field(default_factory=dict)
    _fingerprints: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _slots: defaultdict[tuple[str, str], set[str]] = field(default_factory=lambda: defaultdict(set))
    _turns: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _counts: defaultdict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    # Number of units and of their tokens, by agent, session and state.
    _totals: Counter[_Place] = field(default_factory=Counter)
    _lengths: Counter[_Place] = field(default_factory=Counter)

    def apply(self, changes: Iterable[Change]) -> None:
        """Carry out a writer's changes: units added and updated."""
        for change in changes:
            match change:
                case AddUnit():
                    self._add(change)
                case UpdateUnit(unit=unit, entry=entry):
                    made = self.made[unit.id]
                    self._count(made, -1)
                    made.unit = unit
                    made.entries.append(entry)
                    self._count(made, 1)
                    self._source(unit)

    async def secret(self) -> bytes:
        """The key of the fingerprints."""
        return self.key

    async def units(self, scope: Scope, *where: UnitFilter) -> list[Unit]:
        """As `Ledger.units`."""
        filters = where or (UnitFilter(),)
        found = {unit_id for one in filters for unit_id in self._meeting(scope, one)}
        return [self.made[unit_id].unit for unit_id in sorted(found, key=self._places.__getitem__)]

    async def postings(
        self,
        scope: Scope,
        corpus: Corpus,
        tokens: Sequence[str],
        *,
        states: Sequence[State] = LIVE,
        rare: int | None = None,
        names: bool = True,
    ) -> Postings:
        """As `Ledger.postings`; there are no turns."""
        held = {token: self._counts.get(token, {}) for token in tokens}
        often = {t for t in held if rare is not None and len(held[t]) > rare}
        if often < set(tokens):
            held |= {token: {} for token in often}
        rows = [
            (place, unit_id, count)
            for place, token in enumerate(tokens if corpus is Corpus.UNITS else ())
            for unit_id, count in held[token].items()
            if _is_within(*_place(self.made[unit_id].unit), scope, states)
        ]
        found = {unit_id for _, unit_id, _ in rows}
        ids = tuple(sorted(found, key=self._places.__getitem__))
        items = {unit_id: item for item, unit_id in enumerate(ids)}
        sums = [
            (count, self._lengths[place])
            for place, count in self._totals.items()
            if corpus is Corpus.UNITS and _is_within(*place, scope, states)
        ]
        return Postings(
            numbers=np.array([self._places[unit_id] for unit_id in ids], dtype=np.int64),
            ids=ids if names else (),
            lengths=np.array([len(self.made[unit_id].tokens) for unit_id in ids], dtype=np.int64),
            tokens=np.array([place for place, _, _ in rows], dtype=np.int64),
            items=np.array([items[unit_id] for _, unit_id, _ in rows], dtype=np.int64),
            counts=np.array([count for _, _, count in rows], dtype=np.int64),
            total=sum(count for count, _ in sums),
            total_length=sum(length for _, length in sums),
            sessions=np.array([], dtype=np.int64),
            session_lengths=np.array([], dtype=np.int64),
        )

    def _add(self, change: AddUnit) -> None:
        unit = change.unit
        made = Made(
            unit=unit,
            tokens=change.tokens,
            fingerprint=change.fingerprint,
            entries=[change.entry],
        )
        self.made[unit.id] = made
        self._count(made, 1)
        self._places[unit.id] = len(self._places)
        self._fingerprints[change.fingerprint].add(unit.id)
        self._slots[unit.subject, unit.slot].add(unit.id)
        for token, count in Counter(change.tokens).items():
            self._counts[token][unit.id] = count
        self._source(unit)

    def _count(self, made: Made, by: int) -> None:
        self._totals[_place(made.unit)] += by
        self._lengths[_place(made.unit)] += by * len(made.tokens)

    def _source(self, unit: Unit) -> None:
        for source in unit.sources:
            self._turns[source.turn_id].add(unit.id)

    def _meeting(self, scope: Scope, where: UnitFilter) -> Iterator[str]:
        """The units that meet every condition of a filter."""
        sets = [
            *_holding(self._fingerprints, where.fingerprints),
            *_holding(self._slots, where.subject_slots),
            *_holding(self._turns, where.turn_ids),
        ]
        if where.ids:
            sets.append({unit_id for unit_id in where.ids if unit_id in self.made})
        candidates = set.intersection(*sets) if sets else set(self.made)
        met = [
            unit_id
            for unit_id in sorted(candidates, key=self._places.__getitem__)
            if _is_within(*_place(self.made[unit_id].unit), scope, where.states)
            and (not where.kinds or self.made[unit_id].unit.kind in where.kinds)
        ]
        yield from met if where.limit is None else met[len(met) - min(where.limit, len(met)) :]


def _holding(index: Mapping[_Key, set[str]], wanted: Sequence[_Key] | None) -> Iterator[set[str]]:
    """The units under one of the keys; nothing where no condition is set."""
    if wanted:
        yield set().union(*(index.get(key, ()) for key in wanted))


def _place(unit: Unit) -> _Place:
    return unit.scope.agent or "", unit.scope.session or "", unit.state


def _is_within(
    agent: str, session: str, state: State, scope: Scope, states: Sequence[State]
) -> bool:
    return (
        (not states or state in states)
        and scope.agent in (None, agent)
        and scope.session in (None, session)
    )
