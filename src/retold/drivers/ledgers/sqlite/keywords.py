"""Keywords: a row for each token of an item, clustered by owner, corpus and token."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

import apsw
import numpy as np
import numpy.typing as npt

from retold.drivers.ledgers.sqlite.rows import dump
from retold.drivers.ledgers.sqlite.schema import CORPUS_CODES
from retold.drivers.ledgers.sqlite.statements import (
    Values,
    bindings,
    narrowing,
    only,
    owned,
    rows,
)
from retold.drivers.ledgers.sqlite.transaction import Transaction
from retold.ports import Postings
from retold.records import Corpus, Scope, State

Integers = npt.NDArray[np.int64]


def dump_tokens(tokens: Sequence[str]) -> str:
    """The distinct tokens of an item as kept beside it: by them its postings are found again."""
    return dump(sorted(set(tokens)))


def add(
    transaction: Transaction, owner: int, corpus: Corpus, item: int, tokens: Sequence[str]
) -> None:
    """Write the postings of an item."""
    code = CORPUS_CODES[corpus]
    transaction.execute_many(
        "INSERT INTO postings (owner, corpus, token, item, count) VALUES (?, ?, ?, ?, ?)",
        [(owner, code, token, item, count) for token, count in sorted(Counter(tokens).items())],
    )


def remove(transaction: Transaction, owner: int, corpus: Corpus, item: int, tokens: str) -> None:
    """Delete the postings of an item, whose tokens are given as `dump_tokens` wrote them."""
    code = CORPUS_CODES[corpus]
    transaction.execute_many(
        "DELETE FROM postings WHERE owner=? AND corpus=? AND token=? AND item=?",
        [(owner, code, token, item) for token in json.loads(tokens)],
    )


def postings(
    connection: apsw.Connection,
    scope: Scope,
    corpus: Corpus,
    tokens: Sequence[str],
    states: Sequence[State],
    *,
    rare: int | None = None,
) -> Postings:
    """Where tokens occur among the items of a scope in one of the states; turns are active."""
    asked: Sequence[str | None] = tokens
    if rare is not None:
        counted = holders(connection, scope, corpus, tokens, rare + 1)
        rarer = [t if n <= rare else None for t, n in zip(tokens, counted, strict=True)]
        asked = rarer if any(rarer) else tokens
    places, found, counts = _occurrences(connection, scope, corpus, asked)
    distinct, items = np.unique(found, return_inverse=True)
    keys, ids, lengths, sessions = _items(connection, scope, corpus, distinct, states)
    # Items outside the scope or the states have no row; drop what stands in them.
    positions = np.full(len(distinct), -1, dtype=np.int64)
    positions[np.searchsorted(distinct, _integers(keys))] = np.arange(len(keys))
    items = positions[items]
    kept = items >= 0
    session_ids = tuple(sorted(set(sessions))) if corpus is Corpus.TURNS else ()
    place = {session: i for i, session in enumerate(session_ids)}
    sums = _sums(connection, scope, corpus, states)
    return Postings(
        ids=tuple(ids),
        lengths=_integers(lengths),
        tokens=places[kept],
        items=items[kept],
        counts=counts[kept],
        total=sums[0],
        total_length=sums[1],
        sessions=_integers([place[session] for session in sessions] if place else []),
        session_ids=session_ids,
        session_lengths=_session_lengths(connection, scope, session_ids),
        session_total=sums[2] if corpus is Corpus.TURNS else 0,
    )


def holders(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, tokens: Sequence[str], most: int
) -> list[int]:
    """The port's `holders`; no more items than `most` are looked at."""
    named = bindings(scope) | {"corpus": CORPUS_CODES[corpus], "most": most}
    found = rows(
        connection,
        "SELECT (SELECT count(*) FROM (SELECT 1 FROM postings"
        f" WHERE {owned()} AND corpus=:corpus AND token=asked.value LIMIT :most))"
        " FROM json_each(:tokens) AS asked ORDER BY asked.key",
        named | {"tokens": dump(list(tokens))},
    )
    return [int(number) for (number,) in found]


def _occurrences(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, tokens: Sequence[str | None]
) -> tuple[Integers, Integers, Integers]:
    """Position of the token, key of the item and count, for each place where a token stands.

    None stands for a token that is not asked for.
    """
    named = bindings(scope) | {"corpus": CORPUS_CODES[corpus]}
    places, keys, counts = [_integers([])], [_integers([])], [_integers([])]
    for position, token in enumerate(tokens):
        if token is None:
            continue
        items, numbers = _columns(
            connection,
            "SELECT json_group_array(item), json_group_array(count) FROM postings"
            f" WHERE {owned()} AND corpus=:corpus AND token=:token",
            named | {"token": token},
        )
        places.append(np.full(len(items), position, dtype=np.int64))
        keys.append(_integers(items))
        counts.append(_integers(numbers))
    return np.concatenate(places), np.concatenate(keys), np.concatenate(counts)


def _items(
    connection: apsw.Connection,
    scope: Scope,
    corpus: Corpus,
    keys: Integers,
    states: Sequence[State],
) -> list[list[Any]]:
    """Keys, ids, lengths and sessions of those items that the scope and the states admit."""
    if not len(keys):
        return [[], [], [], []]
    named = bindings(scope) | {"keys": apsw.carray(keys), "states": dump(list(states))}
    if corpus is Corpus.UNITS:
        state = "state IN (SELECT value FROM json_each(:states))"
    else:
        state = "'active' IN (SELECT value FROM json_each(:states))"
    return _columns(
        connection,
        "SELECT json_group_array(key), json_group_array(id), json_group_array(length),"
        f" json_group_array(session) FROM {corpus.value} INDEXED BY {corpus.value}_by_owner"
        f" WHERE key IN (SELECT value FROM carray(:keys)) AND {narrowing(scope)} AND {state}",
        named,
    )


def _columns(connection: apsw.Connection, statement: str, values: Values) -> list[list[Any]]:
    """The columns of a statement that gives each as JSON: a step a row costs more than the rest."""
    return [json.loads(column) for column in only(connection, statement, values)]


def _integers(values: Sequence[int]) -> Integers:
    return np.array(values, dtype=np.int64)


def _sums(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, states: Sequence[State]
) -> tuple[int, int, int]:
    """Number of items, sum of their lengths, and number of their sessions."""
    row = only(
        connection,
        "SELECT total(items), total(length), count(DISTINCT session) FROM totals"
        f" WHERE {narrowing(scope)} AND corpus=:corpus"
        " AND state IN (SELECT value FROM json_each(:states))",
        bindings(scope) | {"corpus": CORPUS_CODES[corpus], "states": dump(list(states))},
    )
    return int(row[0]), int(row[1]), int(row[2])


def _session_lengths(
    connection: apsw.Connection, scope: Scope, session_ids: tuple[str, ...]
) -> Integers:
    """Token counts of the sessions, as far as the scope sees them."""
    if not session_ids:
        return np.empty(0, dtype=np.int64)
    found = rows(
        connection,
        "SELECT session, sum(length) FROM totals"
        f" WHERE {narrowing(scope)} AND corpus=:corpus"
        " AND session IN (SELECT value FROM json_each(:sessions)) GROUP BY session",
        bindings(scope)
        | {"corpus": CORPUS_CODES[Corpus.TURNS], "sessions": dump(list(session_ids))},
    )
    lengths: dict[str, int] = dict(found)
    return np.array([lengths[session] for session in session_ids], dtype=np.int64)
