"""The second look at turns that came one by one: once, in time, and held to what was said."""

import json

import anyio
import pytest

from retold import AsyncMemory, Said, Scanned
from retold.errors import InputError, ModelError
from retold.settings import load

pytestmark = pytest.mark.anyio
TALK = (
    "So, the boat.",
    "We looked at three of them on Sunday.",
    "Bella's brakes squeal, though.",
    "Ha, right.",
    "Anyway, we took the Marguerite.",
)
TALK_ZH = ("说说那条船。", "周日我们看了三条。", "天气真好。", "哈哈", "就玛格丽特号了，不挑了。")


class Looking:
    """A model that proposes a statement where a call shows it these words among several turns."""

    identity = "looking"

    def __init__(self, quote, content, first_person):
        self.statement = {
            "quote": quote,
            "content": content,
            "first_person": first_person,
            "kind": "event",
            "subject": "user",
            "importance": 0.6,
        }
        self.asked = []
        self.failing = False

    async def complete(self, messages, *, schema=None, timeout_seconds):
        assert schema is not None
        assert timeout_seconds > 0
        turns = json.loads(messages[-1][1])["turns"]
        self.asked.append([turn["text"] for turn in turns])
        if self.failing:
            raise ModelError("the endpoint is down")
        found = [
            self.statement | {"turn": place}
            for place, turn in enumerate(turns, 1)
            if self.statement["quote"] in turn["text"] and len(turns) > 1
        ]
        return json.dumps({"statements": found})


def boat():
    return Looking(
        "Anyway, we took the Marguerite.",
        "The user took the Marguerite.",
        "We took the Marguerite.",
    )


@pytest.fixture
async def opened(tmp_path, monkeypatch, clock):
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "hashing")
    memories = []

    async def act(model, **settings):
        chosen = await anyio.to_thread.run_sync(load, settings)
        memory = await AsyncMemory.open(
            tmp_path / f"{len(memories)}.db", settings=chosen, clock=clock, model=model
        )
        memories.append(memory)
        return memory

    yield act
    for memory in memories:
        await memory.close()


async def contents(user):
    return [unit.content for unit in await user.memories()]


async def looks(model):
    return [texts for texts in model.asked if len(texts) > 1]


@pytest.mark.parametrize(
    ("talk", "model"),
    [
        (TALK, boat()),
        (
            TALK_ZH,
            Looking(
                "就玛格丽特号了，不挑了。", "用户选了玛格丽特号，不再挑了。", "我选了玛格丽特号。"
            ),
        ),
    ],
)
async def test_after_five_turns_it_finds_what_single_turns_missed(opened, talk, model):
    memory = await opened(model)
    user = memory.user("ada")
    receipts = [await user.remember(text) for text in talk]
    assert model.statement["content"] in await contents(user)
    assert await looks(model) == [list(talk)]
    (kept,) = [o for o in receipts[-1].outcomes if o.action == "kept"]
    assert kept.source.turn_id == receipts[-1].turn_ids[0]
    (unit,) = [u for u in await user.memories() if u.id == kept.unit_id]
    assert unit.writer.startswith("looking/")
    assert (await memory.health())["jobs"] == []


async def test_a_turn_is_looked_at_once_however_often_it_is_sent(opened):
    model = boat()
    memory = await opened(model)
    user = memory.user("ada")
    for _ in range(3):
        for place, text in enumerate(TALK):
            await user.remember(text, key=f"turn {place}")
    assert await looks(model) == [list(TALK)]


async def test_406_a_short_session_is_looked_at_after_a_silence(opened, clock):
    model = boat()
    memory = await opened(model)
    user = memory.user("ada", session="monday")
    for text in TALK[2:]:
        await user.remember(text)
    assert await looks(model) == []
    clock.pass_time(hours=30)
    await memory.user("ada", session="tuesday").remember("Hello again.")
    assert await looks(model) == [list(TALK[2:])]
    assert "The user took the Marguerite." in await contents(user)


async def test_turns_that_came_together_are_not_looked_at_again(opened):
    model = boat()
    user = (await opened(model)).user("ada")
    await user.remember([Said(text=text) for text in TALK])
    await user.remember("Bye.")
    assert await looks(model) == [list(TALK)]


async def test_a_failing_model_is_visible_and_rests_until_more_is_said(opened):
    model = boat()
    model.failing = True
    memory = await opened(model)
    user = memory.user("ada")
    receipts = [await user.remember(text) for text in TALK]
    assert any("the endpoint is down" in note for note in receipts[-1].notes)
    (job,) = (await memory.health())["jobs"]
    assert (job["kind"], job["attempts"]) == ("scan", 1)
    assert "the endpoint is down" in job["last_error"]
    assert len(await user.turns()) == len(TALK)
    model.failing = False
    await user.remember("Never mind.")
    assert await looks(model) == [list(TALK), [*TALK, "Never mind."]]
    assert (await memory.health())["jobs"] == []


async def test_nothing_is_told_twice_and_lies_are_refused(opened):
    told = Looking("I live in Hull.", "The user lives in Hull.", "I live in Hull.")
    user = (await opened(told)).user("ada")
    for text in ("I live in Hull.", *TALK[1:]):
        await user.remember(text)
    assert [text for text in await contents(user) if "Hull" in text] == ["The user lives in Hull."]
    lying = Looking(TALK[4], "The user took the 4 boats.", "We took the 4 boats.")
    user = (await opened(lying)).user("ada")
    receipts = [await user.remember(text) for text in TALK]
    assert not any("4 boats" in text for text in await contents(user))
    assert any(o.action == "refused" for o in receipts[-1].outcomes)


async def test_what_was_erased_meanwhile_does_not_come_back(opened):
    model = Looking(TALK[4], "The user took the Marguerite.", "We took the Marguerite.")
    memory = await opened(model)
    user = memory.user("ada")
    for text in TALK:
        await user.remember(text)
    (unit,) = [u for u in await user.memories() if "Marguerite" in u.content]
    await user.erase(unit.id)
    turns = (await user.turns())[-3:]
    for turn in turns:
        await user.remember(turn.text, at=turn.occurred_at)
    await user.remember("One more.")
    await user.remember("And one.")
    assert not any("Marguerite" in text for text in await contents(user))


async def test_without_a_model_nothing_waits(opened):
    memory = await opened(None)
    user = memory.user("ada")
    await user.remember("So, the boat.")
    assert (await memory.health())["jobs"] == []


async def test_it_can_be_turned_off(opened):
    model = boat()
    memory = await opened(model, **{"model.scan_turns": 0})
    user = memory.user("ada")
    for text in TALK:
        await user.remember(text)
    assert await looks(model) == []
    assert (await memory.health())["jobs"] == []


async def test_the_end_of_a_session_can_be_told(opened):
    model = boat()
    memory = await opened(model)
    user = memory.user("ada", session="monday")
    for text in TALK[2:]:
        await user.remember(text)
    scanned = await user.scan()
    assert [outcome.action for outcome in scanned.outcomes] == ["kept"]
    assert "The user took the Marguerite." in await contents(user)
    assert await user.scan() == Scanned()
    assert await looks(model) == [list(TALK[2:])]


async def test_508_an_incognito_session_is_not_looked_at(opened):
    memory = await opened(boat())
    with pytest.raises(InputError):
        await memory.user("ada", incognito=True).scan()


async def test_406_the_clock_looks_at_a_session_whose_user_does_not_come_back(opened, clock):
    model = boat()
    memory = await opened(model)
    for name in ("ada", "bob"):
        for text in TALK[2:]:
            await memory.user(name, session="monday").remember(text)
    await memory.maintain()
    assert await looks(model) == []
    clock.pass_time(hours=30)
    model.failing = True
    assert any("scan: " in failure for failure in (await memory.maintain()).failures)
    model.failing = False
    await memory.maintain()
    for name in ("ada", "bob"):
        assert any("Marguerite" in text for text in await contents(memory.user(name)))
    assert [job for job in (await memory.health())["jobs"] if job["kind"] == "scan"] == []
