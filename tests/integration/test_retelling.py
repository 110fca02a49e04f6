"""Summaries in a model's words: what holds is told, what does not stays in quotations."""

import json

import pytest

from retold import Kind, State
from retold.errors import ModelError, SettingsError

SAID = {
    "en": [
        "I bought a green kayak in the harbour shop.",
        "I met Zbigniew for tea at the museum.",
        "I started a pottery course downtown.",
    ],
    "zh": [
        "我在港口的店里买了一艘绿色皮划艇。",
        "我和王小芳在博物馆喝了茶。",
        "我在市中心报了一门陶艺课。",
    ],
}
SECRET = {"en": "Zbigniew", "zh": "王小芳"}
AND = {"en": " and ", "zh": "，"}
BROAD = {"en": "What happened yesterday?", "zh": "昨天发生了什么？"}


class Teller:
    """A model that tells all notes in one sentence, or what it is told to tell."""

    identity = "teller"

    def __init__(self, language):
        self.language = language
        self.asked = []
        self.error = None
        self.lie = ""

    async def complete(self, messages, *, schema=None, timeout_seconds):
        assert "sentences" in schema["properties"]
        assert timeout_seconds > 0
        notes = json.loads(messages[-1][1])["notes"]
        self.asked.append([note["text"] for note in notes])
        if self.error is not None:
            raise self.error
        first, *rest = (note["text"].rstrip(".。") for note in notes)
        # "The user" once, at the start.
        subject = "用户" if self.language == "zh" else "The user "
        text = AND[self.language].join([first, *(one.removeprefix(subject) for one in rest)])
        numbers = [note["note"] for note in notes]
        told = {"notes": numbers, "text": text + self.lie}
        return json.dumps({"sentences": [told]}, ensure_ascii=False)


@pytest.fixture(params=["en", "zh"])
def language(request):
    return request.param


@pytest.fixture
def teller(language):
    return Teller(language)


@pytest.fixture
def lived(opened, clock, language, teller):
    """A day of three sentences, and whatever a test sets of the model and the settings."""

    def act(**settings):
        chosen = {
            "writer.threshold": 0.0,
            "forgetting.summaries": True,
            "forgetting.summaries_by_model": True,
            "model.scan_turns": 0,
            **{name.replace("__", "."): value for name, value in settings.items()},
        }
        memory = opened(chosen, model=Rules(teller))
        alice = memory.user("alice", session="s")
        for text in SAID[language]:
            alice.remember(text, at=clock.now())
            clock.pass_time(hours=1)
        clock.pass_time(hours=20)
        return memory, alice

    return act


class Rules:
    """Tells summaries and leaves the writing of memories to the rules."""

    identity = "teller"

    def __init__(self, teller):
        self.teller = teller

    async def complete(self, messages, *, schema=None, timeout_seconds):
        if "statements" in schema["properties"]:
            raise ModelError("it does not write")
        return await self.teller.complete(messages, schema=schema, timeout_seconds=timeout_seconds)


def summaries(user, *states):
    found = user.memories(states=states or (State.ACTIVE, State.FADED), kinds=(Kind.SUMMARY,))
    return {unit.tags[0]: unit for unit in found}


def day_of(user):
    return next(unit for name, unit in summaries(user).items() if name.startswith("day:"))


def test_what_holds_is_told_in_the_models_words(lived, language, teller):
    memory, alice = lived()
    done = memory.maintain()
    assert (done.summaries, done.notes, done.failures) == (1, (), ())
    day = day_of(alice)
    assert day.writer == "teller/retell-1"
    assert AND[language] in day.content
    assert day.content != day.value
    assert all(note.rstrip(".。") in day.value for note in teller.asked[0])
    assert [step.reason for step in alice.history(day.id)] == ["summed up"]
    # It opens to all that it tells of.
    assert {source.turn_id for source in day.sources} == {turn.id for turn in alice.turns()}
    assert day.language == language


def test_the_default_asks_nobody(lived, teller):
    memory, alice = lived(forgetting__summaries_by_model=False)
    memory.maintain()
    assert teller.asked == []
    day = day_of(alice)
    assert (day.writer, day.value) == ("summaries/1", "")


LIES = {
    "a name": {"en": " with Oscar", "zh": "，还见了李雷"},
    "a number": {"en": " for 300 euros", "zh": "，花了三百元"},
    "a denial": {"en": " and never came home", "zh": "，没有回家"},
    "a date": {"en": " on 1 March 2020", "zh": "，那是2020年3月1日"},
    "a secret": {"en": ", password hunter2!x", "zh": "，密码是hunter2!x"},
}


@pytest.mark.parametrize("lie", LIES)
def test_306_a_lie_is_not_told(lived, clock, language, teller, lie):
    memory, alice = lived()
    teller.lie = LIES[lie][language]
    done = memory.maintain()
    day = day_of(alice)
    assert (day.writer, day.value) == ("summaries/1", "")
    assert teller.lie.strip(" ，,") not in day.content
    (note,) = done.notes
    assert note.startswith("in quotations: what the model said would drift: ")
    assert alice.history(day.id)[0].reason == f"summed up {note}"
    # It would say the same again.
    clock.pass_time(days=1)
    assert memory.maintain().summaries == 0
    assert len(teller.asked) == 1


@pytest.mark.parametrize("budget", [0, 99])
def test_when_it_fails_the_quotations_stand(lived, teller, budget):
    memory, alice = lived(model__calls_a_day=budget)
    teller.error = ModelError("it is down")
    done = memory.maintain()
    day = day_of(alice)
    assert (day.writer, day.value) == ("summaries/1", "")
    why = "it is down" if budget else "the budget of 0 calls a day is used up"
    assert done.notes == (f"in quotations: {why}",)
    assert alice.history(day.id)[0].reason == f"summed up in quotations: {why}"


def test_writing_and_telling_share_the_budget(lived, clock, language, teller):
    memory, alice = lived(model__calls_a_day=1)
    alice.remember(SAID[language][0], at=clock.now())
    why = "the budget of 1 calls a day is used up"
    assert memory.maintain().notes == (f"in quotations: {why}",)
    assert teller.asked == []


def test_502_what_is_erased_goes_with_what_was_worded_of_it(lived, clock, language, teller):
    memory, alice = lived()
    memory.maintain()
    told = day_of(alice)
    assert SECRET[language] in told.content
    units = [unit for unit in alice.memories() if SECRET[language] in unit.content]
    receipt = alice.erase(*(unit.id for unit in units if unit.kind is not Kind.SUMMARY))
    assert told.id in receipt.unit_ids
    assert memory.traces(SAID[language][1], told.content, told.value).found == ()
    clock.pass_time(days=1)
    memory.maintain()
    after = day_of(alice)
    assert after.writer == "teller/retell-1"
    assert SECRET[language] not in f"{after.content}{after.value}{teller.asked[-1]}"


def test_what_a_person_hides_is_not_told(lived, clock, language, teller):
    memory, alice = lived()
    memory.maintain()
    for unit in alice.memories():
        if SECRET[language] in unit.content and unit.kind is not Kind.SUMMARY:
            alice.retire(unit.id)
    for _ in range(2):
        assert not any(SECRET[language] in hit.text for hit in alice.recall(BROAD[language]))
        clock.pass_time(days=1)
        memory.maintain()
    assert SECRET[language] not in day_of(alice).content
    assert SECRET[language] not in "".join(teller.asked[-1])


def test_a_summary_that_is_erased_is_not_worded_again(lived, clock, teller):
    memory, alice = lived()
    memory.maintain()
    alice.erase(day_of(alice).id)
    clock.pass_time(days=1)
    memory.maintain()
    assert not any(name.startswith("day:") for name in summaries(alice))
    assert len(teller.asked) == 1


def test_the_same_is_not_asked_for_twice(lived, clock, language, teller):
    memory, alice = lived(forgetting__summary_sentences=2)
    memory.maintain()
    before = day_of(alice)
    assert len(teller.asked) == 1
    # What is not among the quotations goes, so that the day is summed up anew as it was.
    (left,) = [
        unit
        for unit in alice.memories()
        if unit.kind is not Kind.SUMMARY and unit.content.rstrip(".。") not in before.value
    ]
    alice.retire(left.id)
    clock.pass_time(hours=21)
    memory.maintain()
    after = day_of(alice)
    assert after.id != before.id
    assert (after.content, after.value, after.writer) == (
        before.content,
        before.value,
        before.writer,
    )
    assert len(teller.asked) == 1


def test_without_a_model_the_setting_is_refused(opened):
    with pytest.raises(SettingsError, match="needs a language model"):
        opened({"forgetting.summaries_by_model": True})
