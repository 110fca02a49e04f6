from dataclasses import replace

import numpy as np
import pytest

from retold.forgetting import candidates, changes_of, fading, plan_moves, surplus, waking
from retold.records import Kind, Scope, State
from retold.settings import ForgettingSettings, HalfLives
from tests.unit.forgetting.strengths import on_day, strengths

SCOPE = Scope(user="alice")
TODAY = 100
NOW = on_day(TODAY)


def planned(*rows, **settings):
    """What is moved, as id → state and reason, and what stands afterwards."""
    chosen = ForgettingSettings(**settings)
    units = strengths(*rows)
    days = np.arange(TODAY + 1)
    stand = fading(units, days, now=NOW, settings=chosen, half_lives=HalfLives())
    beyond = surplus([candidates(units, stand, chosen)], chosen.capacity or len(units.ids))
    return plan_moves(units, stand, beyond, chosen)


def told(moves):
    return {move.unit_id: (move.after, move.reason) for move in moves}


def test_what_stays_is_not_moved():
    assert planned({"used": TODAY}, {"used": TODAY - 5}) == []


def test_what_fades_says_how_much_is_left_and_why():
    (move,) = planned({"used": 20})
    assert (move.before, move.after) == (State.ACTIVE, State.FADED)
    assert (move.reason, move.idle_days) == ("not used for long", 80)
    assert move.retention == pytest.approx(0.5 ** (80 / 60), abs=1e-4)


def test_what_was_used_again_is_active_again():
    assert told(planned({"used": TODAY, "state": State.FADED})) == {
        "u0": (State.ACTIVE, "used again")
    }


def test_by_age_whatever_it_says():
    rows = ({"kind": Kind.RELATION, "used": 10}, {"kind": Kind.RELATION, "used": 11})
    assert told(planned(*rows, after_days=90)) == {"u0": (State.COLD, "older than the limit")}
    assert planned(*rows, after_days=0) == []


def test_by_capacity_the_least_recently_used():
    rows = [{"used": used} for used in (99, 97, 98, 97)]
    assert set(told(planned(*rows, capacity=3))) == {"u1"}
    assert set(told(planned(*rows, capacity=2))) == {"u1", "u3"}
    assert planned(*rows, capacity=4) == []
    assert planned(*rows, capacity=0) == []


def test_what_is_kept_takes_room_and_is_never_evicted():
    rows = [
        {"used": 1, "pinned": True},
        {"used": 2, "importance": 0.95},
        {"used": 98},
        {"used": 99},
    ]
    moves = planned(*rows, capacity=2, after_days=5)
    assert told(moves) == {
        "u2": (State.COLD, "over the capacity"),
        "u3": (State.COLD, "over the capacity"),
    }


def test_what_goes_by_age_leaves_room_for_others():
    rows = [{"kind": Kind.FACT, "used": used} for used in (1, 98, 99)]
    assert told(planned(*rows, capacity=2, after_days=50)) == {
        "u0": (State.COLD, "older than the limit")
    }


def test_by_importance_only_what_has_faded():
    rows = [{"used": used, "importance": 0.3} for used in (40, 99)]
    rows.append({"used": 30, "importance": 0.6})
    assert told(planned(*rows, least_importance=0.4)) == {
        "u0": (State.COLD, "faded and unimportant"),
        "u2": (State.FADED, "not used for long"),
    }


def test_it_may_be_retired_instead():
    (move,) = planned({"used": 1, "kind": Kind.FACT}, after_days=50, evict_to="retired")
    assert move.after is State.RETIRED


def test_what_is_carried_out_is_not_planned_again():
    rows = [{"used": day, "importance": 0.3 + day / 250} for day in range(0, TODAY, 3)]
    settings = {"capacity": 25, "after_days": 80, "least_importance": 0.42}
    moves = planned(*rows, **settings)
    assert {move.after for move in moves} == {State.COLD, State.FADED}
    after = {move.unit_id: move.after for move in moves}
    left = [
        row | {"id": f"u{i}", "state": after.get(f"u{i}", State.ACTIVE)}
        for i, row in enumerate(rows)
        if after.get(f"u{i}") is not State.COLD
    ]
    assert 20 < len(left) <= 25
    assert planned(*left, **settings) == []


def test_moves_of_one_kind_are_one_change():
    moves = planned({"used": 20}, {"used": 21}, {"used": TODAY, "state": State.FADED})
    faded, woken = changes_of(moves, SCOPE, now=NOW)
    assert (faded.unit_ids, faded.event, faded.untouched_since) == (("u0", "u1"), "faded", NOW)
    assert (woken.unit_ids, woken.before, woken.event) == (("u2",), State.FADED, "woken")
    retired = [replace(moves[0], after=State.RETIRED)]
    assert [change.event for change in changes_of(retired, SCOPE, now=NOW)] == ["retired"]


def test_waking_makes_active_what_a_recall_brought_back():
    change = waking(SCOPE, ["u1"], State.COLD, now=NOW)
    assert (change.before, change.after, change.untouched_since) == (
        State.COLD,
        State.ACTIVE,
        None,
    )
