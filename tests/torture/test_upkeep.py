"""Processes that keep up one file at once, and one that is killed on the way."""

import os
import signal
from datetime import timedelta

import pytest

from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.ports import UnitFilter
from retold.records import Kind
from retold.settings import StorageSettings
from retold.testing.samples import AT, adding, scope, turn, unit

USERS, UNITS, DAYS = 60, 40, 60
LATER_MINUTES = DAYS * 24 * 60


@pytest.fixture
async def path(tmp_path):
    """Users who were here every day, and what each said on the first."""
    path = tmp_path / "memory.db"
    ledger = await SqliteLedger.open(path, StorageSettings(synchronous="normal"))
    for number in range(USERS):
        of = scope(f"user{number:02}")
        said = [turn(f"t{n}", of, occurred_at=AT + timedelta(days=n)) for n in range(DAYS)]
        held = [unit(f"u{n}", of, kind=Kind.FEELING) for n in range(UNITS)]
        await ledger.apply([adding(one, "tea") for one in (*said, *held)])
    await ledger.close()
    return path


async def steps(path):
    """How often each unit went cold, and the states, of every user."""
    ledger = await SqliteLedger.open(path, StorageSettings())
    found = []
    for of in await ledger.users():
        for one in await ledger.units(of, UnitFilter(states=())):
            events = [step.event for step in await ledger.history(of, one.id)]
            found.append((one.state.value, events))
    await ledger.close()
    return found


def of_kind(lines, kind):
    return [line[1:] for line in lines if line[0] == kind]


COLD = ("cold", ["created", "cooled"])


@pytest.mark.anyio
async def test_several_processes_sweep_as_one(path, writers, check_store):
    for name in range(4):
        writers.start("maintain", path, name, LATER_MINUTES)
    lines, codes = writers.wait()
    assert codes == [0] * 4
    swept = of_kind(lines, "swept")
    # Each user once, whoever did it: others were told that somebody was at it, or that it was done.
    assert sorted(int(number) for _, number in swept) == list(range(1, USERS + 1))
    assert {told for _, told in of_kind(lines, "done")} <= {"busy", str(USERS), "0"}
    assert await steps(path) == [COLD] * (USERS * UNITS)
    check_store(path)


@pytest.mark.anyio
async def test_a_sweep_that_was_killed_goes_on(path, writers, check_store):
    writers.start("maintain", path, "first", LATER_MINUTES)
    word, pid = writers.read()
    assert word == "started"
    while writers.read() != ("swept", "first", "5"):
        pass
    os.kill(int(pid), signal.SIGKILL)
    writers.wait()
    before = await steps(path)
    assert COLD in before
    assert all(len([one for one in before if one == state]) % UNITS == 0 for state in before)
    # The lease is held until it runs out.
    writers.start("maintain", path, "early", LATER_MINUTES + 1)
    assert of_kind(writers.wait()[0], "done") == [("early", "busy")]
    writers.start("maintain", path, "late", LATER_MINUTES + 6)
    lines, codes = writers.wait()
    assert codes == [0]
    ((_, users),) = of_kind(lines, "done")
    # It goes on with the user that was under way, or the last one that was done.
    assert int(users) <= USERS - 4
    assert await steps(path) == [COLD] * (USERS * UNITS)
    check_store(path)
