"""The times that are summed up: every ten turns, each day, each week. Pure.

A day is one of the zone in which something was said, and a week is one of ISO 8601. Only what is
over is summed up: ten turns once the tenth is said, a day and a week by the clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from retold.ports import TurnOutline
from retold.records import Kind, Unit

Level = Literal["turns", "day", "week"]

TURNS = 10
# One memory is its own summary.
_LEAST_UNITS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A time that is over, and the units of it, oldest first.

    `name` is the tag by which its summary is known again, such as `day:2026-05-06`; `tags` are the
    names of longer periods that hold it. Each agent has periods of its own.
    """

    name: str
    level: Level
    agent: str | None
    start: datetime
    end: datetime
    units: tuple[Unit, ...]
    tags: tuple[str, ...] = ()


def blocks(outlines: Iterable[TurnOutline]) -> dict[str, str]:
    """By the id of each turn, the name of the ten turns that it is one of, if all were said."""
    listed = list(outlines)
    there = {(outline.session, outline.position) for outline in listed}
    found = {}
    for outline in listed:
        first = outline.position // TURNS * TURNS
        last = first + TURNS - 1
        if (outline.session, last) in there:
            found[outline.id] = f"turns:{outline.session}:{first}-{last}"
    return found


def periods(units: Sequence[Unit], block_of: Mapping[str, str], *, now: datetime) -> list[Period]:
    """The periods that are over and hold several of the units, the shortest and oldest first."""
    groups: dict[tuple[Level, str | None, str], list[Unit]] = {}
    for unit in units:
        if unit.kind is Kind.SUMMARY:
            continue
        agent, day = unit.scope.agent, unit.occurred_at.date()
        block = next((block_of[s.turn_id] for s in unit.sources if s.turn_id in block_of), "")
        if block:
            groups.setdefault(("turns", agent, block), []).append(unit)
        groups.setdefault(("day", agent, f"day:{day}"), []).append(unit)
        groups.setdefault(("week", agent, _week(day)), []).append(unit)
    made = [
        _period(level, agent, name, held)
        for (level, agent, name), held in groups.items()
        if len(held) >= _LEAST_UNITS
    ]
    order = ("turns", "day", "week")
    over = [period for period in made if period.end <= now]
    return sorted(over, key=lambda p: (order.index(p.level), p.start, p.name, p.agent or ""))


def _period(level: Level, agent: str | None, name: str, units: Sequence[Unit]) -> Period:
    held = tuple(sorted(units, key=lambda unit: (unit.occurred_at, unit.id)))
    if level == "turns":
        start, end = held[0].occurred_at, held[-1].occurred_at
    else:
        days = 1 if level == "day" else 7
        starts = [_midnight(unit.occurred_at, level) for unit in held]
        start, end = min(starts), max(starts) + timedelta(days=days)
    first, last = held[0].occurred_at.date(), held[-1].occurred_at.date()
    tags = []
    if level == "turns" and first == last:
        tags.append(f"day:{first}")
    if level != "week" and _week(first) == _week(last):
        tags.append(_week(first))
    return Period(
        name=name, level=level, agent=agent, start=start, end=end, units=held, tags=tuple(tags)
    )


def _week(day: date) -> str:
    year, week, _ = day.isocalendar()
    return f"week:{year}-W{week:02}"


def _midnight(at: datetime, level: Level) -> datetime:
    day = at.date()
    if level == "week":
        day -= timedelta(days=day.weekday())
    return datetime.combine(day, time.min, tzinfo=at.tzinfo)
