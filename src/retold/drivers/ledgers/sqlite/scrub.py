"""Overwriting what deleted rows may have left in the files.

`secure_delete` zeroes a row that is deleted, but not the copies that are left behind when the
B-tree moves rows between pages: they stay in a page's unallocated space, which nothing reads and
nothing clears. VACUUM would clear it by copying the whole file; this clears it in place, about
eight times faster, by writing zeros over unallocated space only: a torn write can harm nothing.
The layout is that of https://www.sqlite.org/fileformat2.html, section 1.6.
"""

from __future__ import annotations

from pathlib import Path

import apsw
import numpy as np
import numpy.typing as npt

from retold.drivers.ledgers.sqlite.migrations import backup_path
from retold.drivers.ledgers.sqlite.statements import only
from retold.errors import StoreError, StoreUnavailableError

# First byte of a B-tree page. Other kinds of pages begin with a page number, whose first byte is
# one of these only from page 0x02000000 on.
_TREE_PAGES = (2, 5, 10, 13)
_INTERIOR_PAGES = (2, 5)
_PAGES_UP_TO = 0x02000000
_FILE_HEADER_BYTES = 100
_PAGES_AT_A_TIME = 2048
_ATTEMPTS = 20
_WORD_BYTES = 8

Places = npt.NDArray[np.int64]


def purge(connection: apsw.Connection, path: str) -> None:
    """Empty the WAL, clear unallocated space in the file, and delete the upgrade's backup."""
    if not any(_cleared(connection, path) for _ in range(_ATTEMPTS)):
        raise StoreUnavailableError(
            f"{path} is in use; what was erased may still be in its write-ahead log",
            hint="end long reads by other processes and purge again",
        )
    Path(backup_path(path)).unlink(missing_ok=True)
    Path(f"{backup_path(path)}.part").unlink(missing_ok=True)


def _cleared(connection: apsw.Connection, path: str) -> bool:
    """Clear the file, if nobody comes between emptying the WAL and locking it."""
    busy, _, _ = only(connection, "PRAGMA wal_checkpoint(TRUNCATE)")
    if busy:
        return False
    # Cached pages hold the old bytes, and would bring them back when they are next written.
    connection.execute("PRAGMA shrink_memory")
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Nobody else can write now, and an empty WAL leaves nothing to be copied into the file:
        # until the end of the transaction its bytes are ours alone.
        if Path(f"{path}-wal").stat().st_size:
            return False
        _clear(connection, path)
        # A commit, so that every other connection drops its cached pages too.
        connection.execute("UPDATE meta SET value=value+1 WHERE name='purges'")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return True


def _clear(connection: apsw.Connection, path: str) -> None:
    size = int(str(connection.pragma("page_size")))
    total = int(str(connection.pragma("page_count")))
    if total >= _PAGES_UP_TO:
        raise StoreError(f"{path} is too large to be cleared in place", hint="run VACUUM on it")
    # SQLite's own file layer: closing a plain handle would drop this process's locks.
    flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_MAIN_DB
    file = apsw.VFSFile("", path, [flags, 0])
    try:
        for first in range(0, total, _PAGES_AT_A_TIME):
            count = min(_PAGES_AT_A_TIME, total - first)
            pages = np.frombuffer(file.xRead(count * size, first * size), dtype=np.uint8)
            for start, end in _dirty_gaps(pages.reshape(count, size), first):
                file.xWrite(bytes(end - start), start)
        file.xSync(apsw.SQLITE_SYNC_FULL)
    finally:
        file.xClose()


def _dirty_gaps(pages: npt.NDArray[np.uint8], first: int) -> list[tuple[int, int]]:
    """Where in the file unallocated space of these pages is not zero; `first` counts from 0.

    All pages are looked at together: a step of Python a page would take most of the time.
    """
    size = pages.shape[1]
    trees = np.isin(pages[:, 0], _TREE_PAGES)
    if first == 0:
        trees[0] = True
    kept = np.flatnonzero(trees)
    headers = np.where(kept + first == 0, _FILE_HEADER_BYTES, 0)
    kinds, cells, contents = (_numbers(pages, kept, headers + place) for place in (0, 3, 5))
    widths = np.where(np.isin(kinds >> 8, _INTERIOR_PAGES), 12, 8)
    starts = headers + widths + 2 * cells
    # Zero stands for 65536, the end of the largest page.
    ends = np.where(contents == 0, 65536, contents)
    sound = (starts < ends) & (ends <= size)
    starts, ends = (kept * size + starts)[sound], (kept * size + ends)[sound]
    dirty = _any_byte(pages.reshape(-1), starts, ends)
    base = first * size
    return [
        (base + start, base + end)
        for start, end in zip(starts[dirty].tolist(), ends[dirty].tolist(), strict=True)
    ]


def _numbers(pages: npt.NDArray[np.uint8], rows: Places, columns: Places) -> Places:
    """The number in the two bytes at a column of each of the rows."""
    high, low = pages[rows, columns].astype(np.int64), pages[rows, columns + 1]
    return high << 8 | low


def _any_byte(data: npt.NDArray[np.uint8], starts: Places, ends: Places) -> npt.NDArray[np.bool_]:
    """Whether a byte between each start and its end is not zero; the spans are in order."""
    found = np.zeros(len(starts), dtype=np.bool_)
    # Whole words at once, then the few bytes before the first and after the last of them.
    first, last = -(-starts // _WORD_BYTES), ends // _WORD_BYTES
    long = last > first
    if long.any():
        words = data.view(np.uint64)
        edges = np.stack((first[long], last[long]), axis=1).reshape(-1)
        # The last span may end with the data, where no other begins.
        edges = edges[:-1] if edges[-1] == len(words) else edges
        found[long] = np.bitwise_or.reduceat(words, edges)[::2] != 0
    for offset in range(_WORD_BYTES):
        head, tail = starts + offset, ends - 1 - offset
        found |= (head < ends) & (data[np.minimum(head, ends - 1)] != 0)
        found |= (tail >= starts) & (data[np.maximum(tail, starts)] != 0)
    return found
