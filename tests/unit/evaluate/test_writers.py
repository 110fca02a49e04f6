import json
from functools import partial

import pytest
from anyio.to_thread import run_sync
from hypothesis import given
from hypothesis import strategies as st

from retold.evaluate.datasets import Conversation
from retold.evaluate.talks import turns_of
from retold.evaluate.writers import calls, contestant
from retold.records import Said
from retold.settings import ModelSettings, load
from retold.testing.endpoints import FakeEndpoint
from retold.writer.sieve import NO_VECTORS

pytestmark = pytest.mark.anyio
SAID = ("Went to see the flat on Quay Street, and we both fell for it.", "haha ok")


def talk(*texts, sessions="s", name="ada"):
    said = [
        Said(text=text, id=f"t{i}", session=sessions[i % len(sessions)])
        for i, text in enumerate(texts)
    ]
    return turns_of(name, Conversation(turns=said))


def statement(**fields):
    given = {
        "turn": 1,
        "quote": SAID[0],
        "content": "The user fell for the flat on Quay Street.",
        "first_person": "I fell for the flat on Quay Street.",
        "kind": "event",
        "subject": "user",
        "importance": 1.0,
    }
    return given | fields


async def verdicts(name, turns, *statements, **settings):
    """What a writer makes of turns, where the endpoint always says this."""
    content = json.dumps({"statements": statements})
    answer = (200, {"choices": [{"message": {"content": content}}]})
    with FakeEndpoint(lambda _: answer) as endpoint:
        given = {"model.driver": "openai", "model.url": endpoint.url, "model.name": "small"}
        given |= {f"model.{knob}": value for knob, value in settings.items()}
        chosen = await run_sync(partial(load, given, environment={}))
        writer = await run_sync(contestant, name, chosen)
        found = [await writer.verdicts(each, NO_VECTORS, lambda _: None) for each in turns]
    return found, writer.told_of_model()


async def test_a_turn_stands_as_high_as_what_the_model_writes_of_it():
    ((by_rules, _),), _ = await verdicts("trained", [talk(*SAID)])
    ((helped, _),), told = await verdicts("model", [talk(*SAID)], statement())
    assert by_rules.standing < helped.standing == 1.0
    assert (helped.units, told["added"]) == (1, 1)


async def test_a_turn_that_the_model_empties_stands_lowest():
    ((by_rules, chatter),), _ = await verdicts("trained", [talk(*SAID)])
    ((helped, as_before),), told = await verdicts("model", [talk(*SAID)])
    assert (by_rules.units, helped.units, helped.standing) == (1, 0, 0.0)
    assert as_before.standing == chatter.standing
    assert told["left_out"] == 1


async def test_turns_of_two_talks_with_the_same_ids_are_both_asked_about():
    turns = [talk(*SAID), talk("I moved.", "We went to see it.", name="bob")]
    (_, (other, _)), told = await verdicts("model", turns, statement())
    assert (told["calls"], told["requests"], told["refused"]) == (2, 2, 1)
    assert other.standing < 1.0


async def test_a_turn_too_long_to_ask_about_is_no_call():
    _, told = await verdicts("model", [talk("We fell for it. " * 20)], characters_a_call=100)
    assert (told["calls"], told["requests"]) == (0, 0)


@given(
    st.lists(st.text("ab", max_size=150), max_size=12),
    st.sampled_from(["s", "st", "sst"]),
    st.integers(1, 4),
)
def test_calls_hold_every_turn_once_and_in_order_within_their_limits(texts, sessions, most):
    turns = talk(*texts, sessions=sessions)
    limits = ModelSettings(turns_a_call=most, characters_a_call=100)
    found = [[turn for turn, _ in asked] for asked in calls(turns, limits)]
    assert [turn for asked in found for turn in asked] == turns
    for asked in found:
        assert 0 < len(asked) <= most
        assert len({turn.session for turn in asked}) == 1
        assert len(asked) == 1 or sum(len(turn.text) for turn in asked) <= 100
