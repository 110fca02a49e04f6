"""The command that measures speed: adding a turn, recalling and building a context."""

from __future__ import annotations

import os
import platform
import random
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import resources
from io import FileIO
from pathlib import Path
from typing import Annotated, Any

import anyio
import numpy as np
import typer
from rich.text import Text

from retold.changes import AddUnit, Change, PutVectors, Vector
from retold.cli.common import Common, register
from retold.cli.results import Json, deliver
from retold.ports import Embedder
from retold.records import Corpus, HistoryEntry, Kind, Scope, Source, State, Unit
from retold.registry import driver
from retold.settings import Settings, load
from retold.store import open_store
from retold.sync import Memory
from retold.text.wording import unit_tokens

app = typer.Typer()

USER = "bench"
# Changes in one transaction while the store is prepared; that part is not measured.
BATCH = 2_000
# Recalls before the first measured one: caches of vectors and of the operating system are warm
# in a running program, and it is that state which is measured.
WARM_UP = 5
# One page of SQLite, which is the least that a commit syncs.
PAGE_BYTES = 4_096


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is measured, and from which seed everything is drawn."""

    units: int
    adds: int
    recalls: int
    seed: int


@register(
    app,
    "bench",
    examples=("retold bench", "retold bench --units 100000 --json -"),
    without=("user", "db", "json"),
)
def bench(
    common: Common,
    *,
    units: Annotated[int, typer.Option(min=1, help="Memories of one user.")] = 10_000,
    adds: Annotated[int, typer.Option(min=1, help="Turns that are added.")] = 100,
    recalls: Annotated[int, typer.Option(min=1, help="Questions that are asked.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of everything that is drawn.")] = 0,
    directory: Annotated[
        Path, typer.Option(exists=True, file_okay=False, help="On the disk to measure.")
    ] = Path(),
    json: Json = None,
) -> None:
    """Measure one thread on this machine: a disk sync, an add, a recall, a context."""
    settings = load({"embedder.when": "later"}, preset=common.preset)
    plan = Plan(units=units, adds=adds, recalls=recalls, seed=seed)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(dir=directory, prefix="retold-bench-") as place:
        common.output.note("preparing {count} memories", count=f"{units:,}")
        result = measured(Path(place), settings, plan)
    result["seconds"] = round(time.perf_counter() - started, 1)
    deliver(common, result, _table(common, result), json)


def measured(directory: Path, settings: Settings, plan: Plan) -> dict[str, Any]:
    """Prepare a store in the directory, and measure it. Times are in milliseconds."""
    path = directory / "bench.db"
    embedder = _prepared(path, settings, plan)
    draw = random.Random(plan.seed + 1)
    asked = iter([_sentence(draw, "ask", n) for n in range(2 * plan.recalls + WARM_UP)])
    said = [_sentence(draw, "say", plan.units + n) for n in range(plan.adds + WARM_UP)]
    with (directory / "sync").open("wb", buffering=0) as file:
        sync = _timed(lambda _: _sync_once(file), range(plan.adds))
    with Memory.open(path, settings=settings, embedder=embedder) as memory:
        mine = memory.user(USER)
        for _ in range(WARM_UP):
            mine.recall(next(asked))
        recall = _timed(lambda _: mine.recall(next(asked)), range(plan.recalls))
        context = _timed(lambda _: mine.context(next(asked)), range(plan.recalls))
        for sentence in said[:WARM_UP]:
            mine.remember(sentence)
        add = _timed(mine.remember, said[WARM_UP:])
    size = sum(file.stat().st_size for file in directory.glob("bench.db*"))
    return {
        "command": "bench",
        "preset": settings.preset,
        "embedder": embedder.identity,
        "seed": plan.seed,
        "units": plan.units,
        "clients": 1,
        "latency_ms": {"sync": sync, "add": add, "recall": recall, "context": context},
        "metrics": {
            "add_beyond_sync_ms": round(add["p50"] - sync["p50"], 2),
            "file_bytes": size,
            "resident_bytes": _resident_bytes(),
        },
        "machine": {"system": platform.platform(), "cores": os.cpu_count()},
    }


def generated(plan: Plan, scope: Scope) -> Iterator[Unit]:
    """Units as a writer would have made them, half of them Chinese, drawn from the seed."""
    draw = random.Random(plan.seed)
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for n in range(plan.units):
        text = _sentence(draw, "say", n)
        said_at = start + timedelta(minutes=n)
        yield Unit(
            id=f"unit-{n:08d}",
            scope=scope,
            content=text,
            first_person=text,
            kind=draw.choice((Kind.FACT, Kind.PREFERENCE, Kind.EVENT)),
            subject="user",
            language="en" if text.isascii() else "zh",
            importance=draw.random(),
            sources=(Source(turn_id=f"turn-{n:08d}", start=0, end=len(text)),),
            created_at=said_at,
            occurred_at=said_at,
        )


def _prepared(path: Path, settings: Settings, plan: Plan) -> Embedder:
    """Fill a new store; the embedder that it is for.

    The vectors are drawn too: comparing them takes as long as comparing real ones.
    """
    embedder: Embedder = driver("retold.embedders", settings.embedder.driver)(settings.embedder)
    _words()  # read here, for the event loop below must not wait for a file
    draw = np.random.default_rng(plan.seed)
    changes: list[Change] = []
    for unit in generated(plan, Scope(user=USER)):
        vector = draw.standard_normal((1, embedder.dimensions)).astype(np.float32)
        changes.extend(_changes(unit, vector / np.linalg.norm(vector), embedder.identity))
    anyio.run(_fill, path, settings, embedder, changes)
    return embedder


async def _fill(
    path: Path, settings: Settings, embedder: Embedder, changes: Sequence[Change]
) -> None:
    store = await open_store(path, settings, embedder=embedder, clock=None)
    for start in range(0, len(changes), BATCH):
        await store.ledger.apply(changes[start : start + BATCH])
    await store.close()


def _changes(unit: Unit, vector: Vector, model: str) -> tuple[Change, Change]:
    entry = HistoryEntry(
        unit_id=unit.id,
        at=unit.created_at,
        event="created",
        content=unit.content,
        state=State.ACTIVE,
    )
    return (
        AddUnit(unit=unit, tokens=unit_tokens(unit), fingerprint=unit.id, entry=entry),
        PutVectors(
            scope=unit.scope, corpus=Corpus.UNITS, item_id=unit.id, model=model, vectors=vector
        ),
    )


def _sentence(draw: random.Random, form: str, number: int) -> str:
    words = _words()[draw.choice(("en", "zh"))]
    drawn = {name: draw.choice(words[name]) for name in ("who", "does", "what", "where")}
    text: str = words[form].format(number=number, **drawn)
    return text


@cache
def _words() -> dict[str, dict[str, Any]]:
    return tomllib.loads(resources.files("retold.cli").joinpath("bench.toml").read_text("utf-8"))


def _sync_once(file: FileIO) -> None:
    """Write a page and wait for the disk, as a commit must."""
    file.write(bytes(PAGE_BYTES))
    os.fsync(file.fileno())


def _timed(work: Callable[[Any], object], inputs: Sequence[Any]) -> dict[str, float]:
    """Median and 99th percentile of the time that the work takes, in milliseconds."""
    taken = []
    for one in inputs:
        started = time.perf_counter()
        work(one)
        taken.append((time.perf_counter() - started) * 1000)
    return {
        "p50": round(float(np.median(taken)), 2),
        "p99": round(float(np.quantile(taken, 0.99)), 2),
    }


def _resident_bytes() -> int | None:
    """The most memory this process has held; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def _table(common: Common, result: dict[str, Any]) -> list[Any]:
    output = common.output
    table = output.table("what", "median ms", "p99 ms", "note")
    notes = {
        "sync": output.words("one page to disk, as every commit must"),
        "add": output.words(
            "a turn, vectors made later; {more} ms beyond one sync",
            more=result["metrics"]["add_beyond_sync_ms"],
        ),
        "recall": output.words(
            "over {count} memories, question embedded", count=f"{result['units']:,}"
        ),
        "context": output.words("a recall, and its lines within the budget"),
    }
    for name, times in result["latency_ms"].items():
        table.add_row(
            Text(output.words(name)),
            Text(f"{times['p50']:.2f}", "accent"),
            Text(f"{times['p99']:.2f}"),
            Text(notes[name], "quiet"),
        )
    for column in table.columns[1:3]:
        column.justify = "right"
    size, resident = result["metrics"]["file_bytes"], result["metrics"]["resident_bytes"] or 0
    line = output.words(
        "preset {preset} · {embedder} · seed {seed} · "
        "file {size:.0f} MB · memory {resident:.0f} MB",
        preset=result["preset"],
        embedder=result["embedder"],
        seed=result["seed"],
        size=size / 1e6,
        resident=resident / 1e6,
    )
    return [table, Text(line, "quiet")]
