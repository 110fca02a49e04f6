"""The command that measures speed: adding a turn, recalling and building a context."""

from __future__ import annotations

import os
import platform
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import numpy as np
import typer
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.results import deliver
from retold.records import Corpus, HistoryEntry, Kind, Scope, Source, State, Unit
from retold.settings import Settings, load

if TYPE_CHECKING:
    from retold.changes import Change, Vector

app = typer.Typer()

USER = "bench"
# Units written in one transaction while the store is prepared; that part is not measured.
BATCH_UNITS = 1_000
# Recalls before the first measured one: caches of vectors and of the operating system are warm
# in a running program, and it is that state which is measured.
WARM_UP = 5
# One page of SQLite, which is the least that a commit syncs.
PAGE_BYTES = 4_096

WORDS = {
    "en": {
        "who": ("The user", "Mara", "Tom's brother", "Aunt Vera", "The neighbour"),
        "does": ("likes", "avoids", "has bought", "is saving for", "once repaired", "collects"),
        "what": ("a kayak", "rye bread", "film cameras", "a cargo bike", "board games", "wool"),
        "where": ("in Lisbon", "at the harbour", "near Graz", "in the attic", "by the lake"),
    },
    "zh": {
        "who": ("用户", "小梅", "老周的弟弟", "三姨", "楼下邻居"),
        "does": ("喜欢", "不想要", "刚买了", "在攒钱买", "修过", "收藏"),
        "what": ("皮划艇", "黑麦面包", "胶片相机", "货运单车", "桌游", "羊毛线"),
        "where": ("在里斯本", "在码头", "在苏州附近", "在阁楼里", "在湖边"),
    },
}
FORMS = {
    "en": {
        "say": "{who} {does} {what} number {number} {where}.",
        "ask": "Who {does} {what} number {number} {where}?",
    },
    "zh": {
        "say": "{who}{where}{does}{number}号{what}。",
        "ask": "谁{where}{does}{number}号{what}？",
    },
}


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
    json: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write JSON; `-` is stdout.")
    ] = None,
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
    from retold.sync import Memory

    path = directory / "bench.db"
    embedder = anyio.run(_prepare, path, settings, plan)
    draw = random.Random(plan.seed + 1)
    asked = iter([_sentence(draw, "ask", n) for n in range(2 * plan.recalls + WARM_UP)])
    said = [_sentence(draw, "say", plan.units + n) for n in range(plan.adds)]
    with (directory / "sync").open("wb", buffering=0) as file:
        sync = _timed(lambda _: _sync_once(file), range(plan.adds))
    with Memory.open(path, settings=settings) as memory:
        mine = memory.user(USER)
        for _ in range(WARM_UP):
            mine.recall(next(asked))
        recall = _timed(lambda _: mine.recall(next(asked)), range(plan.recalls))
        context = _timed(lambda _: mine.context(next(asked)), range(plan.recalls))
        add = _timed(mine.remember, said)
    size = sum(file.stat().st_size for file in directory.glob("bench.db*"))
    return {
        "command": "bench",
        "preset": settings.preset,
        "embedder": embedder,
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


async def _prepare(path: Path, settings: Settings, plan: Plan) -> str:
    """Fill a new store; the name of its embedder.

    The vectors are drawn too: comparing them takes as long as comparing real ones.
    """
    from retold.store import open_store

    store = await open_store(path, settings, embedder=None, clock=None)
    scope = Scope(user=USER)
    shape = np.random.default_rng(plan.seed)
    batch: list[Change] = []
    for unit in generated(plan, scope):
        vector = shape.standard_normal((1, store.encoder.dimensions)).astype(np.float32)
        batch.extend(_changes(unit, vector / np.linalg.norm(vector), store.encoder.identity))
        if len(batch) >= 2 * BATCH_UNITS:
            await store.ledger.apply(batch)
            batch = []
    await store.ledger.apply(batch)
    await store.close()
    return store.encoder.identity


def _changes(unit: Unit, vector: Vector, model: str) -> tuple[Change, Change]:
    from retold.changes import AddUnit, PutVectors
    from retold.text.wording import unit_tokens

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
    language = draw.choice(("en", "zh"))
    drawn = {name: draw.choice(choices) for name, choices in WORDS[language].items()}
    return FORMS[language][form].format(number=number, **drawn)


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
