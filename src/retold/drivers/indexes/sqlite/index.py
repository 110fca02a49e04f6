"""The index port over the vectors of a ledger, compared exactly."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

import anyio
import numpy as np
from anyio import to_thread

from retold.drivers.indexes.sqlite.matrix import Matrix
from retold.errors import SettingsError, StoreError
from retold.ports import Index, Ledger, Nearest, Similarities, VectorRows
from retold.records import Corpus, Scope
from retold.settings import StorageSettings

# A scope with what it is narrowed by, a corpus and a model.
_Key = tuple[Scope, Corpus, str]


class _Entry:
    """A matrix, the number of removals it has seen, and the lock of whoever uses it."""

    def __init__(self, removals: int) -> None:
        self.matrix = Matrix()
        self.removals = removals
        self.lock = Lock()


class SqliteIndex(Index):
    """Compares a question with every vector of its scope.

    The vectors of recently asked scopes stay in memory, up to `vector_cache_megabytes`. Before
    each comparison the ledger is asked for what was written since, by whichever process.
    """

    def __init__(self, ledger: Ledger, settings: StorageSettings) -> None:
        """Compare vectors that `ledger` holds. Raises SettingsError if it holds none."""
        if not ledger.capabilities.holds_vectors:
            raise SettingsError(
                f"{type(ledger).__name__} holds no vectors for the index `sqlite`",
                hint="set storage.index to one that holds its own",
            )
        self._ledger = ledger
        self._bytes = settings.vector_cache_megabytes * 1024 * 1024
        self._entries: OrderedDict[_Key, _Entry] = OrderedDict()
        self._threads = anyio.CapacityLimiter(settings.threads)
        self._closed = False

    async def nearest(self, query: Nearest) -> Similarities:
        """Compare with every vector of the scope, as the ledger holds it now."""
        key = (query.scope, query.corpus, query.model)
        entry = self._entries.get(key)
        rows = await self._rows(key, entry.matrix.change if entry else 0)
        if entry is not None and rows.removals != entry.removals:
            # A removal leaves no row to be read after a change, so the copy starts anew.
            entry = None
            rows = await self._rows(key, 0)
        if entry is None:
            entry = _Entry(rows.removals)
        found = await to_thread.run_sync(_compare, entry, rows, query, limiter=self._threads)
        self._keep(key, entry)
        return found

    async def purge(self) -> None:
        """Release every copy; the next comparison reads anew what the ledger holds."""
        self._entries.clear()

    async def close(self) -> None:
        """Release the memory. Further calls raise StoreError."""
        self._closed = True
        self._entries.clear()

    async def _rows(self, key: _Key, change: int) -> VectorRows:
        if self._closed:
            raise StoreError("the index is closed", hint="open the memory again")
        scope, corpus, model = key
        return await self._ledger.vectors(scope, corpus, model, after=change)

    def _keep(self, key: _Key, entry: _Entry) -> None:
        kept = self._entries.get(key)
        if self._closed or (kept and kept.matrix.change > entry.matrix.change):
            return
        self._entries[key] = entry
        self._entries.move_to_end(key)
        used = sum(other.matrix.nbytes for other in self._entries.values())
        while used > self._bytes:
            _, dropped = self._entries.popitem(last=False)
            used -= dropped.matrix.nbytes


def _compare(entry: _Entry, rows: VectorRows, query: Nearest) -> Similarities:
    """Bring the matrix up to date and compare, in a worker thread."""
    vector = np.asarray(query.vector, dtype=np.float32)
    with entry.lock:
        entry.matrix.absorb(rows.rows, rows.change)
        return entry.matrix.nearest(vector, query.limit, query.include, query.states)
