"""Erasing: a unit's or a turn's row with everything that hangs on it.

What names erased ids elsewhere, in jobs and receipts, is looked for once, at the end of the
transaction: a thousand erasures must not read them a thousand times.
"""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from dataclasses import replace

from retold.changes import EraseTurn, EraseUnit
from retold.drivers.ledgers.sqlite import entries, vectors
from retold.drivers.ledgers.sqlite.rows import dump, dump_receipt, receipt_of
from retold.drivers.ledgers.sqlite.statements import only, rows
from retold.drivers.ledgers.sqlite.transaction import Transaction
from retold.errors import NotFoundError
from retold.ports import Removed
from retold.records import Corpus, Receipt, Scope, State

# An agent or a session that the caller named must be the row's; the empty text names none.
WITHIN = " AND ?1 = owner AND ?2 IN ('', agent) AND ?3 IN ('', session)"


def erase_unit(transaction: Transaction, change: EraseUnit) -> None:
    """Delete a unit. Raises NotFoundError where it is not in the scope."""
    owner, key, (agent, session, state, length, tokens) = unit_row(
        transaction, change.scope, change.unit_id
    )
    transaction.revise(owner)
    erased = transaction.erased
    (steps,) = only(transaction.connection, "SELECT count(*) FROM history WHERE unit=?", (key,))
    erased.history += steps
    erased.vectors += vectors.drop(transaction, owner, Corpus.UNITS, key)
    entries.remove(transaction, owner, Corpus.UNITS, key, tokens)
    # Sources and history go with the row.
    transaction.execute("DELETE FROM units WHERE key=?", (key,))
    erased.unit_ids.setdefault(owner, []).append(change.unit_id)
    place = (owner, Corpus.UNITS, session, agent, state)
    transaction.count(place, items=-1, length=-length)


def erase_turn(transaction: Transaction, change: EraseTurn) -> None:
    """Delete a turn. Raises NotFoundError where it is not in the scope."""
    owner = transaction.owner(change.scope)
    row = transaction.row(
        f"SELECT key, agent, session, length, tokens FROM turns WHERE id = ?4 {WITHIN}",
        (*place_of(owner, change.scope), change.turn_id),
    )
    if row is None:
        raise NotFoundError(f"no turn {change.turn_id!r}", hint="it may have been erased meanwhile")
    key, agent, session, length, tokens = row
    # A writer that decides meanwhile may be looking at the turn.
    transaction.revise(owner)
    transaction.erased.vectors += vectors.drop(transaction, owner, Corpus.TURNS, key)
    entries.remove(transaction, owner, Corpus.TURNS, key, tokens)
    transaction.execute("DELETE FROM turns WHERE key=?", (key,))
    transaction.erased.turn_ids.setdefault(owner, []).append(change.turn_id)
    place = (owner, Corpus.TURNS, session, agent, State.ACTIVE)
    transaction.count(place, items=-1, length=-length)


def finish(transaction: Transaction) -> Removed:
    """Take erased ids out of jobs and receipts; what went in all."""
    erased = transaction.erased
    jobs = receipts = 0
    for ids in (erased.unit_ids, erased.turn_ids):
        for owner, named in ids.items():
            jobs += _erase_jobs(transaction, owner, named)
    for owner, turn_ids in erased.turn_ids.items():
        receipts += _clear_receipts(transaction, owner, frozenset(turn_ids))
    return Removed(vectors=erased.vectors, history=erased.history, receipts=receipts, jobs=jobs)


def _erase_jobs(transaction: Transaction, owner: int, ids: list[str]) -> int:
    gone = rows(
        transaction.connection,
        "DELETE FROM jobs WHERE owner=? AND EXISTS (SELECT 1 FROM json_tree(payload) AS part"
        " WHERE part.atom IN (SELECT value FROM json_each(?))) RETURNING key",
        (owner, dump(ids)),
    )
    return len(gone)


def _clear_receipts(transaction: Transaction, owner: int, turn_ids: frozenset[str]) -> int:
    """Take the turns out of the user's receipts, which stay to answer late retries."""
    changed = []
    for name, agent, session, at, zone, body in rows(
        transaction.connection,
        "SELECT name, agent, session, at, zone, body FROM receipts WHERE owner=?",
        (owner,),
    ):
        receipt = receipt_of(name, at, zone, body)
        if not turn_ids.isdisjoint(receipt.turn_ids):
            cleared = dump_receipt(_without(receipt, turn_ids))
            changed.append((cleared, owner, name, agent, session))
    transaction.execute_many(
        "UPDATE receipts SET body=? WHERE owner=? AND name=? AND agent=? AND session=?", changed
    )
    return len(changed)


def _without(receipt: Receipt, turn_ids: frozenset[str]) -> Receipt:
    return replace(
        receipt,
        turn_ids=tuple(i for i in receipt.turn_ids if i not in turn_ids),
        outcomes=tuple(o for o in receipt.outcomes if o.source.turn_id not in turn_ids),
    )


def unit_row(
    transaction: Transaction, scope: Scope, unit_id: str
) -> tuple[int, int, tuple[str, str, State, int, str]]:
    """A unit's owner and key, and its agent, session, state, length and tokens."""
    owner = transaction.owner(scope)
    row = transaction.row(
        f"SELECT key, agent, session, state, length, tokens FROM units WHERE id = ?4 {WITHIN}",
        (*place_of(owner, scope), unit_id),
    )
    if row is None:
        raise NotFoundError(f"no unit {unit_id!r}", hint="it may have been erased meanwhile")
    key, agent, session, state, length, tokens = row
    return owner, key, (agent, session, State(state), length, tokens)


def place_of(owner: int, scope: Scope) -> tuple[int, str, str]:
    """What WITHIN asks for."""
    return owner, scope.agent or "", scope.session or ""
