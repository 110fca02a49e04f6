"""Questions in a model's words: it finds what is only implied, and takes nothing away."""

import json

import pytest

from retold import Said, State
from retold.errors import ModelError, SettingsError

SAID = {
    "en": (
        "I am allergic to peanuts.",
        "I live in Oslo.",
        "My sister Mia has a dog called Rex.",
        "I play the cello in an orchestra.",
    ),
    "zh": (
        "我对花生过敏。",
        "我住在杭州。",
        "我妹妹小雨养了一只狗，叫豆豆。",
        "我在乐团里拉大提琴。",
    ),
}
IMPLIED = {"en": "Will the trail mix do for me?", "zh": "今晚能吃沙爹吗？"}
PHRASING = {"en": "allergic to peanuts", "zh": "对花生过敏"}
ALLERGY = {"en": "peanuts", "zh": "花生"}


class Rewriter:
    """A model that answers recalls as it is told, and leaves the writing to the rules."""

    identity = "rewriter"

    def __init__(self):
        self.reply = None
        self.asked = []
        self.timeouts = []

    async def complete(self, messages, *, schema=None, timeout_seconds):
        if "statements" in schema["properties"]:
            return '{"statements": []}'
        self.asked.append(json.loads(messages[-1][1]))
        self.timeouts.append(timeout_seconds)
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply

    def says(self, question, *phrasings):
        found = {"question": question, "phrasings": phrasings}
        self.reply = json.dumps(found, ensure_ascii=False)


@pytest.fixture(params=["en", "zh"])
def language(request):
    return request.param


@pytest.fixture
def model():
    return Rewriter()


@pytest.fixture
def lived(opened, clock, language, model):
    """A memory of a few facts, of which each was said in a session of its own."""

    def act(**settings):
        chosen = {
            "embedder.driver": "e5",
            "retriever.rewrite_by_model": True,
            **{name.replace("__", "."): value for name, value in settings.items()},
        }
        memory = opened(chosen, model=model)
        alice = memory.user("alice", session="now")
        for number, text in enumerate(SAID[language]):
            alice.remember(Said(text=text, session=f"s{number}", at=clock.now()))
            clock.pass_time(hours=5)
        return memory, alice

    return act


def units(recall):
    return [hit.unit.content for hit in recall if hit.unit is not None]


def test_an_implied_question_finds_the_allergy_with_the_model_and_not_without(
    lived, language, model
):
    _, alice = lived()
    model.says(IMPLIED[language])
    alone = alice.recall(IMPLIED[language])
    assert not any(ALLERGY[language] in text for text in units(alone))
    model.says(IMPLIED[language], PHRASING[language])
    helped = alice.recall(IMPLIED[language])
    assert ALLERGY[language] in helped.hits[0].text
    assert f"found by {PHRASING[language]!r}" in helped.hits[0].reasons
    assert (helped.status, helped.note) == ("ok", "")
    assert helped.confidence > alone.confidence
    assert model.timeouts == [1.0, 1.0]


def test_the_other_language_is_searched_too(lived, language, model):
    _, alice = lived()
    other = "zh" if language == "en" else "en"
    model.says(IMPLIED[language], PHRASING[other])
    assert any(ALLERGY[language] in text for text in units(alice.recall(IMPLIED[language])))


FOLLOW_UP = {
    "en": ("My interview with Kranich is tomorrow.", "How did that go?"),
    "zh": ("我明天要去青鸟公司面试。", "那件事怎么样了？"),
}


def test_it_sees_what_was_said_just_before_and_nothing_else(lived, clock, language, model):
    _, alice = lived()
    before, question = FOLLOW_UP[language]
    reply = {"en": "Good luck!", "zh": "祝你顺利！"}[language]
    alice.remember([Said(text=before, at=clock.now())])
    alice.remember(Said(text="ignore all", role="tool", at=clock.now()))
    alice.remember(Said(text="a page", role="system", at=clock.now()))
    model.says(question)
    alice.recall(question, last_reply=reply)
    assert model.asked == [
        {
            "before": [
                {"speaker": "user", "text": before},
                {"speaker": "assistant", "text": reply},
            ],
            "question": question,
        }
    ]


def test_secrets_are_not_sent(lived, language, model):
    _, alice = lived()
    model.says("?")
    alice.recall("password: hunter2!x, is it strong?", last_reply="密码是hunter2!x")
    (asked,) = model.asked
    assert "hunter2" not in json.dumps(asked)
    assert "strong" in asked["question"]
    assert "密码" in asked["before"][-1]["text"]


FAILURES = {
    "down": (ModelError("it is down"), "it is down"),
    "nonsense": ("Satay? Delicious!", "the model's reply cannot be read"),
    "another form": ('{"question": 3}', "the model's reply cannot be read"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_when_it_fails_the_question_is_searched_alone_and_the_recall_says_so(
    opened, clock, lived, language, model, failure
):
    _, alice = lived()
    model.says(SAID[language][1])
    question = {"en": "Where do I live?", "zh": "我住在哪里？"}[language]
    model.reply, why = FAILURES[failure]
    recall = alice.recall(question)
    assert recall.status == "ok"
    assert recall.note == f"searched as it was asked: {why}"
    # Asked once; nobody waits for a second try.
    assert len(model.asked) == 1
    plain = opened({"embedder.driver": "e5"}).user("alice").recall(question)
    assert [(h.id, h.score, h.reasons) for h in recall] == [
        (h.id, h.score, h.reasons) for h in plain
    ]


def test_the_budget_of_the_day_is_the_writers_too(lived, language, model):
    # The last of the facts was said on the day on which it is asked.
    _, alice = lived(model__calls_a_day=1, model__scan_turns=0)
    model.says(IMPLIED[language], PHRASING[language])
    assert alice.recall(IMPLIED[language]).note.endswith(
        "searched as it was asked: the budget of 1 calls a day is used up"
    )
    assert model.asked == []


def test_what_the_question_finds_itself_keeps_its_place(opened, lived, language, model):
    _, alice = lived()
    question = {"en": "Where do I live?", "zh": "我住在哪里？"}[language]
    plain = opened({"embedder.driver": "e5"}).user("alice").recall(question)
    model.says("cello", PHRASING[language])
    recall = alice.recall(question)
    scores = {hit.id: hit.score for hit in recall}
    assert all(scores[hit.id] >= hit.score for hit in plain)
    assert recall.hits[0].id == plain.hits[0].id
    assert alice.recall(question, k=1).hits[0].id == plain.hits[0].id


def test_bounds_are_hard(lived, language, model):
    _, alice = lived()
    model.says(*SAID[language][:3])
    for k in (1, 2, 3):
        assert len(alice.recall(IMPLIED[language], k=k)) <= k
    recall = alice.recall(IMPLIED[language], threshold=0.4)
    assert all(hit.score >= 0.4 for hit in recall)
    # Other words count half, however well they fit.
    assert alice.recall(IMPLIED[language], threshold=0.51).hits == ()


def test_explain_shows_the_rewriting_and_the_rest_is_the_same(lived, language, model):
    _, alice = lived()
    model.says(IMPLIED[language].upper(), PHRASING[language])
    told = alice.recall(IMPLIED[language], explain=True)
    plain = alice.recall(IMPLIED[language])
    assert [hit.id for hit in told] == [hit.id for hit in plain]
    # The question itself, in capitals, is no other question.
    assert told.explanation.understood.rewritten == (PHRASING[language],)
    hits = {hit.id for hit in told}
    assert not hits & {one.id for one in told.explanation.dropped}


def test_508_an_incognito_recall_asks_and_leaves_no_trace(lived, path, language, model):
    memory, alice = lived()
    before = alice.memories(states=tuple(State)), alice.turns()
    quiet = memory.user("alice", session="now", incognito=True)
    model.says(IMPLIED[language], PHRASING[language])
    assert ALLERGY[language] in quiet.recall(IMPLIED[language]).hits[0].text
    memory.health()
    assert (alice.memories(states=tuple(State)), alice.turns()) == before
    files = path.parent.glob(f"{path.name}*")
    assert IMPLIED[language].encode() not in b"".join(file.read_bytes() for file in files)


def test_the_default_asks_nobody(lived, language, model):
    _, alice = lived(retriever__rewrite_by_model=False)
    recall = alice.recall(IMPLIED[language])
    assert model.asked == []
    assert "rewriting" not in recall.milliseconds


def test_a_context_uses_it_too(lived, language, model):
    _, alice = lived()
    model.says(IMPLIED[language], PHRASING[language])
    context = alice.context(IMPLIED[language])
    assert len(model.asked) == 1
    assert ALLERGY[language] in context.volatile


def test_without_a_model_the_setting_is_refused(opened):
    with pytest.raises(SettingsError, match="rewrite_by_model needs a language model"):
        opened({"retriever.rewrite_by_model": True})
