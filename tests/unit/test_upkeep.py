from dataclasses import replace
from datetime import timedelta

import pytest

from retold import sweeping
from retold.backfill import Backfill, embedding_job
from retold.changes import PutJob, TakeLease
from retold.condensing import Condensing
from retold.drivers.embedders.hashing import HashingEmbedder
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.errors import EmbedderError, LeaseError, StoreError
from retold.gateway import Gateway
from retold.ports import UnitFilter
from retold.records import Kind
from retold.retriever import Encoder
from retold.scanning import Scanning
from retold.settings import EmbedderSettings, ForgettingSettings, Settings, StorageSettings
from retold.sweeping import Sweeping
from retold.testing.samples import AT, adding, scope, turn, unit
from retold.upkeep import LEASE, LEASE_SECONDS, STORE, SWEEP, Tasks, Upkeep
from retold.writer import Writer

pytestmark = pytest.mark.anyio

FAST = StorageSettings(synchronous="normal", threads=1)
NOW = AT + timedelta(days=99)
EMBEDDING = EmbedderSettings(driver="hashing")


class Clock:
    def __init__(self):
        self.moment = NOW

    def __call__(self):
        return self.moment

    def pass_time(self, **delta):
        self.moment += timedelta(**delta)


class BrokenEmbedder(HashingEmbedder):
    def embed(self, texts, *, purpose):
        raise EmbedderError("the embedder is down")


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
async def ledger(tmp_path):
    ledger = await SqliteLedger.open(tmp_path / "memory.db", FAST)
    yield ledger
    await ledger.close()


def upkeep_of(ledger, embedder=None):
    settings = Settings(forgetting=ForgettingSettings())
    gateway = Gateway(ledger, settings.limits)
    encoder = Encoder(embedder or HashingEmbedder(EMBEDDING), EMBEDDING)
    writer = Writer(ledger, settings.writer)
    tasks = Tasks(
        backfill=Backfill(ledger, gateway, encoder, EMBEDDING),
        sweeping=Sweeping(ledger, gateway, settings),
        condensing=Condensing(ledger, gateway, encoder, settings),
        scanning=Scanning(ledger, gateway, writer, encoder, settings),
    )
    return Upkeep(ledger, gateway, tasks, settings.forgetting)


async def fill(ledger, *users, units=1):
    """Users who said something every day, and what they said on the first day."""
    for name in users:
        of = scope(name)
        said = [turn(f"t{n}", of, occurred_at=AT + timedelta(days=n)) for n in range(100)]
        held = [unit(f"u{n}", of, kind=Kind.FEELING) for n in range(units)]
        await ledger.apply([adding(one) for one in (*said, *held)])


async def states(ledger, name):
    return [u.state.value for u in await ledger.units(scope(name), UnitFilter(states=()))]


async def test_everybody_is_swept_and_every_vector_made(ledger, clock):
    await fill(ledger, "ada", "bob")
    seen = []
    done = await upkeep_of(ledger).maintain(clock, progress=lambda *numbers: seen.append(numbers))
    assert (done.busy, done.users, done.units) == (False, 2, 2)
    assert done.swept == {"cold: not used for long": 2}
    # What is cold is found by words alone until it is live again.
    assert done.vectors == 200
    assert done.failures == ()
    assert seen == [(1, 2), (2, 2)]
    assert await states(ledger, "bob") == ["cold"]


async def test_a_sweep_comes_back_when_it_is_due(ledger, clock):
    await fill(ledger, "ada")
    upkeep = upkeep_of(ledger)
    first = await upkeep.maintain(clock)
    assert first.next_sweep_at == NOW + timedelta(hours=20)
    clock.pass_time(hours=19)
    assert (await upkeep.maintain(clock)).swept is None
    assert await upkeep.jobs(clock()) == []
    clock.pass_time(hours=1)
    assert (await upkeep.maintain(clock)).swept == {}


async def test_a_clock_that_is_put_back_stops_no_sweep(ledger, clock):
    await fill(ledger, "ada")
    upkeep = upkeep_of(ledger)
    clock.pass_time(days=4000)
    await upkeep.maintain(clock)
    clock.moment = NOW
    assert (await upkeep.maintain(clock)).swept is not None


async def test_one_runs_at_a_time(ledger, clock):
    await fill(ledger, "ada")
    lease = TakeLease(name=LEASE, holder="another", now=NOW, seconds=LEASE_SECONDS)
    await ledger.apply([lease])
    upkeep = upkeep_of(ledger)
    assert (await upkeep.maintain(clock)).busy
    assert await states(ledger, "ada") == ["active"]
    clock.pass_time(seconds=LEASE_SECONDS)
    assert not (await upkeep.maintain(clock)).busy
    assert await states(ledger, "ada") == ["cold"]


async def test_the_lease_is_given_back(ledger, clock):
    for _ in range(2):
        assert not (await upkeep_of(ledger).maintain(clock)).busy


async def test_a_run_that_lost_its_lease_writes_no_more(ledger, clock, monkeypatch):
    monkeypatch.setattr(sweeping, "PAGE_UNITS", 2)
    await fill(ledger, "ada", units=4)
    await stopped_after(ledger, 2, monkeypatch, LeaseError("another holds it"))
    assert (await upkeep_of(ledger).maintain(clock)).busy
    assert await states(ledger, "ada") == ["cold"] * 2 + ["active"] * 2


async def stopped_after(ledger, moves, monkeypatch, error):
    """Let writes with moves fail after so many units."""
    apply, moved = ledger.apply, [0]

    async def counting(changes):
        units = sum(len(getattr(change, "unit_ids", ())) for change in changes)
        if units and moved[0] + units > moves:
            raise error
        await apply(changes)
        moved[0] += units

    monkeypatch.setattr(ledger, "apply", counting)


async def test_a_sweep_that_failed_is_named_and_goes_on_where_it_was(ledger, clock, monkeypatch):
    monkeypatch.setattr(sweeping, "PAGE_UNITS", 2)
    await fill(ledger, "ada", "bob", units=4)
    with monkeypatch.context() as patch:
        await stopped_after(ledger, 6, patch, StoreError("the disk is gone"))
        with pytest.raises(StoreError, match="the disk is gone"):
            await upkeep_of(ledger).maintain(clock)
    (job,) = await ledger.jobs(STORE)
    assert (job.state, job.attempts, job.last_error) == ("failed", 1, "the disk is gone")
    assert (job.payload["user"], job.payload["place"] > 0) == ("bob", True)
    done = await upkeep_of(ledger).maintain(clock)
    assert (done.users, done.units) == (1, 2)
    assert await states(ledger, "ada") + await states(ledger, "bob") == ["cold"] * 8
    (job,) = await ledger.jobs(STORE)
    assert (job.state, job.attempts, job.last_error, job.payload) == ("waiting", 0, "", {})


async def test_405_a_job_older_than_its_limit_is_late(ledger, clock):
    upkeep = upkeep_of(ledger)
    await ledger.apply([PutJob(job=embedding_job(scope(), NOW))])
    sweep = replace(embedding_job(STORE, NOW), id=SWEEP, kind=SWEEP)
    await ledger.apply([PutJob(job=sweep)])
    clock.pass_time(minutes=59)
    assert [job["late"] for job in await upkeep.jobs(clock())] == [False, False]
    clock.pass_time(minutes=2)
    assert {job["kind"]: job["late"] for job in await upkeep.jobs(clock())} == {
        "embed": True,
        "sweep": False,
    }
    clock.pass_time(days=3)
    assert [job["late"] for job in await upkeep.jobs(clock())] == [True, True]


async def test_an_embedder_that_fails_is_told_and_stops_no_sweep(ledger, clock):
    await fill(ledger, "ada")
    done = await upkeep_of(ledger, BrokenEmbedder(EMBEDDING)).maintain(clock)
    assert done.failures == ("embed: the embedder is down",)
    assert await states(ledger, "ada") == ["cold"]
    (job,) = await upkeep_of(ledger).jobs(clock())
    assert (job["kind"], job["attempts"]) == ("embed", 1)


async def test_an_empty_store_has_nothing_to_do(ledger, clock):
    done = await upkeep_of(ledger).maintain(clock)
    assert (done.swept, done.users, done.vectors) == ({}, 0, 0)
    assert await ledger.users() == []
