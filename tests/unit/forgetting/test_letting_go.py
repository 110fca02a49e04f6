from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.changes import EraseTurn, EraseUnit
from retold.forgetting import Gone, cold_for_long, fading, goes, said_before
from retold.records import Corpus, State
from retold.settings import ForgettingSettings, HalfLives, WindowSettings
from retold.testing.samples import scope
from tests.unit.forgetting.strengths import EPOCH, on_day, strengths

NO_WINDOW = WindowSettings(turns=0)


def days(*found):
    return np.array(found, dtype=np.int64)


def test_what_is_cold_and_was_not_used_for_so_many_active_days():
    units = strengths(
        {"id": "old", "state": State.COLD},
        {"id": "used", "state": State.COLD, "used": 6},
        {"id": "pinned", "state": State.COLD, "pinned": True},
        {"id": "important", "state": State.COLD, "importance": 0.9},
    )
    stand = fading(
        units,
        days(*range(11)),
        now=on_day(10),
        settings=ForgettingSettings(),
        half_lives=HalfLives(),
    )
    assert cold_for_long(units, stand, 11) == []
    assert cold_for_long(units, stand, 10) == ["old"]
    assert cold_for_long(units, stand, 4) == ["old", "used"]


def test_days_on_which_the_user_is_away_do_not_count():
    here = days(0, 1, 2, 90, 91)
    assert said_before(here, 2, now=on_day(91), window=NO_WINDOW) == EPOCH + timedelta(days=90)
    assert said_before(here, 3, now=on_day(500), window=NO_WINDOW) == EPOCH + timedelta(days=2)


def test_who_was_here_on_fewer_days_loses_nothing():
    assert said_before(days(0, 1), 3, now=on_day(500), window=NO_WINDOW) is None


def test_days_to_come_do_not_count():
    here = days(0, 1, 2, 90)
    assert said_before(here, 1, now=on_day(3), window=NO_WINDOW) == EPOCH + timedelta(days=2)


def test_what_may_still_be_in_view_stays():
    window = WindowSettings(turns=10, idle_minutes=600)
    here, now = days(0, 1, 2, 3, 4), on_day(4)
    assert said_before(here, 1, now=now, window=window) == now - timedelta(minutes=6000)
    endless = WindowSettings(turns=200, idle_minutes=1e300)
    assert said_before(here, 1, now=now, window=endless) == EPOCH


@given(
    here=st.sets(st.integers(0, 60), min_size=1),
    said=st.integers(0, 60),
    least=st.integers(1, 20),
)
def test_a_turn_goes_after_so_many_active_days_and_not_before(here, said, least):
    before = said_before(days(*sorted(here)), least, now=on_day(60), window=NO_WINDOW)
    later = sum(day > said for day in here)
    assert (before is not None and on_day(said) < before) == (later >= least)


@pytest.mark.parametrize(
    ("corpus", "change"),
    [
        (Corpus.UNITS, EraseUnit(scope=scope(), unit_id="x")),
        (Corpus.TURNS, EraseTurn(scope=scope(), turn_id="x")),
    ],
)
def test_it_goes_and_leaves_no_tombstone(corpus, change):
    assert goes([Gone(id="x", corpus=corpus, reason="old")], scope()) == [change]
