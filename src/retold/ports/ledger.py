"""The ledger: turns, units, history, tombstones and jobs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

from retold.changes import Change, Job
from retold.ports.reads import (
    LIVE,
    Capabilities,
    Postings,
    Removed,
    Strengths,
    Traces,
    TurnOutline,
    UnitFilter,
    VectorRows,
)
from retold.records import Corpus, HistoryEntry, Receipt, Scope, State, Turn, Unit


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
    async def loose_turns(
        self, scope: Scope, *, before: datetime, sources: int, after: int, limit: int
    ) -> tuple[list[str], int]:
        """Up to `limit` turns said before a moment that are not among the first sources of a unit.

        That is, not among so many `sources` of one in whatever state; summaries do not count, for
        they tell of units. Their ids in the order of recording, from after a place (at first 0),
        and the last place.
        """

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
    async def silences(self, scope: Scope) -> frozenset[str]:
        """The user's sessions of which a SetKeeping says that nothing is kept."""

    @abstractmethod
    async def receipt(self, scope: Scope, key: str) -> Receipt | None:
        """The receipt of an earlier write with this key, if there was one."""

    @abstractmethod
    async def receipt_page(
        self, scope: Scope, *, after: tuple[Scope, Receipt] | None, limit: int
    ) -> list[tuple[Scope, Receipt]]:
        """Up to `limit` receipts, each with its scope, that come after the last one of a page."""

    @abstractmethod
    async def tombstones(self, scope: Scope, digests: Iterable[str] | None) -> dict[str, datetime]:
        """Those of the digests that were erased, with the moment of the erasure; None for all."""

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
        names: bool = True,
    ) -> Postings:
        """Where each of the tokens occurs in the scope's units or turns.

        With `rare`, tokens of which the user has more than so many are left out, unless all are.
        Without `names` the ids are left out, which are most of the work: `named` gives a few.
        """

    @abstractmethod
    async def holders(
        self, scope: Scope, corpus: Corpus, tokens: Sequence[str], *, most: int
    ) -> list[int]:
        """How many of the user's units or turns hold each token, none counted beyond `most`.

        In every state, session and agent: it is to say which tokens are rare.
        """

    @abstractmethod
    async def named(
        self,
        scope: Scope,
        corpus: Corpus,
        *,
        ids: Sequence[str] = (),
        numbers: Sequence[int] = (),
    ) -> dict[str, int]:
        """Numbers of items by their ids: of those named in either way that are in the scope."""

    @abstractmethod
    async def vectors(self, scope: Scope, corpus: Corpus, model: str, *, after: int) -> VectorRows:
        """Vectors of a user written after a change; for ledgers that hold vectors."""

    @abstractmethod
    async def lacking_vectors(
        self, scope: Scope | None, corpus: Corpus, model: str, *, limit: int
    ) -> list[tuple[Scope, str]]:
        """Turns or live units without vectors of this model, oldest first; None means all users."""

    @abstractmethod
    async def conversations(self, tenant: str, *, last: int, turns: int) -> list[tuple[int, int]]:
        """How many turns and units each of the last conversations of a tenant has, oldest first.

        A conversation is a session of a user. `last` is the most that are counted, and `turns` how
        many of the latest turns are looked at, so that the answer takes no longer in a large store.
        """

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
