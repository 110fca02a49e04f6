"""Reading: turns, units, history and the rest, each within a scope."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import apsw

from retold.changes import Job
from retold.drivers.ledgers.sqlite.rows import (
    HISTORY_COLUMNS,
    JOB_COLUMNS,
    TURN_COLUMNS,
    UNIT_COLUMNS,
    dump,
    history_of,
    job_of,
    receipt_of,
    time_of,
    turn_of,
    unit_of,
)
from retold.drivers.ledgers.sqlite.statements import (
    Row,
    Values,
    bindings,
    narrowing,
    only,
    owned,
    row,
    rows,
)
from retold.ports import TurnOutline, UnitFilter
from retold.records import HistoryEntry, Receipt, Scope, Source, State, Turn, Unit


def _columns(columns: str, alias: str) -> str:
    return ", ".join(f"{alias}.{name.strip()}" for name in columns.split(","))


def turns(
    connection: apsw.Connection, scope: Scope, ids: Sequence[str] | None, last: int | None
) -> list[Turn]:
    """The port's `turns`."""
    named = bindings(scope) | {"last": -1 if last is None else max(last, 0)}
    where = narrowing(scope)
    if ids is not None:
        where += " AND id IN (SELECT value FROM json_each(:ids))"
        named["ids"] = dump(list(ids))
    # Inside a session positions follow the order of recording, and have an index. Turns that are
    # named are found by id and then put in order, which the plus sign asks for.
    order = "+key" if ids is not None else "key" if scope.session is None else "position"
    found = rows(
        connection,
        f"SELECT {TURN_COLUMNS} FROM turns WHERE {where} ORDER BY {order} DESC LIMIT :last",
        named,
    )
    return [turn_of(scope, columns) for columns in reversed(found)]


def outlines(
    connection: apsw.Connection, scope: Scope, ids: Sequence[str], radius: int
) -> list[TurnOutline]:
    """The port's `outlines`, in the order of recording."""
    found = rows(
        connection,
        "SELECT DISTINCT t.key, t.id, t.session, t.position, t.speaker, t.role, t.is_question,"
        " t.occurred_at, t.occurred_zone FROM turns n CROSS JOIN turns t"
        " ON t.owner=n.owner AND t.session=n.session"
        " AND t.position BETWEEN n.position - :radius AND n.position + :radius"
        f" WHERE {narrowing(scope, 'n.')} AND n.id IN (SELECT value FROM json_each(:ids))"
        f" AND {narrowing(scope, 't.')} ORDER BY t.key",
        bindings(scope) | {"ids": dump(list(ids)), "radius": radius},
    )
    return [
        TurnOutline(
            id=turn_id,
            number=key,
            session=session,
            position=position,
            speaker=speaker,
            role=role,
            is_question=bool(question),
            occurred_at=time_of(micros, zone),
        )
        for key, turn_id, session, position, speaker, role, question, micros, zone in found
    ]


def units(connection: apsw.Connection, scope: Scope, filters: Sequence[UnitFilter]) -> list[Unit]:
    """The port's `units`, oldest first by the time they were made."""
    # A statement a filter: each takes the index of its own.
    found = {row[0]: row for where in filters for row in _unit_rows(connection, scope, where)}
    made = UNIT_COLUMNS.split(", ").index("created_at") + 1
    ordered = sorted(found.values(), key=lambda row: (row[made], row[0]))
    sources = _sources(connection, list(found))
    return [unit_of(scope, columns, sources[key]) for key, *columns in ordered]


def _unit_rows(connection: apsw.Connection, scope: Scope, where: UnitFilter) -> list[Row]:
    conditions, named = _conditions(where)
    conditions = [narrowing(scope), *conditions]
    named |= bindings(scope) | {"limit": -1 if where.limit is None else max(where.limit, 0)}
    return rows(
        connection,
        f"SELECT key, {UNIT_COLUMNS} FROM units WHERE {' AND '.join(conditions)}"
        " ORDER BY created_at DESC, key DESC LIMIT :limit",
        named,
    )


def _conditions(where: UnitFilter) -> tuple[list[str], dict[str, Any]]:
    lists: tuple[tuple[str, str, Sequence[Any] | None], ...] = (
        ("id", "value", where.ids),
        ("state", "value", where.states),
        ("kind", "value", where.kinds),
        ("fingerprint", "value", where.fingerprints),
        ("(subject, slot)", "value ->> 0, value ->> 1", where.subject_slots),
    )
    conditions: list[str] = []
    named: dict[str, Any] = {}
    for column, value, wanted in lists:
        if wanted:
            name = f"list_{len(conditions)}"
            conditions.append(f"{column} IN (SELECT {value} FROM json_each(:{name}))")
            named[name] = dump(list(wanted))
    if where.turn_ids is not None:
        conditions.append(
            f"key IN (SELECT s.unit FROM sources s WHERE {owned('s.')}"
            " AND s.turn_id IN (SELECT value FROM json_each(:turn_ids)))"
        )
        named["turn_ids"] = dump(list(where.turn_ids))
    return conditions, named


def _sources(connection: apsw.Connection, keys: list[int]) -> dict[int, tuple[Source, ...]]:
    """The sources of units, by their keys, which were found within a scope."""
    lists: dict[int, list[Source]] = {key: [] for key in keys}
    for key, turn_id, start, end in rows(
        connection,
        'SELECT unit, turn_id, start, "end" FROM sources'
        " WHERE unit IN (SELECT value FROM json_each(?)) ORDER BY unit, ordinal",
        (dump(keys),),
    ):
        lists[key].append(Source(turn_id=turn_id, start=start, end=end))
    return {key: tuple(sources) for key, sources in lists.items()}


def revision(connection: apsw.Connection, scope: Scope) -> int:
    """The port's `revision`; 0 for a user that has never written."""
    found = row(
        connection,
        "SELECT revision FROM owners WHERE tenant=:tenant AND user=:user",
        bindings(scope),
    )
    return found[0] if found else 0


def keeping(connection: apsw.Connection, scope: Scope) -> bool:
    """The port's `keeping`; True for a user that is not known."""
    found = row(
        connection,
        "SELECT keeping FROM owners WHERE tenant=:tenant AND user=:user",
        bindings(scope),
    )
    return found is None or bool(found[0])


def silences(connection: apsw.Connection, scope: Scope) -> frozenset[str]:
    """The port's `silences`."""
    found = rows(connection, f"SELECT session FROM silences WHERE {owned()}", bindings(scope))
    return frozenset(session for (session,) in found)


def history(connection: apsw.Connection, scope: Scope, unit_id: str) -> list[HistoryEntry]:
    """The port's `history`."""
    found = rows(
        connection,
        f"SELECT {_columns(HISTORY_COLUMNS, 'h')} FROM units u JOIN history h ON h.unit=u.key"
        f" WHERE {narrowing(scope, 'u.')} AND u.id=:id ORDER BY h.key",
        bindings(scope) | {"id": unit_id},
    )
    return [history_of(unit_id, columns) for columns in found]


def receipt(connection: apsw.Connection, scope: Scope, key: str) -> Receipt | None:
    """The port's `receipt`; the latest, where a wide scope meets several."""
    found = row(
        connection,
        f"SELECT at, zone, body FROM receipts WHERE {narrowing(scope)} AND name=:name"
        " ORDER BY at DESC LIMIT 1",
        bindings(scope) | {"name": key},
    )
    return None if found is None else receipt_of(key, *found)


def tombstones(
    connection: apsw.Connection, scope: Scope, digests: Iterable[str] | None
) -> dict[str, datetime]:
    """The port's `tombstones`: they hold for the whole user, whichever session erased."""
    if digests is None:
        every = f"SELECT digest, at, zone FROM tombstones WHERE {owned()}"
        found = rows(connection, every, bindings(scope))
        return {digest: time_of(micros, zone) for digest, micros, zone in found}
    found = rows(
        connection,
        f"SELECT digest, at, zone FROM tombstones WHERE {owned()}"
        " AND digest IN (SELECT value FROM json_each(:digests))",
        bindings(scope) | {"digests": dump(list(digests))},
    )
    return {digest: time_of(micros, zone) for digest, micros, zone in found}


def secret(connection: apsw.Connection) -> bytes:
    """The port's `secret`."""
    return bytes(only(connection, "SELECT value FROM meta WHERE name='secret'")[0])


def jobs(connection: apsw.Connection, scope: Scope | None) -> list[Job]:
    """The port's `jobs`."""
    within, named = _within(scope, "j.")
    found = rows(
        connection,
        f"SELECT o.tenant, o.user, {_columns(JOB_COLUMNS, 'j')} FROM jobs j"
        f" JOIN owners o ON o.key=j.owner WHERE {within} ORDER BY j.created_at, j.key",
        named,
    )
    return [job_of(Scope(tenant=tenant, user=user), columns) for tenant, user, *columns in found]


def conversations(
    connection: apsw.Connection, tenant: str, last: int, turns: int
) -> list[tuple[int, int]]:
    """The port's `conversations`; `+` keeps SQLite from walking users instead of late turns."""
    found = rows(
        connection,
        "SELECT said.turns, (SELECT count(*) FROM units u WHERE u.owner=said.owner"
        " AND u.session=said.session) FROM (SELECT owner, session, count(*) AS turns,"
        " max(key) AS latest FROM (SELECT t.key, t.owner, t.session FROM turns t"
        " JOIN owners o ON o.key=+t.owner WHERE o.tenant=:tenant ORDER BY t.key DESC LIMIT :turns)"
        " GROUP BY owner, session ORDER BY latest DESC LIMIT :last) said ORDER BY said.latest",
        {"tenant": tenant, "last": last, "turns": turns},
    )
    return [(turns, units) for turns, units in found]


def users(connection: apsw.Connection, tenant: str | None) -> list[Scope]:
    """The port's `users`, by tenant and name."""
    found = rows(
        connection,
        "SELECT tenant, user FROM owners o WHERE (:tenant IS NULL OR tenant=:tenant)"
        " AND EXISTS (SELECT 1 FROM totals t WHERE t.owner=o.key AND t.items > 0)"
        " ORDER BY tenant, user",
        {"tenant": tenant},
    )
    return [Scope(tenant=tenant, user=user) for tenant, user in found]


def counts(connection: apsw.Connection, scope: Scope | None) -> dict[str, int]:
    """The port's `counts`."""
    within, named = _within(scope)
    states: dict[str, int] = dict(
        rows(connection, f"SELECT state, count(*) FROM units WHERE {within} GROUP BY state", named)
    )
    tables = {
        "turns": f"turns WHERE {within}",
        "units": f"units WHERE {within}",
        # A vector lies with its item; a tombstone is the user's.
        "vectors": f"vectors WHERE corpus=0 AND item IN (SELECT key FROM units WHERE {within})"
        f" OR corpus=1 AND item IN (SELECT key FROM turns WHERE {within})",
        "jobs": f"jobs WHERE {within}",
        "tombstones": f"tombstones WHERE {'1' if scope is None else owned()}",
    }
    found = {
        name: int(only(connection, f"SELECT count(*) FROM {table}", named)[0])
        for name, table in tables.items()
    }
    return found | {f"units_{state.value}": states.get(state.value, 0) for state in State}


def _within(scope: Scope | None, alias: str = "") -> tuple[str, Values]:
    """A scope as a condition with its values; none at all for None."""
    return ("1", {}) if scope is None else (narrowing(scope, alias), bindings(scope))
