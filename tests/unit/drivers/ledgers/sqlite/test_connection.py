import os
import subprocess
import sys
import tempfile
from pathlib import Path

import anyio
import apsw
import pytest

from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.drivers.ledgers.sqlite.connection import Database
from retold.drivers.ledgers.sqlite.statements import only
from retold.errors import InputError, StoreError, StoreUnavailableError
from retold.settings import StorageSettings
from retold.testing.samples import adding, scope, turn

QUICK = StorageSettings(busy_timeout_seconds=0.05, threads=2)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
async def ledger(path):
    ledger = await SqliteLedger.open(path, QUICK)
    yield ledger
    await ledger.close()


@pytest.mark.anyio
async def test_every_connection_is_set_up(path):
    database = await Database.open(path, StorageSettings(threads=3))

    def settings(connection):
        names = ("synchronous", "foreign_keys", "secure_delete", "temp_store", "query_only")
        return [connection.pragma(name) for name in names]

    assert database._readers.qsize() == 3
    assert await database.read(settings) == [2, 1, 1, 2, 1]
    assert await database.write(settings) == [2, 1, 1, 2, 0]
    assert await database.write(lambda c: c.pragma("journal_mode")) == "wal"
    await database.close()
    database = await Database.open(path, StorageSettings(synchronous="normal"))
    assert (await database.write(settings))[0] == 1
    await database.close()


@pytest.mark.anyio
async def test_a_read_is_one_snapshot(ledger, path):
    database = ledger._database
    counts = []

    def work(connection):
        for _ in range(2):
            counts.append(only(connection, "SELECT count(*) FROM owners")[0])
            with apsw.Connection(str(path)) as other:
                other.execute("INSERT INTO owners (tenant, user) VALUES ('t', ?)", (len(counts),))

    await database.read(work)
    assert counts == [0, 0]


@pytest.mark.anyio
async def test_a_read_cannot_write(ledger):
    with pytest.raises(StoreUnavailableError):
        await ledger._database.read(lambda c: c.execute("DELETE FROM meta"))


@pytest.mark.anyio
async def test_more_readers_than_connections_wait_in_turn(ledger):
    async with anyio.create_task_group() as group:
        for _ in range(50):
            group.start_soon(ledger.turns, scope())
    assert ledger._database._readers.qsize() == QUICK.threads


@pytest.mark.anyio
async def test_readers_are_not_kept_by_a_writer(ledger, path):
    with apsw.Connection(str(path)) as other:
        other.execute("INSERT INTO owners (tenant, user) VALUES ('t', 'u')")
        assert await ledger.turns(scope()) == []


@pytest.mark.anyio
async def test_a_lock_held_too_long_is_unavailable(ledger, path):
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailableError, match="locked") as caught:
        await ledger.apply([adding(turn("t1", scope()))])
    assert "busy_timeout_seconds" in caught.value.hint
    other.close()
    await ledger.apply([adding(turn("t1", scope()))])
    assert len(await ledger.turns(scope())) == 1


@pytest.mark.anyio
async def test_a_lone_surrogate_is_refused_and_nothing_is_written(ledger):
    with pytest.raises(InputError):
        await ledger.apply(
            [adding(turn("t1", scope())), adding(turn("t2", scope(), text="\ud83d"))]
        )
    with pytest.raises(InputError):
        await ledger.turns(scope("\ud83d"))
    assert await ledger.turns(scope()) == []


@pytest.mark.anyio
async def test_a_cancelled_write_is_done_or_not_begun(ledger):
    with anyio.move_on_after(0):
        await ledger.apply([adding(turn("t1", scope()))])
    found = await ledger.turns(scope())
    await ledger.apply([adding(turn("t2", scope()))])
    assert [t.id for t in await ledger.turns(scope())] == [*(t.id for t in found), "t2"]


@pytest.mark.anyio
async def test_closing_waits_for_work_under_way(path):
    ledger = await SqliteLedger.open(path, QUICK)
    async with anyio.create_task_group() as group:
        for number in range(20):
            group.start_soon(ledger.apply, [adding(turn(f"t{number}", scope()))])
        await anyio.wait_all_tasks_blocked()
        group.start_soon(ledger.close)
    again = await SqliteLedger.open(path, QUICK)
    assert len(await again.turns(scope())) == 20
    await again.close()


@pytest.mark.anyio
async def test_a_forked_child_is_told_so(ledger):
    await ledger.apply([adding(turn("t1", scope()))])
    with pytest.raises(StoreError, match="forked"):
        in_another_process(ledger)
    await ledger.apply([adding(turn("t2", scope()))])
    assert len(await ledger.turns(scope())) == 2


def in_another_process(ledger):
    """Run a read as after a fork: the process id is another's."""
    database = ledger._database
    own = database._process
    database._process = own + 1
    try:
        database._read(len)
    finally:
        database._process = own


FORK = """
import gc, os, sys, anyio
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.errors import StoreError
from retold.settings import StorageSettings
from retold.testing.samples import adding, scope, turn

async def main(path):
    ledger = await SqliteLedger.open(path, StorageSettings())
    await ledger.apply([adding(turn("t1", scope()))])
    child = os.fork()
    if child == 0:
        try:
            ledger._database._write(len)
        except StoreError:
            # The worst that the child can do: let its copies of the connections go.
            ledger._database.__dict__.clear()
            gc.collect()
            os._exit(7)
        os._exit(8)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    await ledger.apply([adding(turn("t2", scope()))])
    assert len(await ledger.turns(scope())) == 2
    await ledger.close()

anyio.run(main, sys.argv[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_fork_leaves_the_parent_unharmed(path):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK, str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    connection = apsw.Connection(str(path))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["", ":memory:"])
async def test_a_path_is_needed(name):
    with pytest.raises(StoreError, match="names no file"):
        await SqliteLedger.open(name, QUICK)


@pytest.mark.anyio
async def test_a_missing_directory_is_unavailable(tmp_path):
    with pytest.raises(StoreUnavailableError, match="cannot be opened") as caught:
        await SqliteLedger.open(tmp_path / "nowhere" / "memory.db", QUICK)
    assert "directory" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


@pytest.mark.anyio
async def test_a_directory_in_its_place_is_unavailable(tmp_path):
    with pytest.raises(StoreUnavailableError):
        await SqliteLedger.open(tmp_path, QUICK)


@pytest.mark.anyio
async def test_a_path_may_be_any_text(tmp_path):
    for name in ("记忆 库.db", "a%20b?mode=ro#c.db", 'it\'s "quoted".db'):
        ledger = await SqliteLedger.open(tmp_path / name, QUICK)
        await ledger.apply([adding(turn("t1", scope()))])
        await ledger.purge()
        await ledger.close()
        assert (tmp_path / name).stat().st_size > 0


AS_NOBODY = """
import os, sys, anyio
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.errors import StoreError
from retold.settings import StorageSettings

async def open_and_close(path):
    await (await SqliteLedger.open(path, StorageSettings())).close()

# Once with all rights, so that everything is imported.
anyio.run(open_and_close, sys.argv[1])
if os.getuid() == 0:
    os.setuid(65534)
for path in sys.argv[2:]:
    try:
        anyio.run(open_and_close, path)
    except StoreError as error:
        sys.stdout.write(f"{type(error).__name__}: {error.hint}\\n")
"""


@pytest.fixture
def open_place():
    """A directory that anyone may enter; pytest's own are for one user."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        yield place
        place.chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="rights are given otherwise")
def test_a_read_only_place_is_unavailable(tmp_path, open_place):
    path = open_place / "memory.db"
    anyio.run(create, path)
    path.chmod(0o444)
    before = {file.name: file.read_bytes() for file in open_place.iterdir()}
    open_place.chmod(0o555)
    paths = [tmp_path / "other.db", path, open_place / "missing.db"]
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == 2, done.stderr
    for line in lines:
        assert line.startswith("StoreUnavailableError: ")
        assert "writ" in line
    assert {file.name: file.read_bytes() for file in open_place.iterdir()} == before


async def create(path: Path):
    ledger = await SqliteLedger.open(path, QUICK)
    await ledger.close()
