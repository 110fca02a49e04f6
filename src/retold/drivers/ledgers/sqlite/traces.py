"""Looking for what is left of texts, in every row of every table and every byte of the files."""

# ruff: noqa: S608  - names of tables and columns come from the file's own schema.

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import apsw

from retold.drivers.ledgers.sqlite.migrations import backup_path
from retold.drivers.ledgers.sqlite.statements import only, rows
from retold.ports import Trace, Traces
from retold.text.runs import RUN_BYTES, Runs

# More places say no more to a reader than "many".
MOST_PLACES = 1000
_ROWS_AT_A_TIME = 2000
_BYTES_AT_A_TIME = 4 * 1024 * 1024
# Stands between two values, so that no run reaches from one into the next.
_BETWEEN = b"\0"
# Handles on `-shm` files by device and inode. They are never closed: with any handle on it, this
# process would lose the locks it holds there. There is one a store that was ever looked through.
_KEPT_OPEN: dict[tuple[int, int], int] = {}


def traces(connection: apsw.Connection, path: str, runs: Runs) -> Traces:
    """The port's `traces`. What stands in rows is accounted for before the files are read."""
    found: list[Trace] = []
    number = 0
    for table in _tables(connection):
        for first, part in _parts(connection, table):
            number += len(part)
            found += _whole_in(runs, table, first, part)
            runs.account_for(_BETWEEN.join(value for _, value in part))
    files = [name for name in _files(path) if Path(name).exists()]
    for name in files:
        for place in _places_in(name, runs, is_store=name == path):
            found.append(Trace(where=name, place=place, what="bytes"))
            if len(found) > MOST_PLACES:
                break
    return Traces(
        found=tuple(found[:MOST_PLACES]),
        runs=runs.total,
        shared=runs.shared,
        files=tuple(files),
        rows=number,
    )


def _files(path: str) -> list[str]:
    backup = backup_path(path)
    return [
        path,
        *(f"{path}-{kind}" for kind in ("wal", "shm", "journal")),
        backup,
        f"{backup}.part",
    ]


def _tables(connection: apsw.Connection) -> list[str]:
    named = rows(connection, "SELECT name FROM sqlite_schema WHERE type='table' ORDER BY name")
    return ["sqlite_schema", *(name for (name,) in named)]


def _parts(
    connection: apsw.Connection, table: str
) -> Iterator[tuple[int, list[tuple[int | None, bytes]]]]:
    """The rows of a table, some at a time: their rowid, where they have one, and their bytes."""
    columns = rows(connection, "SELECT name, type FROM pragma_table_info(?)", (table,))
    texts = [f'"{name}"' for name, kind in columns if kind.upper() not in ("INTEGER", "INT")]
    (without,) = only(connection, "SELECT total(wr) FROM pragma_table_list(?)", (table,))
    # Keywords stand there once an item: millions of rows, of which the distinct ones tell all.
    key = "DISTINCT NULL" if without else "rowid"
    cursor = connection.execute(f'SELECT {", ".join((key, *texts))} FROM "{table}"')
    number = 0
    while part := list(islice(cursor, _ROWS_AT_A_TIME)):
        yield number, [(rowid, _BETWEEN.join(map(_bytes, values))) for rowid, *values in part]
        number += len(part)


def _bytes(value: Any) -> bytes:
    if isinstance(value, bytes):
        return value
    return b"" if value is None else str(value).encode()


def _whole_in(
    runs: Runs, table: str, first: int, part: list[tuple[int | None, bytes]]
) -> Iterator[Trace]:
    """The rows that hold one of the texts; by number in the table where they have no rowid."""
    for number, (rowid, value) in enumerate(part, start=first + 1):
        if any(form in value for form in runs.wholes):
            yield Trace(where=table, place=number if rowid is None else rowid, what="row")


def _places_in(name: str, runs: Runs, *, is_store: bool) -> Iterator[int]:
    """Where in a file runs begin that nothing accounts for; a stretch of them counts once."""
    reader = _read_store if is_store else _read_beside
    before = -RUN_BYTES
    for start, data in reader(name):
        for place in runs.places(data):
            if start + place > before + 1:
                yield start + place
            before = start + place


def _read_store(name: str) -> Iterator[tuple[int, bytes]]:
    # SQLite's own file layer: closing a plain handle would drop this process's locks.
    file = apsw.VFSFile("", name, [apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_MAIN_DB, 0])
    try:
        size = file.xFileSize()
        for start, end in _stretches(size):
            yield start, file.xRead(end - start, start)
    finally:
        file.xClose()


def _read_beside(name: str) -> Iterator[tuple[int, bytes]]:
    status = Path(name).stat()
    kept = _KEPT_OPEN.get((status.st_dev, status.st_ino))
    handle = os.open(name, os.O_RDONLY) if kept is None else kept
    try:
        for start, end in _stretches(status.st_size):
            yield start, os.pread(handle, end - start, start)
    finally:
        if name.endswith("-shm"):
            _KEPT_OPEN[status.st_dev, status.st_ino] = handle
        else:
            os.close(handle)


def _stretches(size: int) -> Iterator[tuple[int, int]]:
    """Parts of a file, each with the last bytes of the one before, so that no run is cut in two."""
    edges = [*range(0, size, _BYTES_AT_A_TIME), size]
    for start, end in pairwise(edges):
        yield max(0, start - RUN_BYTES + 1), end
