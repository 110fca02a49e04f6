"""Backups of the file, and putting one back without what was erased since.

A backup is put back by renaming a file that was made beside: whoever is killed on the way leaves
the store as it was, or as it is to be. Nobody else may have the store open, for they would go on
writing into a file that has no name any more.
"""

from __future__ import annotations

import os
from pathlib import Path

import apsw

from retold.drivers.ledgers.sqlite.connection import absolute
from retold.drivers.ledgers.sqlite.errors import explained, not_a_store
from retold.drivers.ledgers.sqlite.migrations import (
    STEPS,
    clear_stage,
    prepare,
    stage_path,
    version_of,
)
from retold.drivers.ledgers.sqlite.statements import only, row, rows
from retold.errors import InputError, StoreError, StoreUnavailableError
from retold.settings import StorageSettings
from retold.whole_files import new_file, synced

_PAGE = 1000


def back_up(path: str, target: Path) -> None:
    """Copy a store, as last committed, to a new file; blocking."""
    with new_file(target) as part, explained(str(target)):
        _copied(path, str(part))


def _copied(path: str, target: str) -> None:
    """Copy what rows hold, page by page, and not what deleted ones may have left."""
    source = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    try:
        source.execute("VACUUM INTO ?", (target,))
    finally:
        source.close()


class Replacement:
    """A backup beside the store whose place it is to take, which nobody else may open meanwhile.

    Attributes:
        stage: the file that takes the place; to be opened and closed by whoever changes it.
    """

    def __init__(self, path: str | Path, backup: Path, settings: StorageSettings) -> None:
        """Hold the store and bring the backup beside it; blocking. See `SqliteLedger.replacing`."""
        self._path = absolute(path)
        self._milliseconds = int(settings.busy_timeout_seconds * 1000)
        self.stage = stage_path(self._path)
        self._present: apsw.Connection | None = None
        _refuse_other_backups(backup, self._path)
        try:
            with explained(self._path):
                if Path(self._path).exists():
                    prepare(self._path, busy_timeout_seconds=settings.busy_timeout_seconds)
                    self._present = self._held()
            self._bring(backup, settings)
            if self._present is not None:
                with explained(self._path):
                    self._carry_over(self._present)
        except BaseException:
            self.close()
            raise

    def carry_out(self) -> None:
        """Let the stage, which is closed, take the place of the store; blocking."""
        with explained(self._path):
            synced(Path(self.stage))
            if self._present is None:
                os.link(self.stage, self._path)
            else:
                os.replace(self.stage, self._path)  # noqa: PTH105
            synced(Path(self._path).parent)
            if self._present is not None:
                # Whoever opened the old file and waits for it must not take it for the store.
                self._present.execute("PRAGMA application_id=0")
                self._present.execute("COMMIT")

    def close(self) -> None:
        """Let go of the store, and remove the stage where it did not take the place."""
        if self._present is not None:
            self._present.close()
            self._present = None
        clear_stage(self._path)

    def _held(self) -> apsw.Connection:
        """The store that is there, locked against everybody else.

        A file in WAL mode leaves it only when no other connection is open. The journal is kept in
        memory, so that no file of that name is ever taken for one of the new store.
        """
        connection = apsw.Connection(self._path, flags=apsw.SQLITE_OPEN_READWRITE)
        connection.set_busy_timeout(self._milliseconds)
        held = False
        try:
            if connection.pragma("journal_mode", "memory") == "memory":
                connection.execute("BEGIN EXCLUSIVE")
                held = True
        except apsw.BusyError:
            pass  # told below, as when the mode does not change
        finally:
            if not held:
                connection.close()
        if not held:
            raise StoreUnavailableError(
                f"{self._path} is open elsewhere", hint="close what uses it and try again"
            )
        return connection

    def _bring(self, backup: Path, settings: StorageSettings) -> None:
        clear_stage(self._path)
        with explained(str(backup)):
            _copied(str(backup), self.stage)
            prepare(self.stage, busy_timeout_seconds=settings.busy_timeout_seconds)
            stage = apsw.Connection(self.stage)
            try:
                (found,) = only(stage, "PRAGMA integrity_check(1)")
            finally:
                stage.close()
        if found != "ok":
            raise StoreError(f"{backup} is damaged: {found}", hint="take another backup")

    def _carry_over(self, present: apsw.Connection) -> None:
        """Write the store's tombstones, and what its users wish about keeping, into the stage."""
        stage = apsw.Connection(self.stage)
        try:
            secret = "SELECT value FROM meta WHERE name='secret'"  # noqa: S105 - a statement
            if only(present, secret) != only(stage, secret):
                raise StoreError(
                    "the backup is of another store, whose erasures cannot be told in this one",
                    hint="put it back under another path",
                )
            with stage:
                for key, tenant, user, keeping in rows(
                    present, "SELECT key, tenant, user, keeping FROM owners"
                ):
                    stage.execute(
                        "INSERT INTO owners (tenant, user, keeping) VALUES (?, ?, ?)"
                        " ON CONFLICT DO UPDATE SET keeping=excluded.keeping",
                        (tenant, user, keeping),
                    )
                    _carry_silences(present, key, stage, (tenant, user))
                    _carry_tombstones(present, key, stage, (tenant, user))
        finally:
            stage.close()


def _carry_silences(
    present: apsw.Connection, key: int, stage: apsw.Connection, user: tuple[str, str]
) -> None:
    (owner,) = only(stage, "SELECT key FROM owners WHERE tenant=? AND user=?", user)
    stage.execute("DELETE FROM silences WHERE owner=?", (owner,))
    stage.executemany(
        "INSERT INTO silences (owner, session) VALUES (?, ?)",
        [
            (owner, session)
            for (session,) in rows(present, "SELECT session FROM silences WHERE owner=?", (key,))
        ],
    )


def _carry_tombstones(
    present: apsw.Connection, key: int, stage: apsw.Connection, user: tuple[str, str]
) -> None:
    (owner,) = only(stage, "SELECT key FROM owners WHERE tenant=? AND user=?", user)
    last = ""
    while found := rows(
        present,
        "SELECT digest, at, zone FROM tombstones WHERE owner=? AND digest > ?"
        " ORDER BY digest LIMIT ?",
        (key, last, _PAGE),
    ):
        stage.executemany(
            "INSERT INTO tombstones (owner, digest, at, zone) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET at=excluded.at, zone=excluded.zone WHERE excluded.at > at",
            [(owner, *columns) for columns in found],
        )
        last = found[-1][0]


def _refuse_other_backups(backup: Path, path: str) -> None:
    """Raise where a file is no backup that this version can read, or is the store itself."""
    if not backup.is_file():
        raise InputError(f"there is no file {backup}", hint="name a backup")
    if Path(path).exists() and backup.samefile(path):
        raise InputError(f"{backup} is the store itself", hint="name a backup")
    with explained(str(backup)):
        connection = apsw.Connection(str(backup), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            if row(connection, "SELECT 1 FROM sqlite_schema") is None:
                raise not_a_store(str(backup))
            version_of(connection, str(backup), len(STEPS))
        finally:
            connection.close()
