"""Entries: what ranking asks of each item that holds a token, many of them in one row.

An entry is four numbers of four bytes, little-endian on every machine: the item's key, the place of
its session and agent (see `Transaction.place`), its length and how often the token stands in it.
"""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from struct import Struct
from typing import Any

import apsw
import numpy as np
import numpy.typing as npt

from retold.drivers.ledgers.sqlite.rows import dump
from retold.drivers.ledgers.sqlite.schema import CORPUS_CODES
from retold.drivers.ledgers.sqlite.statements import bindings, only, owned, rows
from retold.drivers.ledgers.sqlite.transaction import Transaction
from retold.records import Corpus, Scope

Integers = npt.NDArray[np.int64]

_STORED = np.dtype("<u4")
_ENTRY = Struct("<4I")
_SIZE = _ENTRY.size
_KEY = Struct("<I")
# So many fit into a quarter of a page beside a token of usual length; beyond, SQLite keeps the rest
# of a row in pages of its own.
_MOST = 56

_INSERT = "INSERT INTO postings (owner, corpus, token, first, entries) VALUES (?, ?, ?, ?, ?)"
_UPDATE = "UPDATE postings SET entries=? WHERE owner=? AND corpus=? AND token=? AND first=?"
_DELETE = "DELETE FROM postings WHERE owner=? AND corpus=? AND token=? AND first=?"
# The row in which an item stands or belongs.
_ROW = (
    "SELECT first, entries FROM postings WHERE owner=? AND corpus=? AND token=? AND first<=?"
    " ORDER BY first DESC LIMIT 1"
)


def dump_tokens(tokens: Sequence[str]) -> str:
    """The distinct tokens of an item as kept beside it: by them its postings are found again."""
    return dump(sorted(set(tokens)))


def add(
    transaction: Transaction,
    owner: int,
    corpus: Corpus,
    item: int,
    tokens: Sequence[str],
    *,
    place: int,
) -> None:
    """Write the postings of an item."""
    code = CORPUS_CODES[corpus]
    new: list[tuple[Any, ...]] = []
    longer: list[tuple[Any, ...]] = []
    for token, count in sorted(Counter(tokens).items()):
        entry = _ENTRY.pack(item, place, len(tokens), count)
        row = transaction.row(_ROW, (owner, code, token, item))
        at = 0 if row is None else _position(row[1], item)
        if row is None or (at == len(row[1]) and at >= _MOST * _SIZE):
            new.append((owner, code, token, item, entry))
        else:
            first, entries = row
            longer.append((entries[:at] + entry + entries[at:], owner, code, token, first))
    transaction.execute_many(_INSERT, new)
    transaction.execute_many(_UPDATE, longer)


def remove(transaction: Transaction, owner: int, corpus: Corpus, item: int, tokens: str) -> None:
    """Delete the postings of an item, whose tokens are given as `dump_tokens` wrote them."""
    code = CORPUS_CODES[corpus]
    gone: list[tuple[Any, ...]] = []
    shorter: list[tuple[Any, ...]] = []
    for token in json.loads(tokens):
        row = transaction.row(_ROW, (owner, code, token, item))
        if row is None:
            continue
        first, entries = row
        at = _position(entries, item)
        if entries[at : at + _KEY.size] != _KEY.pack(item):
            continue
        left = entries[:at] + entries[at + _SIZE :]
        if left:
            shorter.append((left, owner, code, token, first))
        else:
            gone.append((owner, code, token, first))
    transaction.execute_many(_DELETE, gone)
    transaction.execute_many(_UPDATE, shorter)


def _position(entries: bytes, item: int) -> int:
    """Where in the bytes of a row the item stands, or belongs."""
    # Nearly always it is the newest of all.
    if _KEY.unpack_from(entries, len(entries) - _SIZE)[0] < item:
        return len(entries)
    keys = np.frombuffer(entries, dtype=_STORED)[::4]
    return int(keys.searchsorted(item)) * _SIZE


def read(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, tokens: Iterable[str | None]
) -> tuple[Integers, Integers]:
    """Position of the token, and the entry, for each item in which a token stands.

    The entries have shape (occurrences, 4) and lie in the order of the tokens, then of the items'
    keys. None stands for a token that is not asked for.
    """
    named = bindings(scope) | {"corpus": CORPUS_CODES[corpus]}
    parts: list[bytes] = []
    numbers: list[int] = []
    for token in tokens:
        found = [] if token is None else rows(connection, _OF_TOKEN, named | {"token": token})
        part = b"".join([entries for (entries,) in found])
        parts.append(part)
        numbers.append(len(part) // _SIZE)
    entries = np.frombuffer(b"".join(parts), dtype=_STORED).reshape(-1, 4)
    return np.repeat(np.arange(len(numbers)), numbers), entries.astype(np.int64)


_OF_TOKEN = (
    f"SELECT entries FROM postings WHERE {owned()} AND corpus=:corpus AND token=:token"
    " ORDER BY first"
)


def exceeds(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, token: str, most: int
) -> bool:
    """Whether more items than that hold a token; no more rows than that are looked at."""
    (size,) = only(
        connection,
        "SELECT total(length(entries)) FROM (SELECT entries FROM postings"
        f" WHERE {owned()} AND corpus=:corpus AND token=:token LIMIT :most + 1)",
        bindings(scope) | {"corpus": CORPUS_CODES[corpus], "token": token, "most": most},
    )
    return bool(size > most * _SIZE)


def pack(connection: apsw.Connection) -> None:
    """Fill the table from one that has a row for each token and item, as up to version 3."""
    for corpus, code in CORPUS_CODES.items():
        state = "i.state" if corpus is Corpus.UNITS else "'active'"
        single = connection.execute(
            "SELECT p.owner, p.token, p.item, t.place, i.length, p.count FROM single_postings p"
            f" CROSS JOIN {corpus.value} i ON i.key=p.item"
            " CROSS JOIN totals t ON t.owner=p.owner AND t.corpus=p.corpus"
            f" AND t.session=i.session AND t.agent=i.agent AND t.state={state}"
            f" WHERE p.corpus={code} ORDER BY p.owner, p.token, p.item"
        )
        for (owner, token), group in groupby(single, key=lambda row: row[:2]):
            numbers = [row[2:] for row in group]
            connection.executemany(
                _INSERT,
                [
                    (
                        owner,
                        code,
                        token,
                        numbers[start][0],
                        b"".join(_ENTRY.pack(*entry) for entry in numbers[start : start + _MOST]),
                    )
                    for start in range(0, len(numbers), _MOST)
                ],
            )
