from dataclasses import replace

import pytest

from retold.errors import InputError
from retold.forgetting import plan_merges, plan_restore, twins
from retold.records import Kind, Moment, Source, State
from retold.testing.samples import later, scope, unit


def kept(name, minutes=0.0, **fields):
    values = {
        "subject": "user",
        "content": "User lives in Oslo.",
        "created_at": later(minutes),
        "sources": (Source(turn_id=name, start=0, end=5),),
    }
    return unit(name, scope(), **(values | fields))


def pairs(*units):
    return [(pair.older.id, pair.younger.id) for pair in twins(units)]


@pytest.mark.parametrize("said", ["User lives in Oslo.", "用户住在奥斯陆。"])
def test_the_same_words_are_one(said):
    found = pairs(kept("b", 5, content=said), kept("a", content=said), kept("c", 9, content=said))
    assert found == [("a", "b"), ("a", "c")]


def test_the_same_slot_and_value_is_one_where_it_adds_nothing():
    older = kept("a", slot="residence", value="Oslo", content="User happily lives in Oslo.")
    assert pairs(older, kept("b", 5, slot="residence", value="oslo")) == [("a", "b")]
    richer = kept("b", 5, slot="residence", value="oslo", content="User lives in Oslo with Kim.")
    assert pairs(older, richer) == []


def test_what_differs_in_what_matters_stays_apart():
    day = Moment(words="today", start=later(0), end=later(60), precision="day")
    for other in (
        {"subject": "Kim"},
        {"polarity": -1},
        {"moment": day},
        {"state": State.COLD},
        {"state": State.RETIRED},
        {"valid_to": later(9)},
        {"kind": Kind.SUMMARY},
        {"scope": scope(agent="x")},
    ):
        assert pairs(kept("a"), replace(kept("b", 5), **other)) == []


def test_the_evidence_goes_to_the_older_one():
    older = kept("a", importance=0.4, tags=("home",))
    younger = kept("b", 5, importance=0.7, pinned=True, tags=("place",))
    merged, gone = (c.unit for c in plan_merges(twins([older, younger]), now=later(9)))
    assert (merged.id, merged.content, merged.state) == ("a", older.content, State.ACTIVE)
    assert [source.turn_id for source in merged.sources] == ["a", "b"]
    assert (merged.importance, merged.pinned, merged.tags) == (0.7, True, ("home", "place"))
    assert (gone.id, gone.state, gone.superseded_by) == ("b", State.SUPERSEDED, "a")
    assert gone.valid_to is None


def test_a_third_one_adds_to_what_was_merged():
    units = [kept(name, n) for n, name in enumerate("abc")]
    merged, *gone = (change.unit for change in plan_merges(twins(units), now=later(9)))
    assert [source.turn_id for source in merged.sources] == ["a", "b", "c"]
    assert [unit.id for unit in gone] == ["b", "c"]


def test_history_says_with_which_it_was_merged():
    entries = [c.entry for c in plan_merges(twins([kept("a"), kept("b", 5)]), now=later(9))]
    assert [(e.unit_id, e.event, e.other_id) for e in entries] == [
        ("a", "merged", "b"),
        ("b", "superseded", "a"),
    ]


def test_a_merge_can_be_undone():
    _, gone = (c.unit for c in plan_merges(twins([kept("a"), kept("b", 5)]), now=later(9)))
    back = plan_restore(gone, now=later(10)).unit
    assert (back.state, back.superseded_by) == (State.ACTIVE, None)
    with pytest.raises(InputError):
        plan_restore(replace(gone, valid_to=later(9)), now=later(10))


def test_a_second_run_finds_nothing():
    changes = plan_merges(twins([kept("a"), kept("b", 5)]), now=later(9))
    assert twins([change.unit for change in changes]) == []
