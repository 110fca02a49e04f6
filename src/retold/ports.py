"""The ports: what Retold asks of the world.

Protocols are for small things a user may bring (an embedder, a clock, a model). Abstract classes
are for engines, whose behaviour `retold.testing` checks with one conformance suite a port.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from retold.changes import Change, Job, Vector
from retold.records import Corpus, HistoryEntry, Kind, Receipt, Scope, State, Turn, Unit

LIVE = (State.ACTIVE, State.FADED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What a driver can do. A setting that asks for more fails when the memory is opened."""

    durable: bool
    several_processes: bool
    holds_vectors: bool


@runtime_checkable
class Embedder(Protocol):
    """Turns text into vectors. Called in a worker thread, never from two threads at once."""

    @property
    def identity(self) -> str:
        """Name, version and dimensions; vectors of two identities are never compared."""

    @property
    def dimensions(self) -> int:
        """Length of each vector."""

    def embed(self, texts: Sequence[str], *, purpose: Literal["query", "passage"]) -> list[Vector]:
        """One array a text, shape (parts, dimensions), float32, rows of length one.

        Long text comes back as several parts (windows), short text as one. A vector does not
        depend on what else is in the batch. Raises EmbedderError.
        """


class Clock(Protocol):
    """Tells the time, so that tests and imports can set it."""

    def now(self) -> datetime:
        """The present, aware."""


class ChatModel(Protocol):
    """A language model behind a chat endpoint; nothing in the default needs one."""

    @property
    def identity(self) -> str:
        """Name of the model, as written into what it made."""

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: Mapping[str, Any] | None = None,
        timeout_seconds: float,
    ) -> str:
        """The reply to `(role, text)` messages, as JSON of a schema where one is given.

        An endpoint may not keep to the schema; whoever asks checks. Raises ModelError.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Postings:
    """Where tokens occur: for row i, token `tokens[i]` stands `counts[i]` times in item `items[i]`.

    `tokens` and `items` are positions in the asked tokens and in `ids`; `lengths` and `sessions`
    belong to `ids` (sessions are positions in `session_ids`; units have none). `total` and
    `total_length` are the number of live items of the scope and the sum of their lengths.
    `session_lengths` are the token counts of whole sessions, `session_total` their number.
    """

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
class Similarities:
    """Cosines of the nearest items, best first, and of those asked for beside them.

    `ids` and `values` are parallel. `mean` and `deviation` are over all items that were compared,
    `total` of them, so that scores can be put on one scale with other signals.
    """

    ids: tuple[str, ...]
    values: npt.NDArray[np.float32]
    total: int
    mean: float
    deviation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOutline:
    """What ranking needs of a turn, without its text. `position` counts inside the session."""

    id: str
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


class Ledger(ABC):
    """The database of turns, units, history, tombstones and jobs: the only truth.

    Every method is bound to a scope, inside the statement. A scope without agent or session
    means all of the user's. Raises StoreError. Its class is opened by `open`, and puts a backup in
    the place of a store by `replacing`, both as `SqliteLedger` has them.
    """

    @property
    @abstractmethod
    def capabilities(self) -> Capabilities:
        """What this engine can do."""

    @abstractmethod
    async def apply(self, changes: Sequence[Change]) -> Removed:
        """Write all of it, durably, or nothing; and what went with what it erased."""

    @abstractmethod
    async def turns(
        self,
        scope: Scope,
        *,
        ids: Sequence[str] | None = None,
        last: int | None = None,
    ) -> list[Turn]:
        """Turns in the order they were recorded: those named, or the last few, or all."""

    @abstractmethod
    async def turn_page(self, scope: Scope, *, after: int, limit: int) -> tuple[list[Turn], int]:
        """Up to `limit` turns recorded after a place (at first 0), and the place of the last."""

    @abstractmethod
    async def outlines(self, scope: Scope, ids: Sequence[str], *, radius: int) -> list[TurnOutline]:
        """Outlines of the turns named, and of up to `radius` neighbours in their sessions."""

    @abstractmethod
    async def units(self, scope: Scope, *where: UnitFilter) -> list[Unit]:
        """Units that meet every condition of one of the filters, each once, oldest first.

        Without a filter, every live unit.
        """

    @abstractmethod
    async def strengths(
        self, scope: Scope, *, states: Sequence[State] = LIVE, after: int, limit: int
    ) -> Strengths:
        """Up to `limit` units whose place is greater than `after`, in the order of recording."""

    @abstractmethod
    async def active_days(self, scope: Scope) -> npt.NDArray[np.int64]:
        """UTC days since 1970 on which a turn of the user was said, ascending.

        In every session and agent: somebody who is here is here.
        """

    @abstractmethod
    async def revision(self, scope: Scope) -> int:
        """A number that grows with every change to the user's units; see ExpectRevision."""

    @abstractmethod
    async def history(self, scope: Scope, unit_id: str) -> list[HistoryEntry]:
        """The steps in a unit's life, oldest first; empty where there is no such unit."""

    @abstractmethod
    async def keeping(self, scope: Scope) -> bool:
        """Whether what the user says is kept; True until a SetKeeping says otherwise."""

    @abstractmethod
    async def receipt(self, scope: Scope, key: str) -> Receipt | None:
        """The receipt of an earlier write with this key, if there was one."""

    @abstractmethod
    async def receipt_page(
        self, scope: Scope, *, after: tuple[Scope, Receipt] | None, limit: int
    ) -> list[tuple[Scope, Receipt]]:
        """Up to `limit` receipts, each with its scope, that come after the last one of a page."""

    @abstractmethod
    async def tombstones(self, scope: Scope, digests: Iterable[str]) -> dict[str, datetime]:
        """Those of the digests that were erased, with the moment of the erasure."""

    @abstractmethod
    async def secret(self) -> bytes:
        """The store's own key for fingerprints and tombstones: 32 random bytes, made once."""

    @abstractmethod
    async def postings(
        self,
        scope: Scope,
        corpus: Corpus,
        tokens: Sequence[str],
        *,
        states: Sequence[State] = LIVE,
        rare: int | None = None,
    ) -> Postings:
        """Where each of the tokens occurs in the scope's units or turns.

        With `rare`, tokens of which the user has more than so many are left out, unless all are.
        """

    @abstractmethod
    async def vectors(self, scope: Scope, corpus: Corpus, model: str, *, after: int) -> VectorRows:
        """Vectors of a user written after a change; for ledgers that hold vectors."""

    @abstractmethod
    async def lacking_vectors(
        self, scope: Scope | None, corpus: Corpus, model: str, *, limit: int
    ) -> list[tuple[Scope, str]]:
        """Turns or live units without vectors of this model, oldest first; None means all users."""

    @abstractmethod
    async def jobs(self, scope: Scope | None = None) -> list[Job]:
        """Jobs that are not done, oldest first; None means of every user."""

    @abstractmethod
    async def users(self, tenant: str | None = None) -> list[Scope]:
        """Every user that has turns or units; None means of every tenant."""

    @abstractmethod
    async def counts(self, scope: Scope | None = None) -> dict[str, int]:
        """Number of turns, units by state, vectors, jobs and tombstones; None means all users."""

    @abstractmethod
    async def purge(self) -> None:
        """Overwrite what was deleted wherever the engine may still keep its bytes."""

    @abstractmethod
    async def back_up(self, path: Path) -> None:
        """Copy the store as last committed to a new file, while others read and write."""

    @abstractmethod
    async def traces(self, texts: Sequence[str]) -> Traces:
        """Rows that hold a text whole, and runs of the texts in bytes that no row accounts for."""

    @abstractmethod
    async def close(self) -> None:
        """Release the engine. Further calls raise StoreError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """A question to an index: the `limit` nearest of a scope, and also those in `include`.

    `vector` has shape (dimensions,), float32, length one. An item with several parts counts with
    its best one.
    """

    scope: Scope
    corpus: Corpus
    model: str
    vector: Vector
    limit: int
    include: tuple[str, ...] = ()
    states: tuple[State, ...] = LIVE


class Index(ABC):
    """Vectors of units and turns. A view of the ledger: it can be dropped and rebuilt."""

    @abstractmethod
    async def nearest(self, query: Nearest) -> Similarities:
        """Compare with every vector of the scope. Raises DimensionsError, StoreError."""

    @abstractmethod
    async def purge(self) -> None:
        """Overwrite or release what may still hold vectors that the ledger has no more."""

    @abstractmethod
    async def close(self) -> None:
        """Release memory and connections."""
