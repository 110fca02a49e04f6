"""Vectors: what was written after a change, what is lacking, what was removed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from retold.changes import DropVectors, RedactTurn
from retold.errors import DimensionsError
from retold.ports import Ledger, VectorRows
from retold.records import Corpus, Scope, State, Turn, Unit
from retold.testing.checks import equal, holds, raises
from retold.testing.samples import (
    MODEL,
    adding,
    putting,
    scope,
    turn,
    unit,
    updating,
    vectors,
)

_ONE = scope(session="one")
_X, _Y, _Z = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 0.6, 0.8)


async def _units(ledger: Ledger, after: int = 0) -> VectorRows:
    return await ledger.vectors(scope(), Corpus.UNITS, MODEL, after=after)


def _parts(found: VectorRows) -> list[tuple[str, int]]:
    return sorted((row.item_id, row.part) for row in found.rows)


class VectorsSuite:
    """Readers of vectors ask for what is new to them, and learn what is gone."""

    async def test_vectors_come_back_as_given(self, ledger: Ledger) -> None:
        """Bit for bit, part by part, float32."""
        held, said = unit("u1", scope()), turn("t1", scope())
        await ledger.apply(
            [adding(held), adding(said), putting(held, _X, _Z, (1, 2, 3, 4)), putting(said, _Y)]
        )
        found = await _units(ledger)
        equal([row.part for row in found.rows], [0, 1, 2])
        given = vectors(_X, _Z, (1, 2, 3, 4))
        for row in found.rows:
            equal(row.vector.tobytes(), given[row.part].tobytes())
            equal((row.vector.dtype, row.state), (np.dtype(np.float32), State.ACTIVE))
        turns = await ledger.vectors(scope(), Corpus.TURNS, MODEL, after=0)
        equal([(row.item_id, row.state) for row in turns.rows], [("t1", State.ACTIVE)])

    async def test_only_what_was_written_after_a_change(self, ledger: Ledger) -> None:
        """The change grows with every write; rows carry the change they came with."""
        one, two = unit("u1", scope()), unit("u2", scope())
        await ledger.apply([adding(one), adding(two), putting(one, _X)])
        first = await _units(ledger)
        equal(_parts(await _units(ledger, first.change)), [])
        await ledger.apply([putting(two, _Y)])
        second = await _units(ledger, first.change)
        equal(_parts(second), [("u2", 0)])
        holds(first.change < second.rows[0].change <= second.change, "changes grow")
        equal(_parts(await _units(ledger)), [("u1", 0), ("u2", 0)])
        equal(first.removals, second.removals)

    async def test_models_are_apart(self, ledger: Ledger) -> None:
        """Vectors of another model are not seen, and may have other dimensions."""
        held = unit("u1", scope())
        await ledger.apply(
            [adding(held), putting(held, _X), putting(held, (1, 1), model="other/1/2")]
        )
        equal([row.vector.shape for row in (await _units(ledger)).rows], [(4,)])
        found = await ledger.vectors(scope(), Corpus.UNITS, "other/1/2", after=0)
        equal([row.vector.shape for row in found.rows], [(2,)])
        equal((await ledger.vectors(scope(), Corpus.UNITS, "?", after=0)).rows, ())

    async def test_vectors_are_replaced(self, ledger: Ledger) -> None:
        """By as many or more they are written over; by fewer, some are removed."""
        held = unit("u1", scope())
        await ledger.apply([adding(held), putting(held, _X)])
        before = await _units(ledger)
        await ledger.apply([putting(held, _Y, _Z)])
        after = await _units(ledger, before.change)
        equal(_parts(after), [("u1", 0), ("u1", 1)])
        equal(after.removals, before.removals)
        await ledger.apply([putting(held, _X)])
        equal(_parts(await _units(ledger)), [("u1", 0)])
        holds((await _units(ledger)).removals != after.removals, "fewer parts are a removal")

    async def test_wrong_dimensions_are_refused(self, ledger: Ledger) -> None:
        """Before anything of the list is written; so is what is no table of vectors."""
        held = unit("u1", scope())
        await ledger.apply([adding(held), putting(held, _X)])
        wrong = putting(held, (1, 0, 0))
        flat = replace(wrong, vectors=np.ones(4, dtype=np.float32))
        none = replace(wrong, vectors=np.empty((0, 4), dtype=np.float32))
        for put in (wrong, flat, none):
            with raises(DimensionsError):
                await ledger.apply([adding(turn("t1", scope())), put])
        equal(await ledger.turns(scope()), [])
        equal([row.vector.tolist() for row in (await _units(ledger)).rows], [list(_X)])

    async def test_vectors_of_what_is_gone_are_ignored(self, ledger: Ledger) -> None:
        """It may have been erased while its vectors were made; the rest is written."""
        held = unit("u1", scope())
        await ledger.apply([adding(held), putting(unit("?", scope()), _Y), putting(held, _X)])
        equal(_parts(await _units(ledger)), [("u1", 0)])
        equal((await ledger.counts())["vectors"], 1)

    async def test_a_new_state_is_a_change(self, ledger: Ledger) -> None:
        """Readers learn of it as of a write, for this unit only."""
        held = unit("u1", scope())
        other = unit("u2", scope())
        await ledger.apply([adding(held), adding(other), putting(held, _X), putting(other, _Y)])
        seen = await _units(ledger)
        await ledger.apply([updating(replace(held, tags=("new",)))])
        equal((await _units(ledger, seen.change)).rows, ())
        await ledger.apply([updating(replace(held, state=State.RETIRED))])
        found = await _units(ledger, seen.change)
        equal([(row.item_id, row.state) for row in found.rows], [("u1", State.RETIRED)])
        equal(found.removals, seen.removals)

    async def test_a_redacted_turn_loses_its_vectors(self, ledger: Ledger) -> None:
        """They were made of the old text; the turn is lacking again."""
        said = turn("t1", _ONE)
        await ledger.apply([adding(said), putting(said, _X)])
        before = await ledger.vectors(scope(), Corpus.TURNS, MODEL, after=0)
        await ledger.apply([RedactTurn(turn=replace(said, text="■"), tokens=())])
        after = await ledger.vectors(scope(), Corpus.TURNS, MODEL, after=0)
        equal(after.rows, ())
        holds(after.removals != before.removals, "a redaction is a removal")
        lacking = await ledger.lacking_vectors(scope(), Corpus.TURNS, MODEL, limit=9)
        equal(lacking, [(_ONE, "t1")])

    async def test_dropped_vectors_are_lacking_again(self, ledger: Ledger) -> None:
        """Of those that are named and in the scope, of every model; all else of them stays."""
        said = [turn(f"t{n}", _ONE) for n in range(3)]
        elsewhere, held = turn("t3", scope(session="two")), unit("t0", _ONE)
        theirs = turn("t0", scope("bob", session="one"))
        every: list[Turn | Unit] = [*said, elsewhere, held, theirs]
        await ledger.apply([adding(one, "tea") for one in every])
        await ledger.apply([putting(one, _X, _Y) for one in every])
        await ledger.apply([putting(said[0], (1, 0), model="other/1/2")])
        before = await ledger.vectors(scope(), Corpus.TURNS, MODEL, after=0)
        drop = DropVectors(scope=_ONE, corpus=Corpus.TURNS, item_ids=("t0", "t2", "t3", "?"))
        equal((await ledger.apply([drop])).vectors, 5)
        after = await ledger.vectors(scope(), Corpus.TURNS, MODEL, after=0)
        equal(_parts(after), [("t1", 0), ("t1", 1), ("t3", 0), ("t3", 1)])
        holds(after.removals != before.removals, "a drop is a removal")
        for model, names in ((MODEL, ["t0", "t2"]), ("other/1/2", ["t0", "t1", "t2", "t3"])):
            lacking = await ledger.lacking_vectors(scope(), Corpus.TURNS, model, limit=9)
            equal([name for _, name in lacking], names)
        equal(_parts(await _units(ledger)), [("t0", 0), ("t0", 1)])
        equal((await ledger.counts(scope("bob")))["vectors"], 2)
        equal([one.text for one in await ledger.turns(_ONE)], [one.text for one in said])
        equal((await ledger.postings(scope(), Corpus.TURNS, ["tea"])).total, 4)
        equal((await ledger.apply([drop])).vectors, 0)

    async def test_what_lacks_vectors_is_named(self, ledger: Ledger) -> None:
        """Oldest first, up to the limit, of one user or of all, live units only, by model."""
        said = [turn(f"t{n}", _ONE) for n in range(3)]
        held = [unit("u1", scope()), unit("u2", _ONE, state=State.FADED)]
        retired = unit("u3", scope(), state=State.RETIRED)
        theirs = turn("t0", scope("bob", tenant="b"))
        await ledger.apply([adding(one) for one in (*said, theirs)])
        await ledger.apply([adding(one) for one in (*held, retired)])

        async def lacking(
            place: Scope | None, corpus: Corpus, model: str = MODEL, limit: int = 9
        ) -> list[tuple[str, str | None, str]]:
            found = await ledger.lacking_vectors(place, corpus, model, limit=limit)
            return [(s.user, s.session, item) for s, item in found]

        mine = [("ada", "one", f"t{n}") for n in range(3)]
        equal(await lacking(scope(), Corpus.TURNS), mine)
        equal(await lacking(scope(), Corpus.TURNS, limit=2), mine[:2])
        equal(await lacking(None, Corpus.TURNS), [*mine, ("bob", None, "t0")])
        equal(await lacking(scope(), Corpus.UNITS), [("ada", None, "u1"), ("ada", "one", "u2")])
        equal(await lacking(_ONE, Corpus.UNITS), [("ada", "one", "u2")])
        await ledger.apply([putting(one, _X) for one in said])
        await ledger.apply([putting(one, _X) for one in held])
        equal(await lacking(scope(), Corpus.TURNS), [])
        equal(await lacking(scope(), Corpus.UNITS), [])
        equal(await lacking(None, Corpus.TURNS), [("bob", None, "t0")])
        equal(await lacking(scope(), Corpus.TURNS, "other"), mine)
        await ledger.apply([updating(replace(retired, state=State.ACTIVE))])
        equal(await lacking(scope(), Corpus.UNITS), [("ada", None, "u3")])

    async def test_a_narrow_scope_sees_its_own(self, ledger: Ledger) -> None:
        """By session and by agent."""
        here = unit("u1", scope(session="one", agent="helper"))
        there = unit("u2", scope(session="two"))
        await ledger.apply([adding(here), adding(there), putting(here, _X), putting(there, _Y)])
        for place in (_ONE, scope(agent="helper")):
            found = await ledger.vectors(place, Corpus.UNITS, MODEL, after=0)
            equal([row.item_id for row in found.rows], ["u1"])
