"""Entries: what ranking asks of each item that holds a token, many of them in one row.

An entry is four numbers of four bytes, little-endian on every machine: the item's key, the place of
its session and agent (see `Transaction.place`), its length and how often the token stands in it.
"""

# ruff: noqa: S608  - statements are put together from this package's own words; values are bound.

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
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
        for token in sorted(changes):
            where = (owner, code, token)
            for first, before, items in _rows(transaction, where, changes[token]):
                after = _merged(before, items)
                if after == before:
                    continue
                if before and after:
                    changed.append((after[:_FULL], *where, first))
                elif before:
                    gone.append((*where, first))
                for start in range(_FULL if before else 0, len(after), _FULL):
                    part = after[start : start + _FULL]
                    new.append((*where, _KEY.unpack_from(part)[0], part))
        transaction.execute_many(_DELETE, gone)
        transaction.execute_many(_UPDATE, changed)
        transaction.execute_many(_INSERT, new)
    transaction.postings.clear()


def _rows(
    transaction: Transaction, where: tuple[int, int, str], entries: dict[int, bytes]
) -> Iterator[tuple[int, bytes, list[tuple[int, bytes]]]]:
    """Rows of a token, the last first, each with those of the entries that stand or belong there.

    Nothing where they belong before all rows.
    """
    left = sorted(entries.items())
    while left:
        row = transaction.row(_ROW, (*where, left[-1][0]))
        first, before = row or (0, b"")
        start = bisect_left(left, (first,))
        yield first, before, left[start:]
        del left[start:]


def _merged(before: bytes, entries: Sequence[tuple[int, bytes]]) -> bytes:
    """The entries of a row with others in it, in place of those with the same keys."""
    parts: list[bytes] = []
    done = 0
    for item, entry in entries:
        at = _position(before, item)
        parts += (before[done:at], entry)
        done = at + _SIZE if before[at : at + _KEY.size] == _KEY.pack(item) else at
    return b"".join((*parts, before[done:]))


def _position(entries: bytes, item: int) -> int:
    """Where in the bytes of a row the item stands, or belongs."""
    # Nearly always it is the newest of all.
    if not entries or _KEY.unpack_from(entries, len(entries) - _SIZE)[0] < item:
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
