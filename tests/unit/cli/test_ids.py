from datetime import UTC, datetime

import pytest

from retold.cli.ids import short, unit_named
from retold.errors import InputError, NotFoundError
from retold.records import Kind, Scope, State, Unit

AT = datetime(2026, 5, 4, tzinfo=UTC)


def unit(unit_id, **changed):
    return Unit(
        id=unit_id,
        scope=Scope(user="a"),
        content=unit_id,
        first_person=unit_id,
        kind=Kind.FACT,
        subject="user",
        created_at=AT,
        occurred_at=AT,
        **changed,
    )


class Mine:
    """Three units, one of them retired and one whose id is the start of another."""

    units = (unit("ab12cd"), unit("ab99", state=State.RETIRED), unit("ab99ff"))

    def memories(self, *, states):
        return [u for u in self.units if u.state in states]

    def memory(self, unit_id):
        raise NotFoundError(f"no memory {unit_id!r}")


def test_the_start_of_an_id_is_enough():
    assert unit_named(Mine(), "ab1").id == "ab12cd"


def test_a_whole_id_wins_over_longer_ones_and_in_any_state():
    assert unit_named(Mine(), "ab99").state is State.RETIRED


def test_a_start_of_several_is_refused():
    with pytest.raises(InputError, match="3 memories start with 'ab'"):
        unit_named(Mine(), "ab")


def test_nothing_is_not_everything():
    with pytest.raises(InputError, match="which memory"):
        unit_named(Mine(), "")


def test_an_unknown_one_is_not_found():
    with pytest.raises(NotFoundError):
        unit_named(Mine(), "ab123")


def test_what_is_shown_is_a_start():
    assert "4f1c9a0b7d2e6358".startswith(short("4f1c9a0b7d2e6358"))
    assert len(short("4f1c9a0b7d2e6358")) == 8
