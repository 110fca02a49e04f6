"""What an engine says of itself, and what it is asked and answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import numpy as np
import numpy.typing as npt

from retold.changes import Vector
from retold.records import Kind, State

LIVE = (State.ACTIVE, State.FADED)
# What may still be compared with and come back; the rest is history.
OPEN = (*LIVE, State.COLD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What a driver can do. A setting that asks for more fails when the memory is opened."""

    durable: bool
    several_processes: bool
    holds_vectors: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Postings:
    """Where tokens occur: for row i, token `tokens[i]` stands `counts[i]` times in item `items[i]`.

    `numbers` are the ledger's for the items, ascending in the order of recording, and `ids` their
    ids, if these were asked for. `tokens` and `items` are positions in the asked tokens and in
    `numbers`; `lengths` and `sessions` belong to `numbers` (sessions are positions in
    `session_ids`; units have none). `total` and `total_length` are the number of live items of the
    scope and the sum of their lengths.
    `session_lengths` are the token counts of whole sessions, `session_total` their number.
    """

    numbers: npt.NDArray[np.int64]
    ids: tuple[str, ...]
    lengths: npt.NDArray[np.int64]
    tokens: npt.NDArray[np.int64]
    items: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    total: int
    total_length: int
    sessions: npt.NDArray[np.int64]
    session_ids: tuple[str, ...] = ()
    session_lengths: npt.NDArray[np.int64]
    session_total: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOutline:
    """What ranking needs of a turn, without its text. `position` counts inside the session.

    `number` is the one that stands in `Postings`.
    """

    id: str
    number: int
    session: str
    position: int
    speaker: str
    role: str
    is_question: bool
    occurred_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Strengths:
    """What forgetting needs of units, as columns: row i of each belongs to unit `ids[i]`.

    `places` grow in the order of recording. `said_at` and `used_at` are microseconds since 1970:
    when it was said, and when it was last said again, recalled or restored, or said. `uses` counts
    those times after the first.
    """

    ids: tuple[str, ...]
    places: npt.NDArray[np.int64]
    states: tuple[State, ...]
    kinds: tuple[Kind, ...]
    importance: npt.NDArray[np.float64]
    pinned: npt.NDArray[np.bool_]
    said_at: npt.NDArray[np.int64]
    used_at: npt.NDArray[np.int64]
    uses: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorRow:
    """A stored vector: `change` grows with every write in the store, `part` counts windows."""

    item_id: str
    part: int
    change: int
    state: State
    vector: Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorRows:
    """Vectors written after a change, the latest change, and how often rows were removed.

    When `removals` differs from what a reader has seen, its copy is stale as a whole.
    """

    rows: tuple[VectorRow, ...]
    change: int
    removals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFilter:
    """Conditions on units; None and the empty tuple set none.

    `subject_slots` are pairs of subject and slot; `turn_ids` name turns of which the unit
    rests on one or more;
    `limit` keeps the newest.
    """

    ids: tuple[str, ...] | None = None
    states: tuple[State, ...] = LIVE
    kinds: tuple[Kind, ...] = ()
    subject_slots: tuple[tuple[str, str], ...] | None = None
    fingerprints: tuple[str, ...] | None = None
    turn_ids: tuple[str, ...] | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """What went together with units and turns that were erased or blanked, in numbers of rows."""

    vectors: int = 0
    history: int = 0
    receipts: int = 0
    jobs: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """A place where a text was found: a row of a table, or bytes of a file."""

    where: str
    place: int
    what: Literal["row", "bytes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What a search for erased texts found.

    Of `runs` runs of eight bytes, `shared` stand in rows that are there and so tell nothing.
    `files` and `rows` were looked through. `found` is cut off after a thousand places.
    """

    found: tuple[Trace, ...]
    runs: int
    shared: int
    files: tuple[str, ...]
    rows: int
