"""Writing: one function a change, all of them in one transaction."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

import apsw

from retold.changes import (
    AddReceipt,
    AddTombstone,
    AddTurn,
    AddUnit,
    Change,
    DropLease,
    DropVectors,
    EraseTurn,
    EraseUnit,
    ExpectRevision,
    FinishJob,
    MoveUnits,
    PutJob,
    PutVectors,
    RedactTurn,
    SetKeeping,
    TakeLease,
    TouchUnits,
    UpdateUnit,
)
from retold.drivers.ledgers.sqlite import entries, erase, leases, read, strengths, vectors
from retold.drivers.ledgers.sqlite.errors import is_taken
from retold.drivers.ledgers.sqlite.named import WITHIN, named_rows, place_of
from retold.drivers.ledgers.sqlite.rows import (
    HISTORY_COLUMNS,
    JOB_COLUMNS,
    TURN_COLUMNS,
    UNIT_COLUMNS,
    dump,
    dump_attachments,
    dump_receipt,
    history_values,
    is_question,
    job_values,
    stamp,
    turn_values,
    unit_values,
)
from retold.drivers.ledgers.sqlite.transaction import Place, Transaction
from retold.errors import ConflictError, InputError, RetoldError
from retold.ports import Removed
from retold.records import Corpus, HistoryEntry, State, Unit

_Writer = Callable[[Transaction, Iterable[Any]], None]


def _insert(table: str, columns: str) -> str:
    marks = ",".join("?" * (columns.count(",") + 1))
    return f"INSERT INTO {table} ({columns}) VALUES ({marks})"


_INSERT_TURN = _insert("turns", f"{TURN_COLUMNS}, owner, length, is_question, tokens")
_INSERT_UNIT = _insert("units", f"{UNIT_COLUMNS}, owner, length, fingerprint, tokens")
_INSERT_SOURCE = _insert("sources", 'unit, ordinal, owner, turn_id, start, "end"')
_INSERT_HISTORY = _insert("history", f"{HISTORY_COLUMNS}, unit")
_INSERT_RECEIPT = _insert("receipts", "owner, name, agent, session, at, zone, body")
_PUT_JOB = f"{_insert('jobs', f'{JOB_COLUMNS}, owner')} ON CONFLICT (owner, id) DO UPDATE SET " + (
    ", ".join(f"{name.strip()}=excluded.{name.strip()}" for name in JOB_COLUMNS.split(",")[1:])
)


def apply(connection: apsw.Connection, changes: Sequence[Change]) -> Removed:
    """Write all of the changes, or none. Raises what the port's `apply` raises."""
    if not changes:
        return Removed()
    connection.execute("BEGIN IMMEDIATE")
    try:
        transaction = Transaction(connection)
        for kind, alike in groupby(changes, type):
            _WRITERS[kind](transaction, alike)
        removed = erase.finish(transaction)
        entries.write(transaction)
        transaction.finish()
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return removed


def _expect_revision(transaction: Transaction, change: ExpectRevision) -> None:
    found = read.revision(transaction.connection, change.scope)
    if found != change.revision:
        raise ConflictError(
            f"the units of {change.scope.user!r} changed meanwhile", hint="read again, and retry"
        )


def _insert_new(
    transaction: Transaction, statement: str, row: tuple[Any, ...], otherwise: RetoldError
) -> None:
    """Insert a row, or raise `otherwise` if its id or key is there already."""
    try:
        transaction.execute(statement, row)
    except apsw.ConstraintError as error:
        if is_taken(error):
            raise otherwise from error
        raise


def _used(what: str) -> InputError:
    return InputError(f"there is a {what} already", hint="nothing was written; an id is used once")


def _add_turn(transaction: Transaction, change: AddTurn) -> None:
    turn = change.turn
    owner = transaction.owner(turn.scope)
    connection = transaction.connection
    if not read.keeping(connection, turn.scope) or turn.session in read.silences(
        connection, turn.scope
    ):
        raise InputError(
            f"{turn.scope.user!r} asked that nothing they say be kept",
            hint="nothing was written; only they can undo it",
        )
    values = list(turn_values(turn))
    values[3] = transaction.next_position(owner, turn.session)
    row = (
        *values,
        owner,
        len(change.tokens),
        is_question(turn.text),
        entries.dump_tokens(change.tokens),
    )
    _insert_new(transaction, _INSERT_TURN, row, _used(f"turn {turn.id!r}"))
    key = transaction.connection.last_insert_rowid()
    place = (owner, Corpus.TURNS, turn.session, turn.scope.agent or "", State.ACTIVE)
    _add_postings(transaction, place, key, change.tokens)
    transaction.count(place, items=1, length=len(change.tokens))
    strengths.note_day(transaction, owner, turn.occurred_at)


def _add_postings(transaction: Transaction, place: Place, key: int, tokens: Sequence[str]) -> None:
    owner, corpus, session, agent, _ = place
    number = transaction.place(owner, corpus, session, agent)
    entries.add(transaction, owner, corpus, key, tokens, place=number)


def _redact_turns(transaction: Transaction, changes: Iterable[RedactTurn]) -> None:
    for owner, group in groupby(changes, lambda change: transaction.owner(change.turn.scope)):
        redacted = list(group)
        named = [(one.turn.scope, one.turn.id) for one in redacted]
        columns = "i.key, i.agent, i.session, i.length, i.tokens"
        found = named_rows(transaction, owner, Corpus.TURNS, columns, named)
        # Of one that is redacted twice, the last counts.
        last = {row[0]: (row, one) for row, one in zip(found, redacted, strict=True)}
        transaction.erased.vectors += vectors.drop(
            transaction, owner, Corpus.TURNS, dump(list(last))
        )
        for (key, agent, session, length, tokens), one in last.values():
            entries.remove(transaction, owner, Corpus.TURNS, key, tokens)
            place = (owner, Corpus.TURNS, session, agent, State.ACTIVE)
            _add_postings(transaction, place, key, one.tokens)
            transaction.count(place, items=0, length=len(one.tokens) - length)
        transaction.execute_many(
            "UPDATE turns SET text=?, attachments=?, tokens=?, length=?, is_question=? WHERE key=?",
            [
                (
                    one.turn.text,
                    dump_attachments(one.turn.attachments),
                    entries.dump_tokens(one.tokens),
                    len(one.tokens),
                    is_question(one.turn.text),
                    key,
                )
                for key, (_, one) in last.items()
            ],
        )


def _add_unit(transaction: Transaction, change: AddUnit) -> None:
    unit = change.unit
    owner = transaction.owner(unit.scope)
    transaction.revise(owner)
    row = (
        *unit_values(unit),
        owner,
        len(change.tokens),
        change.fingerprint,
        entries.dump_tokens(change.tokens),
    )
    _insert_new(transaction, _INSERT_UNIT, row, _used(f"unit {unit.id!r}"))
    key = transaction.connection.last_insert_rowid()
    _add_sources(transaction, owner, key, unit)
    _add_history(transaction, key, change.entry)
    place = (owner, Corpus.UNITS, unit.scope.session or "", unit.scope.agent or "", unit.state)
    _add_postings(transaction, place, key, change.tokens)
    transaction.count(place, items=1, length=len(change.tokens))


def _add_sources(transaction: Transaction, owner: int, key: int, unit: Unit) -> None:
    transaction.execute_many(
        _INSERT_SOURCE,
        [
            (key, ordinal, owner, source.turn_id, source.start, source.end)
            for ordinal, source in enumerate(unit.sources)
        ],
    )


def _add_history(transaction: Transaction, key: int, entry: HistoryEntry) -> None:
    transaction.execute(_INSERT_HISTORY, (*history_values(entry), key))


def _update_unit(transaction: Transaction, change: UpdateUnit) -> None:
    unit = change.unit
    owner = transaction.owner(unit.scope)
    columns = "i.key, i.agent, i.session, i.state, i.length"
    [(key, agent, session, name, length)] = named_rows(
        transaction, owner, Corpus.UNITS, columns, [(unit.scope, unit.id)]
    )
    state = State(name)
    transaction.revise(owner)
    values = unit_values(unit)
    # Accesses are counted by TouchUnits alone: a unit read before a touch must not undo it.
    transaction.execute(
        "UPDATE units SET state=?, kind=?, subject=?, slot=?, created_at=?, created_zone=?,"
        " content=?, first_person=?, details=? WHERE key=?",
        (*values[3:9], *values[12:], key),
    )
    transaction.execute("DELETE FROM sources WHERE unit=?", (key,))
    _add_sources(transaction, owner, key, unit)
    _add_history(transaction, key, change.entry)
    if state != unit.state:
        transaction.count((owner, Corpus.UNITS, session, agent, state), items=-1, length=-length)
        place = (owner, Corpus.UNITS, session, agent, unit.state)
        transaction.count(place, items=1, length=length)
        vectors.restate(transaction, owner, Corpus.UNITS, key)


def _touch_units(transaction: Transaction, change: TouchUnits) -> None:
    owner = transaction.owner(change.scope)
    place = place_of(owner, change.scope)
    transaction.execute_many(
        "UPDATE units SET access_count=access_count+1, accessed_at=?4, accessed_zone=?5"
        f" WHERE id = ?6 {WITHIN}",
        [(*place, *stamp(change.at), unit_id) for unit_id in change.unit_ids],
    )


def _set_keeping(transaction: Transaction, change: SetKeeping) -> None:
    owner = transaction.owner(change.scope)
    if change.only is None:
        transaction.execute("UPDATE owners SET keeping=? WHERE key=?", (change.keeping, owner))
    elif change.keeping:
        silence = "DELETE FROM silences WHERE owner=? AND session=?"
        transaction.execute(silence, (owner, change.only))
    else:
        silence = "INSERT OR IGNORE INTO silences (owner, session) VALUES (?, ?)"
        transaction.execute(silence, (owner, change.only))
    transaction.revise(owner)


def _add_tombstones(transaction: Transaction, changes: Iterable[AddTombstone]) -> None:
    transaction.execute_many(
        "INSERT INTO tombstones (owner, digest, at, zone) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET at=excluded.at, zone=excluded.zone WHERE excluded.at > at",
        [(transaction.owner(one.scope), one.digest, *stamp(one.at)) for one in changes],
    )


def _put_vectors(transaction: Transaction, change: PutVectors) -> None:
    owner = transaction.owner(change.scope)
    table = "turns" if change.corpus is Corpus.TURNS else "units"
    row = transaction.row(
        f"SELECT key FROM {table} WHERE id = ?4 {WITHIN}",
        (*place_of(owner, change.scope), change.item_id),
    )
    key = None if row is None else row[0]
    vectors.put(transaction, owner, key, change)


def _add_receipt(transaction: Transaction, change: AddReceipt) -> None:
    scope, receipt = change.scope, change.receipt
    if receipt.key is None:  # Nothing could ever ask for it.
        return
    row = (
        transaction.owner(scope),
        receipt.key,
        scope.agent or "",
        scope.session or "",
        *stamp(receipt.at),
        dump_receipt(receipt),
    )
    # Whoever decides anew finds the receipt, and answers with it.
    otherwise = ConflictError(
        f"the key {receipt.key!r} was used by an earlier write", hint="ask for its receipt"
    )
    _insert_new(transaction, _INSERT_RECEIPT, row, otherwise)


def _put_job(transaction: Transaction, change: PutJob) -> None:
    owner = transaction.owner(change.job.scope)
    transaction.execute(_PUT_JOB, (*job_values(change.job), owner))


def _finish_job(transaction: Transaction, change: FinishJob) -> None:
    owner = transaction.owner(change.scope)
    transaction.execute(
        f"DELETE FROM jobs WHERE id = ?4 {WITHIN}",
        (*place_of(owner, change.scope), change.job_id),
    )


def _each(write: Callable[[Transaction, Any], None]) -> _Writer:
    """A writer of one change, for all that stand in a row."""

    def write_all(transaction: Transaction, changes: Iterable[Any]) -> None:
        for change in changes:
            write(transaction, change)

    return write_all


# Each is given changes of its kind that follow one another.
_WRITERS: dict[type[Change], _Writer] = {
    ExpectRevision: _each(_expect_revision),
    AddTurn: _each(_add_turn),
    RedactTurn: _redact_turns,
    AddUnit: _each(_add_unit),
    UpdateUnit: _each(_update_unit),
    TouchUnits: _each(_touch_units),
    MoveUnits: _each(strengths.move),
    EraseUnit: erase.erase_units,
    EraseTurn: erase.erase_turns,
    SetKeeping: _each(_set_keeping),
    AddTombstone: _add_tombstones,
    PutVectors: _each(_put_vectors),
    DropVectors: _each(vectors.drop_named),
    AddReceipt: _each(_add_receipt),
    PutJob: _each(_put_job),
    FinishJob: _each(_finish_job),
    TakeLease: _each(leases.take),
    DropLease: _each(leases.drop),
}
