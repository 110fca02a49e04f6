"""What forgetting asks of a ledger: columns of units, active days, moves, and leases."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from retold.changes import DropLease, EraseUnit, MoveUnits, TakeLease, TouchUnits
from retold.errors import LeaseError
from retold.ports import Ledger, UnitFilter
from retold.records import Corpus, Kind, Scope, Source, State
from retold.testing.checks import equal, holds, raises
from retold.testing.samples import (
    AT,
    MODEL,
    adding,
    entry,
    later,
    putting,
    scope,
    turn,
    unit,
    updating,
    whole_unit,
)

_ONE = scope(session="one")


def _micros(at: datetime) -> int:
    return (at - datetime.fromtimestamp(0, at.tzinfo)) // timedelta(microseconds=1)


def _cooling(of: Scope, *unit_ids: str) -> MoveUnits:
    return MoveUnits(
        scope=of,
        unit_ids=unit_ids,
        before=State.ACTIVE,
        after=State.COLD,
        event="cooled",
        at=later(9),
        reason="not used for long, 很久没用",
    )


def _lease(holder: str, minutes: float = 0) -> TakeLease:
    return TakeLease(name="sweep", holder=holder, now=later(minutes), seconds=60)


def _source(turn_id: str) -> Source:
    return Source(turn_id=turn_id, start=0, end=3)


async def _loose(
    ledger: Ledger, of: Scope, *, after: int = 0, limit: int = 9
) -> tuple[list[str], int]:
    """Turns said before the fifth minute that are not among the first two sources of a unit."""
    return await ledger.loose_turns(of, before=later(5), sources=2, after=after, limit=limit)


class ForgettingSuite:
    """What forgetting asks."""

    async def test_strengths_say_what_forgetting_needs(self, ledger: Ledger) -> None:
        """Of every unit in the states asked for, in the order of recording."""
        first = replace(whole_unit("b", _ONE), state=State.ACTIVE)
        await ledger.apply([adding(first), adding(unit("a", scope())), adding(unit("x", scope()))])
        await ledger.apply([adding(unit("c", scope(), state=State.COLD))])
        await ledger.apply([adding(unit("a", scope("bob")))])
        found = await ledger.strengths(scope(), after=0, limit=2)
        equal((found.ids, found.states), (("b", "a"), (State.ACTIVE, State.ACTIVE)))
        equal(found.kinds, (Kind.PLAN, Kind.PREFERENCE))
        equal(found.importance.tolist(), [0.9, 0.5])
        equal(found.pinned.tolist(), [True, False])
        equal(found.said_at.tolist(), [_micros(later(-5)), _micros(AT)])
        equal(found.used_at.tolist()[1], _micros(AT))
        holds(found.places[0] < found.places[1], "places grow in the order of recording")
        rest = await ledger.strengths(scope(), after=int(found.places[-1]), limit=9)
        equal(rest.ids, ("x",))
        cold = await ledger.strengths(scope(), states=(State.COLD,), after=0, limit=9)
        equal(cold.ids, ("c",))
        equal((await ledger.strengths(_ONE, after=0, limit=9)).ids, ("b",))
        equal((await ledger.strengths(scope("eve"), after=0, limit=9)).ids, ())

    async def test_loose_turns_are_those_without_a_unit(self, ledger: Ledger) -> None:
        """Said before a moment, in the order of recording, page by page; of the scope alone."""
        said = [turn(f"t{n}", _ONE, occurred_at=later(n)) for n in range(6)]
        held = unit("u1", _ONE, state=State.COLD, sources=(_source("t1"),))
        theirs = unit("u1", scope("bob"), sources=(_source("t2"),))
        await ledger.apply([*map(adding, said), adding(held), adding(theirs)])
        await ledger.apply([adding(turn("t2", scope("bob")))])
        first, place = await _loose(ledger, scope(), limit=2)
        equal(first, ["t0", "t2"])
        rest, end = await _loose(ledger, scope(), after=place)
        equal(rest, ["t3", "t4"])
        equal(await _loose(ledger, scope(), after=end), ([], end))
        for of in (scope(session="two"), scope("eve"), scope("bob")):
            equal((await _loose(ledger, of))[0], [])
        await ledger.apply([EraseUnit(scope=_ONE, unit_id="u1")])
        equal((await _loose(ledger, _ONE, limit=2))[0], ["t0", "t1"])

    async def test_a_unit_holds_its_first_turns_and_a_summary_none(self, ledger: Ledger) -> None:
        """What is loose for one unit may be the first source of another."""
        sources = tuple(_source(f"t{n}") for n in range(5))
        await ledger.apply([adding(turn(f"t{n}", _ONE, occurred_at=later(n))) for n in range(5)])
        await ledger.apply([adding(unit("day", _ONE, kind=Kind.SUMMARY, sources=sources))])
        equal((await _loose(ledger, _ONE))[0], ["t0", "t1", "t2", "t3", "t4"])
        await ledger.apply([adding(unit("said often", _ONE, sources=sources))])
        equal((await _loose(ledger, _ONE))[0], ["t2", "t3", "t4"])
        await ledger.apply([adding(unit("other", _ONE, sources=(_source("t3"),)))])
        equal((await _loose(ledger, _ONE))[0], ["t2", "t4"])

    async def test_every_use_counts(self, ledger: Ledger) -> None:
        """A recall, being said again and being restored; an edit is none."""
        units = [unit(name, scope()) for name in ("recalled", "again", "back", "edited")]
        await ledger.apply([adding(one) for one in units])
        touch = TouchUnits(scope=scope(), unit_ids=("recalled",), at=later(5))
        await ledger.apply([touch, replace(touch, at=later(6))])
        for one, event in zip(units[1:], ("merged", "restored", "changed"), strict=True):
            step = entry(one, event, at=later(7))
            await ledger.apply([replace(updating(one), entry=step)])
        found = await ledger.strengths(scope(), after=0, limit=9)
        equal(found.uses.tolist(), [2, 1, 1, 0])
        wanted = [later(6), later(7), later(7), AT]
        equal(found.used_at.tolist(), [_micros(at) for at in wanted])

    async def test_days_are_those_on_which_turns_were_said(self, ledger: Ledger) -> None:
        """Each once, in UTC, of all of the user's sessions and of nobody else."""
        days = (3, 0, 0, 9)
        said = [
            turn(f"t{i}", scope(session=str(i)), occurred_at=AT + timedelta(days=day))
            for i, day in enumerate(days)
        ]
        early = turn("t", scope(), occurred_at=datetime.fromisoformat("1969-12-31T23:00+00:00"))
        await ledger.apply([adding(one) for one in (*said, early)])
        await ledger.apply([adding(turn("t", scope("bob"), occurred_at=later(60 * 24 * 30)))])
        first = _micros(AT) // 86_400_000_000
        wanted = [-1, first, first + 3, first + 9]
        equal((await ledger.active_days(scope())).tolist(), wanted)
        equal((await ledger.active_days(_ONE)).tolist(), wanted)
        equal((await ledger.active_days(scope("eve"))).tolist(), [])

    async def test_a_move_changes_state_history_and_search(self, ledger: Ledger) -> None:
        """Of the units named, together; others stay."""
        one, two = unit("u1", _ONE), unit("u2", scope())
        await ledger.apply([adding(one), adding(two), adding(unit("u3", scope()))])
        await ledger.apply([putting(one, (1, 0, 0, 0))])
        seen = (await ledger.vectors(scope(), Corpus.UNITS, MODEL, after=0)).change
        revision = await ledger.revision(scope())
        await ledger.apply([_cooling(scope(), "u1", "u2")])
        cold = await ledger.units(scope(), UnitFilter(states=(State.COLD,)))
        equal(cold, [replace(one, state=State.COLD), replace(two, state=State.COLD)])
        equal([u.id for u in await ledger.units(scope())], ["u3"])
        step = entry(cold[0], "cooled", at=later(9), reason="not used for long, 很久没用")
        equal((await ledger.history(scope(), "u1"))[1:], [step])
        equal((await ledger.postings(scope(), Corpus.UNITS, ["tea"])).total, 1)
        rows = (await ledger.vectors(scope(), Corpus.UNITS, MODEL, after=seen)).rows
        equal([(row.item_id, row.state) for row in rows], [("u1", State.COLD)])
        holds(await ledger.revision(scope()) > revision, "a move is a new revision")

    async def test_what_was_overtaken_is_not_moved(self, ledger: Ledger) -> None:
        """Used since, in another state, outside the scope, of another user, or gone."""
        await ledger.apply([adding(unit(name, scope())) for name in ("used", "old", "away")])
        await ledger.apply([adding(unit("old", scope("bob")))])
        touch = TouchUnits(scope=scope(), unit_ids=("used",), at=later(10))
        await ledger.apply([touch, replace(touch, unit_ids=("old",), at=later(2))])
        await ledger.apply([_cooling(scope(), "away")])
        move = replace(_cooling(scope(), "used", "old", "away", "?"), untouched_since=later(10))
        revision = await ledger.revision(scope())
        await ledger.apply([replace(move, scope=_ONE)])
        equal(await ledger.revision(scope()), revision)
        await ledger.apply([move])
        equal([u.id for u in await ledger.units(scope())], ["used"])
        equal(len(await ledger.history(scope(), "away")), 2)
        equal([u.state for u in await ledger.units(scope("bob"))], [State.ACTIVE])

    async def test_one_holds_a_lease(self, ledger: Ledger) -> None:
        """Others are refused whole until it is given back or runs out; the holder renews it."""
        await ledger.apply([_lease("a")])
        with raises(LeaseError):
            await ledger.apply([adding(turn("t1", scope())), _lease("b", minutes=0.9)])
        equal(await ledger.turns(scope()), [])
        await ledger.apply([_lease("a", minutes=0.9)])
        with raises(LeaseError):
            await ledger.apply([_lease("b", minutes=1.5)])
        await ledger.apply([replace(_lease("b"), name="another")])
        await ledger.apply([_lease("b", minutes=1.9)])
        await ledger.apply([DropLease(name="sweep", holder="a")])
        with raises(LeaseError):
            await ledger.apply([_lease("a", minutes=2)])
        await ledger.apply([DropLease(name="sweep", holder="b")])
        await ledger.apply([_lease("a", minutes=2)])

    async def test_a_clock_that_is_put_back_locks_nobody_out(self, ledger: Ledger) -> None:
        """A lease that ends later than any lease could is free."""
        await ledger.apply([_lease("a", minutes=600)])
        await ledger.apply([_lease("b")])
        with raises(LeaseError):
            await ledger.apply([_lease("a", minutes=0.5)])
