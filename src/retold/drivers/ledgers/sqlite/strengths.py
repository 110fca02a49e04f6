"""What forgetting reads and writes: columns of units, days, and moves from state to state."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import apsw
import numpy as np
import numpy.typing as npt

from retold.changes import MoveUnits
from retold.drivers.ledgers.sqlite.rows import dump, stamp, stamp_or_none
from retold.drivers.ledgers.sqlite.schema import CORPUS_CODES
from retold.drivers.ledgers.sqlite.statements import bindings, narrowing, owned, rows
from retold.drivers.ledgers.sqlite.transaction import Transaction
from retold.ports import Strengths
from retold.records import Corpus, Kind, Scope, State

_MICROSECONDS_A_DAY = 86_400_000_000
_STATES = {state.value: state for state in State}
_KINDS = {kind.value: kind for kind in Kind}
# Steps in a unit's life that are a use of it, beside the recalls that are counted in its row.
_USES = "('merged', 'restored')"


def strengths(
    connection: apsw.Connection, scope: Scope, states: Sequence[State], after: int, limit: int
) -> Strengths:
    """The port's `strengths`."""
    found = rows(
        connection,
        "SELECT u.key, u.id, u.state, u.kind, u.details ->> '$.importance',"
        " u.details ->> '$.pinned', u.details ->> '$.occurred_at[0]',"
        " coalesce(u.accessed_at, 0), u.access_count, coalesce(max(h.at), 0), count(h.key)"
        f" FROM units u LEFT JOIN history h ON h.unit=u.key AND h.event IN {_USES}"
        f" WHERE {narrowing(scope, 'u.')} AND u.key > :after"
        " AND u.state IN (SELECT value FROM json_each(:states))"
        " GROUP BY u.key ORDER BY u.key LIMIT :limit",
        bindings(scope) | {"after": after, "states": dump(list(states)), "limit": limit},
    )
    columns = list(zip(*found, strict=True)) or [()] * 11
    keys, ids, names, kinds, importance, pinned, said, accessed, counts, again, times = columns
    said_at = np.array(said, dtype=np.int64)
    used = (said_at, np.array(accessed, dtype=np.int64), np.array(again, dtype=np.int64))
    return Strengths(
        ids=ids,
        places=np.array(keys, dtype=np.int64),
        states=tuple(_STATES[name] for name in names),
        kinds=tuple(_KINDS[name] for name in kinds),
        importance=np.array(importance, dtype=np.float64),
        pinned=np.array(pinned, dtype=np.bool_),
        said_at=said_at,
        used_at=np.maximum.reduce(used),
        uses=np.array(counts, dtype=np.int64) + np.array(times, dtype=np.int64),
    )


def active_days(connection: apsw.Connection, scope: Scope) -> npt.NDArray[np.int64]:
    """The port's `active_days`."""
    found = rows(connection, f"SELECT day FROM days WHERE {owned()} ORDER BY day", bindings(scope))
    return np.array([day for (day,) in found], dtype=np.int64)


def note_day(transaction: Transaction, owner: int, at: datetime) -> None:
    """Keep that a turn of the user was said on this day."""
    day = stamp(at)[0] // _MICROSECONDS_A_DAY
    transaction.execute("INSERT OR IGNORE INTO days (owner, day) VALUES (?, ?)", (owner, day))


def move(transaction: Transaction, change: MoveUnits) -> None:
    """Carry out a MoveUnits, in a few statements for all of it."""
    owner = transaction.owner(change.scope)
    scope, (since, _) = change.scope, stamp_or_none(change.untouched_since)
    found = rows(
        transaction.connection,
        "SELECT key, session, agent, length FROM units"
        " WHERE owner=?1 AND id IN (SELECT value FROM json_each(?2)) AND state=?3"
        " AND ?4 IN ('', agent) AND ?5 IN ('', session)"
        " AND (?6 IS NULL OR accessed_at IS NULL OR accessed_at < ?6)",
        (
            owner,
            dump(change.unit_ids),
            change.before.value,
            scope.agent or "",
            scope.session or "",
            since,
        ),
    )
    if not found:
        return
    transaction.revise(owner)
    keys = dump([key for key, *_ in found])
    chosen = "IN (SELECT value FROM json_each(?1))"
    transaction.execute(f"UPDATE units SET state=?2 WHERE key {chosen}", (keys, change.after.value))
    transaction.execute(
        "INSERT INTO history (at, zone, event, content, state, reason, unit)"
        f" SELECT ?2, ?3, ?4, content, ?5, ?6, key FROM units WHERE key {chosen} ORDER BY key",
        (keys, *stamp(change.at), change.event, change.after.value, change.reason),
    )
    # Their vectors get a new change number, because their state is another.
    transaction.execute(
        f"UPDATE vectors SET change=?2 WHERE item {chosen} AND corpus=?3 AND owner=?4",
        (keys, transaction.change(), CORPUS_CODES[Corpus.UNITS], owner),
    )
    for _, session, agent, length in found:
        before = (owner, Corpus.UNITS, session, agent, change.before)
        transaction.count(before, items=-1, length=-length)
        transaction.count((*before[:4], change.after), items=1, length=length)
