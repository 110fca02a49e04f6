"""What comes from an old copy, at the gateway: within the limits, and nothing that was erased."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from retold.changes import AddUnit, Change
from retold.errors import InputError
from retold.forgetting import statement_digests, unit_digest
from retold.gateway import Gateway
from retold.ports import Ledger
from retold.records import HistoryEntry, Outcome, Said, Turn, Unit
from retold.text.normal import clean


class Admission:
    """Admits turns and units of an export or a backup."""

    def __init__(self, ledger: Ledger, gateway: Gateway) -> None:
        """Ask this gateway, and the tombstones of this ledger."""
        self._ledger = ledger
        self._gateway = gateway

    def turn(self, turn: Turn, *, now: datetime) -> tuple[Turn, tuple[str, ...]]:
        """A turn as if it were said now, and notes on what was changed.

        It keeps when it was said and recorded. Raises what `Gateway.admit` raises.
        """
        said = Said(
            text=turn.text,
            speaker=turn.speaker,
            role=turn.role,
            at=turn.occurred_at,
            id=turn.id,
            attachments=turn.attachments,
            metadata=turn.metadata,
            origin="restore",
        )
        admitted, notes = self._gateway.admit(said, self._gateway.scope(turn.scope), now=now)
        recorded = min(turn.recorded_at, now)
        return replace(admitted, dated=turn.dated, recorded_at=recorded), notes

    def unit(self, unit: Unit, *, now: datetime) -> bool:
        """Whether a unit may come: one that holds a secret may not.

        Raises what `Gateway.admit` raises, and InputError for characters that are not text.
        """
        scope = self._gateway.scope(unit.scope)
        self._gateway.key(unit.id)
        if any(clean(text) != text for text in (unit.content, unit.first_person, unit.value)):
            raise InputError("the unit holds characters that are not text")
        may = True
        # Not the value: a number by itself looks like a secret that it is not in its sentence.
        for text in (unit.content, unit.first_person or unit.content):
            said = Said(text=text, at=unit.occurred_at, metadata=unit.metadata, origin="restore")
            may &= self._gateway.admit(said, scope, now=now)[0].text == text
        return may

    async def unerased(
        self, turns: Sequence[Turn], units: Sequence[Unit]
    ) -> tuple[list[Turn], list[Unit]]:
        """What an old copy holds, without what its user has erased since.

        Turns come back as `Gateway.judged` gives them. A unit that was erased is left out, in
        whatever words it stands there, and so is one that rests on a turn or a sentence that was.
        """
        if not turns and not units:
            return [], []
        texts = {turn.id: turn.text for turn in turns}
        standing = await self._not_erased_by_id(units)
        resting = [_narrowed(unit, texts) for unit in standing]
        resting = [unit for unit in resting if unit.sources]

        async def judge(said: Sequence[Turn]) -> tuple[Sequence[Change], Sequence[Outcome]]:
            now = {turn.id: turn.text for turn in said}
            return [_added(unit) for unit in resting if _is_intact(unit, now, texts)], ()

        said, changes, _ = await self._gateway.judged(turns, judge) if turns else ([], [], [])
        kept = {change.unit.id for change in changes if isinstance(change, AddUnit)}
        known = {unit.id for unit in resting}
        kept |= await self._by_wording([unit for unit in standing if unit.id not in known])
        return said, [unit for unit in units if unit.id in kept]

    async def _not_erased_by_id(self, units: Sequence[Unit]) -> list[Unit]:
        if not units:
            return []
        secret = await self._ledger.secret()
        marks = {unit_digest(secret, unit.id): unit.id for unit in units}
        graves = await self._ledger.tombstones(units[0].scope, marks)
        gone = {marks[mark] for mark in graves}
        return [unit for unit in units if unit.id not in gone]

    async def _by_wording(self, units: Sequence[Unit]) -> set[str]:
        """Ids of units that rest on no turn and were not erased, in these words, since."""
        if not units:
            return set()
        secret = await self._ledger.secret()
        marks = {u.id: tuple(statement_digests(u, (), secret=secret)) for u in units}
        every = [mark for several in marks.values() for mark in several]
        graves = await self._ledger.tombstones(units[0].scope, every)
        return {
            unit.id
            for unit in units
            if not any(m in graves and unit.occurred_at <= graves[m] for m in marks[unit.id])
        }


def _narrowed(unit: Unit, texts: Mapping[str, str]) -> Unit:
    return replace(unit, sources=tuple(s for s in unit.sources if s.turn_id in texts))


def _is_intact(unit: Unit, now: Mapping[str, str], before: Mapping[str, str]) -> bool:
    """Whether all that a unit rests on is there, and reads as it did."""
    return all(
        s.turn_id in now and now[s.turn_id][s.start : s.end] == before[s.turn_id][s.start : s.end]
        for s in unit.sources
    )


def _added(unit: Unit) -> AddUnit:
    """The change that the gateway judges; what is written has its tokens and its history."""
    entry = HistoryEntry.after(unit, "created", at=unit.created_at)
    return AddUnit(unit=unit, tokens=(), fingerprint="", entry=entry)
