"""Erasing: nothing of a unit is left, and nothing else is touched."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from retold.changes import EraseUnit, Job, PutJob
from retold.errors import NotFoundError
from retold.ports import Ledger, UnitFilter
from retold.records import Corpus, Scope, Source, State
from retold.testing.checks import equal, holds, raises
from retold.testing.samples import AT, MODEL, adding, putting, scope, turn, unit, updating

_ONE = scope(session="one")
_X = (1.0, 0.0, 0.0, 0.0)


def _erase(unit_id: str, place: Scope = _ONE) -> EraseUnit:
    return EraseUnit(scope=place, unit_id=unit_id)


class ErasureSuite:
    """`EraseUnit` and `purge`."""

    async def test_an_erased_unit_is_nowhere(self, ledger: Ledger) -> None:
        """Not in rows, history, keywords, totals, vectors, lacking or jobs."""
        held = unit("u1", _ONE, sources=(Source(turn_id="t1", start=0, end=3),))
        await ledger.apply([adding(held, "tea", "milk", fingerprint="f"), putting(held, _X)])
        await ledger.apply([updating(replace(held, state=State.FADED))])
        before = await ledger.vectors(scope(), Corpus.UNITS, MODEL, after=0)
        await ledger.apply([_erase("u1")])
        for where in (UnitFilter(states=()), UnitFilter(turn_ids=("t1",)), UnitFilter(ids=("u1",))):
            equal(await ledger.units(scope(), where), [])
        equal(await ledger.history(scope(), "u1"), [])
        found = await ledger.postings(scope(), Corpus.UNITS, ["tea", "milk"], states=tuple(State))
        equal((found.ids, found.total, found.total_length), ((), 0, 0))
        after = await ledger.vectors(scope(), Corpus.UNITS, MODEL, after=0)
        equal(after.rows, ())
        holds(after.removals != before.removals, "an erasure is a removal")
        equal(await ledger.lacking_vectors(scope(), Corpus.UNITS, MODEL, limit=9), [])
        equal(set((await ledger.counts()).values()), {0})
        equal(await ledger.users(), [])

    async def test_jobs_that_name_it_go_too(self, ledger: Ledger) -> None:
        """At any depth of their payload; jobs that name another stay."""
        payloads: dict[str, dict[str, Any]] = {
            "j1": {"unit": "u1"},
            "j2": {"units": [{"id": "u1"}, {"id": "u2"}]},
            "j3": {"units": ["u2", "u11", "U1"]},
            "j4": {},
        }
        await ledger.apply([adding(unit("u1", _ONE))])
        for name, payload in payloads.items():
            job = Job(id=name, scope=scope(), kind="any", payload=payload, created_at=AT)
            await ledger.apply([PutJob(job=job), PutJob(job=replace(job, scope=scope("bob")))])
        await ledger.apply([_erase("u1")])
        equal([job.id for job in await ledger.jobs(scope())], ["j3", "j4"])
        equal(len(await ledger.jobs(scope("bob"))), 4)

    async def test_others_stay(self, ledger: Ledger) -> None:
        """Units with the same words, and another user's unit with the same id."""
        mine, other, theirs = (
            unit("u1", _ONE),
            unit("u2", _ONE),
            unit("u1", scope("bob", session="one")),
        )
        for held in (mine, other, theirs):
            await ledger.apply([adding(held, "tea"), putting(held, _X)])
        await ledger.apply([adding(turn("u1", _ONE), "tea"), _erase("u1")])
        equal([u.id for u in await ledger.units(scope())], ["u2"])
        equal((await ledger.postings(scope(), Corpus.UNITS, ["tea"])).ids, ("u2",))
        equal((await ledger.postings(scope(), Corpus.TURNS, ["tea"])).ids, ("u1",))
        found = await ledger.vectors(scope("bob"), Corpus.UNITS, MODEL, after=0)
        equal([row.item_id for row in found.rows], ["u1"])
        equal(len(await ledger.history(scope("bob"), "u1")), 1)

    async def test_only_a_unit_of_the_scope_is_erased(self, ledger: Ledger) -> None:
        """Another user's or session's is not found, and nothing of the list happens."""
        await ledger.apply([adding(unit("u1", _ONE)), adding(unit("u2", _ONE))])
        for place in (scope("bob", session="one"), scope(session="two"), scope(agent="x")):
            with raises(NotFoundError):
                await ledger.apply([_erase("u2"), _erase("u1", place)])
        equal(len(await ledger.units(scope())), 2)

    async def test_an_id_is_free_again(self, ledger: Ledger) -> None:
        """Nothing of the old unit shows in a new one with its id."""
        await ledger.apply([adding(unit("u1", _ONE), "tea"), putting(unit("u1", _ONE), _X)])
        await ledger.apply([_erase("u1"), adding(unit("u1", _ONE), "milk")])
        equal((await ledger.postings(scope(), Corpus.UNITS, ["tea", "milk"])).tokens.tolist(), [1])
        equal((await ledger.vectors(scope(), Corpus.UNITS, MODEL, after=0)).rows, ())
        equal(len(await ledger.history(scope(), "u1")), 1)

    async def test_a_purge_changes_nothing_that_is_kept(self, ledger: Ledger) -> None:
        """Whatever it overwrites."""
        held = [unit(f"u{n}", _ONE, content=f"Ada said {n} things. " * 9) for n in range(60)]
        await ledger.apply([adding(one, f"w{n}", "tea") for n, one in enumerate(held)])
        await ledger.apply([_erase(f"u{n}") for n in range(0, 60, 2)])
        await ledger.purge()
        equal(await ledger.units(scope()), held[1::2])
        await ledger.purge()
        await ledger.apply([adding(held[0], "tea")])
        equal((await ledger.postings(scope(), Corpus.UNITS, ["tea"])).total, 31)
