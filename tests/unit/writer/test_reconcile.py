from dataclasses import replace

import pytest

from retold.records import Action, Kind, Source, Speaking, State, Turn
from retold.writer.desk import Desk, unit_of
from retold.writer.drafts import Draft, TakeBack
from retold.writer.reconcile import reconcile, same_value, take_back
from tests.unit.writer.conftest import NOW, SCOPE


def draft(content, **fields):
    turn = Turn(
        id=fields.pop("turn_id", "t"), scope=SCOPE, speaker="user", role=Speaking.USER, text=content,
        occurred_at=NOW, recorded_at=NOW,
    )  # fmt: skip
    values = {
        "first_person": content, "kind": Kind.FACT, "subject": "user", "language": "en",
        "sources": (Source(turn_id=turn.id, start=0, end=len(content)),), "score": 0.8, "rule": "test",
        "confidence": 0.9,
    }  # fmt: skip
    return Draft(turn=turn, content=content, **(values | fields))


@pytest.fixture
def desk():
    return Desk(secret=b"k" * 32, now=NOW)


def carry_out(desk, *drafts):
    for one in drafts:
        reconcile(one, desk, near_duplicate=0.85)
    return [outcome.action for outcome in desk.outcomes]


def states(desk):
    return [(u.content, u.state) for u in desk._units.values()]


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("3000", "3k", True),
        ("3000", "4000", False),
        ("三千", "3000", True),
        ("3000 dollars", "3000 euros", False),
        ("peanuts", "peanut", True),
        ("the peanuts", "Peanuts", True),
        ("peanuts", "pollen", False),
        ("花生", "花粉", False),
    ],
)
def test_when_two_values_are_the_same(a, b, same):
    assert same_value(a, b) is same


def test_a_near_duplicate_is_merged_and_one_that_adds_a_word_is_not(desk):
    base = "The user walked along the old river path with their brother and sister on Sunday."
    again = "On Sunday the user walked along the old river path with their brother and sister."
    more = (
        "On Sunday the user walked along the old river path with their brother, sister and dentist."
    )
    actions = carry_out(desk, draft(base), draft(again, turn_id="u"), draft(more, turn_id="v"))
    assert actions == [Action.KEPT, Action.MERGED, Action.KEPT]


def test_the_same_source_again_is_no_evidence(desk):
    carry_out(desk, draft("The user paints."), draft("The user paints."))
    (unit,) = desk._units.values()
    assert len(unit.sources) == 1
    assert len(desk.changes) == 1


def test_relations_of_which_there_may_be_several_are_flagged_and_not_closed(desk):
    first = draft(
        "The user's sister lives in Rome.", subject="sister", slot="residence", value="Rome"
    )
    second = draft(
        "The user's sister lives in Oslo.", subject="sister", slot="residence", value="Oslo"
    )
    assert carry_out(desk, first, second) == [Action.KEPT, Action.KEPT]
    rome, oslo = desk._units.values()
    assert rome.conflicts == (oslo.id,)
    assert oslo.conflicts == (rome.id,)
    assert desk.outcomes[-1].reasons[-1] == "may contradict what is known"


def test_of_a_mother_there_is_one_and_a_change_that_says_so_closes_any(desk):
    rome = draft("The user's mom lives in Rome.", subject="mom", slot="residence", value="Rome")
    oslo = draft("The user's mom lives in Oslo.", subject="mom", slot="residence", value="Oslo")
    assert carry_out(desk, rome, oslo) == [Action.KEPT, Action.SUPERSEDED]
    one = draft("Sis lives in Rome.", subject="sister", slot="residence", value="Rome")
    two = draft(
        "Sis moved to Oslo.", subject="sister", slot="residence", value="Oslo", changes=True
    )
    assert carry_out(desk, one, two)[-1] is Action.SUPERSEDED


def test_what_adds_up_by_its_own_words_closes_nothing(desk):
    first = draft("The user works at SAP.", slot="employer", value="SAP")
    second = draft("The user also works at Aldi.", slot="employer", value="Aldi", adds=True)
    assert carry_out(desk, first, second) == [Action.KEPT, Action.KEPT]


def test_a_guess_closes_nothing(desk):
    first = draft("The user works at SAP.", slot="employer", value="SAP")
    guess = draft("The user works at Aldi.", slot="employer", value="Aldi", confidence=0.5)
    carry_out(desk, first, guess)
    assert all(state is State.ACTIVE for _, state in states(desk))


def test_a_denial_of_what_nobody_knew_is_not_kept(desk):
    no = draft("The user is not a nurse.", slot="job", value="nurse", polarity=-1)
    assert carry_out(desk, no) == [Action.REFUSED]


def test_what_was_once_so_closes_that_it_is(desk):
    now = draft("The user lives in Rome.", slot="residence", value="Rome")
    once = draft("The user used to live in Rome.", slot="former residence", value="Rome")
    assert carry_out(desk, now, once) == [Action.KEPT, Action.SUPERSEDED]


def test_an_ending_closes_what_it_names_and_only_that(desk):
    car = draft("The user has a red car.", slot="possession", value="red car")
    boat = draft("The user has a boat.", slot="possession", value="boat", turn_id="u")
    sold = draft("The user sold their car.", value="car", withdraws=("possession",), turn_id="v")
    assert carry_out(desk, car, boat, sold) == [Action.KEPT, Action.KEPT, Action.WITHDRAWN]
    assert [content for content, state in states(desk) if state is State.ACTIVE] == [
        "The user has a boat."
    ]


def test_an_ending_that_finds_nothing_is_a_fact_or_nothing(desk):
    sold = draft("The user sold their car.", value="car", withdraws=("possession",))
    forget = draft("Forget the shelf.", value="shelf", withdraws=("*",), keeps="never", turn_id="u")
    assert carry_out(desk, sold, forget) == [Action.KEPT, Action.REFUSED]


def test_an_ending_worth_a_unit_of_its_own_is_kept_as_well(desk):
    works = draft("The user works at SAP.", slot="employer", value="SAP")
    quits = draft(
        "The user quit their job.", withdraws=("job", "employer"), keeps="always", turn_id="u"
    )
    assert carry_out(desk, works, quits) == [Action.KEPT, Action.WITHDRAWN, Action.KEPT]


def test_a_cold_unit_comes_back_when_it_is_said_again(desk):
    cold = replace(unit_of(draft("The user paints."), NOW), state=State.COLD)
    desk.load([cold])
    assert carry_out(desk, draft("The user paints.", turn_id="u")) == [Action.MERGED]
    assert desk.unit(cold.id).state is State.ACTIVE


def test_taking_back_spares_what_rests_on_other_turns_too(desk):
    carry_out(desk, draft("The user paints."), draft("The user paints.", turn_id="u"))
    carry_out(desk, draft("The user sings.", turn_id="u"))
    wish = TakeBack(source=Source(turn_id="w", start=0, end=4), rule="joke", turn_id="u")
    take_back(wish, desk)
    assert dict(states(desk)) == {
        "The user paints.": State.ACTIVE,
        "The user sings.": State.RETIRED,
    }
    assert desk.outcomes[-1].action is Action.WITHDRAWN
