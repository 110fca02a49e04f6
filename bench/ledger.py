"""Speed and size of the SQLite ledger and index, beside the disk's own sync.

    python bench/ledger.py [--units 10000] [--directory .] [--json]

`write_ms` is synced to disk, `write_unsynced_ms` is not: what is beyond the disk. `sync_ms` is a
plain append and sync of as many bytes as one write logs.

Tokens follow Zipf's law over 20,000 words; a turn has 20, a unit 12, a question 8. Every write is
one turn and one unit with history and source. Nothing is embedded: vectors are random, of 384
dimensions.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import accumulate
from pathlib import Path

import anyio
import numpy as np

from retold.changes import Change, EraseUnit, PutVectors
from retold.drivers.indexes.sqlite import SqliteIndex
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.ports import Nearest
from retold.records import Corpus, Source
from retold.settings import StorageSettings
from retold.testing.samples import adding, scope, turn, unit

DIMENSIONS = 384
MODEL = f"random/1/{DIMENSIONS}"
WORDS = [f"word{n}" for n in range(20_000)]
WEIGHTS = list(accumulate(1 / (n + 1) for n in range(len(WORDS))))
# Questions are asked without the most frequent words.
STOP_WORDS = 50
WEIGHTS_OF_QUESTIONS = [1 / (n + 1) for n in range(STOP_WORDS, len(WORDS))]
PLACE = scope(session="one")
TEXT = "We talked about the trip to the lake, and what to bring: tea, bread and the dog's lead. "
QUESTIONS = 200
ERASED = 1000
LACKING = 10


def words(chance: random.Random, number: int) -> list[str]:
    return chance.choices(WORDS, cum_weights=WEIGHTS, k=number)


def memory(chance: random.Random, number: int) -> list[Change]:
    said = turn(f"t{number}", PLACE, text=TEXT)
    source = Source(turn_id=said.id, start=0, end=40)
    held = unit(f"u{number}", PLACE, content=TEXT[:60], first_person=TEXT[:60], sources=(source,))
    return [
        adding(said, *words(chance, 20)),
        adding(held, *words(chance, 12), fingerprint=f"{number:064x}"),
    ]


def sync_milliseconds(directory: Path, bytes_a_write: int) -> float:
    """Median time of a synced append of as many bytes as one write leaves in the log."""
    times = []
    with tempfile.TemporaryFile(dir=directory) as file:
        data = os.urandom(bytes_a_write)
        for _ in range(QUESTIONS):
            file.write(data)
            file.flush()
            started = time.perf_counter()
            os.fsync(file.fileno())
            times.append(time.perf_counter() - started)
    return statistics.median(times) * 1000


async def median_milliseconds(times: int, step: Callable[[int], Awaitable[object]]) -> float:
    taken = []
    for number in range(times):
        started = time.perf_counter()
        await step(number)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken) * 1000


async def measure(directory: Path, units: int) -> dict[str, float]:
    path = directory / "memory.db"
    chance = random.Random(1)
    ledger = await SqliteLedger.open(path, StorageSettings())
    figures: dict[str, float] = {}
    written = [memory(chance, number) for number in range(units)]
    few = units // 10
    for number in range(units - 2 * few):
        await ledger.apply(written[number])
    await ledger.purge()
    await ledger.apply(written[units - 2 * few])
    figures["write_log_bytes"] = path.with_name("memory.db-wal").stat().st_size
    figures["write_ms"] = await median_milliseconds(
        few - 1, lambda n: ledger.apply(written[units - 2 * few + 1 + n])
    )
    unsynced = await SqliteLedger.open(path, StorageSettings(synchronous="normal"))
    figures["write_unsynced_ms"] = await median_milliseconds(
        few, lambda n: unsynced.apply(written[units - few + n])
    )
    await unsynced.close()
    figures["sync_ms"] = sync_milliseconds(directory, int(figures["write_log_bytes"]))
    await ledger.purge()
    figures["bytes_a_turn_and_unit"] = path.stat().st_size / units
    await searching(ledger, chance, units, figures)
    await erasing(ledger, units, figures)
    await ledger.close()
    return figures


async def searching(
    ledger: SqliteLedger, chance: random.Random, units: int, figures: dict[str, float]
) -> None:
    questions = [
        chance.choices(WORDS[STOP_WORDS:], weights=WEIGHTS_OF_QUESTIONS, k=8)
        for _ in range(QUESTIONS)
    ]
    figures["postings_ms"] = await median_milliseconds(
        QUESTIONS, lambda n: ledger.postings(PLACE, Corpus.UNITS, questions[n])
    )
    vectors = np.random.default_rng(1).standard_normal((units, DIMENSIONS), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    puts = [
        PutVectors(
            scope=PLACE,
            corpus=Corpus.UNITS,
            item_id=f"u{number}",
            model=MODEL,
            vectors=vectors[number : number + 1],
        )
        for number in range(units - LACKING)
    ]
    started = time.perf_counter()
    for first in range(0, len(puts), 500):
        await ledger.apply(puts[first : first + 500])
    figures["put_vectors_ms_each"] = (time.perf_counter() - started) / len(puts) * 1000
    index = SqliteIndex(ledger, StorageSettings())

    def ask(number: int) -> Awaitable[object]:
        vector = vectors[number % units]
        query = Nearest(scope=PLACE, corpus=Corpus.UNITS, model=MODEL, vector=vector, limit=200)
        return index.nearest(query)

    figures["nearest_first_ms"] = await median_milliseconds(1, ask)
    figures["nearest_ms"] = await median_milliseconds(QUESTIONS, ask)
    figures["lacking_vectors_ms"] = await median_milliseconds(
        QUESTIONS, lambda _: ledger.lacking_vectors(PLACE, Corpus.UNITS, MODEL, limit=16)
    )
    await index.close()


async def erasing(ledger: SqliteLedger, units: int, figures: dict[str, float]) -> None:
    erased = min(ERASED, units)
    changes = [EraseUnit(scope=PLACE, unit_id=f"u{number}") for number in range(erased)]
    figures["erase_1000_ms"] = await median_milliseconds(1, lambda _: ledger.apply(changes))
    figures["purge_ms"] = await median_milliseconds(3, lambda _: ledger.purge())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--units", type=int, default=10_000)
    parser.add_argument("--directory", type=Path, help="where to put the file; its disk counts")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.directory) as name:
        figures = anyio.run(measure, Path(name), arguments.units)
    if arguments.json:
        json.dump(figures, sys.stdout)
        sys.stdout.write("\n")
        return
    for label, value in figures.items():
        print(f"{label:24} {value:12.3f}")


if __name__ == "__main__":
    main()
