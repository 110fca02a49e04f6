"""Entries: what ranking asks of each item that holds a token, many of them in one row.

An entry is four numbers of four bytes, little-endian on every machine: the item's key, the place of
its session and agent (see `Transaction.place`), its length and how often the token stands in it.
"""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from struct import Struct
from typing import Any

import apsw
import numpy as np
import numpy.typing as npt

from retold.drivers.ledgers.sqlite.rows import dump
from retold.drivers.ledgers.sqlite.schema import CORPUS_CODES
from retold.drivers.ledgers.sqlite.statements import bindings, owned, rows
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
_FULL = _MOST * _SIZE

_INSERT = "INSERT INTO postings (owner, corpus, token, first, entries) VALUES (?, ?, ?, ?, ?)"
_UPDATE = "UPDATE postings SET entries=? WHERE owner=? AND corpus=? AND token=? AND first=?"
_DELETE = "DELETE FROM postings WHERE owner=? AND corpus=? AND token=? AND first=?"
# The rows in which items stand or belong, for tokens with the first and the last of the items.
_ROWS = (
    "SELECT asked.value->>0, p.first, p.entries FROM json_each(?3) AS asked CROSS JOIN postings p"
    " WHERE p.owner=?1 AND p.corpus=?2 AND p.token = asked.value->>0 AND p.first <= asked.value->>2"
    " AND p.first >= coalesce((SELECT max(first) FROM postings WHERE owner=?1 AND corpus=?2"
    " AND token = asked.value->>0 AND first <= asked.value->>1), asked.value->>1)"
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
    """Note the postings of an item; `write` writes them."""
    changes = transaction.postings.setdefault((owner, CORPUS_CODES[corpus]), {})
    for token, count in Counter(tokens).items():
        changes.setdefault(token, {})[item] = _ENTRY.pack(item, place, len(tokens), count)


def remove(transaction: Transaction, owner: int, corpus: Corpus, item: int, tokens: str) -> None:
    """Note that an item loses its postings; its tokens are given as `dump_tokens` wrote them."""
    changes = transaction.postings.setdefault((owner, CORPUS_CODES[corpus]), {})
    for token in json.loads(tokens):
        changes.setdefault(token, {})[item] = b""


def write(transaction: Transaction) -> None:
    """Write what was noted: each row once, however many of its entries come and go."""
    for (owner, code), changes in transaction.postings.items():
        new: list[tuple[Any, ...]] = []
        changed: list[tuple[Any, ...]] = []
        gone: list[tuple[Any, ...]] = []
        stored = _stored(transaction, owner, code, changes)
        for token, entries in sorted(changes.items()):
            for first, before, items in _by_row(stored.get(token, {}), entries):
                after = _merged(before, items)
                if before and not after:
                    gone.append((owner, code, token, first))
                elif before and after != before:
                    changed.append((after[:_FULL], owner, code, token, first))
                for start in range(_FULL if before else 0, len(after), _FULL):
                    part = after[start : start + _FULL]
                    new.append((owner, code, token, _KEY.unpack_from(part)[0], part))
        transaction.execute_many(_DELETE, gone)
        transaction.execute_many(_UPDATE, changed)
        transaction.execute_many(_INSERT, new)
    transaction.postings.clear()


def _stored(
    transaction: Transaction, owner: int, code: int, changes: dict[str, dict[int, bytes]]
) -> dict[str, dict[int, bytes]]:
    """Rows in which items stand or belong, and those between: entries by token and `first`."""
    asked = dump([(t, min(changes[t]), max(changes[t])) for t in sorted(changes)])
    found: dict[str, dict[int, bytes]] = {}
    # All at once: to run a statement takes longer than to find a row.
    for token, first, entries in rows(transaction.connection, _ROWS, (owner, code, asked)):
        found.setdefault(token, {})[first] = entries
    return found


def _by_row(
    stored: dict[int, bytes], entries: dict[int, bytes]
) -> list[tuple[int, bytes, list[tuple[int, bytes]]]]:
    """`first` and entries of each row, with the ascending items that stand or belong there.

    Items that belong before all rows come with an empty one.
    """
    items = sorted(entries.items())
    if len(stored) == len(items) == 1:  # As nearly always.
        return [(first, before, items) for first, before in stored.items()]
    found = []
    for first in sorted(stored, reverse=True):
        start = bisect_left(items, (first,))
        if start < len(items):
            found.append((first, stored[first], items[start:]))
            del items[start:]
    return [*found, (0, b"", items)] if items else found


def _merged(before: bytes, items: Sequence[tuple[int, bytes]]) -> bytes:
    """The entries of a row with others in it, in place of those with the same keys."""
    # Nearly always they are the newest of all.
    if not before or _KEY.unpack_from(before, len(before) - _SIZE)[0] < items[0][0]:
        return before + b"".join([entry for _, entry in items])
    parts: list[bytes] = []
    done = 0
    for item, entry in items:
        key = _KEY.pack(item)
        at = before.find(key, done)
        while at > 0 and at % _SIZE:
            at = before.find(key, at + 1)
        there = at >= 0
        if not there:
            at = _position(before, item)
        parts += (before[done:at], entry)
        done = at + _SIZE if there else at
    return b"".join((*parts, before[done:]))


def _position(entries: bytes, item: int) -> int:
    """Where in the bytes of a row an item belongs that does not stand there."""
    keys = np.frombuffer(entries, dtype=_STORED)[::4]
    return int(keys.searchsorted(item)) * _SIZE


def read(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, tokens: Iterable[str | None]
) -> tuple[Integers, Integers]:
    """Position of the token, and the entry, for each item in which a token stands.

    The entries have shape (occurrences, 4) and lie in the order of the tokens, then of the items'
    keys. None stands for a token that is not asked for.
    """
    named = bindings(scope) | {"corpus": CORPUS_CODES[corpus], "tokens": dump(list(tokens))}
    found = rows(connection, _OF_TOKENS, named)
    # They come in this order already; SQLite would copy the entries to make sure.
    found.sort(key=itemgetter(0, 1))
    positions = np.array([position for position, _, _ in found], dtype=np.int64)
    numbers = [len(part) // _SIZE for _, _, part in found]
    entries = np.frombuffer(b"".join([part for _, _, part in found]), dtype=_STORED).reshape(-1, 4)
    return np.repeat(positions, numbers), entries.astype(np.int64)


# One statement for all tokens: one for each took ten times as long.
_OF_TOKENS = (
    "SELECT asked.key, first, entries FROM json_each(:tokens) AS asked CROSS JOIN postings"
    f" WHERE {owned()} AND corpus=:corpus AND token=asked.value"
)


def holders(
    connection: apsw.Connection, scope: Scope, corpus: Corpus, tokens: Sequence[str], most: int
) -> list[int]:
    """The port's `holders`; no more rows than `most` are looked at."""
    named = bindings(scope) | {"corpus": CORPUS_CODES[corpus], "most": most, "size": _SIZE}
    found = rows(
        connection,
        "SELECT min(:most, (SELECT total(size) FROM (SELECT length(entries) / :size AS size"
        f" FROM postings WHERE {owned()} AND corpus=:corpus AND token=asked.value LIMIT :most)))"
        " FROM json_each(:tokens) AS asked ORDER BY asked.key",
        named | {"tokens": dump(list(tokens))},
    )
    return [int(number) for (number,) in found]


def pack(connection: apsw.Connection) -> None:
    """Fill the table from one that has a row for each token and item, as up to version 4."""
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
