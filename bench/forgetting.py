"""Forgetting: the speed of a sweep, and a year of one user's chat.

    python bench/forgetting.py [--units 100000] [--users 100] [--directory .] [--json]
    python bench/forgetting.py --erase [--units 100000] [--directory .] [--json]
    python bench/forgetting.py --year [--days 360] [--capacity 200] [--cold-days 180]
        [--turn-days 60] [--plot year.svg] [--json]
    python bench/forgetting.py --summaries [--days 90] [--capacity 200] [--json]

The sweep is over units of many users who were here on every day of a year; what they said, and how
often it was used, is drawn from a seed. `plan` only reads and decides, `carry_out` also writes
what changes its state, `again` finds nothing to do. Beside the time that passed stands that of the
processor, which says more where the machine has other work. Memory is the growth of the peak.

Erasing is of 1,000 units of one user with all that was made of them, as `erase` does it, in a store
where 100 users have as many each, and in one where all are that user's.

The year is the everyday talk of one user, in English and Chinese, made from our own sentences,
with fifty facts told along the way, in its first half, each of which is asked for about twice. It
is maintained every night. At the end every fact is asked for, among memories alone and among all.
Texts are embedded by counting words and characters, so that a year takes minutes. It is lived
twice: as the defaults have it, with everything kept, and with what is not used let go.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from datetime import timedelta
from itertools import accumulate, islice, product
from pathlib import Path
from typing import Any

import anyio
import numpy as np
from year.chart import chart
from year.chat import START, year
from year.told import LEAST_DAYS, told

from retold import AsyncMemory
from retold.changes import AddTurn, Change
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.gateway import Gateway
from retold.records import Kind, Scope, Source
from retold.settings import Settings, StorageSettings, load
from retold.sweeping import Sweeping
from retold.testing.samples import adding, putting, turn, unit
from retold.text.wording import turn_tokens, unit_tokens

DAYS_OF_A_YEAR = 360
SEED = 1
BATCH = 5000
KINDS = (Kind.FACT, Kind.PREFERENCE, Kind.EVENT, Kind.EVENT, Kind.PLAN, Kind.FEELING)

# ── The sweep ──────────────────────────────────────────────────────────────────────────────────


async def fill(ledger: SqliteLedger, units: int, users: int) -> None:
    """Users who were here every day, with as many units each."""
    chance = random.Random(SEED)
    for user in range(users):
        scope = Scope(user=f"user{user}")
        said = [
            turn(f"t{day}", scope, text="ok", occurred_at=START + timedelta(days=day))
            for day in range(DAYS_OF_A_YEAR)
        ]
        await ledger.apply([adding(one, "ok") for one in said])
        number = units // users + (user < units % users)
        for first in range(0, number, BATCH):
            held = [
                unit(
                    f"u{n}",
                    scope,
                    kind=chance.choice(KINDS),
                    importance=round(chance.random(), 2),
                    occurred_at=START + timedelta(days=chance.random() * DAYS_OF_A_YEAR),
                )
                for n in range(first, min(first + BATCH, number))
            ]
            await ledger.apply([adding(one, "tea", "milk") for one in held])


async def sweep(directory: Path, units: int, users: int) -> dict[str, Any]:
    ledger = await SqliteLedger.open(directory / "memory.db", StorageSettings())
    quick = await SqliteLedger.open(directory / "memory.db", StorageSettings(synchronous="normal"))
    started = time.perf_counter()
    await fill(quick, units, users)
    await quick.close()
    figures: dict[str, Any] = {"units": units, "users": users, "fill_s": since(started)}
    figures["file_mb"] = megabytes(directory)
    settings = Settings()
    sweeping = Sweeping(ledger, Gateway(ledger, settings.limits), settings)
    now = START + timedelta(days=DAYS_OF_A_YEAR)
    peak = peak_megabytes()
    for name, planned in (("plan", True), ("carry_out", False), ("again", False)):
        started, busy, looked, moved = time.perf_counter(), time.process_time(), 0, 0
        for scope in await ledger.users():
            done = await sweeping.sweep(scope, now=now, planned=planned, named=False)
            looked += done.units
            moved += sum(done.counts.values())
        figures |= {f"{name}_s": since(started), f"{name}_looked_at": looked}
        figures[f"{name}_cpu_s"] = round(time.process_time() - busy, 2)
        figures[f"{name}_moved"] = moved
    figures["memory_mb"] = round(peak_megabytes() - peak, 1)
    await ledger.close()
    return figures


# ── Erasing ────────────────────────────────────────────────────────────────────────────────────

ERASED = 1000
VOCABULARY = 20_000
DIMENSIONS = 256
# As often as there is something left to erase.
ROUNDS = 3


async def remember_words(ledger: SqliteLedger, units: int, users: int) -> None:
    """Users with as many units each, in words as common as they are in a language (Zipf)."""
    chance = random.Random(SEED)
    vectors = np.random.default_rng(SEED)
    syllables = [f"{one}{two}" for one in "bdfgklmnprstvz" for two in "aeiou"]
    words = ["".join(word) for word in islice(product(syllables, repeat=3), VOCABULARY)]
    chance.shuffle(words)
    common = list(accumulate(1 / (number + 1) for number in range(VOCABULARY)))
    for user in range(users):
        scope = Scope(user=f"user{user}")
        number = units // users + (user < units % users)
        for first in range(0, number, BATCH):
            changes: list[Change] = []
            for n in range(first, min(first + BATCH, number)):
                told = " ".join(chance.choices(words, cum_weights=common, k=8))
                said = turn(f"t{n}", scope, text=f"I {told}.")
                source = Source(turn_id=said.id, start=0, end=len(said.text))
                held = unit(f"u{n}", scope, content=f"Ada {told}.", sources=(source,))
                changes += [
                    AddTurn(turn=said, tokens=turn_tokens(said)),
                    adding(held, *unit_tokens(held)),
                    *(putting(one, vectors.normal(size=DIMENSIONS)) for one in (said, held)),
                ]
            await ledger.apply(changes)


async def erase(directory: Path, units: int, users: int) -> dict[str, Any]:
    """How long it takes that 1,000 units of one user are gone, bytes and all."""
    path, started = directory / "memory.db", time.perf_counter()
    quick = await SqliteLedger.open(path, StorageSettings(synchronous="normal"))
    await remember_words(quick, units, users)
    await quick.close()
    figures: dict[str, Any] = {"units": units, "users": users, "fill_s": since(started)}
    figures["file_mb"] = megabytes(directory)
    chosen = load({"embedder.driver": "hashing"}, environment={})
    async with await AsyncMemory.open(path, settings=chosen) as memory:
        user = memory.user("user0")
        there = [held.id for held in await user.memories()]
        ids = random.Random(SEED).sample(there, min(ERASED * ROUNDS, len(there)))
        for first in range(0, len(ids), ERASED):
            started, busy = time.perf_counter(), time.process_time()
            receipt = await user.erase(*ids[first : first + ERASED])
            figures[f"erased_{first // ERASED}"] = receipt.units
            figures[f"erase_{first // ERASED}_s"] = since(started)
            figures[f"erase_{first // ERASED}_cpu_s"] = round(time.process_time() - busy, 2)
    return figures


# ── What is common ─────────────────────────────────────────────────────────────────────────────


def since(started: float) -> float:
    return round(time.perf_counter() - started, 2)


def megabytes(directory: Path) -> float:
    return round(sum(file.stat().st_size for file in directory.iterdir()) / 1e6, 2)


def peak_megabytes() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def print_year(result: dict[str, Any]) -> None:
    names = list(result["months"][0]) if result["months"] else []
    print("month " + " ".join(f"{name:>13}" for name in names))
    most = max((row["live"] for row in result["months"]), default=1)
    for number, row in enumerate(result["months"], start=1):
        bar = "█" * round(30 * row["live"] / most)
        print(f"{number:5} " + " ".join(f"{row[name]:>13}" for name in names) + f"  {bar}")
    for name, value in result.items():
        if name != "months":
            print(f"{name:16} {value}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--units", type=int, default=100_000)
    parser.add_argument("--users", type=int, default=100)
    parser.add_argument("--erase", action="store_true", help="1,000 units of one user")
    parser.add_argument("--year", action="store_true", help="the year of one user's chat")
    parser.add_argument("--summaries", action="store_true", help="what they tell of a time")
    parser.add_argument("--days", type=int, default=DAYS_OF_A_YEAR)
    parser.add_argument("--capacity", type=int, default=200)
    parser.add_argument("--cold-days", type=int, default=180, help="in the year that lets go")
    parser.add_argument("--turn-days", type=int, default=60, help="in the year that lets go")
    parser.add_argument("--plot", type=Path, help="an SVG file to draw both years in")
    parser.add_argument("--directory", type=Path, help="where to put the file; its disk counts")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    result: dict[str, Any]
    if arguments.year:
        result = years(arguments)
    elif arguments.summaries:
        if arguments.days < LEAST_DAYS:
            parser.error(f"whole weeks are asked about, which takes --days {LEAST_DAYS} or more")
        result = with_summaries_and_without(arguments)
    elif arguments.erase:
        result = {}
        for users in (arguments.users, 1):
            with tempfile.TemporaryDirectory(dir=arguments.directory) as name:
                found = anyio.run(erase, Path(name), arguments.units, users)
            result |= {f"{key}, {users} user(s)": value for key, value in found.items()}
    else:
        with tempfile.TemporaryDirectory(dir=arguments.directory) as name:
            result = anyio.run(sweep, Path(name), arguments.units, arguments.users)
    if arguments.json:
        json.dump(result, sys.stdout, ensure_ascii=False)
        sys.stdout.write("\n")
    elif arguments.year:
        for name, one in result.items():
            print(f"── {name}")
            print_year(one)
    else:
        for label, value in result.items():
            print(f"{label:28} {value:>12}")


def with_summaries_and_without(arguments: argparse.Namespace) -> dict[str, Any]:
    """What is told of days and weeks, twice."""
    result = {}
    for name, summaries in (("without", False), ("with", True)):
        chosen = {"capacity": arguments.capacity, "summaries": summaries}
        with tempfile.TemporaryDirectory(dir=arguments.directory) as place:
            found = told(Path(place), arguments.days, chosen)
        result |= {f"{key}, {name}": value for key, value in found.items()}
    return result


def years(arguments: argparse.Namespace) -> dict[str, Any]:
    """The years that are asked for, by their names."""
    room = {"capacity": arguments.capacity}
    kept = {"cold_days": arguments.cold_days, "turn_days": arguments.turn_days}
    lived = {
        "keeps everything (the default)": room,
        f"lets go (cold_days {kept['cold_days']}, turn_days {kept['turn_days']})": room | kept,
    }
    found = {}
    for name, forgetting in lived.items():
        with tempfile.TemporaryDirectory(dir=arguments.directory) as place:
            found[name] = year(Path(place), arguments.days, forgetting)
    if arguments.plot:
        title = f"{arguments.days} days of one user's chat, room for {arguments.capacity} memories"
        arguments.plot.write_text(chart(title, found), "utf-8")
    return found


if __name__ == "__main__":
    main()
