import random

import apsw
import numpy as np
import pytest

from retold.drivers.ledgers.sqlite import entries
from retold.drivers.ledgers.sqlite.keywords import _distinct
from retold.drivers.ledgers.sqlite.migrations import prepare
from retold.drivers.ledgers.sqlite.transaction import Transaction
from retold.records import Corpus
from retold.testing.samples import scope

ADA, BOB = 1, 2


@pytest.fixture
def connection(tmp_path):
    prepare(str(tmp_path / "memory.db"), busy_timeout_seconds=1)
    connection = apsw.Connection(str(tmp_path / "memory.db"))
    place = scope()
    connection.execute(
        "INSERT INTO owners (key, tenant, user) VALUES (1, ?1, ?2), (2, ?1, 'bob')",
        (place.tenant, place.user),
    )
    yield connection
    connection.close()


def held(connection, *tokens):
    """Position of the token, item, place, length and count, as they are read."""
    positions, found = entries.read(connection, scope(), Corpus.UNITS, tokens)
    return [(p, *entry) for p, entry in zip(positions.tolist(), found.tolist(), strict=True)]


@pytest.mark.parametrize("often", [1, 0.05, 0])
def test_what_is_added_and_removed_in_any_order_is_read_in_the_order_of_keys(connection, often):
    chance, transaction, model = random.Random(0), Transaction(connection), {}
    for number in range(1500):
        item = chance.randrange(1, 400)
        if item in model:
            entries.remove(transaction, ADA, Corpus.UNITS, item, entries.dump_tokens(model[item]))
            del model[item]
        else:
            model[item] = ["tea"] * chance.randrange(1, 4) + ["milk"] * chance.randrange(3)
            entries.add(transaction, ADA, Corpus.UNITS, item, model[item], place=item % 5)
        entries.add(transaction, BOB, Corpus.UNITS, 1000 + number, ["tea"], place=1)
        if chance.random() < often:
            entries.write(transaction)
    entries.write(transaction)
    assert len(model) > 100
    expected = [
        (position, item, item % 5, len(model[item]), model[item].count(token))
        for position, token in enumerate(("milk", "tea"))
        for item in sorted(model)
        if token in model[item]
    ]
    assert held(connection, "milk", "tea") == expected
    assert held(connection, "milk", None)[-1][0] == 0
    for item, tokens in model.items():
        entries.remove(transaction, ADA, Corpus.UNITS, item, entries.dump_tokens(tokens))
    entries.write(transaction)
    assert held(connection, "milk", "tea") == []
    left = connection.execute("SELECT DISTINCT owner FROM postings").fetchall()
    assert left == [(BOB,)]


@pytest.mark.parametrize("together", [1, 30, 1000])
def test_rows_are_filled_and_none_needs_pages_of_its_own(connection, together):
    transaction = Transaction(connection)
    for item in range(1, 1001):
        entries.add(transaction, ADA, Corpus.UNITS, item, ["a-usual-token"], place=1)
        if item % together == 0:
            entries.write(transaction)
    entries.write(transaction)
    sizes = [n for (n,) in connection.execute("SELECT length(entries) / 16 FROM postings")]
    assert len(sizes) == 18
    assert sum(sizes) == 1000
    overflown = "SELECT count(*) FROM dbstat WHERE name='postings' AND pagetype='overflow'"
    assert connection.execute(overflown).fetchall() == [(0,)]


def test_nothing_is_removed_where_an_item_does_not_stand(connection):
    transaction = Transaction(connection)
    for item in (3, 5):
        entries.add(transaction, ADA, Corpus.UNITS, item, ["tea"], place=1)
    entries.write(transaction)
    for item in (1, 4, 6):
        entries.remove(transaction, ADA, Corpus.UNITS, item, '["tea","milk"]')
    entries.write(transaction)
    assert [entry[1] for entry in held(connection, "tea")] == [3, 5]


@pytest.mark.parametrize("spread", [1, 1000])
def test_distinct_numbers_ascend_whether_counted_or_sorted(spread):
    numbers = np.random.default_rng(0).integers(5, 200, size=500) * spread
    distinct, positions = _distinct(numbers)
    assert distinct.tolist() == sorted(set(numbers.tolist()))
    assert distinct[positions].tolist() == numbers.tolist()
