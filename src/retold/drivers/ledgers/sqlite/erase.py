"""Erasing: a unit's or a turn's row with everything that hangs on it.

A thousand erasures in a row are carried out in a few statements, for to run a statement takes
longer than to delete a row. What names erased ids elsewhere, in jobs and receipts, is looked for
once, at the end of the transaction.
"""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from retold.changes import EraseTurn, EraseUnit
from retold.drivers.ledgers.sqlite import entries, vectors
from retold.drivers.ledgers.sqlite.named import named_rows
from retold.drivers.ledgers.sqlite.rows import dump, dump_receipt, receipt_of
from retold.drivers.ledgers.sqlite.statements import only, rows
from retold.drivers.ledgers.sqlite.transaction import Transaction
from retold.errors import NotFoundError
from retold.ports import Removed
from retold.records import Corpus, Receipt, Scope, State

_CHOSEN = "IN (SELECT value FROM json_each(?))"


def erase_units(transaction: Transaction, changes: Iterable[EraseUnit]) -> None:
    """Delete units. Raises NotFoundError for one that is not in its scope."""
    for owner, group in groupby(changes, lambda change: transaction.owner(change.scope)):
        _erase(transaction, owner, Corpus.UNITS, [(one.scope, one.unit_id) for one in group])


def erase_turns(transaction: Transaction, changes: Iterable[EraseTurn]) -> None:
    """Delete turns. Raises NotFoundError for one that is not in its scope."""
    for owner, group in groupby(changes, lambda change: transaction.owner(change.scope)):
        _erase(transaction, owner, Corpus.TURNS, [(one.scope, one.turn_id) for one in group])


def _erase(
    transaction: Transaction, owner: int, corpus: Corpus, named: Sequence[tuple[Scope, str]]
) -> None:
    state = "i.state" if corpus is Corpus.UNITS else "'active'"
    columns = f"i.key, i.agent, i.session, {state}, i.length, i.tokens"
    found = named_rows(transaction, owner, corpus, columns, named)
    ids = Counter(item_id for _, item_id in named)
    if len(ids) < len(named):
        twice = next(item_id for item_id, times in ids.items() if times > 1)
        raise NotFoundError(f"{twice!r} was erased already", hint="erase each once")
    keys = dump([key for key, *_ in found])
    # Also for turns: a writer that decides meanwhile may be looking at one of them.
    transaction.revise(owner)
    erased = transaction.erased
    if corpus is Corpus.UNITS:
        number = f"SELECT count(*) FROM history WHERE unit {_CHOSEN}"
        (steps,) = only(transaction.connection, number, (keys,))
        erased.history += steps
    erased.vectors += vectors.drop(transaction, owner, corpus, keys)
    # Sources and history go with the row.
    transaction.execute(f"DELETE FROM {corpus.value} WHERE key {_CHOSEN}", (keys,))
    for key, agent, session, name, length, tokens in found:
        entries.remove(transaction, owner, corpus, key, tokens)
        place = (owner, corpus, session, agent, State(name))
        transaction.count(place, items=-1, length=-length)
    of_owner = erased.unit_ids if corpus is Corpus.UNITS else erased.turn_ids
    of_owner.setdefault(owner, []).extend(ids)


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
