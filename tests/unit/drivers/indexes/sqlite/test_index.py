from dataclasses import replace

import anyio
import numpy as np
import pytest

from retold.drivers.indexes.sqlite import SqliteIndex
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.errors import SettingsError
from retold.ports import Capabilities, Nearest, VectorRow, VectorRows
from retold.records import Corpus, State
from retold.settings import StorageSettings
from retold.testing.samples import MODEL, adding, putting, scope, unit, vectors

X = (1, 0, 0, 0)
SMALL = StorageSettings(vector_cache_megabytes=1)


class Vectors:
    """As much of a ledger as an index asks for; it keeps count of what it was asked."""

    def __init__(self, rows_a_user=0):
        self.rows_a_user = rows_a_user
        self.capabilities = Capabilities(
            durable=False, several_processes=False, holds_vectors=rows_a_user >= 0
        )
        self.asked = []

    async def vectors(self, place, corpus, model, *, after):
        self.asked.append((place.user, after))
        rows = [
            VectorRow(
                item_id=f"u{n}",
                part=0,
                change=n + 1,
                state=State.ACTIVE,
                vector=np.eye(1, 400, n % 400, dtype=np.float32)[0],
            )
            for n in range(after, self.rows_a_user)
        ]
        return VectorRows(rows=tuple(rows), change=self.rows_a_user, removals=0)


def question(user="ada", vector=None):
    return Nearest(
        scope=scope(user),
        corpus=Corpus.UNITS,
        model=MODEL,
        vector=np.eye(1, 400, dtype=np.float32)[0] if vector is None else vector,
        limit=3,
    )


def test_a_ledger_without_vectors_is_refused():
    with pytest.raises(SettingsError, match="holds no vectors"):
        SqliteIndex(Vectors(-1), SMALL)


@pytest.mark.anyio
async def test_only_what_is_new_is_asked_for():
    ledger = Vectors(10)
    index = SqliteIndex(ledger, SMALL)
    await index.nearest(question())
    ledger.rows_a_user = 12
    assert (await index.nearest(question())).total == 12
    await index.nearest(question())
    assert ledger.asked == [("ada", 0), ("ada", 10), ("ada", 12)]


@pytest.mark.anyio
async def test_memory_is_bounded_and_the_latest_stay():
    # 200 rows of 400 numbers take 320 kB and more: two users have room in a megabyte.
    ledger = Vectors(200)
    index = SqliteIndex(ledger, SMALL)
    for user in ("a", "b", "a", "c", "a", "b"):
        await index.nearest(question(user))
    assert ledger.asked == [("a", 0), ("b", 0), ("a", 200), ("c", 0), ("a", 200), ("b", 0)]
    assert sum(e.matrix.nbytes for e in index._entries.values()) <= 1024 * 1024


@pytest.mark.anyio
async def test_what_has_no_room_is_compared_all_the_same():
    ledger = Vectors(900)
    index = SqliteIndex(ledger, SMALL)
    for _ in range(2):
        assert (await index.nearest(question())).total == 900
    assert ledger.asked == [("ada", 0), ("ada", 0)]
    assert not index._entries


@pytest.mark.anyio
async def test_many_ask_at_once(tmp_path):
    ledger = await SqliteLedger.open(tmp_path / "memory.db", SMALL)
    index = SqliteIndex(ledger, SMALL)
    totals = []

    async def ask():
        query = replace(question(), vector=vectors(X)[0])
        totals.append((await index.nearest(query)).total)

    async def write(number):
        held = unit(f"u{number}", scope())
        await ledger.apply([adding(held), putting(held, X)])

    async with anyio.create_task_group() as group:
        for number in range(40):
            group.start_soon(write, number)
            group.start_soon(ask)
    await ask()
    assert totals[-1] == 40
    await ledger.close()


@pytest.mark.anyio
async def test_another_writer_is_seen_at_once(tmp_path):
    mine = await SqliteLedger.open(tmp_path / "memory.db", SMALL)
    theirs = await SqliteLedger.open(tmp_path / "memory.db", SMALL)
    index = SqliteIndex(mine, SMALL)
    query = replace(question(), vector=vectors(X)[0])
    for number in range(5):
        held = unit(f"u{number}", scope())
        await theirs.apply([adding(held), putting(held, X)])
        assert (await index.nearest(query)).total == number + 1
    await mine.close()
    await theirs.close()
