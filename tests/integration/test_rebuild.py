from dataclasses import replace

import pytest

from retold import AsyncMemory, NotFoundError, Said, SettingsError, State, load
from retold.changes import AddUnit, UpdateUnit
from retold.records import HistoryEntry, Kind, Source, Unit
from retold.text.normal import digest
from retold.text.wording import unit_tokens

ANY = tuple(State)
TALKS = {
    "en": (
        "I live in Oslo.",
        "I'm allergic to peanuts.",
        "I like jazz a bit.",
        "I moved to Rome.",
        "Thanks, that was helpful!",
        "We have a dog called Rex.",
    ),
    "zh": (
        "我住在成都。",
        "我对花生过敏。",
        "我喜欢爵士乐。",
        "我搬到了北京。",
        "谢谢，很有帮助！",
        "我养了一只狗叫旺财。",
    ),
}


@pytest.fixture(params=sorted(TALKS))
def talk(request):
    return TALKS[request.param]


@pytest.fixture
def hashing():
    return load({"embedder.driver": "hashing"}, environment={})


@pytest.fixture
def told(opened, clock, talk):
    """A memory in which alice said all of it, a minute apart, and a way to have more told."""

    def tell(user, *texts):
        for text in texts:
            clock.pass_time(minutes=1)
            user.remember(text)
        return user

    def start(settings=None):
        memory = opened(settings)
        tell(memory.user("alice"), *talk)
        return memory

    start.tell = tell
    return start


def everything(user):
    """Every unit with its history."""
    return [(unit, user.history(unit.id)) for unit in user.memories(states=ANY)]


def counts(rebuilt):
    return rebuilt.changed, rebuilt.added, rebuilt.closed


def write(memory, *changes):
    memory._loop.call(memory._memory._store.gateway.write, changes)


def pin(memory, unit):
    pinned = replace(unit, pinned=True)
    entry = HistoryEntry(
        unit_id=unit.id, at=unit.created_at, event="changed", content=unit.content,
        state=unit.state, reason="pinned",
    )  # fmt: skip
    write(memory, UpdateUnit(unit=pinned, entry=entry))
    return pinned


def junk_of(turn, secret, **fields):
    """A unit that no rule makes, as a fault of an earlier writer would have left it."""
    values = {
        "id": "junk",
        "scope": turn.scope,
        "content": "The user thanks that.",
        "first_person": "I thank that.",
        "kind": Kind.FACT,
        "subject": "user",
        "sources": (Source(turn_id=turn.id, start=0, end=len(turn.text)),),
        "created_at": turn.recorded_at,
        "occurred_at": turn.occurred_at,
    }
    unit = Unit(**(values | fields))
    entry = HistoryEntry(
        unit_id=unit.id, at=unit.created_at, event="created", content=unit.content,
        state=unit.state, turn_id=turn.id,
    )  # fmt: skip
    mark = digest(secret, unit.content)
    return AddUnit(unit=unit, tokens=unit_tokens(unit), fingerprint=mark, entry=entry)


def plant(memory, turn, **fields):
    change = junk_of(turn, memory._loop.call(memory._memory._store.ledger.secret), **fields)
    write(memory, change)
    return change.unit


def test_the_same_rules_change_nothing(told):
    memory = told()
    alice = memory.user("alice")
    before = everything(alice)
    rebuilt = alice.rebuild()
    assert (rebuilt.turns, rebuilt.unchanged) == (6, len(before))
    assert counts(rebuilt) == (0, 0, 0)
    assert everything(alice) == before


def test_calls_of_many_turns_in_several_sessions_change_nothing(opened, clock, talk):
    alice = opened().user("alice")
    for session in ("s1", "s2", None):
        clock.pass_time(days=1)
        alice.remember([Said(text=text, session=session) for text in talk])
    before = everything(alice)
    assert counts(alice.rebuild()) == (0, 0, 0)
    assert everything(alice) == before


def test_agents_are_compared_as_when_they_heard_it(opened, clock, talk):
    memory = opened()
    for agent in ("cook", None, "coach"):
        clock.pass_time(days=1)
        memory.user("alice", agent=agent).remember(list(talk))
    before = everything(memory.user("alice"))
    assert counts(memory.user("alice", agent="cook").rebuild()) == (0, 0, 0)
    assert counts(memory.user("alice").rebuild()) == (0, 0, 0)
    assert everything(memory.user("alice")) == before


def test_what_is_made_again_keeps_its_id_and_its_accesses(told, talk):
    memory = told()
    alice = memory.user("alice")
    plant(memory, alice.turns()[4])
    alice.recall(talk[1], threshold=0)
    memory._loop.call(memory._memory._store.write_accesses)
    before = {u.id: u for u in alice.memories(states=ANY) if u.id != "junk"}
    assert max(unit.access_count for unit in before.values()) == 1
    assert alice.rebuild().closed == 1
    assert {u.id: u for u in alice.memories(states=ANY) if u.id != "junk"} == before


def test_what_is_not_made_any_more_is_closed_and_says_why(told):
    memory = told()
    alice = memory.user("alice")
    turn = alice.turns()[4]
    plant(memory, turn)
    assert counts(alice.rebuild()) == (0, 0, 1)
    junk = alice.memory("junk")
    assert junk.state is State.SUPERSEDED
    assert "no longer made by the writer rules/" in alice.history("junk")[-1].reason
    hits = alice.recall(turn.text, threshold=0, as_of=turn.occurred_at)
    assert "junk" not in [hit.id for hit in hits]
    assert counts(alice.rebuild()) == (0, 0, 0)


@pytest.mark.parametrize(
    "kept",
    [
        {"pinned": True},
        {"state": State.RETIRED},
        {"writer": "model/1"},
        {"sources": ()},
        {"sources": (Source(turn_id="elsewhere", start=0, end=4),)},
    ],
)
def test_what_is_not_the_rules_own_stays(told, kept):
    memory = told()
    alice = memory.user("alice")
    junk = plant(memory, alice.turns()[4], **kept)
    assert counts(alice.rebuild()) == (0, 0, 0)
    assert alice.memory("junk") == junk


def test_what_a_person_brought_back_stays(told):
    memory = told()
    alice = memory.user("alice")
    plant(memory, alice.turns()[4])
    alice.retire("junk")
    alice.restore("junk")
    assert counts(alice.rebuild()) == (0, 0, 0)
    assert alice.memory("junk").state is State.ACTIVE


def test_pins_stay(told, talk):
    memory = told()
    alice = memory.user("alice")
    pinned = pin(memory, alice.memories()[0])
    plant(memory, alice.turns()[4])
    alice.rebuild()
    assert alice.memory(pinned.id) == pinned


def test_what_was_retired_stays_hidden(told, talk):
    memory = told()
    alice = memory.user("alice")
    for unit in alice.memories():
        alice.retire(unit.id)
    before = everything(alice)
    assert counts(alice.rebuild()) == (0, 0, 0)
    assert everything(alice) == before
    assert alice.memories() == []


def test_what_was_retired_stays_hidden_when_it_is_worded_anew(opened, told):
    told({"writer.enabled": False}).close()
    memory = opened()
    alice = memory.user("alice")
    turn = alice.turns()[1]
    junk = plant(memory, turn, content="In other words.", state=State.RETIRED)
    assert alice.rebuild().added == 4
    resting = [u.id for u in alice.memories(states=ANY) if u.sources[0].turn_id == turn.id]
    assert resting == [junk.id]


@pytest.mark.parametrize("sources", [True, False])
def test_what_was_erased_does_not_come_back(told, sources):
    memory = told()
    alice = memory.user("alice")
    units = alice.memories(states=ANY)
    for unit in units:
        alice.erase(unit.id, sources=sources)
    rebuilt = alice.rebuild()
    assert (rebuilt.turns, *counts(rebuilt)) == (6, 0, 0, 0)
    assert alice.memories(states=ANY) == []
    with pytest.raises(NotFoundError):
        alice.memory(units[0].id)


def test_what_held_before_something_erased_does_not_hold_again(told):
    memory = told()
    alice = memory.user("alice")
    (old,) = alice.memories(states=(State.SUPERSEDED,))
    alice.erase(old.superseded_by)
    assert counts(alice.rebuild()) == (0, 0, 0)
    assert alice.memory(old.id).state is State.SUPERSEDED


def test_what_is_new_is_added_with_its_vector_and_its_history(opened, path, clock, talk, told):
    told({"writer.enabled": False}).close()
    memory = opened()
    alice = memory.user("alice")
    assert alice.memories(states=ANY) == []
    rebuilt = alice.rebuild()
    assert rebuilt.added == len(alice.memories(states=ANY)) == 5
    assert memory.health()["missing_vectors"] == 0
    (old,) = alice.memories(states=(State.SUPERSEDED,))
    assert alice.memory(old.superseded_by).state is State.ACTIVE
    steps = [(step.event, step.other_id) for step in alice.history(old.id)]
    assert steps == [("created", None), ("superseded", old.superseded_by)]
    assert counts(alice.rebuild()) == (0, 0, 0)
    assert any(hit.unit for hit in alice.recall(talk[1]))


def test_without_the_embedder_vectors_come_later(opened, embedder, told):
    told({"writer.enabled": False}).close()
    memory = opened({"embedder.retry_seconds": 0}, embedder=embedder)
    embedder.mood = "ill"
    assert memory.user("alice").rebuild().added == 5
    (job,) = memory.health()["jobs"]
    assert (job["kind"], job["last_error"]) == ("embed", "the embedder is down")
    embedder.mood = "well"
    memory.fill()
    assert memory.health()["missing_vectors"] == 0


def test_a_higher_threshold_closes_and_a_lower_one_opens_the_same_units(opened, told):
    memory = told()
    before = memory.user("alice").memories(states=ANY)
    memory.close()
    strict = opened({"writer.threshold": 0.97})
    rebuilt = strict.user("alice").rebuild()
    assert rebuilt.closed > 0
    assert (rebuilt.changed, rebuilt.added) == (0, 0)
    assert counts(strict.user("alice").rebuild()) == (0, 0, 0)
    strict.close()
    alice = opened().user("alice")
    again = alice.rebuild()
    assert (again.changed, again.added, again.closed) == (rebuilt.closed, 0, 0)
    assert alice.memories(states=ANY) == before


def test_other_users_are_untouched(told, talk):
    memory = told()
    alice, bob = memory.user("alice"), memory.user("bob")
    told.tell(bob, *talk)
    plant(memory, bob.turns()[4])
    before = everything(bob)
    plant(memory, alice.turns()[4], id="other")
    assert alice.rebuild().closed == 1
    assert everything(bob) == before


def test_without_the_writer_nothing_is_closed(opened, told):
    memory = told()
    before = everything(memory.user("alice"))
    memory.close()
    alice = opened({"writer.enabled": False}).user("alice")
    with pytest.raises(SettingsError):
        alice.rebuild()
    assert everything(alice) == before


def test_nobody_who_never_spoke_has_anything_to_rebuild(opened):
    rebuilt = opened().user("nobody").rebuild()
    assert (rebuilt.turns, rebuilt.unchanged, *counts(rebuilt)) == (0, 0, 0, 0, 0)


async def test_a_write_in_between_makes_it_start_again(path, clock, talk, hashing, monkeypatch):
    async with (
        await AsyncMemory.open(path, settings=hashing, clock=clock) as ours,
        await AsyncMemory.open(path, settings=hashing, clock=clock) as theirs,
    ):
        await ours.user("alice").remember(list(talk))
        rebuilding = ours._store.rebuilding
        derived, tries = rebuilding._derived, []

        async def interrupted(*given):
            tries.append(given)
            found = await derived(*given)
            if len(tries) == 1:
                clock.pass_time(minutes=1)
                await theirs.user("alice").remember(
                    ["My budget is 3000 dollars.", "预算3000以内。"]
                )
            return found

        monkeypatch.setattr(rebuilding, "_derived", interrupted)
        store, turn = ours._store, (await ours.user("alice").turns())[4]
        await store.gateway.write([junk_of(turn, await store.ledger.secret())])
        before = await theirs.user("alice").memories()
        rebuilt = await ours.user("alice").rebuild()
        assert (len(tries), rebuilt.turns, rebuilt.closed) == (2, 8, 1)
        after = await ours.user("alice").memories()
        assert {u.id for u in before} - {u.id for u in after} == {"junk"}
        assert len(after) > len(before) - 1
