"""What the changes of one transaction share: keys found, sums to be kept, the change number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import apsw

from retold.drivers.ledgers.sqlite.schema import CORPUS_CODES
from retold.drivers.ledgers.sqlite.statements import Row, only, row
from retold.records import Corpus, Scope, State

# Owner, corpus, session, agent, state: what items are counted by.
Place = tuple[int, Corpus, str, str, State]

_ADD_TO_TOTALS = (
    "INSERT INTO totals (owner, corpus, session, agent, state, items, length, place)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
    " items=items+excluded.items, length=length+excluded.length"
)


_ADD_TO_EMBEDDED = (
    "INSERT INTO embedded (owner, corpus, model, items) VALUES (?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET items=items+excluded.items"
)


@dataclass(slots=True)
class Erased:
    """What a transaction erased: rows that went along, and ids by owner."""

    vectors: int = 0
    history: int = 0
    unit_ids: dict[int, list[str]] = field(default_factory=dict)
    turn_ids: dict[int, list[str]] = field(default_factory=dict)


class Transaction:
    """An open transaction that writes."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Share `connection`, which has begun to write."""
        self.connection = connection
        self._owners: dict[tuple[str, str], int] = {}
        self._positions: dict[tuple[int, str], int] = {}
        self._revised: set[int] = set()
        self._totals: dict[Place, list[int]] = {}
        self._embedded: dict[tuple[int, int, int], int] = {}
        self._removed: set[int] = set()
        self._numbers: dict[tuple[int, Corpus, str, str], int] = {}
        self._change: int | None = None
        # By owner and corpus, then token, then item; nothing for one that goes.
        self.postings: dict[tuple[int, int], dict[str, dict[int, bytes]]] = {}
        self.erased = Erased()

    def execute(self, statement: str, values: tuple[Any, ...] = ()) -> None:
        """Run one statement that gives no rows."""
        self.connection.execute(statement, values)

    def execute_many(self, statement: str, values: Iterable[tuple[Any, ...]]) -> None:
        """Run one statement for each of the values."""
        self.connection.executemany(statement, values)

    def row(self, statement: str, values: tuple[Any, ...] = ()) -> Row | None:
        """The first row, if there is one."""
        return row(self.connection, statement, values)

    def owner(self, scope: Scope) -> int:
        """The key of a user; a new one for a user not seen before."""
        name = (scope.tenant, scope.user)
        if name not in self._owners:
            found = self.row("SELECT key FROM owners WHERE tenant=? AND user=?", name)
            if found is None:
                self.execute("INSERT INTO owners (tenant, user) VALUES (?, ?)", name)
            self._owners[name] = found[0] if found else self.connection.last_insert_rowid()
        return self._owners[name]

    def next_position(self, owner: int, session: str) -> int:
        """The position of the session's next turn, counted from 0."""
        place = (owner, session)
        if place not in self._positions:
            self._positions[place] = only(
                self.connection,
                "SELECT coalesce(max(position), -1) FROM turns WHERE owner=? AND session=?",
                place,
            )[0]
        self._positions[place] += 1
        return self._positions[place]

    def place(self, owner: int, corpus: Corpus, session: str, agent: str) -> int:
        """The number of a session and agent of an owner and corpus; the next for new ones."""
        named = (owner, corpus, session, agent)
        if named not in self._numbers:
            code = CORPUS_CODES[corpus]
            found = self.row(
                "SELECT place FROM totals WHERE owner=? AND corpus=? AND session=? AND agent=?",
                (owner, code, session, agent),
            )
            self._numbers[named] = int(found[0]) if found else self._next_place(owner, corpus)
        return self._numbers[named]

    def _next_place(self, owner: int, corpus: Corpus) -> int:
        (last,) = only(
            self.connection,
            "SELECT coalesce(max(place), 0) FROM totals WHERE owner=? AND corpus=?",
            (owner, CORPUS_CODES[corpus]),
        )
        new = [n for named, n in self._numbers.items() if named[:2] == (owner, corpus)]
        return int(max(last, *new, 0)) + 1

    def count(self, place: Place, *, items: int, length: int) -> None:
        """Add to the sums of a place; written at the end, once for each place."""
        sums = self._totals.setdefault(place, [0, 0])
        sums[0] += items
        sums[1] += length

    def count_embedded(self, owner: int, corpus: int, model: int, items: int) -> None:
        """Add to the items of an owner that have vectors of a model; written at the end."""
        place = (owner, corpus, model)
        self._embedded[place] = self._embedded.get(place, 0) + items

    def remove_vectors(self, owner: int) -> None:
        """Note that vectors of this owner are lost; counted at the end, once a transaction."""
        self._removed.add(owner)

    def change(self) -> int:
        """The number of this transaction among those that touched vectors or states."""
        if self._change is None:
            statement = "UPDATE meta SET value=value+1 WHERE name='change' RETURNING value"
            self._change = int(only(self.connection, statement)[0])
        return self._change

    def revise(self, owner: int) -> None:
        """Note that units of this owner change; counted at the end, once a transaction."""
        self._revised.add(owner)

    def finish(self) -> None:
        """Write the sums and the revisions."""
        self.execute_many(
            "UPDATE owners SET removals=removals+1 WHERE key=?",
            [(owner,) for owner in self._removed],
        )
        self.execute_many(
            _ADD_TO_EMBEDDED, [(*place, items) for place, items in self._embedded.items() if items]
        )
        self.execute_many(
            "UPDATE owners SET revision=revision+1 WHERE key=?",
            [(owner,) for owner in self._revised],
        )
        self.execute_many(
            _ADD_TO_TOTALS,
            [
                (
                    owner,
                    CORPUS_CODES[corpus],
                    session,
                    agent,
                    state.value,
                    items,
                    length,
                    self.place(owner, corpus, session, agent),
                )
                for (owner, corpus, session, agent, state), (items, length) in self._totals.items()
            ],
        )
