import importlib

import pytest

from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.forgetting import Going, derived
from retold.records import Kind, Source, State
from retold.settings import StorageSettings
from retold.testing.samples import adding, scope, turn, unit
from retold.text.wording import turn_tokens, unit_tokens

# The package has a function of the same name.
module = importlib.import_module("retold.forgetting.derived")
ONE = scope(session="one")
pytestmark = pytest.mark.anyio


def made(unit_id, content, *turn_ids, **fields):
    sources = tuple(Source(turn_id=name, start=0, end=len(content)) for name in turn_ids)
    return unit(unit_id, ONE, content=content, first_person=content, sources=sources, **fields)


TURNS = {
    "t1": turn("t1", ONE, text="I keep forty bees on the roof. Hi!"),
    "t2": turn("t2", ONE, text="我在屋顶上养了四十只蜜蜂。你好！"),
    "t3": turn("t3", ONE, text="It rains."),
}
UNITS = [
    made("rests", "Ada keeps bees.", "t1"),
    made("quotes", 'Asked "how?", Ada said: i KEEP forty bees, on the roof', "t3"),
    made("引用", "问到爱好，用户说：我在屋顶上养了四十只蜜蜂", "t3", state=State.RETIRED),
    made("other", "Ada keeps forty bees in the garden, not on the roof. Hi!", "t3"),
    made("别的", "用户在院子里养了四十只蜜蜂。你好！", "t3"),
]
# Made here, for the first tokens of a process load tables.
ADDED = [
    *(adding(said, *turn_tokens(said)) for said in TURNS.values()),
    *(adding(one, *unit_tokens(one)) for one in UNITS),
]


@pytest.fixture
async def ledger(tmp_path):
    opened = await SqliteLedger.open(tmp_path / "memory.db", StorageSettings())
    await opened.apply(ADDED)
    yield opened
    await opened.close()


@pytest.mark.parametrize(("words", "few"), [(3, 8), (1, 0), (100, 0)])
@pytest.mark.parametrize(
    ("gone", "expected"), [("t1", {"rests", "quotes"}), ("t2", {"引用"}), ("t3", set())]
)
async def test_what_was_made_of_a_turn_is_found(ledger, monkeypatch, words, few, gone, expected):
    monkeypatch.setattr(module, "_WORDS", words)
    monkeypatch.setattr(module, "_FEW", few)
    going = Going(units=(), turns=(TURNS[gone],), sources={})
    resting = {one.id for one in UNITS if gone in {s.turn_id for s in one.sources}}
    found = {one.id for one in await derived(ledger, scope(), going)}
    assert found == expected | resting


@pytest.mark.parametrize(("words", "few"), [(3, 8), (1, 0), (100, 0)])
async def test_of_a_unit_it_is_what_quotes_its_sentence(ledger, monkeypatch, words, few):
    monkeypatch.setattr(module, "_WORDS", words)
    monkeypatch.setattr(module, "_FEW", few)
    chosen = made("rests", "I keep forty bees on the roof.", "t1")
    going = Going(units=(chosen,), turns=(), sources={"t1": TURNS["t1"]})
    assert [one.id for one in await derived(ledger, scope(), going)] == ["quotes"]


async def test_another_user_is_not_looked_at(ledger):
    going = Going(units=(), turns=tuple(TURNS.values()), sources={})
    assert await derived(ledger, scope("bob"), going) == []


async def test_of_a_unit_it_is_what_sums_it_up(ledger):
    told = {
        "by words": made(
            "by words", "On 3 May 2026: Ada keeps bees; Ada swims.", kind=Kind.SUMMARY
        ),
        "by source": made("by source", "On 3 May 2026: …", "t1", kind=Kind.SUMMARY),
        "old": made("old", "2026年5月3日：…", "t1", kind=Kind.SUMMARY, state=State.SUPERSEDED),
        "elsewhere": made("elsewhere", "On 3 May 2026: …", "t2", kind=Kind.SUMMARY),
        "no summary": made("no summary", "Ada said more.", "t1"),
    }
    await ledger.apply([adding(one, *unit_tokens(one)) for one in told.values()])
    going = Going(units=(UNITS[0],), turns=(), sources={})
    found = {one.id for one in await derived(ledger, scope(), going)}
    assert found == {"by words", "by source", "old"}
    # It was made of units, and these stay when it goes.
    going = Going(units=(told["by source"],), turns=(), sources={"t1": TURNS["t1"]})
    assert await derived(ledger, scope(), going) == []
