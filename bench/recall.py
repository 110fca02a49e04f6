"""Speed of a recall by the size of one user's memory, the question's embedding included.

    python bench/recall.py [--units 10000] [--turns 10000] [--large] [--questions 200] [--json]

Texts are put together from word lists; the vectors of what is stored are random, of the default
embedder's length, since embedding them says nothing about recall and takes minutes. Questions are
new ones each time, and embedded by the default embedder on one thread; `question_ms` is what that
alone takes. `peak_mb` is the most memory that the process ever had, the filling included. Run it
with OMP_NUM_THREADS=1 for one thread in all.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import anyio
import numpy as np

from retold.changes import AddTurn, Change, PutVectors
from retold.drivers.embedders.e5 import E5Embedder
from retold.drivers.indexes.sqlite import SqliteIndex
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.records import Corpus, Kind, Query, Scope, Turn, Unit
from retold.retriever import Encoder, Retriever
from retold.settings import Settings
from retold.testing.samples import AT, adding, turn, unit
from retold.text.wording import turn_tokens, unit_tokens

WHO = "Ada Ben Cleo Dan Eve Finn Gwen Hugo Iris Jack Kate Liam".split()
DID = """bought painted lost found repaired borrowed sold planted cooked wrote learned watched
    visited cleaned photographed tried ordered returned wrapped missed""".split()
WHAT = """a kettle|a bicycle|the piano|a novel|some tulips|a tent|the garden|a lamp|a violin|
    the car|a scarf|some bread|a puzzle|the boat|a camera|a chair|the attic|a guitar|a map"""
WHERE = """in Lisbon|at the lake|near the station|at work|in the kitchen|on the coast|at school|in
    Oslo|by the river|in the hills|at a market|on the train""".split("|")
WHEN = "yesterday|last week|in spring|on Monday|before lunch|at night|in May|this year".split("|")
TURNS_A_SESSION = 20
CHANGES_A_WRITE = 2000
LARGE = 100_000


def sentence(chance: random.Random) -> str:
    parts = (chance.choice(words).strip() for words in (WHO, DID, WHAT.split("|"), WHERE, WHEN))
    return " ".join(" ".join(parts).split()) + f", item {chance.randrange(10_000)}."


def question(chance: random.Random) -> str:
    who, did, where, when = (chance.choice(words).strip() for words in (WHO, DID, WHERE, WHEN))
    return f"What is it that {who} {did} {' '.join(where.split())} {when}?"


def stored_turn(chance: random.Random, number: int) -> Turn:
    session, position = divmod(number, TURNS_A_SESSION)
    return turn(
        f"t{number}",
        Scope(user="ada", session=f"s{session}"),
        speaker=chance.choice(WHO),
        text=f"{sentence(chance)} {sentence(chance)}" + "?" * (number % 4 == 0),
        position=position,
        occurred_at=AT + timedelta(minutes=number),
    )


def stored_unit(chance: random.Random, number: int) -> Unit:
    return unit(
        f"u{number}",
        Scope(user="ada"),
        content=sentence(chance),
        first_person=sentence(chance),
        kind=chance.choice(list(Kind)),
        importance=chance.random(),
    )


def with_vector(record: Turn | Unit, model: str, vector: np.ndarray) -> list[Change]:
    is_turn = isinstance(record, Turn)
    made = PutVectors(
        scope=record.scope,
        corpus=Corpus.TURNS if is_turn else Corpus.UNITS,
        item_id=record.id,
        model=model,
        vectors=vector[None],
    )
    if isinstance(record, Turn):
        return [AddTurn(turn=record, tokens=turn_tokens(record)), made]
    return [adding(record, *unit_tokens(record), fingerprint=record.id), made]


async def fill(ledger: SqliteLedger, records: Sequence[Turn | Unit], encoder: Encoder) -> None:
    generator = np.random.default_rng(0)
    # Cosines of a real embedder are close together and far from zero; so are these.
    vectors = generator.normal(0.12, 0.06, size=(len(records), encoder.dimensions))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    changes = [
        change
        for record, vector in zip(records, vectors, strict=True)
        for change in with_vector(record, encoder.identity, vector)
    ]
    for start in range(0, len(changes), CHANGES_A_WRITE):
        await ledger.apply(changes[start : start + CHANGES_A_WRITE])


async def embedding(encoder: Encoder, text: str) -> float:
    before = time.perf_counter()
    await encoder.question(text)
    return (time.perf_counter() - before) * 1000


async def measure(units: int, turns: int, questions: int) -> dict[str, object]:
    chance = random.Random(0)
    settings = Settings()
    with tempfile.TemporaryDirectory() as folder:
        ledger = await SqliteLedger.open(Path(folder) / "memory.db", settings.storage)
        index = SqliteIndex(ledger, settings.storage)
        encoder = Encoder(E5Embedder(settings.embedder), settings.embedder)
        await fill(ledger, [stored_turn(chance, number) for number in range(turns)], encoder)
        await fill(ledger, [stored_unit(chance, number) for number in range(units)], encoder)
        retriever = Retriever(ledger, index, encoder, settings.retriever)
        taken: list[float] = []
        steps: dict[str, list[float]] = {}
        started = time.perf_counter()
        for number in range(questions + 1):
            query = Query(text=question(chance), scope=Scope(user="ada"), threshold=0.0)
            before = time.perf_counter()
            recall = await retriever.recall(query, now=AT)
            if number == 0:  # it loads the model and the vectors
                first = (time.perf_counter() - started) * 1000
                continue
            taken.append((time.perf_counter() - before) * 1000)
            for name, milliseconds in recall.milliseconds.items():
                steps.setdefault(name, []).append(milliseconds)
        alone = [await embedding(encoder, question(chance)) for _ in range(questions)]
        await index.close()
        await ledger.close()
    return {
        "units": units,
        "turns": turns,
        "questions": questions,
        "first_ms": round(first, 1),
        "p50_ms": round(statistics.median(taken), 2),
        "p99_ms": round(float(np.percentile(taken, 99)), 2),
        "question_ms": round(statistics.median(alone), 2),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "steps_ms": {name: round(statistics.median(values), 2) for name, values in steps.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--units", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--large", action="store_true", help=f"{LARGE} of both")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    units, turns = (LARGE, LARGE) if given.large else (given.units, given.turns)
    result = anyio.run(measure, units, turns, given.questions)
    if given.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        print(f"{name:12} {value}")


if __name__ == "__main__":
    main()
