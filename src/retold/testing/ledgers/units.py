"""Units: whole, filtered, updated, with their history and revision."""

from __future__ import annotations

from dataclasses import replace

from retold.changes import ExpectRevision, TouchUnits
from retold.errors import ConflictError, InputError, NotFoundError
from retold.ports import Ledger, UnitFilter
from retold.records import Corpus, Kind, Source, State
from retold.testing.checks import equal, holds, raises
from retold.testing.samples import adding, entry, later, scope, turn, unit, updating, whole_unit


class UnitsSuite:
    """What is remembered comes back as it was written, and its past stays."""

    async def test_a_unit_comes_back_whole(self, ledger: Ledger) -> None:
        """Every field, and also one with every default."""
        rich = whole_unit("u1", scope(agent="helper", session="早上"))
        poor = unit("u2", scope())
        await ledger.apply([adding(rich), adding(poor)])
        equal(await ledger.units(scope()), [rich, poor])

    async def test_an_id_is_used_once(self, ledger: Ledger) -> None:
        """The whole list is refused; another user may use the same id."""
        await ledger.apply([adding(unit("u1", scope()))])
        with raises(InputError):
            await ledger.apply([adding(turn("t1", scope())), adding(unit("u1", scope()))])
        await ledger.apply([adding(unit("u1", scope("bob")))])
        equal(await ledger.turns(scope()), [])
        equal(len(await ledger.units(scope("bob"))), 1)

    async def test_units_come_oldest_first(self, ledger: Ledger) -> None:
        """By the time they were made, then in the order of writing; `limit` keeps the newest."""
        minutes = {"a": 3, "b": 1, "c": 2, "d": 1}
        await ledger.apply(
            [adding(unit(name, scope(), created_at=later(m))) for name, m in minutes.items()]
        )
        equal([u.id for u in await ledger.units(scope())], ["b", "d", "c", "a"])
        found = await ledger.units(scope(), UnitFilter(limit=2))
        equal([u.id for u in found], ["c", "a"])
        equal(await ledger.units(scope(), UnitFilter(limit=0)), [])

    async def test_each_condition_narrows(self, ledger: Ledger) -> None:
        """Alone and together; None and the empty tuple set no condition."""
        sources = (Source(turn_id="t1", start=0, end=1),)
        units = (
            unit("a", scope(), slot="drink", kind=Kind.FACT, sources=sources),
            unit("b", scope(), slot="food", subject="猫", state=State.FADED),
            unit("c", scope(), slot="drink", subject="猫", state=State.RETIRED),
            unit("d", scope(), kind=Kind.FACT, state=State.COLD),
        )
        await ledger.apply([adding(u, fingerprint=f"f-{u.id}") for u in units])

        async def found(**conditions: object) -> str:
            where = UnitFilter(**conditions)  # type: ignore[arg-type]
            return "".join(u.id for u in await ledger.units(scope(), where))

        equal(await found(), "ab")
        equal(await found(states=()), "abcd")
        equal(await found(states=(State.COLD, State.RETIRED)), "cd")
        equal(await found(ids=("b", "c", "?")), "b")
        equal(await found(ids=()), "ab")
        equal(await found(kinds=(Kind.FACT,)), "a")
        equal(await found(kinds=(), states=()), "abcd")
        equal(await found(subject_slots=(("猫", "food"), ("Ada", "drink"))), "ab")
        equal(await found(subject_slots=(("猫", "drink"),), states=()), "c")
        equal(await found(subject_slots=(("Ada", "food"),)), "")
        equal(await found(fingerprints=("f-a", "f-c")), "a")
        equal(await found(turn_ids=("t1", "t2")), "a")
        equal(await found(turn_ids=("t2",)), "")
        equal(await found(turn_ids=("t1",), kinds=(Kind.PLAN,)), "")
        either = UnitFilter(ids=("b", "d"), states=()), UnitFilter(ids=("a", "b"))
        equal([u.id for u in await ledger.units(scope(), *either)], ["a", "b", "d"])

    async def test_an_update_replaces_the_unit(self, ledger: Ledger) -> None:
        """With its sources, without its accesses, which TouchUnits counts; others stay."""
        first, other = unit("u1", scope(session="one")), unit("u2", scope(session="one"))
        await ledger.apply([adding(first), adding(other)])
        changed = replace(whole_unit("u1", first.scope), state=State.FADED)
        await ledger.apply([updating(changed)])
        wanted = replace(changed, last_access_at=None, access_count=0)
        equal(await ledger.units(scope()), [wanted, other])
        equal(await ledger.units(scope(), UnitFilter(turn_ids=("t2",))), [wanted])

    async def test_an_update_of_nothing_is_refused(self, ledger: Ledger) -> None:
        """Also of another user's unit; nothing of the list is written."""
        await ledger.apply([adding(unit("u1", scope("bob")))])
        with raises(NotFoundError):
            await ledger.apply([adding(unit("u2", scope())), updating(unit("u1", scope()))])
        equal(await ledger.units(scope()), [])

    async def test_history_keeps_every_step(self, ledger: Ledger) -> None:
        """Oldest first, with what the unit said; a change of state is kept with it."""
        first = unit("u1", scope())
        await ledger.apply([adding(first), adding(unit("u2", scope()))])
        closed = replace(first, state=State.SUPERSEDED, superseded_by="u2")
        step = entry(
            closed, "superseded", at=later(1), reason="一个原因", turn_id="t1", other_id="u2"
        )
        await ledger.apply([replace(updating(closed), entry=step)])
        equal(await ledger.history(scope(), "u1"), [entry(first), step])
        equal(await ledger.history(scope(), "?"), [])

    async def test_an_access_is_counted(self, ledger: Ledger) -> None:
        """Without history, ignoring what is not there, and not undone by an older copy."""
        first = unit("u1", scope())
        await ledger.apply([adding(first), adding(unit("u2", scope()))])
        touch = TouchUnits(scope=scope(), unit_ids=("u1", "?"), at=later(5))
        await ledger.apply([touch])
        await ledger.apply([replace(touch, at=later(9)), updating(replace(first, pinned=True))])
        one, two = await ledger.units(scope())
        equal((one.access_count, one.last_access_at, one.pinned), (2, later(9), True))
        equal((two.access_count, two.last_access_at), (0, None))
        equal(len(await ledger.history(scope(), "u1")), 2)

    async def test_a_revision_grows_with_every_change(self, ledger: Ledger) -> None:
        """For units only, and for their user only; a touch is not a change."""
        seen = [await ledger.revision(scope())]

        async def grew() -> bool:
            seen.append(await ledger.revision(scope()))
            return seen[-1] > seen[-2]

        await ledger.apply([adding(unit("u1", scope()))])
        holds(await grew(), "adding a unit is a new revision")
        await ledger.apply([updating(unit("u1", scope()))])
        holds(await grew(), "updating a unit is a new revision")
        await ledger.apply([TouchUnits(scope=scope(), unit_ids=("u1",), at=later(1))])
        await ledger.apply([adding(turn("t1", scope())), adding(unit("u1", scope("bob")))])
        holds(not await grew(), "touches, turns and other users are no new revision")

    async def test_an_expected_revision_guards_the_list(self, ledger: Ledger) -> None:
        """What was decided on older units is refused whole; the present revision passes."""
        await ledger.apply([ExpectRevision(scope=scope(), revision=0), adding(unit("u1", scope()))])
        revision = await ledger.revision(scope())
        expecting = ExpectRevision(scope=scope(), revision=revision)
        await ledger.apply([expecting, adding(unit("u2", scope()))])
        with raises(ConflictError):
            await ledger.apply([adding(turn("t1", scope())), expecting])
        equal(await ledger.turns(scope()), [])
        equal((await ledger.counts(scope()))["units"], 2)
        equal((await ledger.postings(scope(), Corpus.TURNS, ["tea"])).total, 0)
