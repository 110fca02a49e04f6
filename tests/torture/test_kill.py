"""A process that writes is killed at random moments, over and over, on one file."""

import random
import subprocess
import time

import pytest

from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.ports import UnitFilter
from retold.records import Corpus, State
from retold.settings import StorageSettings
from retold.testing.samples import MODEL, scope

ROUNDS = 20
LONGEST_LIFE_SECONDS = 0.15


def run_and_kill(command, life_seconds):
    """What the process acknowledged before it was killed, some time after its first word."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        first = process.stdout.readline()
        time.sleep(life_seconds)
        process.kill()
        rest = process.stdout.read()
    # The last line may be cut short; what it would have said was not acknowledged.
    lines = (first + rest).split("\n")[:-1]
    return [tuple(line.split(" ")) for line in lines]


async def check_whole(ledger, name):
    """A memory is there with all that belongs to it, or not at all; returns its state."""
    turns = await ledger.turns(scope(), ids=[f"t-{name}"])
    units = await ledger.units(scope(), UnitFilter(ids=(f"u-{name}",), states=()))
    history = await ledger.history(scope(), f"u-{name}")
    every = tuple(State)
    in_turns = (await ledger.postings(scope(), Corpus.TURNS, [f"turn-{name}"])).ids
    in_units = (await ledger.postings(scope(), Corpus.UNITS, [f"unit-{name}"], states=every)).ids
    receipt = await ledger.receipt(scope(), f"key-{name}")
    vectors = [
        row.item_id
        for corpus in Corpus
        for row in (await ledger.vectors(scope(), corpus, MODEL, after=0)).rows
    ]
    if not turns:
        assert (units, history, in_turns, in_units, receipt) == ([], [], (), (), None)
        return "absent"
    assert in_turns == (f"t-{name}",)
    assert receipt.turn_ids == (f"t-{name}",)
    assert f"t-{name}" in vectors
    if not units:
        assert (history, in_units) == ([], ())
        assert f"u-{name}" not in vectors
        return "erased"
    assert in_units == (f"u-{name}",)
    assert f"u-{name}" in vectors
    retired = units[0].state is State.RETIRED
    assert [e.event for e in history] == ["created", "retired"][: 1 + retired]
    return "retired" if retired else "kept"


@pytest.mark.anyio
async def test_what_was_acknowledged_is_there_whole(tmp_path, writer_command, check_store):
    path = tmp_path / "memory.db"
    chance = random.Random(7)
    order = ["absent", "kept", "retired", "erased"]
    acknowledged = 0
    for number in range(ROUNDS):
        command = writer_command("loop", path, number)
        said = run_and_kill(command, chance.random() * LONGEST_LIFE_SECONDS)
        latest = {name: state for state, name in said}
        acknowledged += len(said)
        following = f"{number}-{len(latest)}"
        ledger = await SqliteLedger.open(path, StorageSettings(threads=1))
        # The step under way when it was killed may have been done or not, and only that one.
        last = list(latest)[-1]
        for name, state in latest.items():
            found = await check_whole(ledger, name)
            slack = 1 if name == last else 0
            assert 0 <= order.index(found) - order.index(state) <= slack
        assert await check_whole(ledger, following) in ("absent", "kept")
        await ledger.close()
        check_store(path)
    assert acknowledged > ROUNDS
