"""Finding the rows of turns and units that changes name, within the scope that each names."""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

from collections.abc import Sequence

from retold.drivers.ledgers.sqlite.rows import dump
from retold.drivers.ledgers.sqlite.statements import Row, rows
from retold.drivers.ledgers.sqlite.transaction import Transaction
from retold.errors import NotFoundError
from retold.records import Corpus, Scope

# An agent or a session that the caller named must be the row's; the empty text names none.
WITHIN = " AND ?1 = owner AND ?2 IN ('', agent) AND ?3 IN ('', session)"

_WHAT = {Corpus.TURNS: "turn", Corpus.UNITS: "unit"}


def place_of(owner: int, scope: Scope) -> tuple[int, str, str]:
    """What WITHIN asks for."""
    return owner, scope.agent or "", scope.session or ""


def named_rows(
    transaction: Transaction,
    owner: int,
    corpus: Corpus,
    columns: str,
    named: Sequence[tuple[Scope, str]],
) -> list[Row]:
    """Those columns of an owner's items `i`, a row for each that is named, in their order.

    Raises NotFoundError for the first that is not in its scope.
    """
    asked = [(item_id, *place_of(owner, scope)[1:]) for scope, item_id in named]
    # All at once: to run a statement takes longer than to find a row.
    found = rows(
        transaction.connection,
        f"SELECT asked.key, {columns} FROM json_each(?2) AS asked CROSS JOIN {corpus.value} i"
        " WHERE i.owner=?1 AND i.id = asked.value->>0"
        " AND asked.value->>1 IN ('', i.agent) AND asked.value->>2 IN ('', i.session)",
        (owner, dump(asked)),
    )
    if len(found) < len(asked):
        there = {number for number, *_ in found}
        missing = next(i for number, (_, i) in enumerate(named) if number not in there)
        raise NotFoundError(
            f"no {_WHAT[corpus]} {missing!r}", hint="it may have been erased meanwhile"
        )
    return [row[1:] for row in found]
