"""One file, one connection that writes, a few that read; blocking work in threads of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from queue import LifoQueue
from threading import Lock
from typing import TypeVar

import anyio
import apsw
from anyio import to_thread

from retold.drivers.ledgers.sqlite.errors import explained
from retold.drivers.ledgers.sqlite.migrations import prepare
from retold.errors import StoreError
from retold.settings import StorageSettings

Result = TypeVar("Result")
Work = Callable[[apsw.Connection], Result]

# More statements than the driver has, variants included, so that none is compiled twice.
_CACHED_STATEMENTS = 256
# A write touches some fifty pages, most of them again and again: a longer log between checkpoints
# copies each of them once where it copied it several times. 16 MB, four times SQLite's default.
_WAL_PAGES = 4000
# After a checkpoint a log that a large import blew up shrinks to about the usual length again.
_WAL_BYTES_KEPT = _WAL_PAGES * 4096


class Database:
    """The open file. `read` and `write` run a function on a connection, in a worker thread."""

    def __init__(self, path: str | Path, settings: StorageSettings) -> None:
        """Open, create or upgrade the file; blocking. Raises StoreError and its kinds."""
        self.path = absolute(path)
        self._settings = settings
        self._process = os.getpid()
        self._closed = False
        self._writer_lock = Lock()
        self._readers: LifoQueue[apsw.Connection] = LifoQueue()
        self._reads = anyio.CapacityLimiter(settings.threads)
        # One thread writes at a time; others wait here and block no thread.
        self._writes = anyio.CapacityLimiter(1)
        with explained(self.path):
            prepare(self.path, busy_timeout_seconds=settings.busy_timeout_seconds)
            self._writer = self._connect()
            for _ in range(settings.threads):
                reader = self._connect()
                reader.execute("PRAGMA query_only=ON")
                self._readers.put(reader)

    @classmethod
    async def open(cls, path: str | Path, settings: StorageSettings) -> Database:
        """The same, in a worker thread."""
        return await to_thread.run_sync(cls, path, settings)

    async def write(self, work: Work[Result]) -> Result:
        """Run `work` alone on the connection that writes; it handles its own transaction."""
        return await to_thread.run_sync(self._write, work, limiter=self._writes)

    async def read(self, work: Work[Result]) -> Result:
        """Run `work` on a connection that reads, in one snapshot of the database."""
        return await to_thread.run_sync(self._read, work, limiter=self._reads)

    async def close(self) -> None:
        """Wait for work in progress, then close every connection. A second close does nothing."""
        await to_thread.run_sync(self._close, limiter=self._writes)

    def _connect(self) -> apsw.Connection:
        connection = apsw.Connection(
            self.path, flags=apsw.SQLITE_OPEN_READWRITE, statementcachesize=_CACHED_STATEMENTS
        )
        connection.set_busy_timeout(int(self._settings.busy_timeout_seconds * 1000))
        connection.execute(f"PRAGMA synchronous={self._settings.synchronous}")
        connection.execute("PRAGMA foreign_keys=ON")
        # Deleted rows are overwritten with zeros; scrub.py does what this leaves over.
        connection.execute("PRAGMA secure_delete=ON")
        # No text of the memory in temporary files on disk.
        connection.execute("PRAGMA temp_store=MEMORY")
        connection.execute(f"PRAGMA wal_autocheckpoint={_WAL_PAGES}")
        connection.execute(f"PRAGMA journal_size_limit={_WAL_BYTES_KEPT}")
        return connection

    def _write(self, work: Work[Result]) -> Result:
        self._check_process()
        with self._writer_lock, explained(self.path):
            self._check_open()
            return work(self._writer)

    def _read(self, work: Work[Result]) -> Result:
        self._check_process()
        self._check_open()
        reader = self._readers.get()
        try:
            with explained(self.path):
                self._check_open()
                # A disk that failed at the end of an earlier read left its transaction open.
                if reader.in_transaction:
                    reader.execute("ROLLBACK")
                reader.execute("BEGIN")
                try:
                    return work(reader)
                finally:
                    # An error of the disk ends the transaction by itself.
                    if reader.in_transaction:
                        reader.execute("COMMIT")
        finally:
            self._readers.put(reader)

    def _close(self) -> None:
        self._check_process()
        with self._writer_lock:
            if self._closed:
                return
            self._closed = True
            readers = [self._readers.get() for _ in range(self._settings.threads)]
            with explained(self.path):
                for connection in (*readers, self._writer):
                    connection.close()
            for reader in readers:
                self._readers.put(reader)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreError("the memory is closed", hint="open it again")

    def _check_process(self) -> None:
        # SQLite's locks do not survive a fork, so the child must not touch these connections.
        if os.getpid() != self._process:
            raise StoreError(
                "the memory was opened before this process was forked",
                hint="open it in the process that uses it",
            )


def absolute(path: str | Path) -> str:
    """The path of a file. Raises StoreError for a name that stands for none."""
    if str(path) in {"", ":memory:"}:
        raise StoreError(
            f"{str(path)!r} names no file; several connections share the ledger",
            hint="give a path; one in a temporary directory does for trials",
        )
    return str(Path(path).absolute())
