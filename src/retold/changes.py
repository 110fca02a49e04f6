"""What can be written to a ledger. A list of changes is applied whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from retold.records import Corpus, Event, HistoryEntry, Receipt, Scope, State, Turn, Unit

Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectRevision:
    """Refuse the whole list with ConflictError if the user's units changed since this revision.

    What a writer decided rests on the units it read; this makes read, decide, write one step
    across threads and processes.
    """

    scope: Scope
    revision: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTurn:
    """Append a turn to the log, with the tokens by which keywords find it."""

    turn: Turn
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RedactTurn:
    """Blank out characters of a turn's text; `turn` is the turn as it reads afterwards.

    The driver replaces the text and the tokens, and drops the turn's vectors.
    """

    turn: Turn
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddUnit:
    """Add a unit, with its tokens, the keyed hashes it may be refused by, and why it came."""

    unit: Unit
    tokens: tuple[str, ...]
    fingerprint: str
    entry: HistoryEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateUnit:
    """Replace a unit by `unit` (same id and scope), and keep `entry` in its history."""

    unit: Unit
    entry: HistoryEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchUnits:
    """Count an access. It leaves no history."""

    scope: Scope
    unit_ids: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUnits:
    """Put units from one state into another, each with an entry in its history.

    One that is not in `before` any more, or was used at `untouched_since` or later, stays as it
    is: it was overtaken. The same holds for one that is gone.
    """

    scope: Scope
    unit_ids: tuple[str, ...]
    before: State
    after: State
    event: Event
    at: datetime
    reason: str = ""
    untouched_since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseUnit:
    """Remove a unit's row, keywords, vectors, history and pending jobs, beyond recovery."""

    scope: Scope
    unit_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseTurn:
    """Remove a turn's row, keywords, vectors, pending jobs and outcomes in receipts, for good.

    A receipt that named it stays with its key, so that a late retry does not bring the turn back.
    """

    scope: Scope
    turn_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetKeeping:
    """Whether what the user says is kept from now on; without it nothing of theirs is added.

    With `only` it is of that session alone, of which the empty text is the one without a name. It
    counts as a change of the user's units, so that whoever decides meanwhile decides anew.
    """

    scope: Scope
    keeping: bool
    only: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTombstone:
    """Keep a keyed hash of what was erased, and when, so that it cannot come back from old text."""

    scope: Scope
    digest: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PutVectors:
    """Store the vectors of one unit or turn under a model's identity, replacing earlier ones.

    `vectors` has shape (parts, dimensions), float32, each row of length one.
    """

    scope: Scope
    corpus: Corpus
    item_id: str
    model: str
    vectors: Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class DropVectors:
    """Drop the vectors of units or turns, of every model; they are lacking again.

    One that is gone, or not in the scope, is left out.
    """

    scope: Scope
    corpus: Corpus
    item_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddReceipt:
    """Keep a receipt, so that a retry with the same key is answered by it."""

    scope: Scope
    receipt: Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work to be done later. `payload` holds identifiers only, never text.

    It has waited since `created_at`; a time to come says when it is due.
    """

    id: str
    scope: Scope
    kind: str
    payload: dict[str, Any]
    state: Literal["waiting", "running", "failed"] = "waiting"
    attempts: int = 0
    created_at: datetime
    last_error: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutJob:
    """Add a job, or replace the one with the same id."""

    job: Job


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJob:
    """Remove a job that is done."""

    scope: Scope
    job_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeLease:
    """Take what one process at a time may hold, or hold it for longer.

    Raises LeaseError, and the whole list is refused, where another holds it. A lease that lasts
    longer from `now` than `seconds` was taken under a clock that was put back, and is free.
    """

    name: str
    holder: str
    now: datetime
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DropLease:
    """Give a lease back; one that another has taken meanwhile is theirs."""

    name: str
    holder: str


Change = (
    ExpectRevision
    | AddTurn
    | RedactTurn
    | AddUnit
    | UpdateUnit
    | TouchUnits
    | MoveUnits
    | EraseUnit
    | EraseTurn
    | SetKeeping
    | AddTombstone
    | PutVectors
    | DropVectors
    | AddReceipt
    | PutJob
    | FinishJob
    | TakeLease
    | DropLease
)
