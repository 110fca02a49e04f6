"""Questions that only imply what they bear on, and questions that ask for it."""

import pytest

SAID = {
    "en": (
        "I am allergic to shellfish.",
        "I play the viola in an orchestra.",
        "My sister Ruth lives in Leeds.",
        "We moved to Oslo last year.",
        "I take the tram to work.",
    ),
    "zh": (
        "我对贝类过敏。",
        "我在乐团里拉中提琴。",
        "我姐姐住在成都。",
        "我们去年搬到了杭州。",
        "我坐地铁上班。",
    ),
}
IMPLIED = {
    "en": "Can I have the oysters?",
    "zh": "我能吃那盘生蚝吗？",
}
DIRECT = {"en": "What am I allergic to?", "zh": "我对什么过敏？"}
ALLERGY = {"en": "shellfish", "zh": "贝类"}


@pytest.fixture(params=["en", "zh"])
def language(request):
    return request.param


def recalled(opened, language, question, *, turned, asked_in=None):
    settings = {"embedder.driver": "e5", "embedder.turn_questions": turned}
    # What comes to mind is another rule, and turns are not asked otherwise.
    settings |= {"retriever.units.associations": 0.0, "retriever.corpora": ["units"]}
    alice = opened(settings).user("alice")
    if not alice.memories():
        for text in SAID[language]:
            alice.remember(text)
    return alice.recall(question[asked_in or language], threshold=0.0)


def score(recall, language):
    return next((hit.score for hit in recall.hits if ALLERGY[language] in hit.text), 0.0)


@pytest.mark.parametrize("asked_in", ["en", "zh"])
def test_what_an_implied_question_bears_on_gains(opened, language, asked_in):
    as_it_is, turned = (
        recalled(opened, language, IMPLIED, turned=turned, asked_in=asked_in)
        for turned in (False, True)
    )
    assert score(turned, language) > score(as_it_is, language)
    assert ALLERGY[language] in turned.hits[0].text


def test_what_is_asked_directly_is_found_as_without(opened, language):
    as_it_is, turned = (
        recalled(opened, language, DIRECT, turned=turned) for turned in (False, True)
    )
    assert ALLERGY[language] in turned.hits[0].text
    assert [(hit.id, hit.score) for hit in turned] == [(hit.id, hit.score) for hit in as_it_is]
