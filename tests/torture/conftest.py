import subprocess
import sys
from collections import Counter
from pathlib import Path
from struct import iter_unpack

import apsw
import pytest

WRITER = Path(__file__).with_name("writer.py")


@pytest.fixture
def dump():
    """Every row of every table, read past the driver."""

    def dump(path):
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type='table'").fetchall()
        rows = {
            name: connection.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall()  # noqa: S608
            for (name,) in tables
        }
        connection.close()
        return rows

    return dump


@pytest.fixture
def check_store(dump):
    """Raises unless the file is sound and the sums it keeps are those that a scan gives."""

    def check(path):
        rows = dump(path)
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        scanned = connection.execute(SCANNED_TOTALS).fetchall()
        assert sorted(row[:7] for row in rows["totals"] if row[5]) == sorted(scanned)
        assert not any(row[6] for row in rows["totals"] if not row[5])
        embedded = connection.execute(SCANNED_EMBEDDED).fetchall()
        assert sorted(row for row in rows["embedded"] if row[3]) == sorted(embedded)
        lengths = connection.execute(LENGTHS).fetchall()
        assert sorted(lengths_by_postings(connection)) == sorted(lengths)
        connection.close()

    return check


class Writers:
    """Processes that run writer.py."""

    def __init__(self, process):
        self._process = process

    def start(self, *command):
        self._say(" ".join(map(str, command)))

    def read(self):
        """The words of the next line that one of them said."""
        return tuple(self._process.stdout.readline().split())

    def wait(self):
        """What they said until they all had ended, and their exit codes."""
        self._say("")
        lines = []
        while (line := self.read())[:1] != ("ended",):
            assert line, "the writers are gone"
            lines.append(line)
        return lines, [int(code) for code in line[1:]]

    def _say(self, line):
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()


@pytest.fixture(scope="session")
def writers():
    # Forking is meant: the parent has nothing open, and numpy's threads are no part of it.
    command = [sys.executable, "-W", "ignore", str(WRITER)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Writers(process)


SCANNED_TOTALS = """
    SELECT owner, 0, session, agent, state, count(*), sum(length) FROM units GROUP BY 1, 3, 4, 5
    UNION ALL
    SELECT owner, 1, session, agent, 'active', count(*), sum(length) FROM turns GROUP BY 1, 3, 4
"""
SCANNED_EMBEDDED = """
    SELECT owner, corpus, model, count(DISTINCT item) FROM vectors GROUP BY 1, 2, 3
"""
LENGTHS = """
    SELECT 0, owner, key, length FROM units WHERE length > 0
    UNION ALL SELECT 1, owner, key, length FROM turns WHERE length > 0
"""


def lengths_by_postings(connection):
    """Corpus, owner, key and length of the items in which tokens stand; equal in each of them."""
    sums, said = Counter(), {}
    statement = "SELECT corpus, owner, entries FROM postings"
    for corpus, owner, entries in connection.execute(statement):
        for item, _, length, count in iter_unpack("<4I", entries):
            sums[corpus, owner, item] += count
            assert said.setdefault((corpus, owner, item), length) == length
    assert said == sums
    return [(*item, length) for item, length in sums.items()]
