"""The memory: one store of many users' memories, and what its operator asks of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import anyio.to_thread

from retold.ports import ChatModel, Clock, Embedder, Reranker, Traces
from retold.records import BroughtBack, ErasureReceipt, Restored, Scope
from retold.settings import Settings, load
from retold.store import Store, open_store, put_back
from retold.telemetry import Listener
from retold.upkeep import Maintained, Progress
from retold.user_memory import AsyncUserMemory


class AsyncMemory:
    """A store of many users' memories. Open it with `await AsyncMemory.open(path)`."""

    def __init__(self, store: Store) -> None:
        """Wrap an open store; callers use `open`."""
        self._store = store

    @classmethod
    async def open(  # noqa: PLR0913 - one for each part that may be brought
        cls,
        path: str | Path = "memory.db",
        *,
        preset: str | None = None,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        clock: Clock | None = None,
        model: ChatModel | None = None,
        reranker: Reranker | None = None,
    ) -> AsyncMemory:
        """Open the store at `path`, making it where there is none.

        Args:
            path: the file; its directory must exist.
            preset: one of `retold.settings.presets()`.
            settings: all settings; without them they are loaded as `retold.settings.load` says.
            embedder: yours instead of the one that the settings name.
            clock: yours instead of the machine's.
            model: a language model that helps the writer, instead of the one in the settings.
            reranker: what reads the first hits of a recall again, instead of the settings' one.

        Raises:
            SettingsError: an unknown setting, preset or driver, or a missing extra.
            StoreUnavailableError, NotAStoreError, NewerStoreError, MigrationError: the file
                cannot be used; it is left as it was.
        """
        chosen = settings
        if chosen is None:
            chosen = await anyio.to_thread.run_sync(partial(load, preset=preset))
        store = await open_store(
            path, chosen, embedder=embedder, clock=clock, model=model, reranker=reranker
        )
        return cls(store)

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._store.settings

    def user(
        self,
        user: str,
        *,
        tenant: str = "default",
        agent: str | None = None,
        session: str | None = None,
        incognito: bool = False,
    ) -> AsyncUserMemory:
        """The memory of one user.

        `session` is where what is said belongs; reading covers all of the user's sessions.
        `agent` narrows both to what was said to that agent. With `incognito` it reads, and writes
        nothing anywhere: no turn, no unit, no receipt, no count of an access, no job.

        Raises:
            InputError: an empty or too long name, or one with control characters.
        """
        scope = Scope(user=user, tenant=tenant, agent=agent, session=session)
        return AsyncUserMemory(self._store, self._store.gateway.scope(scope), incognito=incognito)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every finished operation; the result stops it."""
        return self._store.listeners.add(listener)

    async def users(self, tenant: str | None = None) -> list[Scope]:
        """Every user that has turns or units; None means of every tenant."""
        return await self._store.ledger.users(tenant)

    async def fill(self, progress: Callable[[int], None] | None = None) -> int:
        """Make every missing vector; the number of items filled.

        Raises:
            EmbedderError: the embedder failed; what was filled until then is kept.
        """
        now = self._store.clock.now()
        return await self._store.backfill.everything(now=now, progress=progress)

    async def backup(self, path: str | Path) -> None:
        """Copy the whole store to a new file, while this and other processes go on.

        Raises:
            InputError: the file exists, or its directory does not.
            StoreError: it could not be written; nothing is left of it.
        """
        await self._store.write_accesses()
        await self._store.ledger.back_up(Path(path))

    @classmethod
    async def restore_backup(
        cls,
        backup: str | Path,
        path: str | Path = "memory.db",
        *,
        settings: Settings | None = None,
        progress: Progress | None = None,
    ) -> BroughtBack:
        """Put a backup in the place of the store at `path`, which nobody may have open.

        What was erased since the backup stays erased, also in the bytes, and who asked since not
        to be remembered is not; all else is as it was in the backup. It is done at once or not.

        Args:
            backup: a file that `backup` made; it stays as it is.
            path: the store; where there is none, the backup is taken whole.
            settings: as for `open`.
            progress: told how many users, of how many, have been looked through.

        Raises:
            InputError: there is no such backup, or it is the store itself.
            StoreUnavailableError: the store is open elsewhere, or the disk refused.
            StoreError: a file is damaged, newer, not Retold's, or of another store.
        """
        chosen = settings
        if chosen is None:
            chosen = await anyio.to_thread.run_sync(load)
        return await put_back(path, Path(backup), chosen, progress)

    async def restore_from(
        self, path: str | Path, progress: Progress | None = None
    ) -> list[tuple[Scope, Restored]]:
        """Read the exports of a file, each into its own user's memory, as there is said.

        `progress` is told how many lines of how many are read. Raises what
        `AsyncUserMemory.restore_from` raises.
        """
        now = self._store.clock.now()
        return await self._store.restoring.restore_all(path, now=now, progress=progress)

    async def verify(self, receipt: ErasureReceipt) -> bool:
        """Whether this store signed the receipt as it is, and no unit that it names is there.

        The signature is HMAC-SHA256, under the store's secret, over the receipt's other fields as
        canonical JSON: names sorted, no spaces, times in ISO 8601. Raises StoreError.
        """
        return await self._store.erasing.verify(receipt)

    async def traces(self, *texts: str) -> Traces:
        """Look for what is left of texts in every row and, byte by byte, in the store's files.

        Found is a row that holds a text whole, and any run of eight bytes of a text that no row
        accounts for. Raises InputError for a text under six bytes, StoreError.
        """
        return await self._store.ledger.traces(texts)

    async def purge(self) -> None:
        """Overwrite the bytes of what was erased; for after an erase whose purge failed.

        Raises:
            StoreUnavailableError: it failed again; `health` shows the job `purge` until it is done.
        """
        await self._store.erasing.purge()

    async def health(self) -> dict[str, Any]:
        """Counts, jobs that are due with their age in seconds, and missing vectors."""
        return await self._store.health()

    async def maintain(self, progress: Progress | None = None) -> Maintained:
        """Run every job that is due once; see `retold.upkeep.Upkeep.maintain`."""
        return await self._store.maintain(progress)

    async def close(self) -> None:
        """Write what is held back and release the store."""
        await self._store.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
