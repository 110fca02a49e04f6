from datetime import UTC, datetime

import pytest

from retold.errors import InputError
from retold.forgetting import plan_pin, plan_restore, plan_retire
from retold.records import Kind, Scope, State, Unit

NOW = datetime(2026, 5, 4, tzinfo=UTC)


def unit(**changes):
    values = {
        "id": "u1",
        "scope": Scope(user="alice"),
        "content": "The user likes tea.",
        "first_person": "I like tea.",
        "kind": Kind.PREFERENCE,
        "subject": "user",
        "created_at": NOW,
        "occurred_at": NOW,
    }
    return Unit(**(values | changes))


def test_retire_hides_and_history_says_why():
    change = plan_retire(unit(), now=NOW, reason="wrong")
    assert (change.unit.state, change.entry.event, change.entry.reason) == (
        State.RETIRED,
        "retired",
        "wrong",
    )


def test_1901_restore_undoes_it():
    retired = plan_retire(unit(), now=NOW, reason="").unit
    assert plan_restore(retired, now=NOW).unit == unit()


def test_a_superseded_unit_does_not_come_back_as_current():
    retired = plan_retire(unit(valid_to=NOW, state=State.SUPERSEDED), now=NOW, reason="").unit
    assert plan_restore(retired, now=NOW).unit.state is State.SUPERSEDED


def test_twice_is_told():
    with pytest.raises(InputError, match="retired already"):
        plan_retire(unit(state=State.RETIRED), now=NOW, reason="")
    with pytest.raises(InputError, match="not retired"):
        plan_restore(unit(), now=NOW)


def test_pinning_is_told_by_history_and_can_be_undone():
    pinned = plan_pin(unit(), now=NOW, pinned=True)
    assert (pinned.unit.pinned, pinned.entry.event) == (True, "pinned")
    loose = plan_pin(pinned.unit, now=NOW, pinned=False)
    assert (loose.unit, loose.entry.event) == (unit(), "unpinned")


@pytest.mark.parametrize(("pinned", "told"), [(True, "pinned already"), (False, "not pinned")])
def test_what_is_so_already_is_told(pinned, told):
    with pytest.raises(InputError, match=told):
        plan_pin(unit(pinned=pinned), now=NOW, pinned=pinned)
