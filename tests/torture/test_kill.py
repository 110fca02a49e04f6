"""A process that writes is killed at random moments, over and over, on one file."""

import os
import random
import signal
import time

import pytest

from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.ports import UnitFilter
from retold.records import Corpus, State
from retold.settings import StorageSettings
from retold.testing.samples import MODEL, scope

ROUNDS = 20
LONGEST_LIFE_SECONDS = 0.15
ORDER = ["absent", "kept", "retired", "erased"]


def run_and_kill(writers, path, name, life_seconds):
    """What a process acknowledged before it was killed, some time after its first word."""
    writers.start("loop", path, name)
    _, process = writers.read()
    first = writers.read()
    time.sleep(life_seconds)
    os.kill(int(process), signal.SIGKILL)
    rest, codes = writers.wait()
    assert codes == [-signal.SIGKILL]
    return [first, *rest]


class Contents:
    """Everything that a store shows of the memories of writer.py."""

    def __init__(self, ledger):
        self.ledger = ledger

    async def read(self, names):
        every = tuple(State)
        self.turns = {t.id for t in await self.ledger.turns(scope())}
        units = await self.ledger.units(scope(), UnitFilter(states=every))
        self.units = {u.id: u.state for u in units}
        self.tokens, self.vectors = set(), set()
        for corpus, word in ((Corpus.TURNS, "turn"), (Corpus.UNITS, "unit")):
            tokens = [f"{word}-{name}" for name in names]
            found = await self.ledger.postings(scope(), corpus, tokens, states=every)
            pairs = zip(found.tokens, found.items, strict=True)
            self.tokens |= {(tokens[token], found.ids[item]) for token, item in pairs}
            vectors = await self.ledger.vectors(scope(), corpus, MODEL, after=0)
            self.vectors |= {row.item_id for row in vectors.rows}

    async def state(self, name):
        """How far a memory came; it is there with all that belongs to it, or not at all."""
        said, held = f"t-{name}", f"u-{name}"
        history = [e.event for e in await self.ledger.history(scope(), held)]
        receipt = await self.ledger.receipt(scope(), f"key-{name}")
        there = said in self.turns
        assert (receipt is not None) == there
        assert ((f"turn-{name}", said) in self.tokens) == there
        assert (said in self.vectors) == there
        remembered = held in self.units
        assert bool(history) == remembered
        assert ((f"unit-{name}", held) in self.tokens) == remembered
        assert (held in self.vectors) == remembered
        if not remembered:
            return "erased" if there else "absent"
        retired = self.units[held] is State.RETIRED
        assert history == ["created", "retired"][: 1 + retired]
        return "retired" if retired else "kept"


@pytest.mark.anyio
async def test_401_what_was_acknowledged_is_there_whole(tmp_path, writers, check_store):
    path = tmp_path / "memory.db"
    chance = random.Random(7)
    acknowledged = 0
    for number in range(ROUNDS):
        said = run_and_kill(writers, path, number, chance.random() * LONGEST_LIFE_SECONDS)
        acknowledged += len(said)
        latest = {name: state for state, name in said}
        following = f"{number}-{len(latest)}"
        ledger = await SqliteLedger.open(path, StorageSettings(threads=1))
        contents = Contents(ledger)
        await contents.read([*latest, following])
        # The step under way when it was killed may have been done or not, and only that one.
        *_, last = latest
        for name, state in latest.items():
            steps = ORDER.index(await contents.state(name)) - ORDER.index(state)
            assert 0 <= steps <= (name == last)
        assert await contents.state(following) in ("absent", "kept")
        await ledger.close()
        check_store(path)
    assert acknowledged > ROUNDS
