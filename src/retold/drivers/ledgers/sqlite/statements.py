"""Running statements, and the scope as their condition."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import apsw

from retold.records import Scope

Row = tuple[Any, ...]
Values = Sequence[Any] | Mapping[str, Any]


def rows(connection: apsw.Connection, statement: str, values: Values = ()) -> list[Row]:
    """All rows of a statement."""
    found: list[Row] = connection.execute(statement, values).fetchall()
    return found


def row(connection: apsw.Connection, statement: str, values: Values = ()) -> Row | None:
    """The first row of a statement, if there is one."""
    found: Row | None = connection.execute(statement, values).fetchone()
    return found


def only(connection: apsw.Connection, statement: str, values: Values = ()) -> Row:
    """The row of a statement that always has one. Raises apsw.CorruptError where it has not."""
    found = row(connection, statement, values)
    if found is None:
        raise apsw.CorruptError(f"no row for {statement!r}")
    return found


def bindings(scope: Scope) -> dict[str, Any]:
    """Values for the names that `owned` and `narrowing` use."""
    return {
        "tenant": scope.tenant,
        "user": scope.user,
        "agent": scope.agent,
        "session": scope.session,
    }


def owned(alias: str = "") -> str:
    """The condition that a row is the user's; `alias` names its table in a join."""
    return f"{alias}owner = (SELECT key FROM owners WHERE tenant=:tenant AND user=:user)"


def narrowing(scope: Scope, alias: str = "") -> str:
    """The condition that a row is the user's, and of the agent and session that are named."""
    parts = [owned(alias)]
    if scope.agent is not None:
        parts.append(f"{alias}agent = :agent")
    if scope.session is not None:
        parts.append(f"{alias}session = :session")
    return " AND ".join(parts)
