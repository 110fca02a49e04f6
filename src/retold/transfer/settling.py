"""What comes from a file beside what is known already: of two that exclude each other, the newer.

Pure. Narrow, as everywhere: only of the same subject, in a slot that holds one thing at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from retold.changes import UpdateUnit
from retold.ports import OPEN
from retold.records import HistoryEntry, State, Unit
from retold.text.relations import may_be_several
from retold.transfer.lines import Life
from retold.writer.frames import slot_of
from retold.writer.reconcile import same_value

_REASON = "newer in an export"


def excludes_others(unit: Unit) -> bool:
    """Whether an open unit lets no other stand beside it in its slot."""
    if not unit.slot or unit.polarity < 0 or unit.state not in OPEN:
        return False
    return slot_of(unit.slot).replaces and not may_be_several(unit.subject)


def settled(
    lives: Sequence[Life], there: Sequence[Unit], *, now: datetime
) -> tuple[list[Life], list[UpdateUnit]]:
    """The lives that come, some closed by what is there, and what closes units that are there."""
    units = {unit.id: unit for unit in there if excludes_others(unit)}
    coming: list[Life] = []
    closing: list[UpdateUnit] = []
    for life in lives:
        for other in list(units.values()) if excludes_others(life.unit) else ():
            if not _rivals(life.unit, other):
                continue
            if other.began >= life.unit.began:
                life = _closed(life, other, now)  # noqa: PLW2901
            else:
                closed, entry = _overtaken(other, life.unit, now)
                closing.append(UpdateUnit(unit=closed, entry=entry))
                del units[other.id]
        coming.append(life)
    return coming, closing


def _rivals(unit: Unit, other: Unit) -> bool:
    return (
        unit.state in OPEN
        and (unit.subject, unit.slot) == (other.subject, other.slot)
        and unit.scope.agent == other.scope.agent
        and not same_value(unit.value, other.value)
    )


def _closed(life: Life, by: Unit, now: datetime) -> Life:
    unit, entry = _overtaken(life.unit, by, now)
    return Life(unit=unit, history=(*life.history, entry))


def _overtaken(unit: Unit, by: Unit, now: datetime) -> tuple[Unit, HistoryEntry]:
    closed = replace(
        unit, state=State.SUPERSEDED, valid_to=max(by.began, unit.began), superseded_by=by.id
    )
    entry = HistoryEntry.after(closed, "superseded", at=now, reason=_REASON, other_id=by.id)
    return closed, entry
