"""Writing: one function a change, all of them in one transaction."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import apsw

from retold.changes import (
    AddReceipt,
    AddTombstone,
    AddTurn,
    AddUnit,
    Change,
    DropLease,
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
from retold.drivers.ledgers.sqlite.erase import WITHIN, place_of, unit_row
from retold.drivers.ledgers.sqlite.errors import is_taken
from retold.drivers.ledgers.sqlite.rows import (
    HISTORY_COLUMNS,
    JOB_COLUMNS,
    TURN_COLUMNS,
    UNIT_COLUMNS,
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
from retold.errors import ConflictError, InputError, NotFoundError, RetoldError
from retold.ports import Removed
from retold.records import Corpus, HistoryEntry, State, Unit


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
        for change in changes:
            _WRITERS[type(change)](transaction, change)
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


def _redact_turn(transaction: Transaction, change: RedactTurn) -> None:
    turn = change.turn
    owner = transaction.owner(turn.scope)
    row = transaction.row(
        f"SELECT key, agent, session, length, tokens, text FROM turns WHERE id = ?4 {WITHIN}",
        (*place_of(owner, turn.scope), turn.id),
    )
    if row is None:
        raise NotFoundError(f"no turn {turn.id!r}")
    key, agent, session, length, tokens, text = row
    transaction.erased.vectors += vectors.drop(transaction, owner, Corpus.TURNS, key)
    if turn.text == text and entries.dump_tokens(change.tokens) == tokens:
        # What loses its vectors because of the turn before it, as half of them do.
        return
    entries.remove(transaction, owner, Corpus.TURNS, key, tokens)
    place = (owner, Corpus.TURNS, session, agent, State.ACTIVE)
    _add_postings(transaction, place, key, change.tokens)
    transaction.execute(
        "UPDATE turns SET text=?, attachments=?, tokens=?, length=?, is_question=? WHERE key=?",
        (
            turn.text,
            dump_attachments(turn.attachments),
            entries.dump_tokens(change.tokens),
            len(change.tokens),
            is_question(turn.text),
            key,
        ),
    )
    transaction.count(place, items=0, length=len(change.tokens) - length)


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
    owner, key, (agent, session, state, length, _) = unit_row(transaction, unit.scope, unit.id)
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


def _add_tombstone(transaction: Transaction, change: AddTombstone) -> None:
    transaction.execute(
        "INSERT INTO tombstones (owner, digest, at, zone) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET at=excluded.at, zone=excluded.zone WHERE excluded.at > at",
        (transaction.owner(change.scope), change.digest, *stamp(change.at)),
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


_WRITERS: dict[type[Change], Callable[[Transaction, Any], None]] = {
    ExpectRevision: _expect_revision,
    AddTurn: _add_turn,
    RedactTurn: _redact_turn,
    AddUnit: _add_unit,
    UpdateUnit: _update_unit,
    TouchUnits: _touch_units,
    MoveUnits: strengths.move,
    EraseUnit: erase.erase_unit,
    EraseTurn: erase.erase_turn,
    SetKeeping: _set_keeping,
    AddTombstone: _add_tombstone,
    PutVectors: _put_vectors,
    AddReceipt: _add_receipt,
    PutJob: _put_job,
    FinishJob: _finish_job,
    TakeLease: leases.take,
    DropLease: leases.drop,
}
