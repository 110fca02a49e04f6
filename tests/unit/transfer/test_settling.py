from datetime import timedelta

import pytest

from retold.records import HistoryEntry, State
from retold.testing.samples import AT, later, scope, unit
from retold.transfer.lines import Life
from retold.transfer.settling import settled

STEP = HistoryEntry(unit_id="u1", at=AT, event="created", content="c", state=State.ACTIVE)


def home(name, value, days, **fields):
    given = {"subject": "user", "slot": "residence", "value": value} | fields
    return unit(name, scope(), occurred_at=AT + timedelta(days=days), **given)


def settle(coming, *there):
    lives, closing = settled([Life(unit=coming, history=(STEP,))], there, now=later(9))
    return lives[0], [change.unit for change in closing]


def test_the_later_one_closes_what_is_there():
    life, (closed,) = settle(home("a", "Oslo", 2), home("b", "Bergen", 1))
    assert life.unit.state is State.ACTIVE
    assert (closed.id, closed.state, closed.superseded_by) == ("b", State.SUPERSEDED, "a")
    assert closed.valid_to == AT + timedelta(days=2)


def test_the_earlier_one_comes_as_past():
    life, closing = settle(home("a", "成都", 1), home("b", "杭州", 2))
    assert closing == []
    assert (life.unit.state, life.unit.superseded_by) == (State.SUPERSEDED, "b")
    assert [step.event for step in life.history] == ["created", "superseded"]


@pytest.mark.parametrize(
    "fields",
    [
        {"value": "Oslo"},
        {"slot": "like"},
        {"slot": ""},
        {"subject": "sister"},
        {"polarity": -1},
        {"state": State.RETIRED},
    ],
)
def test_what_can_stand_beside_it_stays(fields):
    there = home("b", "Bergen", 1, **{k: v for k, v in fields.items() if k != "value"})
    if "value" in fields:
        there = home("b", fields["value"], 1)
    life, closing = settle(home("a", "Oslo", 2), there)
    assert life.unit == home("a", "Oslo", 2)
    assert closing == []
