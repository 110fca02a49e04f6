"""What was erased is in no byte of the files, before and after further writes."""

import random
from dataclasses import replace

import pytest
from anyio import Path

from retold import Memory, Said, load
from retold.changes import EraseUnit, RedactTurn
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.drivers.ledgers.sqlite.migrations import backup_path
from retold.records import State
from retold.settings import StorageSettings
from retold.testing.samples import adding, putting, scope, turn, unit, updating
from retold.text.runs import Runs

# So many that no two texts share a run of bytes by chance.
CHINESE = [chr(code) for code in range(0x4E00, 0x9FA0)]
LATIN = [chr(code) for code in range(0x61, 0x7B)]


def words(chance, number):
    letters = [CHINESE, LATIN]
    return ["".join(chance.choices(chance.choice(letters), k=9)) for _ in range(number)]


def left(texts, folder):
    """Where in the files of a folder runs of the texts begin."""
    wanted = Runs(texts)
    return [
        (file.name, place)
        for file in folder.iterdir()
        for place in wanted.places(file.read_bytes())
    ]


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


ENGLISH_SUBJECTS = ("aunt", "uncle", "cousin", "neighbour", "dentist")
CHINESE_SUBJECTS = ("姑姑", "舅舅", "表弟", "邻居", "牙医")


def facts(language, seed):
    """Twenty things to keep and twenty to erase, each with a name that stands nowhere else."""
    chance = random.Random(seed)
    letters, subjects, told = {
        "en": (LATIN, ENGLISH_SUBJECTS, "My {} is called {} and lives at {}{} Lane."),
        # Characters that no grammar uses.
        "zh": (CHINESE[0x3000:], CHINESE_SUBJECTS, "我的{}叫{}，住在{}路{}号。"),
    }[language]

    def name():
        return "".join(chance.choices(letters, k=8)).capitalize()

    drawn = [(name(), name(), chance.randint(100, 999)) for _ in range(40)]
    texts = []
    for number, (who, where, house) in enumerate(drawn):
        subject = subjects[number % len(subjects)]
        place = (where, house) if language == "zh" else (house, f" {where}")
        texts.append((told.format(subject, who, *place), who, where))
    return texts


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("how", ["units", "turns", "session"])
def test_twenty_erased_facts_are_in_no_byte(tmp_path, check_store, language, how):
    path = tmp_path / "memory.db"
    settings = load({"embedder.driver": "hashing", "writer.threshold": 0.0}, environment={})
    told = facts(language, seed=len(how))
    with Memory.open(path, settings=settings) as memory:
        alice = memory.user("alice")
        for number, (text, _, _) in enumerate(told):
            session = f"s{number % 2}"
            alice.remember(Said(text=text, id=f"t{number}", session=session, key=f"k{number}"))
        gone = told[1::2]
        names = [name for _, who, where in gone for name in (who, where)]
        assert left(names, tmp_path)
        if how == "session":
            alice.erase(session="s1")
        elif how == "turns":
            alice.erase(turns=[f"t{number}" for number in range(1, 40, 2)])
        else:
            units = alice.memories(states=tuple(State))
            units = [u for u in units if any(name in u.content for name in names)]
            assert len({source.turn_id for unit in units for source in unit.sources}) == 20
            alice.erase(*(unit.id for unit in units))
        assert left(names, tmp_path) == []
        assert memory.traces(*(text for text, _, _ in gone)).found == ()
        # Pages that were cached before do not bring the old bytes back.
        alice.remember([Said(text=text, session="s2") for text, _, _ in told[::2]])
    assert left(names, tmp_path) == []
    assert all(left([who], tmp_path) for _, who, _ in told[::2])
    check_store(path)
