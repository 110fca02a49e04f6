import random
from itertools import pairwise

import apsw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.drivers.ledgers.sqlite import scrub
from retold.drivers.ledgers.sqlite.migrations import backup_path
from retold.errors import StoreUnavailableError


def connect(path):
    connection = apsw.Connection(str(path))
    connection.pragma("journal_mode", "wal")
    connection.pragma("secure_delete", True)
    connection.set_busy_timeout(20)
    return connection


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
def connection(path):
    connection = connect(path)
    connection.execute("CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) WITHOUT ROWID")
    connection.execute("INSERT INTO meta VALUES ('purges', 0)")
    connection.execute("CREATE TABLE words (word TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID")
    yield connection
    connection.close()


def live_and_die(connection):
    """Insert in random order, then delete a third; returns what was deleted."""
    chance = random.Random(5)
    words = [f"word-{chance.getrandbits(64):016x}" for _ in range(3000)]
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO words VALUES (?, 0)", [(word,) for word in words])
    dead = words[::3]
    connection.executemany("DELETE FROM words WHERE word=?", [(word,) for word in dead])
    connection.execute("COMMIT")
    connection.execute("SELECT sum(n) FROM words").fetchall()
    return dead


def rewrite_every_page(connection):
    connection.execute("UPDATE words SET n = 1 - n")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def left(path, dead):
    data = b"".join(file.read_bytes() for file in path.parent.iterdir())
    return [word for word in dead if word.encode() in data]


def test_deleting_alone_leaves_bytes(path, connection):
    dead = live_and_die(connection)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    assert left(path, dead)


def test_a_purge_leaves_none(path, connection):
    dead = live_and_die(connection)
    kept = connection.execute("SELECT * FROM words").fetchall()
    scrub.purge(connection, str(path))
    assert not left(path, dead)
    assert connection.execute("SELECT * FROM words").fetchall() == kept
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_cached_pages_do_not_bring_them_back(path, connection):
    dead = live_and_die(connection)
    scrub.purge(connection, str(path))
    rewrite_every_page(connection)
    assert not left(path, dead)


def test_nor_do_those_of_another_connection(path, connection, monkeypatch):
    dead = live_and_die(connection)
    other = connect(path)
    clear = scrub._clear

    def clear_late(*arguments):
        # The other connection reads after the log was emptied and before the file is cleared.
        other.execute("SELECT sum(n) FROM words").fetchall()
        clear(*arguments)

    monkeypatch.setattr(scrub, "_clear", clear_late)
    scrub.purge(connection, str(path))
    rewrite_every_page(other)
    other.close()
    assert not left(path, dead)


def test_a_reader_in_the_way_is_reported(path, connection):
    live_and_die(connection)
    reader = connect(path)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM meta").fetchall()
    connection.execute("DELETE FROM words")
    with pytest.raises(StoreUnavailableError, match="in use"):
        scrub.purge(connection, str(path))
    assert not connection.in_transaction
    reader.close()
    scrub.purge(connection, str(path))


def test_a_writer_that_comes_between_is_waited_for(path, connection, monkeypatch):
    dead = live_and_die(connection)
    other = connect(path)
    only = scrub.only
    calls = []

    def only_then_write(*arguments):
        found = only(*arguments)
        calls.append(arguments)
        if len(calls) == 1:
            other.execute("UPDATE words SET n = n + 1")
        return found

    monkeypatch.setattr(scrub, "only", only_then_write)
    scrub.purge(connection, str(path))
    assert len(calls) == 2
    other.close()
    assert not left(path, dead)
    assert connection.execute("SELECT min(n) FROM words").fetchone() == (1,)


def test_the_copy_of_an_upgrade_goes_too(path, connection, tmp_path):
    for name in (backup_path(str(path)), f"{backup_path(str(path))}.part"):
        (tmp_path / name).write_bytes(b"old bytes")
    scrub.purge(connection, str(path))
    assert {file.name for file in tmp_path.iterdir()} <= {
        "memory.db",
        "memory.db-wal",
        "memory.db-shm",
    }


@pytest.mark.parametrize("page_size", [512, 4096, 65536])
def test_every_page_size_is_understood(tmp_path, page_size):
    path = tmp_path / "memory.db"
    connection = apsw.Connection(str(path))
    connection.pragma("page_size", page_size)
    connection.pragma("journal_mode", "wal")
    connection.pragma("secure_delete", True)
    connection.execute("CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) WITHOUT ROWID")
    connection.execute("CREATE TABLE words (word TEXT PRIMARY KEY, n INTEGER) WITHOUT ROWID")
    dead = live_and_die(connection)
    scrub.purge(connection, str(path))
    assert not left(path, dead)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


@given(st.binary(min_size=64, max_size=64), st.lists(st.integers(0, 64), max_size=8))
def test_a_byte_in_a_gap_is_seen_wherever_it_lies(data, edges):
    words = np.frombuffer(bytes(byte * (byte > 200) for byte in data), dtype=np.uint8)
    spans = [(a, b) for a, b in pairwise(sorted(edges)) if a < b]
    starts, ends = np.array(spans, dtype=np.int64).reshape(-1, 2).T
    found = scrub._any_byte(words, starts, ends)
    assert found.tolist() == [bool(words[a:b].any()) for a, b in spans]
