"""What a write, an erase or a rebuild did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from retold.records.kinds import Action
from retold.records.units import Source


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one sentence: the action, the rule that decided, the score and its reasons.

    `affected` lists the units that were merged into, closed or withdrawn. `source` says which
    characters of which turn; the receipt itself holds no text, so an erase need not touch it.
    """

    action: Action
    rule: str
    score: float
    source: Source
    reasons: tuple[str, ...] = ()
    unit_id: str | None = None
    affected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a write did. `vectors` is `pending` when they could not be made yet."""

    id: str
    turn_ids: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    at: datetime
    key: str | None = None
    repeated: bool = False
    vectors: Literal["stored", "pending"] = "stored"
    notes: tuple[str, ...] = ()

    @property
    def unit_ids(self) -> tuple[str, ...]:
        """The units that were newly written, in order."""
        made = (Action.KEPT, Action.SUPERSEDED)
        return tuple(o.unit_id for o in self.outcomes if o.action in made and o.unit_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureReceipt:
    """What an erase removed, in counts; it holds none of the erased text."""

    id: str
    at: datetime
    units: int
    turns_redacted: int
    vectors: int
    history: int
    tombstones: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """What a rebuild did with a user's units, in counts.

    `turns` were read. Of the units that were there, `unchanged` stay as they were, `changed` were
    made again and are open or closed as the turns now say, `closed` are not made any more; `added`
    are new.
    """

    turns: int
    unchanged: int
    changed: int
    added: int
    closed: int
