import json
from dataclasses import replace
from datetime import timedelta

import anyio
import pytest

from retold.changes import AddTurn
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.model_calls import ModelCalls
from retold.records import Query
from retold.rewriting import Rewriting
from retold.settings import ModelSettings, RetrieverSettings, Settings, StorageSettings
from retold.testing.samples import AT, scope, turn

pytestmark = pytest.mark.anyio


class Scripted:
    """A model that says what it is told, after a while."""

    identity = "scripted"

    def __init__(self, *phrasings, seconds=0.0):
        self.phrasings = phrasings
        self.seconds = seconds
        self.asked = []

    async def complete(self, messages, *, schema=None, timeout_seconds):
        self.asked.append(json.loads(messages[-1][1]))
        await anyio.sleep(self.seconds)
        return json.dumps({"question": "", "phrasings": self.phrasings})


@pytest.fixture
async def ledger(tmp_path):
    ledger = await SqliteLedger.open(tmp_path / "memory.db", StorageSettings(synchronous="normal"))
    yield ledger
    await ledger.close()


async def say(ledger, *texts, session="now", at=AT):
    place = scope(session=session)
    for n, text in enumerate(texts):
        one = turn(f"{session}{at}{n}", place, text=text, occurred_at=at, recorded_at=at)
        await ledger.apply([AddTurn(turn=one, tokens=("t",))])


async def rewritten(ledger, model, text="And then? 后来呢？", *, session="now", **knobs):
    settings = Settings(
        retriever=RetrieverSettings(**knobs), model=ModelSettings(retry_seconds=60.0)
    )
    one = Rewriting(ledger, ModelCalls(model, calls_a_day=9), settings)
    place = scope(session=session)
    query = Query(text=text, scope=replace(place, session=None))
    return await one.of(query, place, now=AT + timedelta(hours=1)), one


@pytest.mark.parametrize(("session", "seen"), [("now", ["喝茶吗？"]), ("old", ["Hi."]), (None, [])])
async def test_it_shows_the_turns_of_its_own_session(ledger, session, seen):
    await say(ledger, "Hi.", session="old")
    await say(ledger, "A long time ago.", at=AT - timedelta(days=1))
    await say(ledger, "喝茶吗？")
    model = Scripted("green tea", "绿茶")
    found, _ = await rewritten(ledger, model, session=session)
    assert (found.texts, found.note) == (("green tea", "绿茶"), "")
    ((told,),) = [[one["before"] for one in model.asked]]
    assert [one["text"] for one in told] == seen


async def test_a_slow_model_is_not_waited_for(ledger):
    found, _ = await rewritten(ledger, Scripted(seconds=99), rewrite_timeout_seconds=0.01)
    assert found.texts == ()
    assert found.note == "searched as it was asked: the model did not answer in 0.01 s"


async def test_after_a_failure_it_is_left_alone_for_a_while(ledger):
    model = Scripted("tea", seconds=99)
    _, one = await rewritten(ledger, model, rewrite_timeout_seconds=0.01)
    model.seconds = 0.0
    query = Query(text="And then?", scope=scope())
    again = await one.of(query, scope(), now=AT + timedelta(hours=1, seconds=59))
    assert "failed a moment ago" in again.note
    later = await one.of(query, scope(), now=AT + timedelta(hours=1, seconds=61))
    assert later.texts == ("tea",)
