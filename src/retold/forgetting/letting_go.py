"""Letting go: what nothing needs any more and the settings do not keep for ever. Pure.

Nothing is let go unless `forgetting.turn_days` or `forgetting.cold_days` say so. It leaves no
tombstone: what was let go may be said again, or be read from an old export.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from retold.changes import Change, EraseTurn, EraseUnit
from retold.forgetting.fade import Fading, Integers
from retold.ports import Strengths
from retold.records import Corpus, Scope
from retold.settings import WindowSettings

COLD_FOR_LONG = "cold, and not used for too long"
TOLD_OF_IT = "told of what went"
UNUSED_TURN = "no memory rests on it"

# The first turns of a memory show where its words come from, and that it was said again; the
# hundredth shows nothing more. A model may make a memory of as many as it sees before a turn.
WITNESSES = 5

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """One unit or turn that a sweep lets go for good, and why."""

    id: str
    corpus: Corpus
    reason: str


def cold_for_long(units: Strengths, fading: Fading, days: int) -> list[str]:
    """The ids of those of the cold units that were not used for so many active days.

    What is pinned or important is none of them.
    """
    chosen = (fading.idle_days >= days) & ~fading.kept
    return [units.ids[row] for row in np.flatnonzero(chosen)]


def said_before(
    active: Integers, days: int, *, now: datetime, window: WindowSettings
) -> datetime | None:
    """The moment before which a turn was said at least so many active days ago; None for none.

    It is never so late that a turn before it may still be in view.
    """
    active = active[active <= (now - _EPOCH).days]
    if len(active) < days:
        return None
    # A turn in view has a silence of this length at the most between it and each newer one.
    seconds = min(window.turns * window.idle_minutes * 60, (now - _EPOCH).total_seconds())
    return min(
        _EPOCH + timedelta(days=int(active[len(active) - days])),
        now - timedelta(seconds=seconds),
    )


def goes(gone: Sequence[Gone], scope: Scope) -> list[Change]:
    """The changes that let it go."""
    return [
        EraseUnit(scope=scope, unit_id=one.id)
        if one.corpus is Corpus.UNITS
        else EraseTurn(scope=scope, turn_id=one.id)
        for one in gone
    ]
