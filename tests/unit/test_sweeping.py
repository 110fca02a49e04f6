from datetime import timedelta

import pytest

from retold import sweeping
from retold.changes import TouchUnits
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.errors import StoreError
from retold.forgetting import WITNESSES
from retold.gateway import Gateway
from retold.ports import UnitFilter
from retold.records import Corpus, Kind, Source, State
from retold.settings import ForgettingSettings, Settings, StorageSettings
from retold.sweeping import Sweeping
from retold.testing.faults import DiskFaults
from retold.testing.samples import AT, MODEL, adding, putting, scope, turn, unit

pytestmark = pytest.mark.anyio

FAST = StorageSettings(synchronous="normal", threads=1)
NOW = AT + timedelta(days=99)


async def opened(path, days=100):
    """A ledger in which Ada said something every day."""
    ledger = await SqliteLedger.open(path / "memory.db", FAST)
    said = [turn(f"t{n}", scope(), occurred_at=AT + timedelta(days=n)) for n in range(days)]
    await ledger.apply([adding(one) for one in said])
    return ledger


@pytest.fixture
async def ledger(tmp_path):
    ledger = await opened(tmp_path)
    yield ledger
    await ledger.close()


def held(name, day=0, of=None, **fields):
    values = {"kind": Kind.FEELING, "occurred_at": AT + timedelta(days=day)} | fields
    return adding(unit(name, of or scope(), **values))


def sweeping_of(ledger, **settings):
    chosen = Settings(forgetting=ForgettingSettings(**settings))
    return Sweeping(ledger, Gateway(ledger, chosen.limits), chosen)


async def states(ledger, of=None):
    every = await ledger.units(of or scope(), UnitFilter(states=()))
    return {held.id: held.state.value for held in every}


async def test_each_unit_is_put_where_it_belongs(ledger):
    await ledger.apply(
        [
            held("old"),
            held("mid", 75),
            held("new", 98),
            held("allergy", importance=0.95),
            held("pinned", pinned=True),
            held("home", kind=Kind.RELATION),
        ]
    )
    sweep = await sweeping_of(ledger).sweep(scope(), now=NOW)
    assert await states(ledger) == {
        "old": "cold",
        "mid": "faded",
        "new": "active",
        "allergy": "active",
        "pinned": "active",
        "home": "active",
    }
    assert sweep.counts == {"cold: not used for long": 1, "faded: not used for long": 1}
    assert {move.unit_id for move in sweep.moves} == {"old", "mid"}
    assert (sweep.units, sweep.planned, sweep.user) == (6, False, "ada")


async def test_history_says_what_a_sweep_did(ledger):
    await ledger.apply([held("old"), held("mid", 75)])
    await sweeping_of(ledger).sweep(scope(), now=NOW)
    steps = [(await ledger.history(scope(), name))[-1] for name in ("old", "mid")]
    assert [(s.event, s.state, s.reason, s.at) for s in steps] == [
        ("cooled", State.COLD, "not used for long", NOW),
        ("faded", State.FADED, "not used for long", NOW),
    ]


async def test_a_second_sweep_changes_nothing(ledger):
    await ledger.apply([held(f"u{n}", n) for n in range(0, 100, 5)])
    sweeper = sweeping_of(ledger, capacity=6, after_days=40)
    first = await sweeper.sweep(scope(), now=NOW)
    before, revision = await states(ledger), await ledger.revision(scope())
    second = await sweeper.sweep(scope(), now=NOW)
    assert first.counts
    assert (second.counts, second.moves) == ({}, ())
    assert (await states(ledger), await ledger.revision(scope())) == (before, revision)


async def test_a_plan_tells_the_same_and_writes_nothing(ledger):
    await ledger.apply([held(f"u{n}", n) for n in range(0, 100, 5)])
    before, revision = await states(ledger), await ledger.revision(scope())
    sweeper = sweeping_of(ledger, capacity=6)
    plan = await sweeper.sweep(scope(), now=NOW, planned=True)
    assert (await states(ledger), await ledger.revision(scope())) == (before, revision)
    done = await sweeper.sweep(scope(), now=NOW)
    assert plan.moves == done.moves
    assert (plan.planned, done.planned) == (True, False)


async def test_pages_are_as_one(ledger, monkeypatch):
    monkeypatch.setattr(sweeping, "PAGE_UNITS", 3)
    await ledger.apply([held(f"u{n:02}", n) for n in range(0, 100, 5)])
    settings = {"capacity": 4, "faded_below": 0}
    sweep = await sweeping_of(ledger, **settings).sweep(scope(), now=NOW)
    assert sweep.units == 20
    found = await states(ledger)
    assert [name for name in found if found[name] == "active"] == ["u80", "u85", "u90", "u95"]


async def test_the_capacity_counts_each_user_alone(ledger):
    bob = scope("bob")
    await ledger.apply([held("u1", 97), held("u2", 98)])
    await ledger.apply([held("u1", 97, of=bob), held("u2", 98, of=bob)])
    await sweeping_of(ledger, capacity=1).sweep(scope(), now=NOW)
    assert await states(ledger) == {"u1": "cold", "u2": "active"}
    assert set((await states(ledger, bob)).values()) == {"active"}


async def test_what_is_used_while_a_sweep_runs_stays(ledger, monkeypatch):
    await ledger.apply([held("old"), held("older")])
    write = Gateway.write

    async def late(self, changes):
        touch = TouchUnits(scope=scope(), unit_ids=("old",), at=NOW + timedelta(seconds=1))
        await write(self, [touch])
        await write(self, changes)

    monkeypatch.setattr(Gateway, "write", late)
    await sweeping_of(ledger).sweep(scope(), now=NOW)
    assert await states(ledger) == {"old": "active", "older": "cold"}


@pytest.mark.parametrize("jump", [timedelta(days=4000), timedelta(days=-4000)])
async def test_a_clock_that_jumps_fades_nothing(ledger, jump):
    await ledger.apply([held("new", 98)])
    assert (await sweeping_of(ledger).sweep(scope(), now=NOW + jump)).counts == {}


def resting(name, day, *turn_days, **fields):
    sources = tuple(Source(turn_id=f"t{n}", start=0, end=3) for n in turn_days)
    return held(name, day, sources=sources, **fields)


async def said(ledger, of=None):
    return [int(one.id[1:]) for one in await ledger.turns(of or scope())]


async def test_by_default_nothing_is_let_go(ledger):
    await ledger.apply([resting("old", 0, 0, state=State.COLD)])
    sweep = await sweeping_of(ledger).sweep(scope(), now=NOW)
    assert (sweep.counts, sweep.gone) == ({}, ())
    assert len(await said(ledger)) == 100


async def test_turns_without_a_memory_are_let_go(ledger):
    bob = scope("bob")
    await ledger.apply([resting("cold", 2, 2, state=State.COLD), resting("new", 98, 3, 98)])
    await ledger.apply([adding(turn("t0", bob))])
    sweep = await sweeping_of(ledger, turn_days=90).sweep(scope(), now=NOW)
    assert await said(ledger) == [2, 3, *range(10, 100)]
    assert await said(ledger, bob) == [0]
    assert sweep.counts == {"gone: no memory rests on it": 8}
    assert [(one.id, one.corpus) for one in sweep.gone[:2]] == [
        ("t0", Corpus.TURNS),
        ("t1", Corpus.TURNS),
    ]
    assert not await ledger.tombstones(scope(), None)
    assert len(await ledger.active_days(scope())) == 100


async def test_what_is_said_again_and_again_does_not_keep_every_turn(ledger):
    await ledger.apply([resting("often", 98, *range(20))])
    await sweeping_of(ledger, turn_days=80).sweep(scope(), now=NOW)
    assert await said(ledger) == [*range(WITNESSES), *range(20, 100)]


async def test_what_is_cold_for_too_long_is_let_go_and_then_its_turn(ledger):
    await ledger.apply(
        [
            resting("gone", 2, 2, state=State.COLD),
            resting("stays", 60, 60, state=State.COLD),
            resting("superseded", 3, 3, state=State.SUPERSEDED),
            resting("retired", 4, 4, state=State.RETIRED),
            resting("pinned", 5, 5, state=State.COLD, pinned=True),
            resting("day", 5, 2, 60, kind=Kind.SUMMARY),
        ]
    )
    sweeper = sweeping_of(ledger, cold_days=50, turn_days=90, faded_below=0, cold_below=0)
    first = await sweeper.sweep(scope(), now=NOW)
    assert set(await states(ledger)) == {"stays", "superseded", "retired", "pinned"}
    assert await said(ledger) == [2, 3, 4, 5, *range(10, 100)]
    assert [(one.id, one.reason) for one in first.gone[-2:]] == [
        ("gone", "cold, and not used for too long"),
        ("day", "told of what went"),
    ]
    second = await sweeper.sweep(scope(), now=NOW)
    assert [one.id for one in second.gone] == ["t2"]
    assert (await sweeper.sweep(scope(), now=NOW)).gone == ()


async def test_what_goes_cold_is_not_gone_at_once(ledger):
    await ledger.apply([held("old")])
    sweeper = sweeping_of(ledger, cold_days=50)
    assert (await sweeper.sweep(scope(), now=NOW)).gone == ()
    assert await states(ledger) == {"old": "cold"}
    assert [one.id for one in (await sweeper.sweep(scope(), now=NOW)).gone] == ["old"]


async def test_a_plan_tells_what_would_be_let_go_and_lets_nothing_go(ledger, monkeypatch):
    monkeypatch.setattr(sweeping, "PAGE_GONE", 3)
    cold = [resting(f"u{n}", n, n, state=State.COLD) for n in range(5)]
    # A summary that is cold for too long itself is told of once.
    late = resting("day", 6, 0, 4, kind=Kind.SUMMARY, state=State.COLD)
    await ledger.apply([*cold, late])
    sweeper = sweeping_of(ledger, cold_days=50, turn_days=90)
    before, revision = await states(ledger), await ledger.revision(scope())
    plan = await sweeper.sweep(scope(), now=NOW, planned=True)
    assert (await states(ledger), await ledger.revision(scope())) == (before, revision)
    assert len(await said(ledger)) == 100
    done = await sweeper.sweep(scope(), now=NOW)
    assert {one.id for one in plan.gone} == {one.id for one in done.gone}
    assert plan.counts == done.counts
    assert sorted(one.id for one in done.gone) == ["day", *(f"t{n}" for n in range(5, 10))] + [
        f"u{n}" for n in range(5)
    ]


async def test_what_is_beside_goes_with_every_page_that_lets_go(ledger, monkeypatch):
    monkeypatch.setattr(sweeping, "PAGE_GONE", 4)
    told = []
    await sweeping_of(ledger, turn_days=90).sweep(
        scope(), now=NOW, after=7, beside=lambda place, gone: told.append((place, len(gone))) or ()
    )
    assert [(place, count) for place, count in told if count] == [(7, 4), (7, 4), (7, 2)]


async def test_the_turn_after_loses_vectors_that_tell_of_what_went(ledger):
    vector = (1.0, 0.0, 0.0, 0.0)
    await ledger.apply([putting(turn(f"t{n}", scope()), vector) for n in range(8, 13)])
    chosen = Settings(forgetting=ForgettingSettings(turn_days=90))
    sweeper = Sweeping(ledger, Gateway(ledger, chosen.limits), chosen, reach=1)
    await sweeper.sweep(scope(), now=NOW)
    rows = (await ledger.vectors(scope(), Corpus.TURNS, MODEL, after=0)).rows
    assert [row.item_id for row in rows] == ["t11", "t12"]


async def test_a_failure_of_any_disk_write_leaves_whole_pages(tmp_path, monkeypatch):
    monkeypatch.setattr(sweeping, "PAGE_UNITS", 2)
    with DiskFaults() as faults:
        ledger = await opened(tmp_path)
        await ledger.apply([held(f"u{n}") for n in range(6)])
        failures = number = 0
        while True:
            number += 1
            faults.fail_at(number)
            try:
                await sweeping_of(ledger).sweep(scope(), now=NOW)
            except StoreError:
                faults.heal()
                failures += 1
                found = list((await states(ledger)).values())
                cold = found.count("cold")
                assert cold % 2 == 0
                assert found == ["cold"] * cold + ["active"] * (6 - cold)
            else:
                break
        faults.heal()
        assert failures > 3
        assert set((await states(ledger)).values()) == {"cold"}
        history = [len(await ledger.history(scope(), f"u{n}")) for n in range(6)]
        assert history == [2] * 6
        await ledger.close()
