"""The working set of one call: the units it touches, and the changes it makes, in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal
from uuid import uuid4

from retold.changes import AddUnit, Change, UpdateUnit
from retold.ports import OPEN
from retold.records import HistoryEntry, Kind, Outcome, Unit
from retold.text.normal import digest
from retold.text.tokens import query_tokens
from retold.text.wording import unit_tokens
from retold.writer.drafts import Draft

Event = Literal["created", "merged", "superseded", "withdrawn", "retired", "changed"]


@dataclass(slots=True)
class Desk:
    """Units by id as they stand now, including what this call has already changed."""

    secret: bytes
    now: datetime
    changes: list[Change] = field(default_factory=list)
    outcomes: list[Outcome] = field(default_factory=list)
    _units: dict[str, Unit] = field(default_factory=dict)
    _fingerprints: dict[str, str] = field(default_factory=dict)
    _slots: dict[tuple[str, str], list[str]] = field(default_factory=lambda: defaultdict(list))
    _tokens: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _made: set[str] = field(default_factory=set)

    def load(self, units: Iterable[Unit]) -> None:
        """Lay out units from the ledger; those that are there already stay as they are.

        Summaries are left out: they say nothing new, and their units are compared already.
        """
        for unit in units:
            if unit.id not in self._units and unit.kind is not Kind.SUMMARY:
                self._enter(unit)

    def fingerprint(self, content: str) -> str:
        """The keyed hash by which the ledger finds a statement again."""
        return digest(self.secret, content)

    def same_words(self, draft: Draft) -> Unit | None:
        """The open unit with these very words about the same subject."""
        unit = self._units.get(self._fingerprints.get(self.fingerprint(draft.content), ""))
        return unit if unit is not None and unit.state in OPEN else None

    def in_slot(self, subject: str, slot: str) -> list[Unit]:
        """Open units of a subject and slot."""
        return self._open(self._slots.get((subject, slot), ()))

    def about(self, subject: str) -> list[Unit]:
        """Open units of a subject, in whatever slot."""
        return [u for u in self._units.values() if u.subject == subject and u.state in OPEN]

    def sharing(self, content: str) -> list[Unit]:
        """Open units that share words with a text, those with the most first."""
        counts: dict[str, int] = defaultdict(int)
        for token in query_tokens(content):
            for unit_id in self._tokens.get(token, ()):
                counts[unit_id] += 1
        return self._open(sorted(counts, key=lambda unit_id: -counts[unit_id])[:_CANDIDATES])

    def resting_on(self, turn_id: str) -> list[Unit]:
        """Open units with no other source than this turn."""
        return [
            u for u in self._units.values()
            if u.state in OPEN and u.sources and all(s.turn_id == turn_id for s in u.sources)
        ]  # fmt: skip

    def unit(self, unit_id: str) -> Unit:
        """A unit as it stands now."""
        return self._units[unit_id]

    def add(self, unit: Unit, *, reason: str, turn_id: str) -> None:
        """Write a new unit."""
        entry = self._entry(unit, "created", reason, turn_id)
        self._enter(unit)
        self._made.add(unit.id)
        self.changes.append(
            AddUnit(
                unit=unit,
                tokens=unit_tokens(unit),
                fingerprint=self.fingerprint(unit.content),
                entry=entry,
            )
        )

    def update(
        self, unit: Unit, event: Event, *, reason: str, turn_id: str, other_id: str | None = None
    ) -> None:
        """Write a unit as it is from now on."""
        self._units[unit.id] = unit
        entry = replace(self._entry(unit, event, reason, turn_id), other_id=other_id)
        self.changes.append(UpdateUnit(unit=unit, entry=entry))

    def _enter(self, unit: Unit) -> None:
        self._units[unit.id] = unit
        self._fingerprints[self.fingerprint(unit.content)] = unit.id
        if unit.slot:
            self._slots[unit.subject, unit.slot].append(unit.id)
        for token in query_tokens(unit.content):
            self._tokens[token].append(unit.id)

    def _open(self, unit_ids: Sequence[str]) -> list[Unit]:
        return [self._units[i] for i in unit_ids if self._units[i].state in OPEN]

    def _entry(self, unit: Unit, event: Event, reason: str, turn_id: str) -> HistoryEntry:
        return HistoryEntry.after(unit, event, at=self.now, reason=reason, turn_id=turn_id)


# Near duplicates share most of their words, so they are among the first.
_CANDIDATES = 8


def unit_of(draft: Draft, now: datetime) -> Unit:
    """The unit that a draft becomes."""
    return Unit(
        id=uuid4().hex,
        scope=draft.turn.scope,
        content=draft.content,
        first_person=draft.first_person,
        kind=draft.kind,
        subject=draft.subject,
        slot=draft.slot,
        value=draft.value,
        polarity=draft.polarity,
        language=draft.language,
        importance=round(draft.importance, 4),
        confidence=round(draft.confidence, 4),
        sources=draft.sources,
        created_at=now,
        occurred_at=draft.turn.occurred_at,
        valid_from=draft.turn.occurred_at,
        moment=draft.moment,
        owner=draft.owner,
        writer=draft.writer,
        metadata=draft.turn.metadata,
    )


def sources_in(units: Iterable[Unit]) -> Iterator[str]:
    """The ids of the turns that units rest on."""
    return (source.turn_id for unit in units for source in unit.sources)
