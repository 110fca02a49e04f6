from dataclasses import replace

import pytest

from retold.rebuilding.compare import NO_LONGER_MADE, compare, is_held
from retold.rebuilding.scratch import Made
from retold.records import Source, State
from retold.testing.samples import entry, later, scope, turn, unit

ADA = scope()
HERE = Source(turn_id="t1", start=0, end=8)
THERE = Source(turn_id="t2", start=0, end=8)
TURNS = {turn_id: turn(turn_id, ADA) for turn_id in ("t1", "t2")}


def known(unit_id="old", **fields):
    return unit(unit_id, ADA, **({"sources": (HERE,)} | fields))


def made(unit_id="new", **fields):
    one = known(unit_id, **fields)
    return Made(unit=one, tokens=("tea",), fingerprint="f", entries=[entry(one)])


def compared(there, units):
    held = {one.id for one in there if is_held(one, TURNS)}
    return compare(there, units, held=held, now=later(9))


def nothing(found):
    return not (found.added or found.steps or found.changed or found.closed)


def test_the_same_statement_is_the_same_unit_however_it_is_written():
    assert nothing(compared([known()], [made(content="ada takes TEA, with milk")]))


@pytest.mark.parametrize("other", [{"subject": "Bo"}, {"slot": "drink"}, {"content": "Else."}])
def test_another_subject_slot_or_statement_is_another_unit(other):
    found = compared([known()], [made(**other)])
    assert [change.unit.id for change in found.added] == ["new"]
    assert [change.unit.id for change in found.closed] == ["old"]


def test_what_is_closed_never_held_and_its_history_says_why():
    (change,) = compared([known(valid_from=later(-5))], []).closed
    assert (change.unit.state, change.unit.valid_to) == (State.SUPERSEDED, later(-5))
    assert (change.entry.event, change.entry.reason) == ("superseded", NO_LONGER_MADE)
    assert change.entry.turn_id == "t1"


def test_a_state_follows_and_names_what_is_there():
    there = [known(), known("other", content="Else.", sources=(THERE,))]
    past = {"state": State.SUPERSEDED, "valid_to": later(3)}
    units = [made(**past, superseded_by="second"), made("second", content="Else.")]
    (change,) = compared(there, units).changed
    assert change.unit == replace(there[0], **past, superseded_by="other")
    (back,) = compared([change.unit, there[1]], [made(), made("second", content="Else.")]).changed
    assert (back.unit, back.entry.event) == (there[0], "restored")


def test_what_was_hidden_stays_so_and_takes_what_is_made_of_its_words():
    hidden = known(state=State.RETIRED)
    assert nothing(compared([hidden], [made()]))
    assert nothing(compared([hidden], [made(content="In other words.")]))
    assert compared([hidden], [made(content="Of other words.", sources=(THERE,))]).added


def test_what_was_said_again_after_it_was_hidden_stays():
    there = [known(state=State.RETIRED), known("again", content="More.", sources=(THERE,))]
    assert nothing(compared(there, [made(sources=(HERE, THERE))]))


def test_what_was_true_before_something_erased_is_not_true_again():
    past = known(state=State.SUPERSEDED, valid_to=later(3), superseded_by="erased")
    assert nothing(compared([past], [made()]))


def test_what_was_taken_back_or_quotes_a_blank_is_not_added():
    units = [made(state=State.RETIRED), made("quote", content="Ada said ███.")]
    assert nothing(compared([], units))


def test_a_new_unit_comes_with_every_step_of_its_life():
    first = made(state=State.SUPERSEDED, superseded_by="second")
    first.entries.append(entry(first.unit, "superseded", other_id="second"))
    found = compared([known("there", content="Else.")], [first, made("second", content="Else.")])
    assert [(c.unit.id, c.unit.superseded_by) for c in found.added] == [("new", "there")]
    assert [(c.entry.event, c.entry.other_id) for c in found.steps] == [("superseded", "there")]


def test_a_new_unit_that_may_contradict_one_that_is_there_is_named_by_it():
    units = [made(conflicts=("rival",)), made("rival", content="Else.", conflicts=("new",))]
    found = compared([known()], units)
    assert [change.unit.conflicts for change in found.added] == [("old",)]
    assert [change.unit.conflicts for change in found.changed] == [("rival",)]


@pytest.mark.parametrize(
    ("fields", "steps"),
    [
        ({"pinned": True}, []),
        ({"state": State.RETIRED}, []),
        ({"writer": "model/1"}, []),
        ({"sources": ()}, []),
        ({"sources": (Source(turn_id="gone", start=0, end=1),)}, []),
        ({}, ["changed"]),
        ({}, ["retired", "restored"]),
    ],
)
def test_held_is_what_a_person_had_a_hand_in_or_no_rule_made(fields, steps):
    one = known(**fields)
    history = [entry(one, turn_id="t1"), *(entry(one, step) for step in steps)]
    assert is_held(one, TURNS, history)


def test_what_rests_on_a_blanked_turn_is_held():
    blanked = {"t1": turn("t1", ADA, text="███. Tea, please.")}
    assert is_held(known(), blanked)


def test_what_only_writers_touched_is_not_held():
    one = known()
    steps = [entry(one, step, turn_id="t1") for step in ("created", "merged", "changed")]
    assert not is_held(one, TURNS, steps)
