"""Vectors: rows with a change number, so that a reader asks only for what is new to it."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from collections import Counter
from typing import Any

import apsw
import numpy as np

from retold.changes import DropVectors, PutVectors
from retold.drivers.ledgers.sqlite.named import WITHIN, place_of
from retold.drivers.ledgers.sqlite.rows import dump, narrowed
from retold.drivers.ledgers.sqlite.schema import CORPUS_CODES
from retold.drivers.ledgers.sqlite.statements import bindings, narrowing, only, owned, row, rows
from retold.drivers.ledgers.sqlite.transaction import Transaction
from retold.errors import DimensionsError
from retold.ports import LIVE, VectorRow, VectorRows
from retold.records import Corpus, Scope, State

# Little-endian on every machine, so that a file can be carried from one to another.
_STORED = np.dtype("<f4")
_STATES = {state.value: state for state in State}
_LIVE = tuple(state.value for state in LIVE)


def put(transaction: Transaction, owner: int, key: int | None, change: PutVectors) -> None:
    """Replace the vectors of an item; with no key it was erased meanwhile and nothing is kept.

    Raises DimensionsError for another shape than (parts, dimensions of the model).
    """
    shape = change.vectors.shape
    if len(shape) != 2 or 0 in shape:
        raise DimensionsError(f"vectors of shape {shape}; (parts, dimensions) was expected")
    model = _model(transaction, change.model, shape[1])
    if key is None:
        return
    code = CORPUS_CODES[change.corpus]
    before = transaction.row(
        "SELECT count(*) FROM vectors WHERE item=? AND corpus=? AND model=?", (key, code, model)
    )
    parts_before = before[0] if before else 0
    if parts_before:
        transaction.execute(
            "DELETE FROM vectors WHERE item=? AND corpus=? AND model=? AND owner=?",
            (key, code, model, owner),
        )
    else:
        transaction.count_embedded(owner, code, model, 1)
    if parts_before > shape[0]:
        transaction.remove_vectors(owner)
    number = transaction.change()
    transaction.execute_many(
        "INSERT INTO vectors (owner, corpus, model, item, part, change, vector)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (owner, code, model, key, part, number, vector.astype(_STORED).tobytes())
            for part, vector in enumerate(change.vectors)
        ],
    )


def drop(transaction: Transaction, owner: int, corpus: Corpus, keys: str) -> int:
    """Delete the vectors of items, of every model; how many there were.

    `keys` is a list of the items' keys, as JSON.
    """
    code = CORPUS_CODES[corpus]
    gone = rows(
        transaction.connection,
        "DELETE FROM vectors WHERE item IN (SELECT value FROM json_each(?))"
        " AND corpus=? AND owner=? RETURNING model, item",
        (keys, code, owner),
    )
    if not gone:
        return 0
    for model, items in Counter(model for model, _ in set(gone)).items():
        transaction.count_embedded(owner, code, model, -items)
    transaction.remove_vectors(owner)
    return len(gone)


def drop_named(transaction: Transaction, change: DropVectors) -> None:
    """Carry out a DropVectors."""
    owner = transaction.owner(change.scope)
    found = rows(
        transaction.connection,
        f"SELECT key FROM {change.corpus.value}"
        f" WHERE id IN (SELECT value FROM json_each(?4)) {WITHIN}",
        (*place_of(owner, change.scope), dump(change.item_ids)),
    )
    keys = dump([key for (key,) in found])
    transaction.erased.vectors += drop(transaction, owner, change.corpus, keys)


def restate(transaction: Transaction, owner: int, corpus: Corpus, key: int) -> None:
    """Give an item's vectors a new change number, because its state is another."""
    transaction.execute(
        "UPDATE vectors SET change=? WHERE item=? AND corpus=? AND owner=?",
        (transaction.change(), key, CORPUS_CODES[corpus], owner),
    )


def _model(transaction: Transaction, name: str, dimensions: int) -> int:
    found = transaction.row("SELECT key, dimensions FROM models WHERE name=?", (name,))
    if found is None:
        transaction.execute(
            "INSERT INTO models (name, dimensions) VALUES (?, ?)", (name, dimensions)
        )
        return transaction.connection.last_insert_rowid()
    if found[1] != dimensions:
        raise DimensionsError(
            f"vectors of {dimensions} dimensions; those of {name!r} have {found[1]}",
            hint="give another model another identity",
        )
    return int(found[0])


def after(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, model: str, change: int
) -> VectorRows:
    """The port's `vectors`."""
    state = "i.state" if corpus is Corpus.UNITS else "'active'"
    found = rows(
        connection,
        f"SELECT i.id, v.part, v.change, {state}, v.vector"
        f" FROM vectors v CROSS JOIN {corpus.value} i ON i.key=v.item"
        f" WHERE {owned('v.')} AND v.corpus=:corpus"
        " AND v.model = (SELECT key FROM models WHERE name=:model)"
        f" AND v.change > :change AND {narrowing(scope, 'i.')} ORDER BY v.change, v.key",
        bindings(scope) | {"corpus": CORPUS_CODES[corpus], "model": model, "change": change},
    )
    vectors = tuple(
        VectorRow(
            item_id=item_id,
            part=part,
            change=number,
            state=_STATES[name],
            vector=np.frombuffer(vector, dtype=_STORED).astype(np.float32, copy=False),
        )
        for item_id, part, number, name, vector in found
    )
    latest = only(connection, "SELECT value FROM meta WHERE name='change'")[0]
    removals = row(
        connection,
        "SELECT removals FROM owners WHERE tenant=:tenant AND user=:user",
        bindings(scope),
    )
    return VectorRows(rows=vectors, change=latest, removals=removals[0] if removals else 0)


def lacking(
    connection: apsw.Connection, scope: Scope | None, corpus: Corpus, model: str, limit: int
) -> list[tuple[Scope, str]]:
    """The port's `lacking_vectors`."""
    named: dict[str, Any] = {"corpus": CORPUS_CODES[corpus], "model": model, "limit": limit}
    within = "1"
    if scope is not None:
        named |= bindings(scope)
        within = narrowing(scope, "i.")
    number = _number_lacking(connection, scope, named)
    if number == 0:
        return []
    # A few are nearly always the newest: looked for from the end, all are found at once.
    few = number <= limit
    order, most = ("DESC", number) if few else ("ASC", -1)
    live = f"WHERE i.state IN {_LIVE}" if corpus is Corpus.UNITS else ""
    found = rows(
        connection,
        f"SELECT o.tenant, o.user, i.agent, i.session, i.id FROM (SELECT * FROM {corpus.value} i"
        f" WHERE {within} AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.item=i.key"
        "  AND v.corpus=:corpus AND v.model = (SELECT key FROM models WHERE name=:model))"
        f" ORDER BY i.key {order} LIMIT {most}) i JOIN owners o ON o.key=i.owner"
        f" {live} ORDER BY i.key LIMIT :limit",
        named,
    )
    return [
        (narrowed(Scope(tenant=tenant, user=user), agent, session), item_id)
        for tenant, user, agent, session, item_id in found
    ]


def _number_lacking(connection: apsw.Connection, scope: Scope | None, named: dict[str, Any]) -> int:
    """How many items of the user, in any state, have no vectors; told without a scan."""
    owner = "1" if scope is None else owned()
    counted = only(
        connection,
        f"SELECT (SELECT total(items) FROM totals WHERE {owner} AND corpus=:corpus)"
        f" - (SELECT total(items) FROM embedded WHERE {owner} AND corpus=:corpus"
        "  AND model = (SELECT key FROM models WHERE name=:model))",
        named,
    )
    return int(counted[0])
