import sys
from pathlib import Path

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
        assert sorted(row for row in rows["totals"] if row[5]) == sorted(scanned)
        assert not any(row[6] for row in rows["totals"] if not row[5])
        embedded = connection.execute(SCANNED_EMBEDDED).fetchall()
        assert sorted(row for row in rows["embedded"] if row[3]) == sorted(embedded)
        unequal = connection.execute(UNEQUAL_LENGTHS).fetchall()
        assert unequal == []
        connection.close()

    return check


@pytest.fixture
def writer_command():
    """Runs writer.py with arguments."""
    return lambda *arguments: [sys.executable, str(WRITER), *map(str, arguments)]


SCANNED_TOTALS = """
    SELECT owner, 0, session, agent, state, count(*), sum(length) FROM units GROUP BY 1, 3, 4, 5
    UNION ALL
    SELECT owner, 1, session, agent, 'active', count(*), sum(length) FROM turns GROUP BY 1, 3, 4
"""
SCANNED_EMBEDDED = """
    SELECT owner, corpus, model, count(DISTINCT item) FROM vectors GROUP BY 1, 2, 3
"""
UNEQUAL_LENGTHS = """
    WITH items AS (
        SELECT 0 AS corpus, owner, key, length FROM units
        UNION ALL SELECT 1, owner, key, length FROM turns
    ), sums AS (
        SELECT corpus, owner, item, sum(count) AS length FROM postings GROUP BY 1, 2, 3
    )
    SELECT * FROM items FULL JOIN sums
        ON items.corpus=sums.corpus AND items.owner=sums.owner AND items.key=sums.item
    WHERE coalesce(items.length, 0) IS NOT coalesce(sums.length, 0)
"""
