"""Several processes with several tasks each write to one file that they create together."""

import pytest

from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.ports import UnitFilter
from retold.records import Corpus
from retold.settings import StorageSettings
from retold.testing.samples import MODEL, adding, scope, unit

PROCESSES, TASKS, TURNS = 4, 4, 25
ALL = PROCESSES * TASKS * TURNS


@pytest.mark.anyio
async def test_no_write_is_lost(tmp_path, writers, check_store):
    path = tmp_path / "memory.db"
    ledger = await SqliteLedger.open(path, StorageSettings(synchronous="normal"))
    await ledger.apply([adding(unit("common", scope(session="shared")))])
    for number in range(PROCESSES):
        writers.start("many", path, number, TASKS, TURNS)
    assert writers.wait()[1] == [0] * PROCESSES
    turns = await ledger.turns(scope())
    assert len({t.id for t in turns}) == ALL
    assert [t.position for t in turns] == list(range(ALL))
    units = await ledger.units(scope())
    assert sum(u.pinned for u in units) == ALL
    [common] = await ledger.units(scope(), UnitFilter(ids=("common",)))
    assert common.access_count == ALL
    # One change to the unit made here, and two to each of the others.
    assert await ledger.revision(scope()) == 1 + 2 * ALL
    assert len((await ledger.vectors(scope(), Corpus.UNITS, MODEL, after=0)).rows) == ALL
    await ledger.close()
    check_store(path)


def test_a_file_is_created_once(tmp_path, writers, check_store, dump):
    path = tmp_path / "memory.db"
    for number in range(6):
        writers.start("many", path, number, 1, 1)
    assert writers.wait()[1] == [0] * 6
    rows = dump(path)
    assert [row[0] for row in rows["meta"]] == ["change", "created_by", "purges", "secret"]
    assert len(rows["turns"]) == 6
    check_store(path)
