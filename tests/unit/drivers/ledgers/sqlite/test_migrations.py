import json
from collections import Counter

import apsw
import pytest
from anyio import to_thread

from retold.changes import EraseUnit
from retold.drivers.ledgers.sqlite import SqliteLedger, migrations
from retold.drivers.ledgers.sqlite.connection import Database
from retold.drivers.ledgers.sqlite.migrations import STEPS, backup_path, prepare
from retold.errors import (
    MigrationError,
    NewerStoreError,
    NotAStoreError,
    StoreError,
    StoreUnavailableError,
)
from retold.records import Corpus
from retold.settings import StorageSettings
from retold.testing.samples import adding, scope, turn

QUICK = StorageSettings(busy_timeout_seconds=0.2)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


def step_well(connection):
    connection.execute("CREATE TABLE news (text TEXT)")
    connection.execute("INSERT INTO news VALUES ('from version 2')")


def step_badly(connection):
    connection.execute("ALTER TABLE turns ADD COLUMN mood TEXT")
    connection.execute("SELECT * FROM no_such_table")


async def fill(path):
    ledger = await SqliteLedger.open(path, QUICK)
    await ledger.apply([adding(turn("t1", scope()))])
    await ledger.close()


def rows(path, statement):
    connection = apsw.Connection(str(path))
    found = connection.execute(statement).fetchall()
    connection.close()
    return found


@pytest.mark.anyio
async def test_a_new_file_is_marked_as_retolds(path):
    await fill(path)
    header = path.read_bytes()[:100]
    assert header[68:72] == b"Rtld"
    assert int.from_bytes(header[60:64], "big") == len(STEPS)
    assert header[18] == 2
    [(secret,)] = rows(path, "SELECT value FROM meta WHERE name='secret'")
    assert len(secret) == 32
    [(created_by,)] = rows(path, "SELECT value FROM meta WHERE name='created_by'")
    assert created_by.startswith("retold ")
    assert not (path.parent / "memory.db.backup").exists()


@pytest.mark.anyio
async def test_every_secret_is_another(tmp_path):
    secrets = set()
    for number in range(3):
        ledger = await SqliteLedger.open(tmp_path / f"{number}.db", QUICK)
        secrets.add(await ledger.secret())
        await ledger.close()
    assert len(secrets) == 3


@pytest.mark.anyio
async def test_an_empty_file_is_taken(path):
    path.touch()
    await fill(path)
    assert rows(path, "SELECT id FROM turns") == [("t1",)]


def text_file(path):
    path.write_text("These are my notes about tea, and they are not a database.\n" * 50)


def short_file(path):
    path.write_bytes(b"SQLite")


def random_file(path):
    path.write_bytes(bytes(range(256)) * 64)


def other_database(path):
    connection = apsw.Connection(str(path))
    connection.execute("CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")
    connection.close()


def marked_database(path):
    connection = apsw.Connection(str(path))
    connection.pragma("application_id", 77)
    connection.close()


def other_database_in_wal_mode(path):
    connection = apsw.Connection(str(path))
    connection.pragma("journal_mode", "wal")
    connection.execute("CREATE TABLE theirs (a)")
    connection.execute("PRAGMA wal_checkpoint").fetchall()
    connection.execute("INSERT INTO theirs VALUES (1)")
    data = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    connection.close()
    # As a crash leaves it: rows that are in the log only.
    for name, content in data.items():
        if not name.endswith("-shm"):
            (path.parent / name).write_bytes(content)


@pytest.mark.anyio
@pytest.mark.parametrize(
    "make",
    [
        text_file,
        short_file,
        random_file,
        other_database,
        marked_database,
        other_database_in_wal_mode,
    ],
)
async def test_another_file_is_left_as_it_was(path, make):
    make(path)
    before = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    with pytest.raises(NotAStoreError) as caught:
        await SqliteLedger.open(path, QUICK)
    assert caught.value.hint
    assert {file.name: file.read_bytes() for file in path.parent.iterdir()} == before


@pytest.mark.anyio
async def test_a_newer_file_is_left_as_it_was(path):
    await fill(path)
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", len(STEPS) + 1)
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NewerStoreError, match=f"version {len(STEPS) + 1}"):
        await SqliteLedger.open(path, QUICK)
    assert path.read_bytes() == before


@pytest.mark.anyio
async def test_an_upgrade_runs_what_is_missing_and_keeps_a_copy(path, monkeypatch):
    await fill(path)
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, step_well))
    for _ in range(2):
        ledger = await SqliteLedger.open(path, QUICK)
        assert [t.id for t in await ledger.turns(scope())] == ["t1"]
        await ledger.close()
    assert rows(path, "SELECT text FROM news") == [("from version 2",)]
    assert rows(path, "PRAGMA user_version") == [(len(STEPS) + 1,)]
    copy = backup_path(str(path))
    assert rows(copy, "PRAGMA user_version") == [(len(STEPS),)]
    assert rows(copy, "SELECT id FROM turns") == [("t1",)]
    with pytest.raises(apsw.SQLError):
        rows(copy, "SELECT * FROM news")


def test_version_2_knows_the_days_of_the_turns_that_were_there(path):
    prepare(str(path), busy_timeout_seconds=1, steps=STEPS[:1])
    connection = apsw.Connection(str(path))
    connection.execute("INSERT INTO owners (key, tenant, user) VALUES (1, 'default', 'ada')")
    moments = (-1, 0, 86_399_999_999, 86_400_000_000 * 3)
    connection.executemany(
        "INSERT INTO turns SELECT ?1, 1, ?1, '', '', ?1, 0, '', 'user', 0, 1, 'live', ?2, '0',"
        " 0, '0', 'Tea.', '', '', ''",
        enumerate(moments),
    )
    connection.close()
    prepare(str(path), busy_timeout_seconds=1)
    assert rows(path, "SELECT owner, day FROM days") == [(1, -1), (1, 0), (1, 3)]


STATES = ("active", "superseded", "active")
UNIT = (
    "INSERT INTO units (key, owner, id, agent, session, state, length, kind, subject, slot,"
    " fingerprint, created_at, created_zone, access_count, content, first_person, details, tokens)"
    " VALUES (?1, 1, 'u' || ?1, ?2, '', ?3, ?4, 'fact', '', '', '', 0, '0', 0, '', '', '{}', ?5)"
)


def version_4(path):
    """A file with 200 units about tea, one of them with a word of its own."""
    prepare(str(path), busy_timeout_seconds=1, steps=STEPS[:4])
    connection = apsw.Connection(str(path))
    connection.execute("INSERT INTO owners (key, tenant, user) VALUES (1, 'default', 'ada')")
    for key in range(1, 201):
        state, agent = STATES[key % 3], ("", "helper")[key % 2]
        tokens = ["tea"] * 2 + ["zanzibarian"] * (key == 6)
        connection.execute(UNIT, (key, agent, state, len(tokens), json.dumps(sorted(set(tokens)))))
        for token, count in Counter(tokens).items():
            connection.execute("INSERT INTO postings VALUES (1, 0, ?, ?, ?)", (token, key, count))
    connection.execute(
        "INSERT INTO totals SELECT owner, 0, session, agent, state, count(*), sum(length)"
        " FROM units GROUP BY 1, 3, 4, 5"
    )
    connection.close()


@pytest.mark.anyio
async def test_version_5_finds_the_tokens_where_they_stood(path):
    await to_thread.run_sync(version_4, path)
    ledger = await SqliteLedger.open(path, QUICK)
    live = [key for key in range(1, 201) if STATES[key % 3] == "active"]
    found = await ledger.postings(scope(), Corpus.UNITS, ["tea", "zanzibarian"])
    assert found.ids == tuple(f"u{key}" for key in live)
    assert found.counts.tolist() == [2] * len(live) + [1]
    assert found.lengths.tolist() == [2 + (key == 6) for key in live]
    helped = await ledger.postings(scope(agent="helper"), Corpus.UNITS, ["tea"])
    assert helped.ids == tuple(f"u{key}" for key in live if key % 2)
    # What is erased afterwards is in nothing that the old rows left behind.
    await ledger.apply([EraseUnit(scope=scope(), unit_id="u6")])
    await ledger.purge()
    await ledger.close()
    left = await to_thread.run_sync(lambda: [f.read_bytes() for f in path.parent.iterdir()])
    assert not any(b"zanzibarian" in data for data in left)


@pytest.mark.anyio
async def test_one_copy_is_kept_at_most(path, monkeypatch):
    await fill(path)
    for steps in ((*STEPS, step_well), (*STEPS, step_well, lambda _: None)):
        monkeypatch.setattr(migrations, "STEPS", steps)
        await (await SqliteLedger.open(path, QUICK)).close()
    assert rows(backup_path(str(path)), "PRAGMA user_version") == [(len(STEPS) + 1,)]
    assert [f.name for f in path.parent.glob("*backup*")] == ["memory.db.backup"]


@pytest.mark.anyio
async def test_a_failed_upgrade_is_rolled_back_whole(path, monkeypatch):
    await fill(path)
    before = path.read_bytes()
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, step_well, step_badly))
    with pytest.raises(MigrationError, match="no_such_table") as caught:
        await SqliteLedger.open(path, QUICK)
    assert backup_path(str(path)) in caught.value.hint
    assert path.read_bytes() == before
    monkeypatch.undo()
    ledger = await SqliteLedger.open(path, QUICK)
    assert [t.id for t in await ledger.turns(scope())] == ["t1"]
    await ledger.close()


@pytest.mark.anyio
async def test_an_upgrade_on_a_full_disk_can_be_tried_again(path, monkeypatch):
    await fill(path)

    def step_out_of_room(connection):
        raise apsw.FullError

    monkeypatch.setattr(migrations, "STEPS", (*STEPS, step_out_of_room))
    with pytest.raises(StoreUnavailableError):
        await SqliteLedger.open(path, QUICK)
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, step_well))
    await (await SqliteLedger.open(path, QUICK)).close()


def test_whoever_waits_for_an_upgrade_finds_it_done(path):
    prepare(str(path), busy_timeout_seconds=1)
    runs = []

    def step_while_another_comes(connection):
        # The other one finds the old version, and asks for the lock that is held here.
        with pytest.raises(apsw.BusyError):
            prepare(str(path), busy_timeout_seconds=0.01, steps=(*STEPS, runs.append))

    steps = (*STEPS, step_while_another_comes)
    prepare(str(path), busy_timeout_seconds=1, steps=steps)
    prepare(str(path), busy_timeout_seconds=1, steps=(*STEPS, runs.append))
    assert runs == []


def test_a_damaged_file_is_reported(path):
    prepare(str(path), busy_timeout_seconds=1)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\x55" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="damaged") as caught:
        Database(path, QUICK)
    assert caught.value.hint
