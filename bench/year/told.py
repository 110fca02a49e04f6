"""What a context tells of a day or a week of the past: with summaries, and without them.

A question about each day and each week that is long over, in English and Chinese, by who reads
without leaving a trace. Told is a memory of that time, in whatever state, whose words stand in the
context, or the words of its turn; by the side of it stand the tokens that this took, and the facts
found at the end.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from year.chat import SEED, START, Clock, asked_for, said_on, say
from year.talk import golden

from retold import Context, Kind, Memory, State, Unit, UserMemory
from retold.settings import load
from retold.text.wording import quoted

# What was said in the last two weeks is still at hand.
RECENT_DAYS = 14
FIRST_MONDAY = START.date() + timedelta(days=-START.weekday() % 7)
# A whole week must be long over.
LEAST_DAYS = (FIRST_MONDAY - START.date()).days + 7 + RECENT_DAYS
DAY = ("What did I do on {0:%B} {0.day}?", "{0.month}月{0.day}日我做了什么？")
WEEK = (
    "What happened in the week from {0:%B} {0.day} to {1:%B} {1.day}?",
    "{0.month}月{0.day}日到{1.month}月{1.day}日这一周发生了什么？",
)


def told(directory: Path, days: int, forgetting: Mapping[str, Any]) -> dict[str, Any]:
    """Live so many days with these settings under `forgetting`, and ask for what was long ago."""
    chance, clock, facts = random.Random(SEED), Clock(), golden()
    told_on = {n: chance.randrange(max(days // 2, 1)) for n in range(len(facts))}
    chosen = {f"forgetting.{name}": value for name, value in forgetting.items()}
    kept: dict[int, set[str]] = {}
    path = directory / "memory.db"
    with Memory.open(path, settings=load(chosen, environment={}), clock=clock) as memory:
        user = memory.user("ada")
        for day in range(days):
            clock.moment = START + timedelta(days=day)
            kept |= say(user, clock, said_on(day, chance, facts, told_on))
            clock.moment += timedelta(hours=1)
            memory.maintain()
        units = [one for one in user.memories(states=tuple(State)) if one.kind is not Kind.SUMMARY]
        reader = memory.user("ada", incognito=True)
        last = START.date() + timedelta(days=days - RECENT_DAYS)
        found = {
            "days": _asked(reader, units, DAY, last, length=1),
            "weeks": _asked(reader, units, WEEK, last, length=7),
        }
        facts_found = asked_for(user, facts, kept)
    figures = {
        f"{what}_{name}": value for what, row in found.items() for name, value in row.items()
    }
    return figures | {name: facts_found[name] for name in ("recall_memories", "recall_all")}


def _is_told(unit: Unit, context: Context, said: Mapping[str, str]) -> bool:
    """Whether a memory stands in the context, or the turn in which it was said."""
    sources = (said[source.turn_id] for source in unit.sources if source.turn_id in said)
    return quoted(unit.content) in context.text or any(text in context.text for text in sources)


def _asked(
    user: UserMemory, units: Sequence[Unit], questions: Sequence[str], last: date, *, length: int
) -> dict[str, float]:
    shares, tokens = [], []
    said = {turn.id: quoted(turn.text) for turn in user.turns()}
    first = FIRST_MONDAY
    while first + timedelta(days=length) <= last:
        end = first + timedelta(days=length - 1)
        there = [one for one in units if first <= one.occurred_at.date() <= end]
        for question in questions if there else ():
            context = user.context(question.format(first, end))
            shares.append(sum(_is_told(one, context, said) for one in there) / len(there))
            tokens.append(context.tokens)
        first = end + timedelta(days=1)
    return {
        "asked": len(shares),
        "told": round(statistics.mean(shares), 3),
        "tokens": round(statistics.mean(tokens)),
    }
