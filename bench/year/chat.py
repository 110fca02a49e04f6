"""A year of one user's chat, maintained every night, and what it costs from month to month."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
from year.talk import WORDS, golden, small_talk

from retold import Memory, Query, State, UserMemory
from retold.records import Corpus
from retold.settings import load

START = datetime(2026, 1, 1, 8, tzinfo=UTC)
SEED = 1
# Enough for a median that a busy machine does not move much.
RECALLS = 60


class Clock:
    def __init__(self) -> None:
        self.moment = START

    def now(self) -> datetime:
        return self.moment


def year(directory: Path, days: int, forgetting: Mapping[str, int]) -> dict[str, Any]:
    chance, clock = random.Random(SEED), Clock()
    facts = golden()
    told_on = {n: chance.randrange(max(days // 2, 1)) for n in range(len(facts))}
    chosen = {f"forgetting.{name}": value for name, value in forgetting.items()}
    settings = load({"embedder.driver": "hashing"} | chosen, environment={})
    path = directory / "memory.db"
    months: list[dict[str, Any]] = []
    kept: dict[int, set[str]] = {}
    with Memory.open(path, settings=settings, clock=clock) as memory:
        user = memory.user("ada")
        sweeps: list[float] = []
        for day in range(days):
            clock.moment = START + timedelta(days=day)
            kept |= say(user, clock, said_on(day, chance, facts, told_on))
            asked = [n for n in told_on if told_on[n] < day and chance.random() < 1 / 120]
            for number in asked:
                user.recall(facts[number][1])
            # What is used at the very moment of a sweep is left alone by it.
            clock.moment += timedelta(hours=1)
            started = time.perf_counter()
            memory.maintain()
            sweeps.append((time.perf_counter() - started) * 1000)
            if day % 30 == 29:
                months.append(month(memory, user, path, sweeps))
                sweeps = []
        result = {"days": days} | dict(forgetting) | {"months": months}
        return result | asked_for(user, facts, kept)


def say(
    user: UserMemory, clock: Clock, said: Iterator[tuple[int | None, str]]
) -> dict[int, set[str]]:
    """Say it all, a few minutes apart; what became of each of the facts among it."""
    kept = {}
    for number, text in said:
        receipt = user.remember(text)
        if number is not None:
            kept[number] = {*receipt.unit_ids, *receipt.turn_ids}
        clock.moment += timedelta(minutes=3)
    return kept


def said_on(
    day: int,
    chance: random.Random,
    facts: list[tuple[str, str]],
    told_on: dict[int, int],
) -> Iterator[tuple[int | None, str]]:
    """What is said on a day, and which of the facts it is."""
    for _ in range(chance.randint(4, 8)):
        yield None, small_talk(chance)
    for number, when in told_on.items():
        if when == day:
            yield number, facts[number][0]


def month(memory: Memory, user: UserMemory, path: Path, sweeps: list[float]) -> dict[str, Any]:
    """Counts, size and speed at the end of a month.

    The size is that of the database, with the pages that are free to be used again; the write-ahead
    log beside it, 16 MB once it was full, does not grow.
    """
    counts = memory.health()["counts"]
    times, busy = [], []
    for number in range(RECALLS):
        # One that counts no access: measuring must not keep memories alive.
        started, worked = time.perf_counter(), time.process_time()
        user.recall(f"Which {WORDS['thing'][number % 10]} did I buy?", explain=True)
        times.append((time.perf_counter() - started) * 1000)
        busy.append((time.process_time() - worked) * 1000)
    pages, free, size = _pages(path)
    return {
        "turns": counts["turns"],
        "live": counts["units_active"] + counts["units_faded"],
        "faded": counts["units_faded"],
        "cold": counts["units_cold"],
        "file_mb": round(pages * size / 1e6, 2),
        "free_mb": round(free * size / 1e6, 2),
        "sweep_ms": round(statistics.median(sweeps), 1),
        "recall_ms": round(statistics.median(times), 1),
        "recall_cpu_ms": round(statistics.median(busy), 1),
    }


def _pages(path: Path) -> tuple[int, int, int]:
    """Pages of the database, those of them that are free, and the bytes of one."""
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    names = ("page_count", "freelist_count", "page_size")
    count, free, size = (int(str(connection.pragma(name))) for name in names)
    connection.close()
    return count, free, size


def asked_for(
    user: UserMemory, facts: list[tuple[str, str]], kept: dict[int, set[str]]
) -> dict[str, Any]:
    """How many of the facts are found at the end, and in which state they were.

    Found is the memory made of the fact, or among all the turn in which it was told.
    """
    every = {u.id: u.state.value for u in user.memories(states=tuple(State))}
    states: dict[str, int] = {}
    found = {"memories": 0, "all": 0}
    missed = []
    for number, (_, question) in enumerate(facts):
        state = next((every[i] for i in kept.get(number, ()) if i in every), "none")
        states[state] = states.get(state, 0) + 1
        for name, corpora in (("memories", (Corpus.UNITS,)), ("all", tuple(Corpus))):
            query = Query(text=question, scope=user.scope, k=8, corpora=corpora)
            hit = any(hit.id in kept.get(number, ()) for hit in user.recall(query))
            found[name] += hit
            if name == "memories" and not hit:
                missed.append(f"{question} ({state})")
    shares = {f"recall_{name}": count / len(facts) for name, count in found.items()}
    return {"facts": len(facts), "states_before": states, "missed": missed} | shares
