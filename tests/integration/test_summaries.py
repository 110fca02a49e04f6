"""Two weeks that are summed up day by day: what is found, what is archived, what an erase leaves."""

import pytest

from retold import Kind, State

SAID = {
    "en": [
        "I bought a green kayak in the harbour shop.",
        "I met Zbigniew for tea at the museum.",
        "My sister Halina moved to Bergen.",
        "I started a pottery course downtown.",
        "I lost my grey umbrella on the train.",
        "I'm planning a trip to Lisbon in June.",
        "I repaired the old radio of my grandfather.",
    ],
    "zh": [
        "我在港口的店里买了一艘绿色皮划艇。",
        "我和毛不易在博物馆喝了茶。",
        "我妹妹海伦搬到了杭州。",
        "我在市中心报了一门陶艺课。",
        "我在火车上丢了一把灰色的雨伞。",
        "我打算六月去里斯本旅行。",
        "我修好了爷爷的旧收音机。",
    ],
}
SECRET = {"en": "Zbigniew", "zh": "毛不易"}
BROAD = {"en": "What happened last week?", "zh": "上周发生了什么？"}
NARROW = {"en": "Who did I meet at the museum for tea?", "zh": "我和谁在博物馆喝了茶？"}


@pytest.fixture(params=["en", "zh"])
def language(request):
    return request.param


@pytest.fixture
def settings():
    kinds = ("preference", "fact", "event", "plan", "feeling", "commitment", "relation", "profile")
    lives = {f"retriever.half_life_days.{kind}": 14 for kind in kinds}
    return {"writer.threshold": 0.0, "forgetting.summaries": True, **lives}


def live_through(memory, user, clock, language, weeks=2):
    """On each day two things are said, and at night the clock runs."""
    for day in range(7 * weeks):
        for n in range(2):
            text = SAID[language][(day + n) % 7]
            user.remember(text, at=clock.now())
            clock.pass_time(hours=1)
        clock.pass_time(hours=22)
        memory.maintain()


def summaries(user, *states):
    found = user.memories(states=states or (State.ACTIVE, State.FADED), kinds=(Kind.SUMMARY,))
    return {unit.tags[0]: unit for unit in found}


def test_days_weeks_and_turns_are_summed_up_once(opened, clock, language, settings):
    memory = opened(settings)
    alice = memory.user("alice", session="s")
    live_through(memory, alice, clock, language)
    found = summaries(alice)
    levels = {name.partition(":")[0] for name in found}
    assert levels == {"turns", "day", "week"}
    assert len(summaries(alice, *State)) == len(found)
    said = " ".join(turn.text for turn in alice.turns())
    for unit in found.values():
        assert unit.language == language
        # It opens to what was said.
        turns = alice.turns(ids=[source.turn_id for source in unit.sources])
        assert turns
        assert all(turn.text in said for turn in turns)
    clock.pass_time(days=1)
    assert memory.maintain().summaries == 0


def test_a_summary_leads_where_the_question_is_broad_and_there_alone(
    opened, clock, language, settings
):
    memory = opened(settings | {"embedder.driver": "e5"})
    alice = memory.user("alice", session="s")
    live_through(memory, alice, clock, language, weeks=1)
    first = alice.recall(BROAD[language]).hits[0]
    assert first.unit.tags[0] == "week:2026-W19"
    narrow = alice.recall(NARROW[language])
    assert SECRET[language] in narrow.hits[0].text
    assert not any(hit.unit and hit.unit.kind is Kind.SUMMARY for hit in narrow)
    joined = {name for hit in narrow for name in hit.duplicates}
    assert joined & {unit.id for unit in summaries(alice).values()}


def test_what_a_person_hides_is_not_told_by_a_summary(opened, clock, language, settings):
    memory = opened(settings)
    alice = memory.user("alice", session="s")
    live_through(memory, alice, clock, language, weeks=1)
    kept = [u for u in alice.memories() if u.kind is not Kind.SUMMARY]
    for unit in [unit for unit in kept if SECRET[language] in unit.content]:
        alice.retire(unit.id)
    questions = (BROAD[language], NARROW[language])
    for _ in range(2):
        for question in questions:
            assert not any(SECRET[language] in hit.text for hit in alice.recall(question))
        clock.pass_time(days=1)
        memory.maintain()
    assert not any(SECRET[language] in unit.content for unit in summaries(alice).values())


def test_502_a_summary_of_something_erased_goes_and_is_rebuilt_without_it(
    opened, clock, language, settings
):
    memory = opened(settings)
    alice = memory.user("alice", session="s")
    live_through(memory, alice, clock, language, weeks=1)
    before = summaries(alice)
    named = [u for u in alice.memories() if SECRET[language] in u.content]
    told = [unit for unit in named if unit.kind is Kind.SUMMARY]
    assert told
    receipt = alice.erase(*(unit.id for unit in named if unit.kind is not Kind.SUMMARY))
    assert {unit.id for unit in told} <= set(receipt.unit_ids)
    assert memory.traces(SAID[language][1], *(unit.content for unit in told)).found == ()
    clock.pass_time(days=1)
    memory.maintain()
    after = summaries(alice)
    week = next(name for name in before if name.startswith("week:"))
    assert week in after
    assert after[week].id != before[week].id
    everything = alice.memories(states=tuple(State))
    texts = [part for unit in everything for part in (unit.content, unit.first_person, unit.value)]
    texts += [step.content for unit in everything for step in alice.history(unit.id)]
    assert SECRET[language] not in "\n".join(texts)
    assert memory.traces(SAID[language][1]).found == ()


def test_erasing_a_summary_leaves_what_it_tells_of(opened, clock, language, settings):
    memory = opened(settings)
    alice = memory.user("alice", session="s")
    live_through(memory, alice, clock, language, weeks=1)
    name, unit = next(iter(summaries(alice).items()))
    details = [one.id for one in alice.memories() if one.kind is not Kind.SUMMARY]
    said = [turn.text for turn in alice.turns()]
    receipt = alice.erase(unit.id)
    assert receipt.unit_ids == (unit.id,)
    assert [one.id for one in alice.memories() if one.kind is not Kind.SUMMARY] == details
    assert [turn.text for turn in alice.turns()] == said
    clock.pass_time(days=1)
    memory.maintain()
    assert name not in summaries(alice)


def test_what_faded_is_archived_and_found_again(opened, clock, language, settings):
    memory = opened(settings | {"forgetting.important": 1.0, "retriever.corpora": ["units"]})
    alice = memory.user("alice", session="s")
    live_through(memory, alice, clock, language, weeks=1)
    for _ in range(20):
        clock.pass_time(days=1)
        alice.remember("ok", at=clock.now())
    done = memory.maintain()
    assert done.archived
    cold = alice.memories(states=(State.COLD,))
    assert {alice.history(unit.id)[-1].reason for unit in cold} >= {"summed up"}
    assert summaries(alice)
    (unit, *_) = [one for one in cold if SECRET[language] in one.content]
    assert any(hit.id == unit.id for hit in alice.recall(unit.first_person))
    assert alice.memory(unit.id).state is State.ACTIVE


def test_summaries_come_along_with_an_export(opened, clock, language, settings, tmp_path):
    memory = opened(settings)
    alice = memory.user("alice", session="s")
    live_through(memory, alice, clock, language, weeks=1)
    path = tmp_path / "alice.jsonl"
    alice.export(path)
    bob = memory.user("bob")
    bob.restore_from(path)

    def told(user):
        return {name: unit.content for name, unit in summaries(user).items()}

    assert told(bob) == told(alice)
    clock.pass_time(days=1)
    assert memory.maintain().summaries == 0


def test_taking_back_a_turn_leaves_summaries_to_the_clock(opened, clock, language, settings):
    memory = opened(settings)
    alice = memory.user("alice", session="s")
    both = {"en": " ".join(SAID["en"][:2]), "zh": "".join(SAID["zh"][:2])}[language]
    for text in [*["ok"] * 9, both]:
        alice.remember(text, at=clock.now())
    memory.maintain()
    assert set(summaries(alice)) == {"turns:s:0-9"}
    receipt = alice.remember({"en": "Forget what I just said.", "zh": "当我没说。"}[language])
    (taken,) = receipt.outcomes
    assert len(taken.affected) == 2
    assert summaries(alice, State.RETIRED) == {}
    clock.pass_time(days=1)
    memory.maintain()
    assert summaries(alice) == {}


def test_503_no_summary_brings_back_what_was_erased_from_an_old_export(
    opened, clock, language, settings, tmp_path
):
    memory = opened(settings)
    alice = memory.user("alice", session="s")
    live_through(memory, alice, clock, language, weeks=1)
    path = tmp_path / "old.jsonl"
    alice.export(path)
    named = [u for u in alice.memories() if SECRET[language] in u.content]
    alice.erase(*(unit.id for unit in named if unit.kind is not Kind.SUMMARY))
    turns = {turn.id: turn.text for turn in alice.turns()}
    alice.erase(turns=list(turns)[-1:])
    alice.restore_from(path)
    assert not any(SECRET[language] in unit.content for unit in alice.memories(states=tuple(State)))
    assert memory.traces(*(unit.content for unit in named)).found == ()
    # What summaries rest on is not blanked with them.
    assert {turn.id: turn.text for turn in alice.turns()}.items() <= turns.items()
