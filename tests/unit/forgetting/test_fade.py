import numpy as np
import pytest

from retold.forgetting import fading
from retold.records import Kind, State
from retold.settings import ForgettingSettings, HalfLives
from tests.unit.forgetting.strengths import on_day, strengths

LIVES = HalfLives(plan=60, feeling=14)
EVERY_DAY = np.arange(1000)


def stand(*rows, days=EVERY_DAY, today, **settings):
    return fading(
        strengths(*rows),
        np.asarray(days, dtype=np.int64),
        now=on_day(today),
        settings=ForgettingSettings(**settings),
        half_lives=LIVES,
    )


def test_half_is_left_after_the_half_life_of_the_kind():
    found = stand({"kind": Kind.PLAN}, today=60)
    assert found.retention.tolist() == [pytest.approx(0.5)]
    assert found.idle_days.tolist() == [60]
    assert stand({"kind": Kind.FEELING}, today=14).retention.tolist() == [pytest.approx(0.5)]


def test_a_memory_fades_and_then_goes_cold():
    states = {day: stand({}, today=day).states[0] for day in (0, 59, 61, 179, 181)}
    assert states == {
        0: State.ACTIVE,
        59: State.ACTIVE,
        61: State.FADED,
        179: State.FADED,
        181: State.COLD,
    }


def test_1804_pinned_and_important_units_never_fall_below_the_floor():
    rows = ({"pinned": True}, {"importance": 0.8}, {"importance": 0.79})
    found = stand(*rows, today=999)
    assert found.retention[:2].tolist() == [0.6, 0.6]
    assert found.states == (State.ACTIVE, State.ACTIVE, State.COLD)
    assert found.kept.tolist() == [True, True, False]


def test_a_kind_without_a_half_life_does_not_fade():
    found = stand({"kind": Kind.CONSTRAINT}, {"kind": Kind.RELATION}, today=999)
    assert found.retention.tolist() == [1.0, 1.0]


def test_404_time_in_which_the_user_was_away_does_not_count():
    here_again = [0, 1, 2, 92]
    found = stand({"kind": Kind.FEELING, "said": 2}, days=here_again, today=92)
    assert found.idle_days.tolist() == [1]
    assert found.states == (State.ACTIVE,)


def test_days_after_the_present_do_not_count():
    assert stand({}, today=3).idle_days.tolist() == [3]


def test_a_clock_that_jumps_ahead_or_back_changes_nothing():
    here = [0, 1, 2]
    assert stand({}, days=here, today=2).retention == stand({}, days=here, today=90_000).retention
    assert stand({"said": 500}, days=here, today=2).retention.tolist() == [1.0]


def test_each_day_of_use_lengthens_the_life():
    rows = ({"used": 100, "uses": n} for n in (0, 1, 4))
    plain, once, often = stand(*rows, today=160).retention.tolist()
    assert plain == pytest.approx(0.5)
    assert once == pytest.approx(0.5 ** (1 / 1.5))
    assert often == pytest.approx(0.5 ** (1 / 3))


def test_uses_on_one_day_are_one():
    crammed, spaced = stand(
        {"said": 0, "used": 0, "uses": 9}, {"said": 0, "used": 8, "uses": 9}, today=60
    ).retention.tolist()
    assert crammed == pytest.approx(0.5 ** (1 / 1.5))
    assert spaced > crammed


def test_no_units_stand_nowhere():
    assert stand(today=5).states == ()
