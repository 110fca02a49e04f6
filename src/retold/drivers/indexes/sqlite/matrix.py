"""The vectors of one scope, corpus and model as one array, and the comparison with all of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from retold.changes import Vector
from retold.errors import DimensionsError
from retold.ports import Similarities, VectorRow
from retold.records import State

Places = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

_STATES = {state: code for code, state in enumerate(State)}
# The first rows fit without growing; most users are small.
_FIRST_ROWS = 64
# Growing by an eighth copies a row about nine times in all, which is little beside reading it, and
# leaves at most a ninth of the room unused.
_GROWTH = 1.125
# float32 sums differ in the seventh digit with a row's place in memory; beyond, ids break ties.
_DECIMALS = 6
# Identifier, dictionary entries and numbers of a row, beside its vector.
_BYTES_A_ROW = 400


class Matrix:
    """Rows of vectors, each a part of an item. Rows are replaced in place and never removed.

    A row is a column of the array: a product with all of them takes half the time that way.
    """

    def __init__(self) -> None:
        """Start empty; the first row decides the dimensions."""
        self.change = 0
        self._rows = 0
        # Shape (dimensions, room).
        self._vectors: Vector = np.empty((0, 0), dtype=np.float32)
        self._changes: npt.NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._items: npt.NDArray[np.int64] = np.empty(0, dtype=np.int64)
        self._states: npt.NDArray[np.int8] = np.empty(0, dtype=np.int8)
        self._places: dict[tuple[str, int], int] = {}
        # As an array, for a thousand of them are taken at once; see `_append`.
        self._ids: npt.NDArray[np.object_] = np.empty(0, dtype=np.object_)
        self._positions: dict[str, int] = {}

    @property
    def nbytes(self) -> int:
        """Memory that it takes, roughly."""
        return self._vectors.nbytes + _BYTES_A_ROW * len(self._changes)

    def absorb(self, rows: Sequence[VectorRow], change: int) -> None:
        """Take in rows written up to `change`, each part of an item at most once.

        A row older than what is here changes nothing.
        """
        self.change = max(self.change, change)
        if not rows:
            return
        self._make_room(rows)
        places = np.array([self._place(row) for row in rows], dtype=np.int64)
        changes = np.array([row.change for row in rows], dtype=np.int64)
        newer = changes >= self._changes[places]
        places = places[newer]
        self._vectors[:, places] = np.stack([row.vector for row in rows])[newer].T
        self._changes[places] = changes[newer]
        states = np.array([_STATES[row.state] for row in rows], dtype=np.int8)
        self._states[self._items[places]] = states[newer]

    def _place(self, row: VectorRow) -> int:
        place = self._places.get((row.item_id, row.part))
        return self._append(row) if place is None else place

    def _append(self, row: VectorRow) -> int:
        place = self._rows
        self._rows += 1
        self._changes[place] = -1
        self._places[row.item_id, row.part] = place
        if row.item_id not in self._positions:
            self._ids[len(self._positions)] = row.item_id
            self._positions[row.item_id] = len(self._positions)
        self._items[place] = self._positions[row.item_id]
        return place

    def _make_room(self, rows: Sequence[VectorRow]) -> None:
        """Grow, if need be, so that all of the rows could be new."""
        there = len(self._changes)
        needed = self._rows + len(rows)
        if needed <= there:
            return
        needed = self._rows + sum((row.item_id, row.part) not in self._places for row in rows)
        if needed <= there:
            return
        room = max(_FIRST_ROWS, needed, int(there * _GROWTH))
        vectors = np.empty((len(rows[0].vector), room), dtype=np.float32)
        if self._rows:
            vectors[:, : self._rows] = self._vectors[:, : self._rows]
        self._vectors = vectors
        self._changes = np.resize(self._changes, room)
        self._items = np.resize(self._items, room)
        # There are at most as many items as rows.
        self._states = np.resize(self._states, room)
        self._ids = np.resize(self._ids, room)

    def nearest(
        self, vector: Vector, limit: int, include: Sequence[str], states: Sequence[State]
    ) -> Similarities:
        """The `limit` nearest items in one of the states, and those of `include` among them.

        Raises DimensionsError for a vector of another length than the rows.
        """
        asked = np.zeros(len(_STATES), dtype=np.bool_)
        asked[[_STATES[state] for state in states]] = True
        admitted = asked[self._states[: len(self._positions)]]
        total = int(admitted.sum())
        if not total:
            return Similarities(ids=(), values=np.empty(0, dtype=np.float32), total=0)
        if vector.shape != self._vectors.shape[:1]:
            raise DimensionsError(
                f"a question of shape {vector.shape}, vectors of {self._vectors.shape[0]}",
                hint="ask with the model that made the vectors",
            )
        best = self._best_parts(vector)
        wanted = np.zeros(len(admitted), dtype=np.bool_)
        wanted[[self._positions[name] for name in include if name in self._positions]] = True
        wanted &= admitted
        chosen = self._best_first(best, np.flatnonzero(wanted | self._near(best, admitted, limit)))
        # What was only asked for is further away than all of the nearest, or ties with the last.
        chosen = chosen[(np.arange(len(chosen)) < limit) | wanted[chosen]]
        ids = tuple(self._ids[chosen].tolist())
        return Similarities(ids=ids, values=best[chosen], total=total)

    def _best_parts(self, vector: Vector) -> Vector:
        """The cosine of each item's nearest part."""
        cosines: Vector = vector @ self._vectors[:, : self._rows]
        if self._rows > len(self._positions):
            parts = cosines
            cosines = np.full(len(self._positions), -1, dtype=np.float32)
            np.maximum.at(cosines, self._items[: self._rows], parts)
        best: Vector = cosines.clip(-1, 1).round(_DECIMALS)
        return best

    def _near(self, best: Vector, admitted: Flags, limit: int) -> Flags:
        """Which of those admitted are among the `limit` best, or tie with the last of them."""
        values = best[admitted]
        if len(values) <= limit:
            return admitted
        if limit <= 0:
            return np.zeros(len(best), dtype=np.bool_)
        least = np.partition(values, len(values) - limit)[len(values) - limit]
        near: Flags = admitted & (best >= least)
        return near

    def _best_first(self, best: Vector, places: Places) -> Places:
        """Positions in the order of their values. Only ties, which are few, are sorted by id."""
        values = best[places]
        order = np.argsort(-values, kind="stable")
        places, values = places[order], values[order]
        edges = np.concatenate(([0], np.flatnonzero(np.diff(values)) + 1, [len(values)]))
        for tie in np.flatnonzero(np.diff(edges) > 1).tolist():
            tied = slice(edges[tie], edges[tie + 1])
            places[tied] = sorted(places[tied].tolist(), key=self._ids.__getitem__)
        return places
