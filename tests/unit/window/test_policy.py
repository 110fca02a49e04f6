from datetime import UTC, datetime, timedelta

from retold.records import Scope, Speaking, Turn
from retold.settings import WindowSettings
from retold.window import in_view

START = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


def turn(minutes):
    at = START + timedelta(minutes=minutes)
    return Turn(
        id=str(minutes),
        scope=Scope(user="a"),
        speaker="user",
        role=Speaking.USER,
        text="x",
        occurred_at=at,
        recorded_at=at,
    )


def ids(said, at_minutes, **settings):
    at = START + timedelta(minutes=at_minutes)
    return [t.id for t in in_view(said, at=at, settings=WindowSettings(**settings))]


def test_the_last_turns_are_in_view_oldest_first():
    assert ids([turn(n) for n in range(5)], 5, turns=3) == ["2", "3", "4"]


def test_a_long_silence_ends_the_view():
    assert ids([turn(0), turn(500), turn(501)], 502, idle_minutes=60) == ["500", "501"]


def test_a_silence_before_the_present_turn_empties_the_view():
    assert ids([turn(0)], 500, idle_minutes=60) == []


def test_no_turns_in_view_when_none_are_wanted():
    assert ids([turn(0)], 1, turns=0) == []
