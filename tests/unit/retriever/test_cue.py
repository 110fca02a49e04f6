from datetime import UTC, datetime

import pytest

from retold.records import Query, Scope
from retold.retriever.cue import read_cue

NOW = datetime(2026, 5, 3, 12, tzinfo=UTC)


def cue(text, *, weight=0.3, **fields):
    query = Query(text=text, scope=Scope(user="ada"), **fields)
    return read_cue(query, now=NOW, reply_weight=weight)


def test_keywords_are_those_of_the_question_at_full_weight():
    asked = cue("Where did Ada buy the tea?")
    assert {"ada", "buy", "tea"} <= set(asked.tokens)
    assert asked.weights.tolist() == [1.0] * len(asked.tokens)


def test_the_last_reply_adds_words_of_less_weight():
    asked = cue("How much tea?", last_reply="You bought tea in Kyoto.")
    weights = dict(zip(asked.tokens, asked.weights.tolist(), strict=True))
    assert weights["tea"] == 1.0
    assert weights["kyoto"] == 0.3
    assert asked.reply == "You bought tea in Kyoto."


def test_without_a_weight_the_last_reply_is_not_searched():
    asked = cue("How much?", weight=0.0, last_reply="Kyoto")
    assert asked.reply == ""
    assert "kyoto" not in asked.tokens


def test_a_long_question_and_a_long_reply_are_cut():
    asked = cue("tea " * 5000 + "moon", last_reply="moon" + " rain" * 5000)
    assert "moon" not in asked.tokens
    assert len(asked.text) == 2000
    assert len(asked.reply) <= 400


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("What did Ada say to her sister?", "Ada"),
        ("what did ada's sister say?", "Ada"),
        ("Did Ada tell Ben?", "Ada"),
        ("What does Ada think of Ben's plan?", "Ada"),
        ("What did Ada and Ben buy?", None),
        ("Ada or Ben?", None),
        ("小明觉得Ada的计划怎么样？", "小明"),
        ("小明和Ada去了哪里？", None),
        ("What about Adam?", None),
        ("Who walks?", None),
        ("小明去了哪里？", "小明"),
        ("Ada昨天说了什么？", "Ada"),
    ],
)
def test_whom_a_question_is_about(text, person):
    assert cue(text).person(["Ada", "Ben", "小明", ""]) == person


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("What is my budget?", True),
        ("我的预算是多少？", True),
        ("What did you tell me?", False),
        ("你推荐我吃什么？", False),
        ("Which inn is in Imola?", False),
    ],
)
def test_own_questions_are_about_the_asker_alone(text, own):
    assert cue(text).own is own


def test_times_are_read_from_when_the_question_was_asked():
    asked = cue("What happened yesterday?", at=datetime(2025, 1, 10, tzinfo=UTC))
    assert asked.covers(datetime(2025, 1, 9, 15, tzinfo=UTC))
    assert not asked.covers(datetime(2025, 1, 10, 15, tzinfo=UTC))
    assert not asked.covers(datetime(2026, 5, 2, 15, tzinfo=UTC))
    assert cue("昨天发生了什么？").covers(datetime(2026, 5, 2, 15, tzinfo=UTC))


def test_a_question_for_a_time_as_a_whole_is_broad():
    assert cue("What happened last week?").broad
    assert cue("上周发生了什么？").broad
    assert not cue("Where did I go last week?").broad
    # Of no time nothing can be summed up.
    assert not cue("How did it go?").broad
    assert not cue("这款手机怎么样？").broad
