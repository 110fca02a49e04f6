import apsw
import pytest

from retold.testing.faults import DiskFaults, StatementFaults


def test_the_statement_of_that_number_fails_once():
    with StatementFaults() as faults:
        connection = apsw.Connection(":memory:")
        connection.execute("CREATE TABLE t (a)")
        faults.fail_at(2)
        connection.execute("INSERT INTO t VALUES (1)")
        with pytest.raises(apsw.FullError, match="injected"):
            connection.execute("INSERT INTO t VALUES (2)")
        connection.execute("INSERT INTO t VALUES (3)")
        assert faults.count == 3
        assert connection.execute("SELECT a FROM t").fetchall() == [(1,), (3,)]
        connection.close()


def test_each_row_of_many_is_a_statement():
    with StatementFaults() as faults:
        connection = apsw.Connection(":memory:")
        connection.execute("CREATE TABLE t (a)")
        faults.fail_at(3, apsw.IOError)
        with pytest.raises(apsw.IOError, match="injected"):
            connection.executemany("INSERT INTO t VALUES (?)", [(n,) for n in range(9)])
        assert connection.execute("SELECT count(*) FROM t").fetchone() == (2,)
        connection.close()


def test_connections_outside_the_block_are_left_alone():
    with StatementFaults() as faults:
        pass
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t (a)")
    assert faults.count == 0
    connection.close()


def test_the_disk_fails_at_that_write_and_heals(tmp_path):
    path = str(tmp_path / "some.db")
    with DiskFaults() as faults:
        connection = apsw.Connection(path)
        connection.execute("CREATE TABLE t (a)")
        assert faults.count > 2
        faults.fail_at(1)
        with pytest.raises(apsw.FullError, match="injected"):
            connection.execute("INSERT INTO t VALUES (1)")
        faults.heal()
        connection.execute("INSERT INTO t VALUES (2)")
        assert faults.count > 2
        connection.close()
    assert "faults" not in apsw.vfs_names()
    connection = apsw.Connection(path)
    assert connection.execute("SELECT a FROM t").fetchall() == [(2,)]
    connection.close()
