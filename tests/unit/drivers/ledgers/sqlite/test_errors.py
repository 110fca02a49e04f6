import apsw
import pytest

from retold.drivers.ledgers.sqlite.errors import explained, is_taken
from retold.errors import InputError, NotAStoreError, StoreError, StoreUnavailableError

UNAVAILABLE = {
    apsw.BusyError: "locked",
    apsw.LockedError: "locked",
    apsw.ReadOnlyError: "cannot be written",
    apsw.CantOpenError: "cannot be opened",
    apsw.FullError: "disk is full",
    apsw.IOError: "cannot be read or written",
    apsw.PermissionsError: "may not be opened",
    apsw.NoMemError: "memory",
}


@pytest.mark.parametrize("kind", UNAVAILABLE)
def test_what_may_pass_is_unavailable(kind):
    with (
        pytest.raises(StoreUnavailableError, match=UNAVAILABLE[kind]) as caught,
        explained("/x/memory.db"),
    ):
        raise kind("as SQLite says it")
    assert caught.value.message.startswith("/x/memory.db ")
    assert caught.value.hint
    assert isinstance(caught.value.__cause__, kind)


@pytest.mark.parametrize(
    ("raised", "wanted", "match"),
    [
        (apsw.NotADBError(), NotAStoreError, "not a Retold database"),
        (apsw.CorruptError("malformed"), StoreError, "damaged: malformed"),
        (apsw.SQLError("no such table"), StoreError, "no such table"),
        (OSError(28, "No space left", "/x/copy"), StoreUnavailableError, "/x/copy: No space left"),
    ],
)
def test_other_errors_are_of_the_store(raised, wanted, match):
    with pytest.raises(wanted, match=match) as caught, explained("/x/memory.db"):
        raise raised
    assert type(caught.value) is wanted


def test_errors_of_retold_pass_as_they_are():
    with pytest.raises(InputError, match="mine"), explained("/x/memory.db"):
        raise InputError("mine")


def constraint_error(statement):
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT UNIQUE, c TEXT NOT NULL) STRICT")
    connection.execute("INSERT INTO t VALUES ('1', '2', '3')")
    with pytest.raises(apsw.ConstraintError) as caught:
        connection.execute(statement)
    connection.close()
    return caught.value


@pytest.mark.parametrize("values", ["('1', '9', '9')", "('9', '2', '9')"])
def test_what_is_there_already_is_taken(values):
    assert is_taken(constraint_error(f"INSERT INTO t VALUES {values}"))  # noqa: S608


def test_other_constraints_are_not():
    assert not is_taken(constraint_error("INSERT INTO t VALUES ('9', '9', NULL)"))
