"""Evicting: what goes cold or is retired, and why, as a plan that can be looked at first. Pure.

In this order, each where the settings ask for it: what has faded to cold, what was not used for
very long, what is beyond the capacity, what has faded and never mattered. What is pinned or
important is never evicted, and nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

import numpy as np

from retold.changes import MoveUnits
from retold.forgetting.fade import Fading, Flags, Integers
from retold.ports import LIVE, Strengths
from retold.records import Event, Kind, Scope, State
from retold.settings import ForgettingSettings

FADED = "not used for long"
STRONGER = "used again"
TOO_OLD = "older than the limit"
TOO_MANY = "over the capacity"
TOO_LITTLE = "faded and unimportant"

_EVENTS: dict[State, Event] = {
    State.ACTIVE: "woken",
    State.FADED: "faded",
    State.COLD: "cooled",
    State.RETIRED: "retired",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One unit that changes its state in a sweep: from where to where, and why.

    `retention` is what is left of it, 0-1; `idle_days` counts the active days since its last use.
    """

    unit_id: str
    kind: Kind
    before: State
    after: State
    reason: str
    retention: float
    idle_days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidates:
    """Units that the capacity may push out, as columns: their places, and when they were used.

    `staying` are those beside them that stay live whatever the capacity.
    """

    places: Integers
    used_at: Integers
    staying: int


def candidates(units: Strengths, fading: Fading, settings: ForgettingSettings) -> Candidates:
    """Those of the units that stay live otherwise, and are neither pinned nor important."""
    live = np.array([state in LIVE for state in fading.states], dtype=np.bool_)
    live &= ~_too_old(fading, settings)
    free = live & ~fading.kept
    return Candidates(
        places=units.places[free],
        used_at=units.used_at[free],
        staying=int((live & fading.kept).sum()),
    )


def surplus(pages: Sequence[Candidates], capacity: int) -> Integers:
    """The places of the least recently used that a capacity has no room for, ascending.

    Of units that were used at the same time the older go first.
    """
    number = sum(page.staying + len(page.places) for page in pages) - capacity
    if number <= 0:
        return np.empty(0, dtype=np.int64)
    places = np.concatenate([page.places for page in pages])
    used_at = np.concatenate([page.used_at for page in pages])
    chosen: Integers = np.sort(places[np.lexsort((places, used_at))[:number]])
    return chosen


def plan_moves(
    units: Strengths, fading: Fading, beyond: Integers, settings: ForgettingSettings
) -> list[Move]:
    """The units that belong in another state than they are in; a second run plans nothing.

    `beyond` are the places of units that the capacity has no room for.
    """
    to = State(settings.evict_to)
    too_old = _too_old(fading, settings)
    too_many = np.isin(units.places, beyond) & ~fading.kept
    too_little = (units.importance < settings.least_importance) & ~fading.kept
    moves = []
    for row, (before, state) in enumerate(zip(units.states, fading.states, strict=True)):
        after, reason = state, STRONGER if state is State.ACTIVE else FADED
        if state is not State.COLD:
            if too_old[row]:
                after, reason = to, TOO_OLD
            elif too_many[row]:
                after, reason = to, TOO_MANY
            elif state is State.FADED and too_little[row]:
                after, reason = to, TOO_LITTLE
        if after is not before:
            moves.append(
                Move(
                    unit_id=units.ids[row],
                    kind=units.kinds[row],
                    before=before,
                    after=after,
                    reason=reason,
                    retention=round(float(fading.retention[row]), 4),
                    idle_days=int(fading.idle_days[row]),
                )
            )
    return moves


def changes_of(moves: Sequence[Move], scope: Scope, *, now: datetime) -> Iterator[MoveUnits]:
    """The changes that carry moves out; a unit that is used from `now` on stays as it is."""

    def alike(move: Move) -> tuple[State, State, str]:
        return move.before, move.after, move.reason

    for (before, after, reason), group in groupby(sorted(moves, key=alike), key=alike):
        yield MoveUnits(
            scope=scope,
            unit_ids=tuple(move.unit_id for move in group),
            before=before,
            after=after,
            event=_EVENTS[after],
            at=now,
            reason=reason,
            untouched_since=now,
        )


def waking(scope: Scope, unit_ids: Sequence[str], before: State, *, now: datetime) -> MoveUnits:
    """The change that makes active again what a recall brought back."""
    return MoveUnits(
        scope=scope,
        unit_ids=tuple(unit_ids),
        before=before,
        after=State.ACTIVE,
        event=_EVENTS[State.ACTIVE],
        at=now,
        reason="recalled",
    )


def _too_old(fading: Fading, settings: ForgettingSettings) -> Flags:
    limit = settings.after_days or np.inf
    old: Flags = (fading.idle_days >= limit) & ~fading.kept
    return old
