from retold.evaluate.datasets import Conversation
from retold.evaluate.talks import in_context, turns_of
from retold.records import Said


def said(number, session="s"):
    return Said(text=f"turn {number}", id=f"t{number}", session=session, speaker="user")


def test_a_turn_has_those_before_it_in_its_own_session():
    talk = Conversation(turns=[said(0), said(1, "other"), said(2), said(3)])
    found = {turn.id: [b.id for b in before] for turn, before in in_context(turns_of("ada", talk))}
    assert found == {"t0": [], "t1": [], "t2": ["t0"], "t3": ["t0", "t2"]}


def test_a_speaker_who_only_repeats_the_role_has_no_name():
    (turn,) = turns_of("ada", Conversation(turns=[said(0)]))
    assert (turn.speaker, turn.scope.user, turn.dated) == ("", "ada", False)
