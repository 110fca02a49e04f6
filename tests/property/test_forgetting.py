"""The forgetting curve, and the plan of a sweep."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from retold.forgetting import candidates, fading, plan_moves, retention, surplus
from retold.ports import LIVE
from retold.records import Kind
from retold.settings import ForgettingSettings, HalfLives
from tests.unit.forgetting.strengths import on_day, strengths

DAYS = st.integers(0, 400)
SHARE = st.floats(0, 1)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "kind": st.sampled_from(Kind),
            "state": st.sampled_from(LIVE),
            "importance": SHARE,
            "pinned": st.booleans(),
            "said": DAYS,
            "uses": st.integers(0, 20),
        }
    ).flatmap(lambda row: st.integers(row["said"], 400).map(lambda used: row | {"used": used})),
    max_size=30,
)
SETTINGS = st.builds(
    ForgettingSettings,
    capacity=st.integers(0, 30),
    after_days=st.integers(0, 400),
    least_importance=SHARE,
    floor=SHARE,
    evict_to=st.sampled_from(("cold", "retired")),
)


def left(idle_days, *, half_life=60.0, use_days=0, importance=0.5, growth=0.5):
    (value,) = retention(
        np.array([idle_days]),
        half_lives=np.array([half_life]),
        use_days=np.array([use_days]),
        importance=np.array([importance]),
        growth=growth,
    ).tolist()
    return value


@given(DAYS, DAYS, st.floats(0, 1000), st.integers(0, 50), SHARE)
def test_it_falls_with_time_from_one_towards_zero(first, more, half_life, use_days, importance):
    given_ = {"half_life": half_life, "use_days": use_days, "importance": importance}
    earlier, later = left(first, **given_), left(first + more, **given_)
    assert 0 <= later <= earlier <= 1
    assert left(0, **given_) == 1


@given(DAYS, st.floats(0.1, 1000), st.integers(0, 50), st.integers(0, 50), SHARE, SHARE)
def test_it_grows_with_use_and_importance(days, half_life, uses, more, one, other):
    assert left(days, half_life=half_life, use_days=uses + more) >= left(
        days, half_life=half_life, use_days=uses
    )
    low, high = sorted((one, other))
    assert left(days, half_life=half_life, importance=high) >= left(
        days, half_life=half_life, importance=low
    )


def live_after(rows, moves):
    """The rows as they stand once the moves are carried out, without those that are not live."""
    after = {move.unit_id: move.after for move in moves}
    named = [row | {"id": row.get("id", f"u{i}"), "place": i + 1} for i, row in enumerate(rows)]
    moved = [row | {"state": after.get(row["id"], row["state"])} for row in named]
    return [row for row in moved if row["state"] in LIVE]


def plan(rows, settings, today):
    units = strengths(*rows)
    stand = fading(
        units, np.arange(401), now=on_day(today), settings=settings, half_lives=HalfLives()
    )
    room = settings.capacity or len(rows)
    beyond = surplus([candidates(units, stand, settings)], room)
    return stand, plan_moves(units, stand, beyond, settings)


@given(ROWS, SETTINGS, DAYS)
def test_a_second_sweep_has_nothing_to_do(rows, settings, today):
    _, moves = plan(rows, settings, today)
    remaining = live_after(rows, moves)
    assert plan(remaining, settings, today)[1] == []


@given(ROWS, SETTINGS, DAYS)
def test_the_capacity_holds_and_what_is_kept_stays_at_the_floor(rows, settings, today):
    stand, moves = plan(rows, settings, today)
    assert np.all(stand.retention[stand.kept] >= settings.floor)
    if settings.capacity:
        room = max(settings.capacity, int(stand.kept.sum()))
        assert len(live_after(rows, moves)) <= room
    kept = {f"u{i}" for i, keeps in enumerate(stand.kept) if keeps}
    faded = {"not used for long", "used again"}
    assert {move.reason for move in moves if move.unit_id in kept} <= faded
