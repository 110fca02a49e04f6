"""Erasing: nothing of a unit is left, and nothing else is touched."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from retold.changes import (
    AddReceipt,
    EraseTurn,
    EraseUnit,
    ExpectRevision,
    Job,
    PutJob,
    SetKeeping,
)
from retold.errors import ConflictError, InputError, NotFoundError
from retold.ports import Ledger, Removed, UnitFilter
from retold.records import Corpus, Scope, Source, State, Turn, Unit
from retold.testing.checks import equal, holds, raises
from retold.testing.samples import (
    AT,
    MODEL,
    adding,
    putting,
    receipt,
    scope,
    turn,
    unit,
    updating,
)

_ONE = scope(session="one")
_X = (1.0, 0.0, 0.0, 0.0)


def _erase(unit_id: str, place: Scope = _ONE) -> EraseUnit:
    return EraseUnit(scope=place, unit_id=unit_id)


def _erase_turn(turn_id: str, place: Scope = _ONE) -> EraseTurn:
    return EraseTurn(scope=place, turn_id=turn_id)


class ErasureSuite:
    """`EraseUnit`, `EraseTurn`, `SetKeeping`, `traces` and `purge`."""

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

    async def test_an_erased_turn_is_nowhere(self, ledger: Ledger) -> None:
        """Not in rows, outlines, keywords, totals, vectors, lacking, jobs or receipts."""
        gone, other = turn("t1", _ONE, text="Tea!"), turn("t2", _ONE)
        job = Job(id="j", scope=scope(), kind="any", payload={"turn": "t1"}, created_at=AT)
        await ledger.apply([adding(gone, "tea"), adding(other, "milk"), putting(gone, _X, _X)])
        for key, of in (("k1", ("t1",)), ("k2", ("t2",)), ("k3", ("t1", "t2"))):
            await ledger.apply([AddReceipt(scope=_ONE, receipt=receipt(key, of))])
        await ledger.apply([PutJob(job=job)])
        removed = await ledger.apply([_erase_turn("t1")])
        equal(removed, Removed(vectors=2, receipts=2, jobs=1))
        equal([t.id for t in await ledger.turns(scope())], ["t2"])
        equal([o.id for o in await ledger.outlines(scope(), ["t1", "t2"], radius=1)], ["t2"])
        found = await ledger.postings(scope(), Corpus.TURNS, ["tea"])
        equal((found.ids, found.total, found.total_length), ((), 1, 1))
        equal((await ledger.vectors(scope(), Corpus.TURNS, MODEL, after=0)).rows, ())
        kept = [await ledger.receipt(_ONE, key) for key in ("k1", "k2", "k3")]
        equal([r and r.turn_ids for r in kept], [(), ("t2",), ("t2",)])
        equal([r and len(r.outcomes) for r in kept], [0, 1, 0])

    async def test_only_a_turn_of_the_scope_is_erased(self, ledger: Ledger) -> None:
        """Another user's or session's is not found, and nothing of the list happens."""
        await ledger.apply([adding(turn("t1", _ONE)), adding(turn("t2", _ONE))])
        for place in (scope("bob", session="one"), scope(session="two"), scope(agent="x")):
            with raises(NotFoundError):
                await ledger.apply([_erase_turn("t2"), _erase_turn("t1", place)])
        equal(len(await ledger.turns(scope())), 2)

    async def test_what_went_along_is_counted(self, ledger: Ledger) -> None:
        """Over all the units and turns of a list; a list that erases nothing counts nothing."""
        held = [unit(f"u{n}", _ONE) for n in range(3)]
        added = await ledger.apply([adding(one) for one in held])
        await ledger.apply([*(putting(one, _X) for one in held), updating(held[0])])
        equal(added, Removed())
        removed = await ledger.apply([_erase(one.id) for one in held])
        equal(removed, Removed(vectors=3, history=4))

    async def test_many_erased_at_once_are_erased_each(self, ledger: Ledger) -> None:
        """Of several users and sessions, in any order; one twice is not found, and nothing goes."""
        places = [scope(user, session=f"s{n % 3}") for n in range(4) for user in ("ada", "bob")]
        held = [unit(f"u{n}", place) for n, place in enumerate(places)]
        said = [turn(f"t{n}", place) for n, place in enumerate(places)]
        both: list[Unit | Turn] = [*held, *said]
        await ledger.apply([adding(one, "tea", f"w{one.id}") for one in both])
        await ledger.apply([putting(one, _X, _X) for one in both])
        units = [_erase(one.id, one.scope) for one in held]
        turns = [_erase_turn(one.id, one.scope) for one in said]
        for twice in (units[0], turns[-1]):
            with raises(NotFoundError):
                await ledger.apply([*units, *turns, twice])
        equal((await ledger.counts())["vectors"], 32)
        removed = await ledger.apply([*units[6:3:-1], *turns[1:], *units[:4]])
        equal(removed, Removed(vectors=28, history=7))
        left = {"ada": (["t0"], []), "bob": ([], ["u7"])}
        for user, (turn_ids, unit_ids) in left.items():
            equal([one.id for one in await ledger.turns(scope(user))], turn_ids)
            equal([one.id for one in await ledger.units(scope(user))], unit_ids)
            for corpus, ids in ((Corpus.TURNS, turn_ids), (Corpus.UNITS, unit_ids)):
                every = [f"w{one.id}" for one in both]
                for tokens in (["tea"], every):
                    found = await ledger.postings(scope(user), corpus, tokens)
                    equal(list(found.ids), ids)
                    equal((found.total, found.total_length), (len(ids), 2 * len(ids)))

    async def test_a_decision_on_an_erased_turn_is_made_anew(self, ledger: Ledger) -> None:
        """For the revision of the user's units is another."""
        await ledger.apply([adding(turn("t1", _ONE))])
        expected = ExpectRevision(scope=_ONE, revision=await ledger.revision(scope()))
        await ledger.apply([_erase_turn("t1")])
        with raises(ConflictError):
            await ledger.apply([expected, adding(unit("u", _ONE))])

    async def test_508_nothing_said_is_kept_of_who_asked_so(self, ledger: Ledger) -> None:
        """Of every session, until they say otherwise; others are not concerned."""
        equal(await ledger.keeping(scope()), True)
        await ledger.apply([adding(unit("u1", _ONE))])
        before = await ledger.revision(scope())
        await ledger.apply([SetKeeping(scope=_ONE, keeping=False)])
        equal((await ledger.keeping(scope()), await ledger.keeping(scope("bob"))), (False, True))
        holds(await ledger.revision(scope()) > before, "whoever decides meanwhile decides anew")
        with raises(InputError):
            await ledger.apply([adding(unit("u2", _ONE)), adding(turn("t1", scope()))])
        equal(([], 1), (await ledger.turns(scope()), len(await ledger.units(scope()))))
        await ledger.apply([adding(turn("t1", scope("bob", session="one")))])
        await ledger.apply([SetKeeping(scope=scope(), keeping=True), adding(turn("t1", _ONE))])
        equal(len(await ledger.turns(scope())), 1)

    async def test_508_nothing_is_kept_of_a_session(self, ledger: Ledger) -> None:
        """Of that one alone, be it the one without a name, until they say otherwise."""
        equal(await ledger.silences(scope()), frozenset())
        before = await ledger.revision(scope())
        for only in ("one", "", "one"):
            await ledger.apply([SetKeeping(scope=scope(), keeping=False, only=only)])
        equal(await ledger.silences(_ONE), frozenset({"one", ""}))
        equal((await ledger.keeping(scope()), await ledger.silences(scope("bob"))), (True, set()))
        holds(await ledger.revision(scope()) > before, "whoever decides meanwhile decides anew")
        for place in (_ONE, scope()):
            with raises(InputError):
                await ledger.apply([adding(turn("t1", place))])
        await ledger.apply([adding(turn("t1", scope(session="two")))])
        await ledger.apply([SetKeeping(scope=_ONE, keeping=True, only="one")])
        await ledger.apply([adding(turn("t2", _ONE))])
        equal(await ledger.silences(scope()), frozenset({""}))
        equal(len(await ledger.turns(scope())), 2)

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

    async def test_traces_tells_what_is_there_from_what_is_left(self, ledger: Ledger) -> None:
        """A text in a row is found in it; what only other rows share, and what is gone, is not."""
        secrets = {"u1": "Ada hides the key of the shed under a pot", "u2": "备用钥匙藏在花盆下面"}
        other = unit("u3", _ONE, content="Ada hides the key of the car. 车的备用钥匙在冰箱里。")
        for unit_id, text in secrets.items():
            held = unit(unit_id, _ONE, content=text, first_person=text)
            await ledger.apply([adding(held, "key", unit_id)])
        await ledger.apply([adding(other, "key", "car")])
        for unit_id, text in secrets.items():
            there = await ledger.traces([text])
            holds(any(trace.what == "row" for trace in there.found), f"{unit_id} is in its row")
            await ledger.apply([_erase(unit_id)])
            await ledger.purge()
            left = await ledger.traces([text])
            equal(left.found, ())
            holds(0 < left.shared < left.runs, "some of its runs are its own, some are not")
        with raises(InputError):
            await ledger.traces(["tea"])
