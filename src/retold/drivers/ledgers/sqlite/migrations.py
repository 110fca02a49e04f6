"""Creating a file and bringing an older one up to date, whole or not at all.

The header tells what a file is: the application id says that it is Retold's, the user version
which steps it has been through. Several processes may arrive at once: one does the work under
the write lock, the others wait and find it done.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path

import apsw

from retold.drivers.ledgers.sqlite import entries
from retold.drivers.ledgers.sqlite.errors import not_a_store
from retold.drivers.ledgers.sqlite.schema import (
    APPLICATION_ID,
    VERSION_1,
    VERSION_2,
    VERSION_4,
    VERSION_5,
)
from retold.drivers.ledgers.sqlite.statements import only
from retold.errors import MigrationError, NewerStoreError, StoreUnavailableError

Step = Callable[[apsw.Connection], object]

_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100


def _create(connection: apsw.Connection) -> None:
    connection.execute(VERSION_1)
    connection.executemany(
        "INSERT INTO meta (name, value) VALUES (?, ?)",
        (
            ("secret", secrets.token_bytes(32)),
            ("created_by", f"retold {version('retold')}"),
            ("change", 0),
            ("purges", 0),
        ),
    )


def _count_days_and_lease(connection: apsw.Connection) -> None:
    connection.execute(VERSION_2)


def _let_users_opt_out(connection: apsw.Connection) -> None:
    connection.execute("ALTER TABLE owners ADD COLUMN keeping INTEGER NOT NULL DEFAULT 1")


def _let_sessions_be_silent(connection: apsw.Connection) -> None:
    connection.execute(VERSION_4)


def _pack_postings(connection: apsw.Connection) -> None:
    # The old rows hold words; what is erased later must not be found in the room they leave.
    connection.execute("PRAGMA secure_delete=ON")
    connection.execute(VERSION_5)
    entries.pack(connection)
    connection.execute("DROP TABLE single_postings")


# Step i takes a file from version i to version i + 1. Steps are only ever added.
STEPS: tuple[Step, ...] = (
    _create,
    _count_days_and_lease,
    _let_users_opt_out,
    _let_sessions_be_silent,
    _pack_postings,
)


def backup_path(path: str) -> str:
    """Where the file as it was before the last upgrade is kept, until the next purge."""
    return f"{path}.backup"


def stage_path(path: str) -> str:
    """Where a backup is made ready that is to take the place of the file."""
    return f"{path}.restoring"


def clear_stage(path: str) -> None:
    """Remove what a restore left there that was cut off; it may hold what was erased since."""
    for end in ("", "-wal", "-shm", "-journal"):
        Path(f"{stage_path(path)}{end}").unlink(missing_ok=True)


def prepare(path: str, *, busy_timeout_seconds: float, steps: Sequence[Step] | None = None) -> None:
    """Create the file or upgrade it, and leave it in WAL mode.

    Raises:
        NotAStoreError: the file is something else; it was not touched.
        NewerStoreError: the file is of a later version; it was not touched.
        MigrationError: a step failed and everything was rolled back.
        apsw.Error: what `errors.explained` turns into StoreUnavailableError.
    """
    _refuse_other_files(path)
    connection = apsw.Connection(path)
    try:
        connection.set_busy_timeout(int(busy_timeout_seconds * 1000))
        _upgrade(connection, path, STEPS if steps is None else steps)
        # While a restore is under way nobody comes so far, so what is there was left behind.
        clear_stage(path)
        _use_wal(connection, deadline=time.monotonic() + busy_timeout_seconds)
    finally:
        connection.close()


def _refuse_other_files(path: str) -> None:
    """Look at the header without SQLite's help, which would tidy up another program's WAL.

    The file is read through SQLite's own file layer: closing a plain file handle would drop the
    locks that this process may hold on the same file.
    """
    if not Path(path).exists():
        return
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_MAIN_DB
    file = apsw.VFSFile("", path, [flags, 0])
    try:
        size = file.xFileSize()
        header = file.xRead(min(size, _HEADER_BYTES), 0) if size else b""
    finally:
        file.xClose()
    if not header:
        return
    wal = header[18:19] == b"\x02"
    ours = int.from_bytes(header[68:72], "big") == APPLICATION_ID
    # A file of ours that is just being made is not in WAL mode yet; `_upgrade` looks again.
    if not header.startswith(_MAGIC) or (wal and not ours):
        raise not_a_store(path)


def _upgrade(connection: apsw.Connection, path: str, steps: Sequence[Step]) -> None:
    if version_of(connection, path, len(steps)) == len(steps):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Again, under the lock: another process may have done it meanwhile.
        found = version_of(connection, path, len(steps))
        if found > 0 and found < len(steps):
            _back_up(path)
        for step in steps[found:]:
            _run(connection, path, step)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def version_of(connection: apsw.Connection, path: str, latest: int) -> int:
    """The file's version; 0 for a database in which there is nothing yet."""
    application = connection.pragma("application_id")
    tables = only(connection, "SELECT count(*) FROM sqlite_schema")[0]
    if application == 0 and tables == 0:
        return 0
    if application != APPLICATION_ID:
        raise not_a_store(path)
    found = int(str(connection.pragma("user_version")))
    if found > latest:
        raise NewerStoreError(
            f"{path} has version {found}, this Retold reads up to {latest}",
            hint="update Retold; the file was left as it was",
        )
    return found


def _run(connection: apsw.Connection, path: str, step: Step) -> None:
    try:
        step(connection)
    except (apsw.BusyError, apsw.FullError, apsw.IOError, apsw.ReadOnlyError) as error:
        raise StoreUnavailableError(
            f"{path} could not be upgraded: {error}", hint="nothing was changed; try again"
        ) from error
    except (apsw.Error, ValueError, TypeError, LookupError) as error:
        raise MigrationError(
            f"{path} could not be upgraded: {error}",
            hint=f"it was left as it was; a copy is at {backup_path(path)}",
        ) from error


def _back_up(path: str) -> None:
    """Copy the file as last committed, whole or not at all, replacing an earlier copy."""
    part = f"{backup_path(path)}.part"
    Path(part).unlink(missing_ok=True)
    source = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY)
    target = apsw.Connection(part)
    try:
        with target.backup("main", source, "main") as copying:
            copying.step(-1)
    finally:
        target.close()
        source.close()
    os.replace(part, backup_path(path))  # noqa: PTH105


def _use_wal(connection: apsw.Connection, *, deadline: float) -> None:
    # Switching asks for the file alone and does not always wait for it, so it is tried again.
    while True:
        try:
            mode = connection.pragma("journal_mode", "wal")
        except apsw.BusyError:
            if time.monotonic() >= deadline:
                raise
            mode = None
        if mode == "wal":
            return
        if mode is not None:
            raise StoreUnavailableError(
                f"the file system under {connection.filename} cannot share memory between"
                f" processes (journal mode {mode})",
                hint="keep the file on a local disk",
            )
        time.sleep(0.005)
