"""The conformance suite of an index: subclass it in a test file, and run pytest with anyio.

    @pytest.mark.anyio
    class TestMine(IndexSuite):
        @pytest.fixture
        async def ledger(self, tmp_path): ...

        @pytest.fixture
        async def index(self, ledger): ...

`ledger` is empty and takes the vectors; `index` answers for it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from retold.changes import EraseUnit, RedactTurn
from retold.errors import DimensionsError, StoreError
from retold.ports import Index, Ledger, Nearest, Similarities
from retold.records import Corpus, Scope, State, Unit
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

_X, _Y, _Z = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0)
_MINUS_X = (-1.0, 0.0, 0.0, 0.0)
# Cosines of float32 vectors are exact to about this.
_TOLERANCE = 1e-5


def _question(row: tuple[float, ...], of: Scope | None = None, **fields: Any) -> Nearest:
    values: dict[str, Any] = {"corpus": Corpus.UNITS, "model": MODEL, "limit": 10}
    return Nearest(scope=of or scope(), vector=vectors(row)[0], **(values | fields))


def _near(found: Similarities, wanted: dict[str, float]) -> None:
    equal(list(found.ids), list(wanted), "items in order")
    for value, expected in zip(found.values.tolist(), wanted.values(), strict=True):
        holds(abs(value - expected) < _TOLERANCE, f"{value} is about {expected}")


async def _hold(ledger: Ledger, rows: dict[str, tuple[float, ...]], **fields: Any) -> list[Unit]:
    held = [unit(name, scope(), **fields) for name in rows]
    await ledger.apply([adding(one) for one in held])
    await ledger.apply([putting(one, rows[one.id]) for one in held])
    return held


class IndexSuite:
    """Every promise of the port `Index`."""

    async def test_the_nearest_come_best_first(self, ledger: Ledger, index: Index) -> None:
        """With their cosines; the same text has 1; no more than `limit`."""
        await _hold(ledger, {"a": _Y, "b": _X, "c": (1, 1, 0, 0), "d": _MINUS_X})
        found = await index.nearest(_question(_X))
        _near(found, {"b": 1.0, "c": 0.5**0.5, "a": 0.0, "d": -1.0})
        _near(await index.nearest(_question(_X, limit=2)), {"b": 1.0, "c": 0.5**0.5})
        _near(await index.nearest(_question(_X, limit=0)), {})

    async def test_no_cosine_is_out_of_range(self, ledger: Ledger, index: Index) -> None:
        """However its float32 sum is rounded."""
        row = tuple(float(n) for n in range(1, 5))
        await _hold(ledger, {"a": row, "b": tuple(-n for n in row)})
        found = await index.nearest(_question(row))
        equal(found.values.tolist(), [1.0, -1.0])

    async def test_a_tie_is_broken_by_id(self, ledger: Ledger, index: Index) -> None:
        """So that two equal questions have equal answers, whatever the order of writing."""
        await _hold(ledger, dict.fromkeys(("d", "b", "e", "a", "c"), _X))
        equal((await index.nearest(_question(_X, limit=3))).ids, ("a", "b", "c"))

    async def test_an_item_counts_with_its_best_part(self, ledger: Ledger, index: Index) -> None:
        """And once."""
        said = [turn("t1", scope()), turn("t2", scope())]
        await ledger.apply([*map(adding, said), putting(said[0], _Y, _X, _Z)])
        await ledger.apply([putting(said[1], (1, 2, 0, 0), (2, 1, 0, 0))])
        found = await index.nearest(_question(_X, corpus=Corpus.TURNS))
        _near(found, {"t1": 1.0, "t2": 2 / 5**0.5})
        equal(found.total, 2)

    async def test_the_total_counts_all_that_was_compared(
        self, ledger: Ledger, index: Index
    ) -> None:
        """However few are returned."""
        await _hold(ledger, {"a": _X, "b": _Y, "c": _MINUS_X, "d": _X})
        await _hold(ledger, {"e": _X}, state=State.COLD)
        found = await index.nearest(_question(_X, limit=1))
        equal((found.ids, found.total), (("a",), 4))

    async def test_those_asked_for_are_beside_the_nearest(
        self, ledger: Ledger, index: Index
    ) -> None:
        """Once, with their cosines, if they are there and in one of the states."""
        await _hold(ledger, {"a": _X, "b": _Y, "c": _MINUS_X})
        await _hold(ledger, {"e": _X}, state=State.COLD)
        found = await index.nearest(_question(_X, limit=1, include=("c", "a", "e", "?", "c")))
        _near(found, {"a": 1.0, "c": -1.0})

    async def test_only_the_states_asked_for(self, ledger: Ledger, index: Index) -> None:
        """A change of state counts at once."""
        [held, _] = await _hold(ledger, {"a": _X, "b": _X})
        await _hold(ledger, {"c": _X}, state=State.COLD)
        equal((await index.nearest(_question(_X))).ids, ("a", "b"))
        await ledger.apply([updating(replace(held, state=State.SUPERSEDED))])
        equal((await index.nearest(_question(_X))).ids, ("b",))
        past = _question(_X, states=(State.SUPERSEDED, State.COLD))
        equal((await index.nearest(past)).ids, ("a", "c"))
        await ledger.apply([updating(held)])
        equal((await index.nearest(_question(_X))).ids, ("a", "b"))

    async def test_what_is_written_is_found_at_once(self, ledger: Ledger, index: Index) -> None:
        """New items, and new vectors of old ones, a hundred times over."""
        wanted = []
        for number in range(100):
            wanted.append(f"u{number:03}")
            await _hold(ledger, {wanted[-1]: _X})
            found = await index.nearest(_question(_X, limit=200))
            equal(list(found.ids), wanted)
        await ledger.apply([putting(unit("u050", scope()), _Y)])
        equal((await index.nearest(_question(_Y, limit=1))).ids, ("u050",))
        equal((await index.nearest(_question(_X, limit=200))).values.tolist(), [1.0] * 99 + [0.0])

    async def test_what_is_erased_is_gone_at_once(self, ledger: Ledger, index: Index) -> None:
        """Also fewer parts than before, and redacted turns."""
        await _hold(ledger, {"a": _X, "b": _X})
        said = turn("t", scope())
        await ledger.apply([adding(said), putting(said, _X, _Y)])
        turns = _question(_Y, corpus=Corpus.TURNS)
        equal((await index.nearest(_question(_X))).ids, ("a", "b"))
        equal((await index.nearest(turns)).values.tolist(), [1.0])
        await ledger.apply([EraseUnit(scope=scope(), unit_id="a"), putting(said, _X)])
        equal((await index.nearest(_question(_X, include=("a",)))).ids, ("b",))
        equal((await index.nearest(turns)).values.tolist(), [0.0])
        await ledger.apply([RedactTurn(turn=said, tokens=())])
        equal((await index.nearest(turns)).ids, ())

    async def test_nothing_is_found_in_nothing(self, index: Index) -> None:
        """And nothing was compared."""
        found = await index.nearest(_question(_X))
        equal((found.ids, len(found.values), found.total), ((), 0, 0))

    async def test_a_question_of_other_dimensions_is_refused(
        self, ledger: Ledger, index: Index
    ) -> None:
        """It was made by another model than the vectors."""
        await _hold(ledger, {"a": _X})
        with raises(DimensionsError):
            await index.nearest(_question((1.0, 0.0)))

    async def test_scopes_corpora_and_models_are_apart(self, ledger: Ledger, index: Index) -> None:
        """Each is asked after the other, so that no copy is taken for another's."""
        places = {
            "a": scope("a"),
            "b": scope("ab"),
            "c": scope("a", tenant="b"),
            "d": scope("a", session="one"),
            "e": scope("a", agent="x"),
        }
        for name, place in places.items():
            held, said = unit(name, place), turn(f"t{name}", place)
            await ledger.apply([adding(held), adding(said), putting(held, _X), putting(said, _X)])
            await ledger.apply([putting(held, (1, 0), model="other/1/2")])
        wanted = {"a": "ade", "b": "b", "c": "c", "d": "d", "e": "e"}
        for _ in range(2):
            for name, ids in wanted.items():
                found = await index.nearest(_question(_X, places[name]))
                equal("".join(found.ids), ids)
            turns = _question(_X, places["d"], corpus=Corpus.TURNS)
            equal((await index.nearest(turns)).ids, ("td",))
            other = _question((0.6, 0.8), places["b"], model="other/1/2")
            holds(abs((await index.nearest(other)).values[0] - 0.6) < _TOLERANCE, "0.6 found")
            equal((await index.nearest(_question(_X, places["b"], model="?"))).ids, ())

    async def test_a_closed_index_refuses(self, index: Index) -> None:
        """With StoreError; closing twice is closing."""
        await index.close()
        await index.close()
        with raises(StoreError):
            await index.nearest(_question(_X))

    async def test_a_purge_releases_what_is_gone_and_finds_what_is_left(
        self, ledger: Ledger, index: Index
    ) -> None:
        """Asked before and after it, the answer is the same."""
        held = await _hold(ledger, {"a": _X, "b": _Y})
        await index.nearest(_question(_X))
        await ledger.apply([EraseUnit(scope=held[0].scope, unit_id="a")])
        _near(await index.nearest(_question(_X)), {"b": 0.0})
        await index.purge()
        _near(await index.nearest(_question(_X)), {"b": 0.0})
        await _hold(ledger, {"c": _X})
        _near(await index.nearest(_question(_X)), {"c": 1.0, "b": 0.0})
