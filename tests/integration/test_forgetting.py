"""What fades, what comes back, and what never goes: through the whole memory, in both languages."""

import pytest

from retold import State, StoreError

DAYS_OF_A_YEAR = 360


def chat(user, clock, days):
    """So many days on which the user says something that is not worth keeping."""
    for _ in range(days):
        clock.pass_time(days=1)
        user.remember("ok", at=clock.now())


def states(user):
    return {unit.content: unit.state for unit in user.memories(states=tuple(State))}


def state_of(user, word):
    (state,) = [state for content, state in states(user).items() if word in content]
    return state


SAID = {
    "en": ("I'm allergic to peanuts.", "I feel sad about the broken teapot.", "teapot"),
    "zh": ("我对花生过敏。", "我因为茶壶碎了很难过。", "茶壶"),
}
ASKED = {
    "en": ("am I allergic to peanuts?", "I feel sad about the broken teapot."),
    "zh": ("我对花生过敏吗？", "我因为茶壶碎了很难过。"),
}


@pytest.fixture(params=["en", "zh"])
def language(request):
    return request.param


@pytest.fixture
def settings():
    # A feeling about a thing may be judged a fact or an event; here everything fades alike.
    kinds = ("preference", "fact", "event", "plan", "feeling", "commitment")
    lives = {f"retriever.half_life_days.{kind}": 14 for kind in kinds}
    return {"writer.threshold": 0.3, "retriever.corpora": ["units"], **lives}


def test_404_user_away_for_90_days_the_allergy_is_still_recalled(opened, clock, language, settings):
    memory = opened(settings)
    alice = memory.user("alice")
    allergy, feeling, word = SAID[language]
    alice.remember([allergy, feeling], at=clock.now())
    clock.pass_time(days=90)
    memory.maintain()
    assert set(states(alice).values()) == {State.ACTIVE}
    assert any(hit.unit.slot == "allergy" for hit in alice.recall(ASKED[language][0]))
    chat(alice, clock, 90)
    memory.maintain()
    assert state_of(alice, word) is State.COLD
    assert any(hit.unit.slot == "allergy" for hit in alice.recall(ASKED[language][0]))


def test_1803_cold_memory_is_out_and_comes_back_on_a_strong_hit(opened, clock, language, settings):
    memory = opened(settings)
    alice = memory.user("alice")
    _, feeling, word = SAID[language]
    alice.remember(feeling, at=clock.now())
    chat(alice, clock, 60)
    memory.maintain()
    assert state_of(alice, word) is State.COLD
    assert alice.memories() == []
    assert list(alice.recall("Paris 巴黎", threshold=0.0)) == []
    (hit,) = alice.recall(ASKED[language][1])
    assert "had gone cold" in hit.reasons
    assert state_of(alice, word) is State.ACTIVE
    (unit,) = alice.memories()
    assert [step.event for step in alice.history(unit.id)] == ["created", "cooled", "woken"]
    # It was used, so the next sweep leaves it where it is.
    clock.pass_time(days=2)
    memory.maintain()
    assert state_of(alice, word) is State.ACTIVE


def test_what_has_faded_is_found_by_a_strong_match_and_says_so(opened, clock, language, settings):
    memory = opened(settings)
    alice = memory.user("alice")
    _, feeling, word = SAID[language]
    alice.remember(feeling, at=clock.now())
    chat(alice, clock, 20)
    memory.maintain()
    assert state_of(alice, word) is State.FADED
    (hit,) = alice.recall(ASKED[language][1])
    assert "had faded" in hit.reasons
    assert state_of(alice, word) is State.ACTIVE


def test_what_is_said_again_is_active_again(opened, clock, language, settings):
    memory = opened(settings)
    alice = memory.user("alice")
    _, feeling, word = SAID[language]
    alice.remember(feeling, at=clock.now())
    chat(alice, clock, 60)
    memory.maintain()
    alice.remember(feeling, at=clock.now())
    clock.pass_time(days=2)
    memory.maintain()
    assert state_of(alice, word) is State.ACTIVE


@pytest.mark.parametrize(
    "said",
    [
        "Please remember this: I feel sad about the broken teapot.",
        "请记住：我因为茶壶碎了很难过。",
    ],
)
def test_1804_what_was_asked_to_be_remembered_does_not_fade(opened, clock, settings, said):
    memory = opened(settings)
    alice = memory.user("alice")
    alice.remember(said, at=clock.now())
    assert [unit.importance >= 0.8 for unit in alice.memories()] == [True]
    chat(alice, clock, DAYS_OF_A_YEAR)
    memory.maintain()
    assert set(states(alice).values()) == {State.ACTIVE}


def test_what_was_evicted_and_restored_stays(opened, clock, settings):
    memory = opened(settings | {"forgetting.after_days": 30, "forgetting.evict_to": "retired"})
    alice = memory.user("alice")
    alice.remember("I feel sad about the broken teapot.", at=clock.now())
    (unit,) = alice.memories()
    chat(alice, clock, 31)
    assert [move.reason for move in alice.sweep(plan=True).moves] == ["older than the limit"]
    assert alice.memory(unit.id).state is State.ACTIVE
    assert len(alice.sweep().moves) == 1
    assert alice.memory(unit.id).state is State.RETIRED
    alice.restore(unit.id)
    chat(alice, clock, 2)
    assert alice.sweep().moves == ()


def test_a_hit_that_was_asked_for_at_any_price_is_no_use(opened, clock, settings):
    memory = opened(settings)
    alice = memory.user("alice")
    alice.remember("I feel sad about the broken teapot.", at=clock.now())
    (weak,) = alice.recall("Paris", threshold=0.0)
    assert weak.score < 0.25
    alice.recall("I feel sad about the broken teapot.")
    memory.maintain()
    assert alice.memories()[0].access_count == 1


def test_a_closed_memory_is_not_maintained(opened):
    memory = opened()
    memory.maintain()
    memory.close()
    with pytest.raises((RuntimeError, StoreError)):
        memory.maintain()


def test_a_rebuild_leaves_the_cold_where_they_are(opened, clock, language, settings):
    memory = opened(settings)
    alice = memory.user("alice")
    allergy, feeling, word = SAID[language]
    alice.remember([allergy, feeling], at=clock.now())
    chat(alice, clock, 60)
    memory.maintain()
    rebuilt = alice.rebuild()
    assert (rebuilt.changed, rebuilt.added, rebuilt.closed) == (0, 0, 0)
    assert state_of(alice, word) is State.COLD


def test_a_new_value_closes_what_went_cold(opened, clock):
    kinds = ("fact", "profile", "constraint", "plan", "preference")
    lives = {f"retriever.half_life_days.{kind}": 5 for kind in kinds}
    memory = opened({"forgetting.important": 1.0, **lives})
    alice = memory.user("alice")
    alice.remember("My budget is 3000 euros.", at=clock.now())
    chat(alice, clock, 60)
    memory.maintain()
    assert state_of(alice, "3000") is State.COLD
    alice.remember("My budget is 4000 euros now.", at=clock.now())
    assert state_of(alice, "3000") is State.SUPERSEDED
    assert not any("3000" in hit.text for hit in alice.recall("Is my budget 3000 euros?"))
