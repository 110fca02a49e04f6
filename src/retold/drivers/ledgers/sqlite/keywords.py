"""Keywords: where tokens occur among the items of a scope, for ranking."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import apsw
import numpy as np
import numpy.typing as npt

from retold.drivers.ledgers.sqlite.entries import Integers, holders, read
from retold.drivers.ledgers.sqlite.rows import dump
from retold.drivers.ledgers.sqlite.schema import CORPUS_CODES
from retold.drivers.ledgers.sqlite.statements import Values, bindings, narrowing, only
from retold.ports import Postings
from retold.records import Corpus, Scope, State

# Keys of one owner that are this many times as far apart as they are many are sorted, not counted.
_SPARSE = 16


def postings(
    connection: apsw.Connection,
    scope: Scope,
    corpus: Corpus,
    tokens: Sequence[str],
    states: Sequence[State],
    *,
    rare: int | None = None,
) -> Postings:
    """The port's `postings` without ids; turns are active."""
    asked: Sequence[str | None] = tokens
    if rare is not None:
        counted = holders(connection, scope, corpus, tokens, rare + 1)
        rarer = [t if n <= rare else None for t, n in zip(tokens, counted, strict=True)]
        asked = rarer if any(rarer) else tokens
    sums = _sums(connection, scope, corpus, states)
    positions, entries = read(connection, scope, corpus, asked)
    kept = sums.admitted(entries[:, 1])
    if corpus is Corpus.UNITS and len(entries):
        kept &= _in_states(connection, scope, entries[:, 0], states, sums.total)
    if not kept.all():
        positions, entries = positions[kept], entries[kept]
    numbers, items = _distinct(entries[:, 0])
    lengths, places = np.empty((2, len(numbers)), dtype=np.int64)
    lengths[items], places[items] = entries[:, 2], entries[:, 1]
    sessions, session_ids, session_lengths = sums.sessions_of(places, corpus)
    return Postings(
        numbers=numbers,
        ids=(),
        lengths=lengths,
        tokens=positions,
        items=items,
        counts=entries[:, 3],
        total=sums.total,
        total_length=sums.total_length,
        sessions=sessions,
        session_ids=session_ids,
        session_lengths=session_lengths,
        session_total=len(sums.sessions) if corpus is Corpus.TURNS else 0,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sums:
    """Sums over the items that scope and states admit, by place: row i is about `places[i]`.

    `members` are positions in `sessions`.
    """

    places: Integers
    members: Integers
    lengths: Integers
    sessions: tuple[str, ...]
    total: int
    total_length: int

    def admitted(self, places: Integers) -> npt.NDArray[np.bool_]:
        """Which of the places are there."""
        there = np.zeros(max(places.max(initial=0), self.places.max(initial=0)) + 1, dtype=np.bool_)
        there[self.places] = True
        return there[places]

    def sessions_of(
        self, places: Integers, corpus: Corpus
    ) -> tuple[Integers, tuple[str, ...], Integers]:
        """Sessions of items as positions, the names of those sessions, and their lengths."""
        if corpus is Corpus.UNITS:
            return np.empty(0, dtype=np.int64), (), np.empty(0, dtype=np.int64)
        member = np.zeros(self.places.max(initial=0) + 1, dtype=np.int64)
        member[self.places] = self.members
        found, sessions = _distinct(member[places])
        whole = np.zeros(len(self.sessions), dtype=np.int64)
        np.add.at(whole, self.members, self.lengths)
        return sessions, tuple(self.sessions[i] for i in found.tolist()), whole[found]


def _sums(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, states: Sequence[State]
) -> _Sums:
    places, sessions, items, lengths = _columns(
        connection,
        "SELECT json_group_array(place), json_group_array(session), json_group_array(items),"
        f" json_group_array(length) FROM totals WHERE {narrowing(scope)} AND corpus=:corpus"
        " AND state IN (SELECT value FROM json_each(:states))",
        bindings(scope) | {"corpus": CORPUS_CODES[corpus], "states": dump(list(states))},
    )
    names = {name: i for i, name in enumerate(dict.fromkeys(sessions))}
    return _Sums(
        places=_integers(places),
        members=_integers([names[session] for session in sessions]),
        lengths=_integers(lengths),
        sessions=tuple(names),
        total=sum(items),
        total_length=sum(lengths),
    )


def _in_states(
    connection: apsw.Connection,
    scope: Scope,
    keys: Integers,
    states: Sequence[State],
    inside: int,
) -> npt.NDArray[np.bool_]:
    """Which of the units are in one of the states, told from the smaller of the two sides."""
    named = bindings(scope) | {"states": dump(list(states))}
    (outside,) = only(
        connection,
        f"SELECT total(items) FROM totals WHERE {narrowing(scope)} AND corpus=:corpus"
        " AND state NOT IN (SELECT value FROM json_each(:states))",
        named | {"corpus": CORPUS_CODES[Corpus.UNITS]},
    )
    if not outside:
        return np.ones(len(keys), dtype=np.bool_)
    if outside < inside:
        named["states"] = dump([state for state in State if state not in states])
    (chosen,) = _columns(
        connection,
        "SELECT json_group_array(key) FROM units INDEXED BY units_by_state"
        f" WHERE {narrowing(scope)} AND state IN (SELECT value FROM json_each(:states))",
        named,
    )
    return np.isin(keys, _integers(chosen), invert=bool(outside < inside))


def _distinct(numbers: Integers) -> tuple[Integers, Integers]:
    """The distinct numbers, ascending, and for each of the numbers its position among them.

    As `numpy.unique`, which sorts; numbers that lie close together are counted instead.
    """
    if not len(numbers):
        return numbers, numbers
    first = int(numbers.min())
    room = int(numbers.max()) - first + 1
    if room > _SPARSE * len(numbers):
        distinct, positions = np.unique(numbers, return_inverse=True)
        return distinct, positions
    there = np.zeros(room, dtype=np.bool_)
    there[numbers - first] = True
    return np.flatnonzero(there) + first, (np.cumsum(there) - 1)[numbers - first]


def named(
    connection: apsw.Connection,
    scope: Scope,
    corpus: Corpus,
    ids: Sequence[str],
    numbers: Sequence[int],
) -> dict[str, int]:
    """The port's `named`."""
    found: dict[str, int] = {}
    if ids:
        keys, names = _columns(
            connection,
            f"SELECT json_group_array(key), json_group_array(id) FROM {corpus.value}"
            f" WHERE {narrowing(scope)} AND id IN (SELECT value FROM json_each(:ids))",
            bindings(scope) | {"ids": dump(list(ids))},
        )
        found |= zip(names, keys, strict=True)
    if numbers:
        keys, names = _by_key(connection, scope, corpus, _integers(numbers))
        found |= zip(names, keys, strict=True)
    return found


def with_ids(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, found: Postings
) -> Postings:
    """What was found in the same transaction, with the ids of its items."""
    return replace(found, ids=tuple(_by_key(connection, scope, corpus, found.numbers)[1]))


def _by_key(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, keys: Integers
) -> list[list[Any]]:
    """Keys and ids of those of the items that the scope admits, in the order of the keys."""
    if not len(keys):
        return [[], []]
    return _columns(
        connection,
        "SELECT json_group_array(key), json_group_array(id)"
        f" FROM {corpus.value} INDEXED BY {corpus.value}_by_owner"
        f" WHERE key IN (SELECT value FROM carray(:keys)) AND {narrowing(scope)}",
        bindings(scope) | {"keys": apsw.carray(keys)},
    )


def _columns(connection: apsw.Connection, statement: str, values: Values) -> list[list[Any]]:
    """The columns of a statement that gives each as JSON: a step a row costs more than the rest."""
    return [json.loads(column) for column in only(connection, statement, values)]


def _integers(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64)
