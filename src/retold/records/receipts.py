"""What a write, an erase and a rebuild did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from retold.records.units import Source
from retold.records.words import (
    Action,
    Scope,
)

Keeping = Literal["on", "off", "stopped", "paused", "resumed", "incognito"]


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
    """What a write did. `vectors` is `pending` when they could not be made yet.

    `keeping` is `off` when the user had asked that nothing be kept, `stopped`, `paused` (of this
    session alone) or `resumed` when they asked just now, `incognito` in an incognito session; only
    what is `on` or `resumed` wrote.
    """

    id: str
    turn_ids: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    at: datetime
    key: str | None = None
    repeated: bool = False
    vectors: Literal["stored", "pending"] = "stored"
    keeping: Keeping = "on"
    notes: tuple[str, ...] = ()

    @property
    def unit_ids(self) -> tuple[str, ...]:
        """The units that were newly written, in order."""
        made = (Action.KEPT, Action.SUPERSEDED)
        return tuple(o.unit_id for o in self.outcomes if o.action in made and o.unit_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureReceipt:
    """What an erase removed, in counts and ids; it holds none of the erased text.

    `turns` are gone from the log, `turns_redacted` lost sentences, `receipts` no longer name what
    is gone. `signature` is the store's over all the rest; `AsyncMemory.verify` checks it.
    """

    id: str
    at: datetime
    scope: Scope
    units: int
    turns: int
    turns_redacted: int
    vectors: int
    history: int
    receipts: int
    jobs: int
    tombstones: int
    unit_ids: tuple[str, ...]
    turn_ids: tuple[str, ...]
    signature: str = ""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What an export wrote, in counts."""

    turns: int = 0
    units: int = 0
    receipts: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was read back from an export, in counts.

    `turns`, `units` and `receipts` are new; `updated` units were there and are newer in the file.
    `known` turns and units were there, as they are in the file or newer. `erased` ones stay away,
    for the user has erased them since; `turns_redacted`, among the new ones, lost sentences.
    `unsourced` units rest on no turn that is there, `refused` ones hold a secret. `notes` say what
    was changed on the way in.
    """

    turns: int = 0
    units: int = 0
    receipts: int = 0
    updated: int = 0
    known: int = 0
    erased: int = 0
    turns_redacted: int = 0
    unsourced: int = 0
    refused: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BroughtBack:
    """What a store holds after a backup took its place, and what was erased since and stays away.

    `users` have turns or units; `units_erased` and `turns_erased` were in the backup, and
    `turns_redacted` lost sentences.
    """

    users: int
    units_erased: int
    turns_erased: int
    turns_redacted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanned:
    """What a second look brought: an outcome for each statement, and notes on what went wrong."""

    outcomes: tuple[Outcome, ...] = ()
    notes: tuple[str, ...] = ()
