from datetime import UTC, datetime, timedelta, timezone

import pytest

from retold.forgetting.periods import blocks, periods
from retold.ports import TurnOutline
from retold.records import Kind, Source
from retold.testing.samples import scope, unit

MONDAY = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
LATER = MONDAY + timedelta(days=60)


def kept(name, at, *, agent=None, turn="t", kind=Kind.FACT):
    sources = (Source(turn_id=turn, start=0, end=5),)
    return unit(name, scope(agent=agent), occurred_at=at, sources=sources, kind=kind)


def outline(position, session="s"):
    return TurnOutline(
        id=f"{session}{position}",
        number=position,
        session=session,
        position=position,
        speaker="Ada",
        role="user",
        is_question=False,
        occurred_at=MONDAY,
    )


def names(units, block_of=None, now=LATER):
    return [period.name for period in periods(units, block_of or {}, now=now)]


def test_days_and_weeks_with_several_units():
    units = [kept(f"u{n}", MONDAY + timedelta(days=n // 2)) for n in range(6)]
    days = ["day:2026-05-04", "day:2026-05-05", "day:2026-05-06"]
    assert names(units) == [*days, "week:2026-W19"]
    assert names(units[:1]) == []


def test_a_period_is_summed_up_once_it_is_over():
    units = [kept(f"u{n}", MONDAY) for n in range(2)]
    midnight = datetime(2026, 5, 5, tzinfo=UTC)
    assert names(units, now=midnight - timedelta(seconds=1)) == []
    assert names(units, now=midnight) == ["day:2026-05-04"]
    assert names(units, now=midnight + timedelta(days=6)) == ["day:2026-05-04", "week:2026-W19"]


def test_a_day_is_one_of_the_zone_in_which_it_was_said():
    shanghai = timezone(timedelta(hours=8))
    late = datetime(2026, 5, 5, 1, 0, tzinfo=shanghai)  # still the fourth in UTC
    (day,) = periods([kept("a", late), kept("b", late)], {}, now=late + timedelta(days=1))
    assert (day.name, day.start) == ("day:2026-05-05", late.replace(hour=0))


def test_the_last_days_of_a_year_belong_to_the_week_of_the_next():
    units = [kept(f"u{n}", datetime(2024, 12, 30 + n, 9, 0, tzinfo=UTC)) for n in range(2)]
    assert names(units) == ["week:2025-W01"]


def test_ten_turns_are_a_block_once_the_tenth_is_said():
    whole = [outline(n) for n in range(13)]
    assert set(blocks(whole).values()) == {"turns:s:0-9"}
    assert "s10" not in blocks(whole)
    assert blocks(whole[:9]) == {}


def test_a_block_is_summed_up_before_its_day_is_over():
    block_of = blocks([outline(n) for n in range(10)])
    units = [kept("a", MONDAY, turn="s0"), kept("b", MONDAY, turn="s9")]
    (block,) = periods(units, block_of, now=MONDAY)
    assert block.name == "turns:s:0-9"
    assert block.tags == ("day:2026-05-04", "week:2026-W19")


def test_each_agent_has_periods_of_its_own():
    units = [kept(f"{agent}{n}", MONDAY, agent=agent) for agent in "xy" for n in range(2)]
    found = periods(units, {}, now=MONDAY + timedelta(days=1))
    assert [(p.agent, len(p.units)) for p in found] == [("x", 2), ("y", 2)]
    assert names([kept("a", MONDAY, agent="x"), kept("b", MONDAY, agent="y")]) == []


@pytest.mark.parametrize("number", [2, 5])
def test_summaries_are_not_summed_up(number):
    assert names([kept(f"u{n}", MONDAY, kind=Kind.SUMMARY) for n in range(number)]) == []
