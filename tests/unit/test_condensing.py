import json
from datetime import timedelta

import pytest

from retold import condensing
from retold.changes import EraseUnit, SetKeeping, UpdateUnit
from retold.condensing import Condensed, Condensing
from retold.drivers.embedders.hashing import HashingEmbedder
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.errors import EmbedderError, StoreError
from retold.forgetting import plan_restore, plan_retire
from retold.gateway import Gateway
from retold.model_calls import ModelCalls
from retold.ports import UnitFilter
from retold.records import Corpus, Kind, Source, State
from retold.retriever import Encoder
from retold.settings import EmbedderSettings, ForgettingSettings, Settings, StorageSettings
from retold.testing.faults import DiskFaults
from retold.testing.samples import AT, adding, scope, turn, unit
from retold.writer import Retelling

pytestmark = pytest.mark.anyio

FAST = StorageSettings(synchronous="normal", threads=1)
NOW = AT + timedelta(days=99)
EVERY = UnitFilter(states=())
SAID = ("Ada bought a kayak.", "Ada met Kim.", "艾达去了港口。", "Ada lost an umbrella.")


class BrokenEmbedder(HashingEmbedder):
    def embed(self, texts, *, purpose):
        raise EmbedderError("the embedder is down")


@pytest.fixture
async def ledger(tmp_path):
    ledger = await SqliteLedger.open(tmp_path / "memory.db", FAST)
    yield ledger
    await ledger.close()


def condensing_of(ledger, embedder=HashingEmbedder, gateway=None, model=None, **settings):
    chosen = Settings(forgetting=ForgettingSettings(**({"summaries": True} | settings)))
    encoding = EmbedderSettings(driver="hashing")
    encoder = Encoder(embedder(encoding), encoding)
    gateway = gateway or Gateway(ledger, chosen.limits)
    calls = ModelCalls(model, calls_a_day=99)
    retelling = Retelling(calls, chosen.model) if model else None
    return Condensing(ledger, gateway, encoder, chosen, retelling)


def kept(name, content, *, of=None, day=0, **fields):
    values = {
        "content": content,
        "occurred_at": AT + timedelta(days=day),
        "sources": (Source(turn_id=f"t{name}", start=0, end=4),),
    }
    return unit(name, of or scope(), **(values | fields))


async def fill(ledger, *, of=None, days=1, **fields):
    """On each day a few things in one session, each in a turn of its own."""
    records = []
    for day in range(days):
        for n, content in enumerate(SAID):
            name = f"{day}.{n}"
            said = turn(f"t{name}", of or scope(session="s"), occurred_at=AT + timedelta(days=day))
            records += [said, kept(name, f"{day} {content}", of=of, day=day, **fields)]
    await ledger.apply([adding(one) for one in records])


async def condensed(ledger, **settings):
    return await condensing_of(ledger, **settings).condense(scope(), now=NOW)


async def summaries(ledger, *states):
    where = UnitFilter(kinds=(Kind.SUMMARY,), states=states or (State.ACTIVE,))
    return {one.tags[0]: one for one in await ledger.units(scope(), where)}


async def states(ledger):
    found = await ledger.units(scope(), EVERY)
    return {one.id: one.state.value for one in found if one.kind is not Kind.SUMMARY}


async def test_turns_days_and_weeks_are_summed_up(ledger):
    await fill(ledger, days=3)
    assert await condensed(ledger) == Condensed(summaries=6)
    found = await summaries(ledger)
    # AT is a Sunday, so its week is over with it.
    assert set(found) == {
        "turns:s:0-9",
        "day:2026-05-03",
        "day:2026-05-04",
        "day:2026-05-05",
        "week:2026-W18",
        "week:2026-W19",
    }
    assert "2 Ada met Kim" in found["day:2026-05-05"].content


async def test_a_second_run_changes_nothing(ledger):
    await fill(ledger, days=3)
    await condensed(ledger)
    revision = await ledger.revision(scope())
    assert await condensed(ledger) == Condensed()
    assert await ledger.revision(scope()) == revision


async def test_without_the_setting_nothing_is_summed_up(ledger):
    await fill(ledger)
    assert await condensed(ledger, summaries=False) == Condensed()
    assert await summaries(ledger) == {}


async def test_of_who_asked_so_nothing_is_summed_up(ledger):
    await fill(ledger)
    await ledger.apply([SetKeeping(scope=scope(), keeping=False)])
    assert await condensed(ledger) == Condensed()


async def test_a_long_history_is_worked_off_in_pages(ledger, monkeypatch):
    monkeypatch.setattr(condensing, "PAGE_SUMMARIES", 2)
    monkeypatch.setattr(condensing, "MOST_SUMMARIES", 4)
    await fill(ledger, days=5)
    # Five days, the two weeks that they lie in, and twice ten turns.
    assert [(await condensed(ledger)).summaries for _ in range(4)] == [4, 4, 1, 0]


async def test_a_summary_has_vectors_at_once(ledger):
    await fill(ledger)
    await condensed(ledger)
    model = HashingEmbedder(EmbedderSettings(driver="hashing")).identity
    lacking = await ledger.lacking_vectors(scope(), Corpus.UNITS, model, limit=99)
    ids = {one.id for one in (await summaries(ledger)).values()}
    assert ids.isdisjoint(unit_id for _, unit_id in lacking)


async def test_a_period_that_changed_is_summed_up_anew(ledger):
    await fill(ledger)
    await condensed(ledger)
    (gone,) = await ledger.units(scope(), UnitFilter(ids=("0.1",)))
    await ledger.apply([plan_retire(gone, now=NOW, reason="")])
    before = await summaries(ledger)
    assert (await condensed(ledger)).summaries == 2
    after = await summaries(ledger)
    assert all("Kim" in one.content for one in before.values())
    assert not any("Kim" in one.content for one in after.values())
    closed = await summaries(ledger, State.SUPERSEDED)
    assert {one.id for one in closed.values()} == {one.id for one in before.values()}
    day = "day:2026-05-03"
    assert closed[day].superseded_by == after[day].id
    assert (await ledger.history(scope(), closed[day].id))[-1].event == "superseded"


async def test_what_faded_goes_cold_once_its_summary_is_there(ledger):
    await fill(ledger, state=State.FADED, importance=0.3)
    important = kept("dear", "Ada is allergic to nuts.", state=State.FADED, importance=0.9)
    await ledger.apply([adding(important)])
    assert (await condensed(ledger)).archived == len(SAID)
    found = await states(ledger)
    assert found.pop("dear") == "faded"
    assert set(found.values()) == {"cold"}
    assert (await ledger.history(scope(), "0.0"))[-1].reason == "summed up"
    # What a summary was made of can be opened from it, and nothing is done twice.
    day = (await summaries(ledger))["day:2026-05-03"]
    turns = tuple(source.turn_id for source in day.sources)
    opened = await ledger.units(scope(), UnitFilter(turn_ids=turns, states=(State.COLD,)))
    assert {one.id for one in opened} == {f"0.{n}" for n in range(len(SAID))}
    assert await condensed(ledger) == Condensed()


async def test_without_vectors_no_original_is_archived(ledger):
    await fill(ledger, state=State.FADED, importance=0.3)
    done = await condensed(ledger, embedder=BrokenEmbedder)
    assert (done.summaries, done.archived) == (2, 0)
    assert set((await states(ledger)).values()) == {"faded"}
    assert [job.kind for job in await ledger.jobs(scope())] == ["embed"]


async def test_an_erased_summary_of_units_that_are_there_is_made_again(ledger):
    await fill(ledger)
    await condensed(ledger)
    found = await summaries(ledger)
    await ledger.apply([EraseUnit(scope=scope(), unit_id=one.id) for one in found.values()])
    assert (await condensed(ledger)).summaries == len(found)


async def test_duplicates_are_merged_and_can_be_parted(ledger):
    of = {"subject": "user"}
    older, younger = kept("a", SAID[2], **of), kept("b", SAID[2], created_at=NOW, **of)
    await ledger.apply([adding(one) for one in (older, younger)])
    assert (await condensed(ledger, summaries=False)).merged == 1
    assert await states(ledger) == {"a": "active", "b": "superseded"}
    (merged,) = await ledger.units(scope())
    assert [source.turn_id for source in merged.sources] == ["ta", "tb"]
    (gone,) = await ledger.units(scope(), UnitFilter(ids=("b",), states=()))
    back = plan_restore(gone, now=NOW)
    assert isinstance(back, UpdateUnit)
    await ledger.apply([back])
    # A person has parted them, so they stay apart.
    assert await condensed(ledger, summaries=False) == Condensed()
    assert set((await states(ledger)).values()) == {"active"}


async def test_users_are_apart(ledger):
    await fill(ledger, of=scope("bob"))
    assert await condensed(ledger) == Condensed()


class Teller:
    """A model that repeats its notes, and during each call adds a memory of another day."""

    identity = "teller"

    def __init__(self, gateway, day):
        self.gateway = gateway
        self.day = day
        self.asked = 0

    async def complete(self, messages, *, schema=None, timeout_seconds):
        self.asked += 1
        new = kept(f"new {self.asked}", f"Ada rows {self.asked}.", day=self.day)

        async def decide():
            return [adding(new)], None

        # Were the user's memories locked, this would wait for ever.
        await self.gateway.decided(scope(), decide)
        notes = json.loads(messages[-1][1])["notes"]
        told = [{"notes": [note["note"]], "text": note["text"]} for note in notes]
        return json.dumps({"sentences": told})


async def test_others_write_while_a_model_is_asked(ledger):
    await fill(ledger, days=2)
    teller = Teller(Gateway(ledger, Settings().limits), day=200)
    one = condensing_of(ledger, gateway=teller.gateway, model=teller)
    done = await one.condense(scope(), now=NOW)
    assert done == Condensed(summaries=4)
    # A day and a week, and another of each.
    assert teller.asked == 4
    found = await summaries(ledger)
    assert {one.writer for one in found.values()} == {"teller/retell-1"}


async def test_what_changed_while_a_model_was_asked_waits_for_the_next_run(ledger):
    await fill(ledger)
    teller = Teller(Gateway(ledger, Settings().limits), day=0)
    one = condensing_of(ledger, gateway=teller.gateway, model=teller)
    assert (await one.condense(scope(), now=NOW)).summaries == 0
    assert teller.asked == 2
    teller.day = 200
    assert (await one.condense(scope(), now=NOW)).summaries == 2
    for one in (await summaries(ledger)).values():
        assert one.metadata["units"] == len(SAID) + 2


async def test_the_lease_is_renewed_between_calls(ledger):
    await fill(ledger)
    teller = Teller(Gateway(ledger, Settings().limits), day=200)
    one = condensing_of(ledger, gateway=teller.gateway, model=teller)
    renewed = []
    await one.condense(scope(), now=NOW, beside=lambda: renewed.append(teller.asked) or ())
    assert renewed[: teller.asked] == list(range(1, teller.asked + 1))


async def test_a_failure_of_any_disk_write_leaves_whole_pages(tmp_path):
    number = 0
    while True:
        number += 1
        folder = tmp_path / str(number)
        folder.mkdir()
        with DiskFaults() as faults:
            ledger = await SqliteLedger.open(folder / "memory.db", FAST)
            await fill(ledger, state=State.FADED, importance=0.3)
            faults.fail_at(number)
            failed = False
            try:
                await condensed(ledger)
            except StoreError:
                failed = True
            faults.heal()
            cold = "cold" in (await states(ledger)).values()
            assert not cold or len(await summaries(ledger)) == 2
            await condensed(ledger)
            assert len(await summaries(ledger)) == 2
            assert set((await states(ledger)).values()) == {"cold"}
            await ledger.close()
        if not failed:
            break
    assert number > 2
