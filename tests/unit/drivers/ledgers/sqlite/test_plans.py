"""Statements find their rows by index, in a young file as in an old one."""

import re

import apsw
import pytest

from retold.changes import (
    AddReceipt,
    AddTombstone,
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
    TakeLease,
    TouchUnits,
)
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.ports import UnitFilter
from retold.records import Corpus, Source, State
from retold.settings import StorageSettings
from retold.testing.samples import (
    AT,
    MODEL,
    adding,
    putting,
    receipt,
    scope,
    turn,
    unit,
    updating,
)

ONE = scope(session="one")
SAID = turn("t1", ONE)
HELD = unit("u1", ONE, sources=(Source(turn_id="t1", start=0, end=1),))
JOB = Job(id="j", scope=ONE, kind="k", payload={}, created_at=AT)
# Rows of a statement's own lists, and of an inner select that is itself by index.
OWN_LISTS = re.compile(r"SCAN (json_each|carray|part|pair|asked|\(subquery|CONSTANT ROW|i$)")


async def write(ledger):
    await ledger.apply([adding(SAID), adding(turn("t2", ONE))])
    await ledger.apply([adding(HELD), adding(unit("u2", ONE))])
    await ledger.apply([putting(SAID, (1, 0)), putting(HELD, (1, 0), (0, 1))])
    await ledger.apply(
        [
            ExpectRevision(scope=ONE, revision=1),
            RedactTurn(turn=SAID, tokens=()),
            updating(HELD),
            TouchUnits(scope=ONE, unit_ids=("u1",), at=AT),
            MoveUnits(
                scope=ONE,
                unit_ids=("u2",),
                before=State.ACTIVE,
                after=State.COLD,
                event="cooled",
                at=AT,
            ),
            TakeLease(name="l", holder="a", now=AT, seconds=9),
            DropLease(name="l", holder="a"),
            putting(HELD, (0, 1)),
            DropVectors(scope=ONE, corpus=Corpus.TURNS, item_ids=("t1",)),
            DropVectors(scope=ONE, corpus=Corpus.UNITS, item_ids=("u1",)),
            EraseUnit(scope=ONE, unit_id="u1"),
            EraseTurn(scope=ONE, turn_id="t2"),
            AddTombstone(scope=ONE, digest="d", at=AT),
            AddReceipt(scope=ONE, receipt=receipt("k")),
            PutJob(job=JOB),
            FinishJob(scope=ONE, job_id="j"),
        ]
    )


async def read(ledger, place):
    for where in (
        UnitFilter(),
        UnitFilter(ids=("u1",)),
        UnitFilter(subject_slots=(("a", "b"),)),
        UnitFilter(fingerprints=("f",)),
        UnitFilter(turn_ids=("t1",)),
    ):
        await ledger.units(place, where)
    await ledger.turns(place)
    await ledger.turns(place, last=3)
    await ledger.turns(place, ids=["t1"])
    await ledger.turn_page(place, after=0, limit=9)
    await ledger.receipt_page(place, after=None, limit=9)
    await ledger.receipt_page(place, after=(ONE, receipt("k")), limit=9)
    await ledger.outlines(place, ["t1"], radius=2)
    await ledger.history(place, "u1")
    await ledger.receipt(place, "k")
    await ledger.tombstones(place, ["d"])
    await ledger.revision(place)
    await ledger.strengths(place, after=0, limit=9)
    await ledger.active_days(place)
    await ledger.jobs(place)
    await ledger.counts(place)
    for corpus in Corpus:
        await ledger.postings(place, corpus, ["tea"])
        await ledger.holders(place, corpus, ["tea"], most=9)
        await ledger.named(place, corpus, ids=["u1"], numbers=[1])
        await ledger.vectors(place, corpus, MODEL, after=0)
        for limit in (0, 9):
            await ledger.lacking_vectors(place, corpus, MODEL, limit=limit)


@pytest.fixture
async def plans(tmp_path):
    """Statements that were run for a user, with the steps of their plans."""
    path = tmp_path / "memory.db"
    await (await SqliteLedger.open(path, StorageSettings())).close()
    statements = {}

    def keep(_, statement, values):
        statements.setdefault(statement, values)
        return True

    def watch(connection):
        connection.exec_trace = keep

    apsw.connection_hooks.append(watch)
    ledger = await SqliteLedger.open(path, StorageSettings(threads=1))
    apsw.connection_hooks.remove(watch)
    statements.clear()
    await write(ledger)
    await read(ledger, scope())
    await read(ledger, ONE)
    await ledger.close()
    connection = apsw.Connection(str(path))
    yield {
        statement: [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
        for statement, values in statements.items()
    }
    connection.close()


@pytest.mark.anyio
async def test_no_table_is_scanned(plans):
    assert len(plans) > 70
    scans = {
        statement: step
        for statement, steps in plans.items()
        for step in steps
        if step.startswith("SCAN") and not OWN_LISTS.match(step)
    }
    assert scans == {}


@pytest.mark.anyio
async def test_the_narrowest_index_is_taken(plans):
    expected = {
        r"vectors WHERE item": r"sqlite_autoindex_vectors_1 \(item=\? AND corpus=\?",
        r"FROM json_each.* turns i": r"SEARCH i .*\(owner=\? AND id=\?",
        r"FROM json_each.* units i": r"SEARCH i .*\(owner=\? AND id=\?",
        r"DELETE FROM (units|turns)": r"SEARCH (units|turns) USING INTEGER PRIMARY KEY",
        r"FROM history WHERE": r"SEARCH history .*history_by_unit \(unit=\?",
        r"FROM turns WHERE .* AND id IN": r"SEARCH turns .*\(owner=\? AND id=\?",
        r"FROM turns WHERE .* AND key >": r"turns_by_owner \(owner=\? AND key>\?",
        r"FROM receipts WHERE .* > \(": r"SEARCH receipts USING PRIMARY KEY \(owner=\? AND \(name",
        r"FROM turns n": r"SEARCH n .*\(owner=\? AND id=\?",
        r"FROM units WHERE .* AND id IN": r"SEARCH units .*\(owner=\? AND id=\?",
        r"FROM units WHERE .* AND \(subject": r"units_by_slot \(owner=\? AND subject=\? AND slot",
        r"FROM units WHERE .* AND fingerprint": r"by_fingerprint \(owner=\? AND fingerprint=\?",
        r"FROM units WHERE .* s.turn_id": r"SEARCH units .*\(rowid=\?",
        r"FROM (units|turns) INDEXED BY \w+_by_owner": r"COVERING INDEX .*_by_owner \(owner=\? AND key=\?",
        r"FROM units INDEXED BY \w+_by_state": r"INDEX units_by_state \(owner=\? AND state=\?",
        r"FROM vectors v CROSS": r"vectors_by_change \(owner=\? AND corpus=\? AND model=\? AND ch",
        r"FROM units u LEFT": r"SEARCH u USING INDEX units_by_owner \(owner=\? AND key>\?",
        r"FROM postings": r"SEARCH postings .*\(owner=\? AND corpus=\? AND token=\?",
    }
    for pattern, step in expected.items():
        found = [steps for statement, steps in plans.items() if re.search(pattern, statement)]
        assert found, pattern
        for steps in found:
            assert any(re.search(step, one) for one in steps), (pattern, steps)


@pytest.mark.anyio
async def test_what_lacks_vectors_is_read_in_order(plans):
    found = [steps for statement, steps in plans.items() if "NOT EXISTS" in statement]
    assert len(found) == 8
    for steps in found:
        inner = steps[: steps.index("SCAN i")]
        assert not [step for step in inner if "B-TREE" in step]
