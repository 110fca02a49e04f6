"""What was erased is in no byte of the files, before and after further writes."""

import random
from dataclasses import replace

import numpy as np
import pytest
from anyio import Path

from retold.changes import EraseUnit, RedactTurn
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.drivers.ledgers.sqlite.migrations import backup_path
from retold.records import State
from retold.settings import StorageSettings
from retold.testing.samples import adding, putting, scope, turn, unit, updating

RUN_BYTES = 8
# So many that no two texts share a run of bytes by chance.
CHINESE = [chr(code) for code in range(0x4E00, 0x9FA0)]
LATIN = [chr(code) for code in range(0x61, 0x7B)]


def words(chance, number):
    letters = [CHINESE, LATIN]
    return ["".join(chance.choices(chance.choice(letters), k=9)) for _ in range(number)]


def runs(data):
    """Every run of eight bytes, as a number."""
    parts = [
        np.frombuffer(data, dtype=np.uint64, count=len(data[start:]) // RUN_BYTES, offset=start)
        for start in range(RUN_BYTES)
    ]
    return np.concatenate(parts)


def left(texts, folder):
    """How many runs of eight bytes in the files of a folder are also in the texts."""
    erased = np.sort(runs(" ".join(texts).encode()))
    count = 0
    for file in folder.iterdir():
        found = runs(file.read_bytes())
        nearest = np.searchsorted(erased, found).clip(max=len(erased) - 1)
        count += int((erased[nearest] == found).sum())
    return count


class Life:
    """A user whose units come, change and go at random; it knows what may be in the files."""

    def __init__(self, ledger, seed):
        self.ledger = ledger
        self.chance = random.Random(seed)
        self.live = {}
        self.erased = []
        self.count = 0
        self.place = scope(session="one")

    async def live_on(self, steps):
        for _ in range(steps):
            what = self.chance.random()
            if what < 0.5 or len(self.live) < 5:
                await self.add()
            elif what < 0.75:
                await self.change()
            else:
                await self.erase()

    async def add(self):
        self.count += 1
        name = f"{self.place.user}-{self.count}"
        text = words(self.chance, self.chance.randint(3, 60))
        said = turn(name, self.place, text=" ".join(text))
        held = unit(
            name,
            self.place,
            content=" ".join(text),
            first_person=" ".join(reversed(text)),
            value=text[0],
            slot=text[1],
        )
        await self.ledger.apply(
            [adding(said, *text), adding(held, *text), putting(held, (1, 2, 3, 4))]
        )
        self.live[name] = (said, held)

    async def change(self):
        name = self.chance.choice(list(self.live))
        said, held = self.live[name]
        held = replace(held, state=self.chance.choice(list(State)), tags=("x" * 90,))
        await self.ledger.apply([updating(held)])
        self.live[name] = (said, held)

    async def erase(self):
        said, held = self.live.pop(self.chance.choice(list(self.live)))
        blank = replace(said, text="■" * len(said.text))
        await self.ledger.apply(
            [
                EraseUnit(scope=held.scope, unit_id=held.id),
                RedactTurn(turn=blank, tokens=()),
            ]
        )
        self.erased += [held.content, held.first_person]


@pytest.mark.anyio
@pytest.mark.parametrize("seed", range(2))
async def test_erased_text_is_in_no_byte(tmp_path, check_store, seed):
    path = tmp_path / "memory.db"
    # Another connection that writes, with cached pages of its own.
    other = await SqliteLedger.open(path, StorageSettings(synchronous="normal", threads=1))
    ledger = await SqliteLedger.open(path, StorageSettings(synchronous="normal", threads=1))
    life, other_life = Life(ledger, seed), Life(other, seed + 100)
    other_life.place = scope("bob")
    await life.live_on(250)
    await other_life.live_on(50)
    await Path(backup_path(str(path))).write_bytes(b"a copy of the file before an upgrade")
    assert left(life.erased, tmp_path)
    await ledger.purge()
    assert not left(life.erased, tmp_path)
    assert not (tmp_path / "memory.db.backup").exists()
    # Pages that were cached before the purge do not bring the old bytes back.
    before = list(life.erased)
    for writer in (other_life, life):
        writer.live = life.live | other_life.live
        for _ in range(60):
            await writer.add()
            await writer.change()
    await ledger.close()
    await other.close()
    assert not left(before, tmp_path)
    check_store(path)
