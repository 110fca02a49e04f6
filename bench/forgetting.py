"""Forgetting: the speed of a sweep, and a year of one user's chat.

    python bench/forgetting.py [--units 100000] [--users 100] [--directory .] [--json]
    python bench/forgetting.py --year [--days 360] [--capacity 200] [--json]

The sweep is over units of many users who were here on every day of a year; what they said, and how
often it was used, is drawn from a seed. `plan` only reads and decides, `carry_out` also writes
what changes its state, `again` finds nothing to do. Beside the time that passed stands that of the
processor, which says more where the machine has other work. Memory is the growth of the peak.

The year is the everyday talk of one user, in English and Chinese, made from our own sentences,
with fifty facts told along the way, in its first half, each of which is asked for about twice. It
is maintained every night. At the end every fact is asked for, among memories alone and among all.
Texts are embedded by counting words and characters, so that a year takes minutes.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import anyio

from retold import Memory, Query, State, UserMemory
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.gateway import Gateway
from retold.records import Corpus, Kind, Scope
from retold.settings import Settings, StorageSettings, load
from retold.sweeping import Sweeping
from retold.testing.samples import adding, turn, unit

START = datetime(2026, 1, 1, 8, tzinfo=UTC)
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


# ── The year ───────────────────────────────────────────────────────────────────────────────────

SMALL_TALK = (
    "I went to the {place} with {name} this morning.",
    "I had {dish} for lunch and it was too salty.",
    "I feel tired after the {place}.",
    "I want to try {dish} next week.",
    "I bought a {thing} at the {place} for {number} euros.",
    "I plan to repair the {thing} with {name} on the weekend.",
    "I read chapter {number} of a book about {topic}.",
    "I'm thinking about a course on {topic}.",
    "我今天和{name}去了{zh_place}。",
    "我中午吃了{zh_dish}，有点咸。",
    "我打算下周去{zh_place}买{zh_thing}。",
    "我最近在看一本讲{zh_topic}的书，看到第{number}章。",
    "我花{number}块钱买了{zh_thing}。",
    "How are you?",
    "谢谢。",
)
WORDS = {
    "place": "harbour market library museum station bakery garden stadium theatre cinema".split(),
    "dish": "risotto ramen paella goulash dumplings falafel lasagne curry".split(),
    "thing": "lamp kettle shelf bicycle radio jacket notebook drill tent rucksack".split(),
    "topic": "bees bridges glaciers chess pottery weather maps volcanoes".split(),
    "name": "Ivo Petra Samir Lotte Bruno Nadia Otis Greta".split(),
    "zh_place": "菜市场 图书馆 博物馆 火车站 面包店 体育馆 书店 电影院".split(),
    "zh_dish": "牛肉面 炒河粉 小笼包 麻婆豆腐 酸菜鱼 煲仔饭".split(),
    "zh_thing": "台灯 水壶 书架 雨伞 耳机 背包 茶杯 键盘".split(),
    "zh_topic": "蜜蜂 桥梁 冰川 围棋 陶艺 天气 地图 火山".split(),
}
OWNERS = (
    *("sister", "brother", "mother", "father", "aunt", "uncle", "cousin", "neighbour", "boss"),
    "teacher",
)
CITIES = "Bergen Porto Ghent Turin Graz Malmo Nantes Split Bilbao Lublin".split()
PETS = "Pixel Mochi Biscuit Pepper Waffle Ziggy Nutmeg Clover Pickle Domino".split()
ZH_OWNERS = "姐姐 哥哥 妈妈 爸爸 姑姑 舅舅 表妹 邻居 老板 老师".split()
ZH_CITIES = "杭州 成都 青岛 昆明 厦门 西安 长沙 哈尔滨 桂林 大连".split()
ALLERGIES = "peanuts shrimp walnuts sesame celery mustard lupin soy kiwi latex".split()


def golden() -> list[tuple[str, str]]:
    """Fifty facts: what is said, and what is asked."""
    facts = []
    for owner, city, pet in zip(OWNERS, CITIES, PETS, strict=True):
        facts.append((f"My {owner} lives in {city}.", f"Where does my {owner} live?"))
        facts.append((f"My {owner} has a dog called {pet}.", f"My {owner}'s dog?"))
    for owner, city in zip(ZH_OWNERS, ZH_CITIES, strict=True):
        facts.append((f"我{owner}住在{city}。", f"我{owner}住在哪里？"))
    facts.extend((f"I'm allergic to {thing}.", f"Am I allergic to {thing}?") for thing in ALLERGIES)
    for dish, city in zip(ALLERGIES, CITIES, strict=True):
        course = f"I learned to swim in {city}, near the {dish} factory."
        facts.append((course, f"Did I learn to swim in {city}?"))
    return facts


class Clock:
    def __init__(self) -> None:
        self.moment = START

    def now(self) -> datetime:
        return self.moment


def small_talk(chance: random.Random) -> str:
    words = {name: chance.choice(values) for name, values in WORDS.items()}
    return chance.choice(SMALL_TALK).format(**words, number=chance.randint(2, 90))


def year(directory: Path, days: int, capacity: int) -> dict[str, Any]:
    chance, clock = random.Random(SEED), Clock()
    facts = golden()
    told_on = {n: chance.randrange(max(days // 2, 1)) for n in range(len(facts))}
    settings = load({"embedder.driver": "hashing", "forgetting.capacity": capacity}, environment={})
    path = directory / "memory.db"
    months: list[dict[str, Any]] = []
    kept: dict[int, set[str]] = {}
    with Memory.open(path, settings=settings, clock=clock) as memory:
        user = memory.user("ada")
        sweeps: list[float] = []
        for day in range(days):
            clock.moment = START + timedelta(days=day)
            for number, text in said_on(day, chance, facts, told_on):
                receipt = user.remember(text)
                if number is not None:
                    kept[number] = {*receipt.unit_ids, *receipt.turn_ids}
                clock.moment += timedelta(minutes=3)
            asked = [n for n in told_on if told_on[n] < day and chance.random() < 1 / 120]
            for number in asked:
                user.recall(facts[number][1])
            # What is used at the very moment of a sweep is left alone by it.
            clock.moment += timedelta(hours=1)
            started = time.perf_counter()
            memory.maintain()
            sweeps.append((time.perf_counter() - started) * 1000)
            if day % 30 == 29:
                months.append(month(memory, user, directory, sweeps))
                sweeps = []
        result = {"days": days, "capacity": capacity, "months": months}
        return result | asked_for(user, facts, kept)


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


def month(memory: Memory, user: UserMemory, directory: Path, sweeps: list[float]) -> dict[str, Any]:
    counts = memory.health()["counts"]
    times = []
    for number in range(20):
        started = time.perf_counter()
        user.recall(f"Which {WORDS['thing'][number % 10]} did I buy?")
        times.append((time.perf_counter() - started) * 1000)
    return {
        "turns": counts["turns"],
        "live": counts["units_active"] + counts["units_faded"],
        "faded": counts["units_faded"],
        "cold": counts["units_cold"],
        "file_mb": megabytes(directory),
        "sweep_ms": round(statistics.median(sweeps), 1),
        "recall_ms": round(statistics.median(times), 1),
    }


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
    print("month " + " ".join(f"{name:>9}" for name in names))
    most = max((row["live"] for row in result["months"]), default=1)
    for number, row in enumerate(result["months"], start=1):
        bar = "█" * round(30 * row["live"] / most)
        print(f"{number:5} " + " ".join(f"{row[name]:>9}" for name in names) + f"  {bar}")
    for name, value in result.items():
        if name != "months":
            print(f"{name:16} {value}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--units", type=int, default=100_000)
    parser.add_argument("--users", type=int, default=100)
    parser.add_argument("--year", action="store_true", help="the year of one user's chat")
    parser.add_argument("--days", type=int, default=DAYS_OF_A_YEAR)
    parser.add_argument("--capacity", type=int, default=200)
    parser.add_argument("--directory", type=Path, help="where to put the file; its disk counts")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.directory) as name:
        if arguments.year:
            result = year(Path(name), arguments.days, arguments.capacity)
        else:
            result = anyio.run(sweep, Path(name), arguments.units, arguments.users)
    if arguments.json:
        json.dump(result, sys.stdout, ensure_ascii=False)
        sys.stdout.write("\n")
    elif arguments.year:
        print_year(result)
    else:
        for label, value in result.items():
            print(f"{label:22} {value:>12}")


if __name__ == "__main__":
    main()
