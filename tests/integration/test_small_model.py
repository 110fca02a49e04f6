"""A real language model over its HTTP endpoint: whatever it says, the memory stays true.

With 135 million parameters it copies, invents and repeats itself, and not the same on every
machine. So nothing here asks for a good statement; what is asserted holds for any reply.
"""

import json
import re
from datetime import UTC, datetime

import anyio
import pytest

from retold import Kind, Memory, Said, load
from retold.drivers.endpoints import KEY
from retold.drivers.models.openai import OpenAIModel
from retold.errors import ModelError
from retold.settings import ModelSettings
from retold.writer import proposals, retelling
from tests import small_model

# Each in a session of its own, where the model has the least to repeat.
SAID = {
    "en": (
        "I moved to Bergen with my sister Ruth in May.",
        "Went to see the flat on Quay Street, and honestly we both fell for it straight away.",
        "Thanks, see you tomorrow!",
    ),
    "zh": (
        "我对花生过敏。",
        "昨天去看了码头街的那套房子，我们俩一眼就喜欢上了。",
        "好的，谢谢！",
    ),
}
AT = "2026-05-04T12:00:00+00:00"
BY_MODEL = f"small/{proposals.PROMPT}"


class FixedClock:
    def now(self):
        return datetime(2026, 5, 4, 13, 0, tzinfo=UTC)


class NextDay:
    def now(self):
        return datetime(2026, 5, 5, 13, 0, tzinfo=UTC)


@pytest.fixture(scope="module")
def url():
    """Each process that runs one of these tests loads the model once, which takes half a second."""
    with small_model.served() as address:
        yield address


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv(KEY, small_model.KEY)


@pytest.fixture
def replies(monkeypatch):
    """What came over HTTP, as it came."""
    heard = []
    complete = OpenAIModel.complete

    async def kept(self, messages, **options):
        heard.append(await complete(self, messages, **options))
        return heard[-1]

    monkeypatch.setattr(OpenAIModel, "complete", kept)
    return heard


@pytest.fixture
def remember(tmp_path):
    """Remember texts, with the model at an address or none; the receipts, memories and turns."""

    def act(texts, url="", **settings):
        given = {"embedder.driver": "hashing"}
        if url:
            given |= {"model.driver": "openai", "model.url": url, "model.name": "small"}
            given |= {"model.timeout_seconds": 300}
        given |= {f"model.{name}": value for name, value in settings.items()}
        chosen = load(given, environment={})
        path = tmp_path / f"{'helped' if url else 'alone'}.db"
        with Memory.open(path, settings=chosen, clock=FixedClock()) as memory:
            user = memory.user("ada")
            receipts = [
                user.remember(Said(text=text, id=f"t{i}", session=f"s{i}", at=AT))
                for i, text in enumerate(texts)
            ]
            return receipts, user.memories(), user.turns()

    return act


def readable(reply):
    try:
        return proposals.read(reply, turns=1)
    except proposals.ReplyError:
        return None


@pytest.mark.parametrize("spoken", SAID)
def test_a_talk_with_a_small_model_stays_true(url, replies, remember, spoken):
    texts = SAID[spoken]
    _, by_rules, _ = remember(texts)
    receipts, units, turns = remember(texts, url)
    said = {turn.id: turn.text for turn in turns}
    assert sorted(said.values()) == sorted(texts)
    was_asked(receipts, replies)
    rules_stand(by_rules, units, receipts)
    for unit in units:
        is_backed(unit, said)


def was_asked(receipts, replies):
    """About each turn, and something of what it answered could be read and was looked at."""
    assert len(replies) >= len(receipts)
    read = [found for found in map(readable, replies) if found is not None]
    assert any(read)
    failed = [receipt for receipt in receipts if receipt.notes]
    assert len(failed) == len(receipts) - len(read)
    start = "by rules alone: the model's reply cannot be read: "
    assert all(note.startswith(start) for receipt in failed for note in receipt.notes)


def rules_stand(by_rules, units, receipts):
    """But for what the model words itself or leaves out, and then the receipt says so."""
    left_out = {
        outcome.source.turn_id
        for receipt in receipts
        for outcome in receipt.outcomes
        if outcome.rule == proposals.LEFT_OUT
    }
    worded = {unit.sources[0].turn_id for unit in units if unit.writer == BY_MODEL}
    there = {unit.content for unit in units}
    gone = [unit for unit in by_rules if unit.content not in there]
    assert {unit.sources[0].turn_id for unit in gone} <= left_out | worded
    assert [unit.slot for unit in gone] == [""] * len(gone)
    assert any(unit.slot for unit in by_rules)


def is_backed(unit, said):
    """By words that were said; who wrote it is recorded; a model adds no number and no name."""
    assert unit.writer in {"rules/1", BY_MODEL}
    assert unit.sources
    assert all(said[s.turn_id][s.start : s.end].strip() for s in unit.sources)
    if unit.writer == BY_MODEL:
        heard = said[unit.sources[0].turn_id]
        told = re.findall(r"\d+|(?<=\w )[A-Z]\w+", without_dates(unit.content))
        assert [part for part in told if part not in heard] == []


def without_dates(content):
    """Dates may be resolved ("last week"), and only those of the talk are there."""
    return re.sub(
        r"\d{4}年(\d+月(\d+日)?)?|(\d{1,2} )?\b[A-Z][a-z]+ 20\d\d|20\d\d-\d\d(-\d\d)?", "", content
    )


@pytest.mark.parametrize("spoken", SAID)
def test_a_summary_by_a_small_model_is_held_to_its_notes_or_quotes_them(
    url, replies, tmp_path, spoken
):
    given = {
        "embedder.driver": "hashing",
        "writer.threshold": 0,
        "forgetting.summaries": True,
        "forgetting.summaries_by_model": True,
        "model.driver": "openai",
        "model.url": url,
        "model.name": "small",
        "model.timeout_seconds": 300,
    }
    clock = NextDay()
    path = tmp_path / "told.db"
    alone = load({"embedder.driver": "hashing", "writer.threshold": 0}, environment={})
    with Memory.open(path, settings=alone, clock=clock) as memory:
        user = memory.user("ada")
        user.remember([Said(text=text, at=AT) for text in SAID[spoken]])
    with Memory.open(path, settings=load(given, environment={}), clock=clock) as memory:
        done = memory.maintain()
        units = memory.user("ada").memories()
    told = [unit for unit in units if unit.kind is Kind.SUMMARY]
    notes = [unit.content.rstrip(".。") for unit in units if unit.kind is not Kind.SUMMARY]
    assert [unit.tags[0] for unit in told] == ["day:2026-05-04"]
    assert replies
    for unit in told:
        quotes = unit.value or unit.content
        assert all(note in quotes for note in notes)
        if unit.value:
            assert unit.writer == f"small/{retelling.PROMPT}"
            words = re.findall(r"\d+|[A-Z]\w+", unit.content)
            assert [word for word in words if word not in quotes] == []
        else:
            assert unit.writer == "summaries/1"
            assert done.notes


def test_a_reply_follows_the_schema(url):
    model = OpenAIModel(ModelSettings(url=url, name="small"))
    answers = ["red", "yellow", "blue"]
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": answers}},
        "required": ["answer"],
        "additionalProperties": False,
    }

    async def asked():
        return await model.complete(
            [("user", "Write a long poem about the sea. 写一首长诗。")],
            schema=schema,
            timeout_seconds=300,
        )

    found = json.loads(anyio.run(asked))
    assert found.keys() == {"answer"}
    assert found["answer"] in answers


@pytest.mark.parametrize("spoken", SAID)
def test_when_it_is_too_slow_the_rules_result_stands_and_the_receipt_says_so(
    url, replies, remember, spoken
):
    _, by_rules, _ = remember(SAID[spoken])
    receipts, units, _ = remember(SAID[spoken], url, timeout_seconds=0.01)
    assert replies == []
    note = "by rules alone: 127.0.0.1 did not answer in 0.01 s"
    assert [receipt.notes for receipt in receipts] == [(note,)] * len(receipts)
    assert [unit.content for unit in units] == [unit.content for unit in by_rules]
    assert {unit.writer for unit in units} == {"rules/1"}


def test_the_endpoint_wants_its_key(url, monkeypatch):
    monkeypatch.setenv(KEY, "another")
    model = OpenAIModel(ModelSettings(url=url, name="small"))

    async def asked():
        await model.complete([("user", "Hello")], timeout_seconds=300)

    with pytest.raises(ModelError, match="answered 401"):
        anyio.run(asked)
