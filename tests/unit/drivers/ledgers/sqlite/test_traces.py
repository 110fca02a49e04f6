import subprocess
import sys
from pathlib import Path

import pytest

from retold.changes import EraseUnit
from retold.drivers.ledgers.sqlite import SqliteLedger, traces
from retold.drivers.ledgers.sqlite.migrations import backup_path
from retold.settings import StorageSettings
from retold.testing.samples import adding, scope, unit

ONE = scope(session="one")
SECRETS = ["The spare key hangs behind the blue door.", "备用钥匙挂在蓝色的门后面。"]
pytestmark = pytest.mark.anyio


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
async def ledger(path):
    opened = await SqliteLedger.open(path, StorageSettings(threads=1, busy_timeout_seconds=0.2))
    yield opened
    await opened.close()


async def erased(ledger, secret):
    await ledger.apply([adding(unit("u1", ONE, content=secret, first_person=secret), "key")])
    await ledger.apply([EraseUnit(scope=ONE, unit_id="u1")])


@pytest.mark.parametrize("secret", SECRETS)
async def test_what_is_left_in_the_log_is_found_until_it_is_purged(ledger, path, secret):
    await erased(ledger, secret)
    before = await ledger.traces([secret])
    assert {Path(trace.where).name for trace in before.found} == {"memory.db-wal"}
    wal = path.with_name("memory.db-wal").read_bytes()
    assert any(wal[t.place :].startswith(secret.encode()) for t in before.found)
    await ledger.purge()
    after = await ledger.traces([secret])
    assert (after.found, after.shared) == ((), 0)
    assert {Path(name).name for name in after.files} == {
        "memory.db",
        "memory.db-wal",
        "memory.db-shm",
    }


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("name", [backup_path(""), "-journal"])
async def test_files_beside_the_store_are_read_too(ledger, path, secret, name):
    beside = path.with_name(f"memory.db{name}")
    # The middle of the text, over the edge between two parts that are read one after the other.
    piece = secret.encode()[6:24]
    start = traces._BYTES_AT_A_TIME - 5
    beside.write_bytes(b"\1" * start + piece)
    found = await ledger.traces([secret])
    assert [(Path(t.where).name, t.place) for t in found.found] == [(beside.name, start)]


async def test_a_row_is_named_by_its_table_and_key(ledger):
    held = unit("u1", ONE, content="x", first_person="y", tags=('the "blue" door',))
    await ledger.apply([adding(held)])
    found = await ledger.traces(['the "blue" door'])
    assert [(t.where, t.place, t.what) for t in found.found] == [("units", 1, "row")]


async def test_many_places_are_cut_off(ledger, path):
    path.with_name("memory.db-journal").write_bytes(b"abcdefgh-" * 2000)
    assert len((await ledger.traces(["abcdefgh"])).found) == traces.MOST_PLACES


def is_locked(path):
    """Whether this process holds the lock by which others know that the log's index is in use."""
    # Byte 128: https://www.sqlite.org/walformat.html, "the deadman switch".
    code = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | 4, 1, 128)"
    command = [sys.executable, "-c", code, f"{path}-shm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return "BlockingIOError" in done.stderr


async def test_looking_gives_up_no_lock(ledger, path):
    assert is_locked(path)
    for _ in range(2):
        await ledger.traces(["nothing of the kind"])
        assert is_locked(path)
