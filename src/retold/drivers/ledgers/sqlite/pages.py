"""Reading page by page, for who goes through everything of a user without holding it."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from datetime import datetime

import apsw

from retold.drivers.ledgers.sqlite.rows import TURN_COLUMNS, narrowed, receipt_of, stamp, turn_of
from retold.drivers.ledgers.sqlite.statements import bindings, narrowing, rows
from retold.records import Kind, Receipt, Scope, Turn


def turns(
    connection: apsw.Connection, scope: Scope, after: int, limit: int
) -> tuple[list[Turn], int]:
    """The port's `turn_page`."""
    found = rows(
        connection,
        f"SELECT key, {TURN_COLUMNS} FROM turns WHERE {narrowing(scope)} AND key > :after"
        " ORDER BY key LIMIT :limit",
        bindings(scope) | {"after": after, "limit": limit},
    )
    return [turn_of(scope, columns) for _, *columns in found], found[-1][0] if found else after


def loose_turns(
    connection: apsw.Connection,
    scope: Scope,
    before: datetime,
    sources: int,
    after: int,
    limit: int,
) -> tuple[list[str], int]:
    """The port's `loose_turns`."""
    found = rows(
        connection,
        f"SELECT t.key, t.id FROM turns t WHERE {narrowing(scope, 't.')} AND t.key > :after"
        " AND NOT EXISTS (SELECT 1 FROM sources s JOIN units u ON u.key=s.unit"
        "  WHERE s.owner=t.owner AND s.turn_id=t.id AND s.ordinal < :sources"
        "  AND u.kind <> :summary)"
        " AND t.occurred_at < :before ORDER BY t.key LIMIT :limit",
        bindings(scope)
        | {
            "after": after,
            "before": stamp(before)[0],
            "sources": sources,
            "summary": Kind.SUMMARY.value,
            "limit": limit,
        },
    )
    return [turn_id for _, turn_id in found], found[-1][0] if found else after


def receipts(
    connection: apsw.Connection, scope: Scope, after: tuple[Scope, Receipt] | None, limit: int
) -> list[tuple[Scope, Receipt]]:
    """The port's `receipt_page`, in the order of keys."""
    where, last = "", {}
    if after is not None:
        where = " AND (name, agent, session) > (:last_name, :last_agent, :last_session)"
        place, receipt = after
        last = {
            "last_name": receipt.key,
            "last_agent": place.agent or "",
            "last_session": place.session or "",
        }
    found = rows(
        connection,
        f"SELECT name, agent, session, at, zone, body FROM receipts WHERE {narrowing(scope)}{where}"
        " ORDER BY name, agent, session LIMIT :limit",
        bindings(scope) | last | {"limit": limit},
    )
    return [
        (narrowed(scope, agent, session), receipt_of(name, at, zone, body))
        for name, agent, session, at, zone, body in found
    ]
