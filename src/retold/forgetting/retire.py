"""Retire: out of sight, kept in history, and back on request; and pin: never out of sight."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from retold.changes import UpdateUnit
from retold.errors import InputError
from retold.records import Event, HistoryEntry, Kind, State, Unit


def plan_retire(unit: Unit, *, now: datetime, reason: str) -> UpdateUnit:
    """The change that hides a unit from every recall.

    Raises:
        InputError: it is retired already.
    """
    if unit.state is State.RETIRED:
        raise InputError(f"unit {unit.id} is retired already", hint="restore brings it back")
    retired = replace(unit, state=State.RETIRED)
    step = HistoryEntry.after(retired, "retired", at=now, reason=reason)
    return UpdateUnit(unit=retired, entry=step)


def plan_pin(unit: Unit, *, now: datetime, pinned: bool) -> UpdateUnit:
    """The change that keeps a unit from fading, or lets it fade again.

    Raises:
        InputError: it is so already.
    """
    if unit.pinned is pinned:
        state = "pinned already" if pinned else "not pinned"
        raise InputError(f"unit {unit.id} is {state}", hint="nothing was changed")
    changed = replace(unit, pinned=pinned)
    event: Event = "pinned" if pinned else "unpinned"
    return UpdateUnit(unit=changed, entry=HistoryEntry.after(changed, event, at=now))


def plan_restore(unit: Unit, *, now: datetime) -> UpdateUnit:
    """The change that brings back a unit that is retired, or was merged into another.

    One that something newer has replaced comes back as superseded, so that it is found by `as_of`
    and in history but does not contradict the newer one.

    Raises:
        InputError: it is neither.
    """
    merged = unit.is_joined and unit.kind is not Kind.SUMMARY
    if unit.state is not State.RETIRED and not merged:
        raise InputError(f"unit {unit.id} is {unit.state}, not retired", hint="nothing to restore")
    state = State.ACTIVE if unit.valid_to is None else State.SUPERSEDED
    parted = None if state is State.ACTIVE else unit.superseded_by
    restored = replace(unit, state=state, superseded_by=parted)
    return UpdateUnit(unit=restored, entry=HistoryEntry.after(restored, "restored", at=now))
