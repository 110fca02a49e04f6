"""A statement or a disk write fails, each in turn, in a list that holds every kind of change."""

from dataclasses import replace

import apsw
import pytest

from retold.changes import (
    AddReceipt,
    AddTombstone,
    Change,
    DropLease,
    DropVectors,
    EraseTurn,
    EraseUnit,
    ExpectRevision,
    FinishJob,
    Job,
    MoveUnits,
    PutJob,
    RedactTurn,
    SetKeeping,
    TakeLease,
    TouchUnits,
)
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.errors import StoreError, StoreUnavailableError
from retold.records import Corpus, Source, State
from retold.settings import StorageSettings
from retold.testing.faults import DiskFaults, StatementFaults
from retold.testing.samples import AT, adding, later, putting, receipt, scope, turn, unit, updating

FULL = StorageSettings(threads=1)
ONE = scope(session="one")
X, Y = (1, 0, 0, 0), (0, 1, 0, 0)
SAID = turn("t1", ONE)
HELD = unit("u1", ONE, sources=(Source(turn_id="t1", start=0, end=3),))
GONE = unit("u2", ONE)
GONE_TURN = turn("t0", ONE)


def job(name):
    return Job(id=name, scope=ONE, kind="embed", payload={"unit": "u3"}, created_at=AT)


BEFORE = [
    adding(SAID, "tea"),
    adding(HELD, "tea"),
    adding(GONE, "milk"),
    adding(GONE_TURN, "milk"),
    AddReceipt(scope=ONE, receipt=receipt("old", ("t0",))),
    putting(SAID, X),
    putting(HELD, X, Y),
    putting(GONE, X),
    PutJob(job=job("j1")),
]

EVERYTHING = [
    ExpectRevision(scope=ONE, revision=1),
    adding(turn("t2", ONE), "tea", "milk"),
    RedactTurn(turn=replace(SAID, text="■"), tokens=("sugar",)),
    adding(unit("u3", ONE, sources=(Source(turn_id="t2", start=0, end=1),)), "sugar", "tea"),
    updating(replace(HELD, state=State.SUPERSEDED, superseded_by="u3"), "superseded"),
    TouchUnits(scope=ONE, unit_ids=("u1", "u3"), at=later(1)),
    MoveUnits(
        scope=ONE,
        unit_ids=("u1", "u3"),
        before=State.ACTIVE,
        after=State.COLD,
        event="cooled",
        at=later(2),
    ),
    EraseUnit(scope=ONE, unit_id="u2"),
    EraseTurn(scope=ONE, turn_id="t0"),
    AddTombstone(scope=ONE, digest="d", at=AT),
    putting(turn("t2", ONE), X),
    putting(HELD, Y),
    DropVectors(scope=ONE, corpus=Corpus.UNITS, item_ids=("u1",)),
    AddReceipt(scope=ONE, receipt=receipt("k")),
    PutJob(job=job("j2")),
    FinishJob(scope=ONE, job_id="j1"),
    TakeLease(name="l", holder="a", now=AT, seconds=9),
    DropLease(name="m", holder="a"),
    SetKeeping(scope=ONE, keeping=False),
]


def test_every_kind_of_change_is_in_the_list():
    assert {type(change) for change in EVERYTHING} == set(Change.__args__)


async def fail_at_each(ledger, faults, path, dump, error=apsw.FullError):
    """Let the list fail at each event in turn; returns the number of events it has."""
    before = dump(path)
    number = 1
    while True:
        faults.fail_at(number, error)
        try:
            await ledger.apply(EVERYTHING)
        except StoreError:
            assert faults.count >= number
            faults.heal()
            assert dump(path) == before
            assert [t.text for t in await ledger.turns(scope())] == [SAID.text, GONE_TURN.text]
            assert (await ledger.postings(scope(), Corpus.TURNS, ["sugar"])).ids == ()
            number += 1
        else:
            faults.heal()
            return number - 1


@pytest.mark.anyio
@pytest.mark.parametrize("error", [apsw.FullError, apsw.IOError, apsw.BusyError])
async def test_a_failed_statement_leaves_nothing(tmp_path, dump, check_store, error):
    path = tmp_path / "memory.db"
    with StatementFaults() as faults:
        ledger = await SqliteLedger.open(path, FULL)
        await ledger.apply(BEFORE)
        events = await fail_at_each(ledger, faults, path, dump, error)
        await ledger.close()
    # A statement for each change at the least, with the transaction's own two.
    assert events > len(EVERYTHING) + 2
    assert {t.id for t in await reopened(path)} == {"t1", "t2"}
    check_store(path)


@pytest.mark.anyio
async def test_a_failed_disk_write_leaves_nothing(tmp_path, dump, check_store):
    path = tmp_path / "memory.db"
    with DiskFaults() as faults:
        ledger = await SqliteLedger.open(path, FULL)
        await ledger.apply(BEFORE)
        events = await fail_at_each(ledger, faults, path, dump)
        await ledger.close()
    assert events > 10
    assert {t.id for t in await reopened(path)} == {"t1", "t2"}
    check_store(path)


@pytest.mark.anyio
async def test_a_full_disk_is_said_in_plain_words(tmp_path):
    with DiskFaults() as faults:
        ledger = await SqliteLedger.open(tmp_path / "memory.db", FULL)
        faults.fail_at(1)
        with pytest.raises(StoreUnavailableError, match="disk is full") as caught:
            await ledger.apply(BEFORE)
        assert caught.value.hint
        await ledger.close()


@pytest.mark.anyio
async def test_creating_a_store_fails_whole(tmp_path, check_store):
    path = tmp_path / "memory.db"
    number = 1
    while True:
        with DiskFaults() as faults:
            faults.fail_at(number)
            try:
                ledger = await SqliteLedger.open(path, FULL)
            except StoreUnavailableError:
                number += 1
                continue
            await ledger.close()
            break
    assert number > 10
    check_store(path)


@pytest.mark.anyio
async def test_a_purge_that_fails_harms_nothing(tmp_path, dump, check_store):
    path = tmp_path / "memory.db"
    with DiskFaults() as faults:
        ledger = await SqliteLedger.open(path, FULL)
        await ledger.apply(BEFORE)
        await ledger.apply(EVERYTHING)
        before = without_purges(dump(path))
        number = 1
        while True:
            faults.fail_at(number)
            try:
                await ledger.purge()
            except StoreError:
                faults.heal()
                assert without_purges(dump(path)) == before
                number += 1
            else:
                break
        faults.heal()
        await ledger.close()
    assert number > 3
    check_store(path)


def without_purges(rows):
    return rows | {"meta": [row for row in rows["meta"] if row[0] != "purges"]}


async def reopened(path):
    ledger = await SqliteLedger.open(path, FULL)
    try:
        return await ledger.turns(scope())
    finally:
        await ledger.close()
