"""The ledger port over one SQLite file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

import apsw
import numpy as np
import numpy.typing as npt
from anyio import CancelScope, to_thread

from retold.changes import Change, Job
from retold.drivers.ledgers.sqlite import entries, keywords, pages, read, strengths, vectors, write
from retold.drivers.ledgers.sqlite.backups import Replacement, back_up
from retold.drivers.ledgers.sqlite.connection import Database
from retold.drivers.ledgers.sqlite.scrub import purge
from retold.drivers.ledgers.sqlite.traces import traces
from retold.ports import (
    LIVE,
    Capabilities,
    Ledger,
    Postings,
    Removed,
    Strengths,
    Traces,
    TurnOutline,
    UnitFilter,
    VectorRows,
)
from retold.records import Corpus, HistoryEntry, Receipt, Scope, State, Turn, Unit
from retold.settings import StorageSettings
from retold.text.runs import Runs


class SqliteLedger(Ledger):
    """Turns, units, history, tombstones, jobs and vectors in one file.

    Several processes may share the file. Within a process several readers and one writer work
    side by side, in threads of their own. Open it with `open`.
    """

    def __init__(self, database: Database) -> None:
        """Serve an open file."""
        self._database = database
        self._secret = b""

    @classmethod
    async def open(cls, path: str | Path, settings: StorageSettings) -> SqliteLedger:
        """Open the file, create it, or bring it up to date.

        Raises:
            StoreUnavailableError: the file cannot be opened, written or locked.
            NotAStoreError: the file is something else; it was left as it was.
            NewerStoreError: the file is of a later version; it was left as it was.
            MigrationError: an upgrade failed and was rolled back.
        """
        return cls(await Database.open(path, settings))

    @classmethod
    @asynccontextmanager
    async def replacing(
        cls, path: str | Path, backup: Path, settings: StorageSettings
    ) -> AsyncIterator[SqliteLedger]:
        """A ledger with what the backup holds, that takes the place of the store at `path`.

        It has the tombstones of the store that is there, and its users' wishes not to be
        remembered; whoever is given it applies them. It takes the place when the block is left
        without an error, and then all at once; else nothing is changed.

        Raises:
            InputError: there is no such backup, or it is the store itself.
            StoreUnavailableError: the store is open elsewhere, or the disk refused.
            StoreError: the backup or the store is damaged, or they are not of one origin.
        """
        replacement = await to_thread.run_sync(Replacement, path, backup, settings)
        try:
            ledger = await cls.open(replacement.stage, settings)
            try:
                yield ledger
            finally:
                await ledger.close()
            await to_thread.run_sync(replacement.carry_out)
        finally:
            with CancelScope(shield=True):
                await to_thread.run_sync(replacement.close)

    @property
    def capabilities(self) -> Capabilities:
        """Durable, shared by processes, and a home for vectors."""
        return Capabilities(durable=True, several_processes=True, holds_vectors=True)

    async def apply(self, changes: Sequence[Change]) -> Removed:
        """Write all of it, durably, or nothing; and what went with what it erased.

        Raises:
            InputError: an id is used already, a time has no zone, or a turn is added for a user
                who asked that nothing be kept.
            ConflictError: the units changed since the revision that was expected, or a receipt
                has the key of an earlier one.
            NotFoundError: a turn or unit to change or erase is not in the change's scope.
            DimensionsError: vectors of another length than the model's.
            LeaseError: another holds the lease.
            StoreError: the database refused.
        """
        return await self._database.write(lambda connection: write.apply(connection, changes))

    async def turns(
        self, scope: Scope, *, ids: Sequence[str] | None = None, last: int | None = None
    ) -> list[Turn]:
        """Turns in the order they were recorded: those named, or the last few, or all."""
        return await self._database.read(lambda c: read.turns(c, scope, ids, last))

    async def turn_page(self, scope: Scope, *, after: int, limit: int) -> tuple[list[Turn], int]:
        """Up to `limit` turns recorded after a place, and the place of the last of them."""
        return await self._database.read(lambda c: pages.turns(c, scope, after, limit))

    async def loose_turns(
        self, scope: Scope, *, before: datetime, sources: int, after: int, limit: int
    ) -> tuple[list[str], int]:
        """Ids of turns said before a moment that no unit needs, and the place of the last."""
        return await self._database.read(
            lambda c: pages.loose_turns(c, scope, before, sources, after, limit)
        )

    async def outlines(self, scope: Scope, ids: Sequence[str], *, radius: int) -> list[TurnOutline]:
        """Outlines of the turns named and their neighbours, in the order of recording."""
        return await self._database.read(lambda c: read.outlines(c, scope, ids, radius))

    async def units(self, scope: Scope, *where: UnitFilter) -> list[Unit]:
        """Units that meet every condition of one of the filters, each once, oldest first."""
        return await self._database.read(lambda c: read.units(c, scope, where or (UnitFilter(),)))

    async def strengths(
        self, scope: Scope, *, states: Sequence[State] = LIVE, after: int, limit: int
    ) -> Strengths:
        """Up to `limit` units whose place is greater than `after`, in the order of recording."""
        return await self._database.read(
            lambda c: strengths.strengths(c, scope, states, after, limit)
        )

    async def active_days(self, scope: Scope) -> npt.NDArray[np.int64]:
        """UTC days since 1970 on which a turn of the user was said, ascending."""
        return await self._database.read(lambda c: strengths.active_days(c, scope))

    async def revision(self, scope: Scope) -> int:
        """How many writes changed the user's units; touching them counts for nothing."""
        return await self._database.read(lambda c: read.revision(c, scope))

    async def keeping(self, scope: Scope) -> bool:
        """Whether what the user says is kept."""
        return await self._database.read(lambda c: read.keeping(c, scope))

    async def silences(self, scope: Scope) -> frozenset[str]:
        """The user's sessions of which nothing is kept."""
        return await self._database.read(lambda c: read.silences(c, scope))

    async def history(self, scope: Scope, unit_id: str) -> list[HistoryEntry]:
        """The steps in a unit's life, oldest first; empty where there is no such unit."""
        return await self._database.read(lambda c: read.history(c, scope, unit_id))

    async def receipt(self, scope: Scope, key: str) -> Receipt | None:
        """The receipt of an earlier write with this key, if there was one."""
        return await self._database.read(lambda c: read.receipt(c, scope, key))

    async def receipt_page(
        self, scope: Scope, *, after: tuple[Scope, Receipt] | None, limit: int
    ) -> list[tuple[Scope, Receipt]]:
        """Up to `limit` receipts after the last one of a page, by their keys."""
        return await self._database.read(lambda c: pages.receipts(c, scope, after, limit))

    async def tombstones(self, scope: Scope, digests: Iterable[str] | None) -> dict[str, datetime]:
        """Those of the digests that were erased, with the moment of the erasure."""
        return await self._database.read(lambda c: read.tombstones(c, scope, digests))

    async def secret(self) -> bytes:
        """The store's own key for fingerprints and tombstones: 32 random bytes, made once."""
        if not self._secret:
            self._secret = await self._database.read(read.secret)
        return self._secret

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
        """Where each of the tokens, or of the rare ones, occurs; a turn is active."""

        def work(connection: apsw.Connection) -> Postings:
            found = keywords.postings(connection, scope, corpus, tokens, states, rare=rare)
            return keywords.with_ids(connection, scope, corpus, found) if names else found

        return await self._database.read(work)

    async def named(
        self,
        scope: Scope,
        corpus: Corpus,
        *,
        ids: Sequence[str] = (),
        numbers: Sequence[int] = (),
    ) -> dict[str, int]:
        """Numbers of items by their ids: of those named in either way that are in the scope."""
        return await self._database.read(lambda c: keywords.named(c, scope, corpus, ids, numbers))

    async def holders(
        self, scope: Scope, corpus: Corpus, tokens: Sequence[str], *, most: int
    ) -> list[int]:
        """How many of the user's items hold each token, counted up to `most`."""
        return await self._database.read(lambda c: entries.holders(c, scope, corpus, tokens, most))

    async def vectors(self, scope: Scope, corpus: Corpus, model: str, *, after: int) -> VectorRows:
        """Vectors of the scope written after a change, oldest change first; a turn is active."""
        return await self._database.read(lambda c: vectors.after(c, scope, corpus, model, after))

    async def lacking_vectors(
        self, scope: Scope | None, corpus: Corpus, model: str, *, limit: int
    ) -> list[tuple[Scope, str]]:
        """Turns or live units without vectors of this model, oldest first."""
        return await self._database.read(lambda c: vectors.lacking(c, scope, corpus, model, limit))

    async def conversations(self, tenant: str, *, last: int, turns: int) -> list[tuple[int, int]]:
        """As the port."""
        return await self._database.read(lambda c: read.conversations(c, tenant, last, turns))

    async def jobs(self, scope: Scope | None = None) -> list[Job]:
        """Jobs that are not done, oldest first; None means of every user."""
        return await self._database.read(lambda c: read.jobs(c, scope))

    async def users(self, tenant: str | None = None) -> list[Scope]:
        """Every user that has turns or units, by tenant and name."""
        return await self._database.read(lambda c: read.users(c, tenant))

    async def counts(self, scope: Scope | None = None) -> dict[str, int]:
        """Numbers of turns, units, units_active (…_faded and so on), vectors, jobs, tombstones."""
        return await self._database.read(lambda c: read.counts(c, scope))

    async def purge(self) -> None:
        """Overwrite what was deleted in the file and its log, and delete the upgrade's backup."""

        def work(connection: apsw.Connection) -> None:
            purge(connection, self._database.path)

        await self._database.write(work)

    async def back_up(self, path: Path) -> None:
        """Copy the store as last committed to a new file, while others read and write.

        Raises:
            InputError: the file exists, or its directory does not.
            StoreError: it could not be written; nothing is left of it.
        """
        await to_thread.run_sync(back_up, self._database.path, path)

    async def traces(self, texts: Sequence[str]) -> Traces:
        """Rows that hold a text whole, and runs of the texts that no row has in the files' bytes.

        Raises InputError for a text too short to tell anything.
        """
        path = self._database.path
        return await self._database.read(lambda c: traces(c, path, Runs(texts)))

    async def close(self) -> None:
        """Finish what is under way and close the file. Further calls raise StoreError."""
        await self._database.close()
