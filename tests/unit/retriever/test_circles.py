import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.retriever.circles import NOTHING_NEAR, nearby
from retold.text.tokens import stem, tokens


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Shall we try the oyster bar tonight?", "I am allergic to shellfish"),
        ("Shall we try the oyster bar tonight?", "我对海鲜过敏"),
        ("今晚去吃生蚝怎么样？", "我对海鲜过敏"),
        ("今晚去吃生蚝怎么样？", "I am allergic to shellfish"),
        ("Are these scissors awkward for me?", "I am left-handed"),
        ("Do I need a new passport photo?", "my flight leaves in May"),
        ("登机要带护照吗？", "五月份我坐飞机去里斯本旅游"),
    ],
)
def test_what_bears_on_a_question_is_near_in_both_languages(question, told):
    near = nearby(question)
    assert not set(tokens(told)).isdisjoint(near.tokens)
    assert near.nearness.shape[1] == len(near.tokens)
    assert near.nearness.min() >= 0
    assert near.nearness.max() <= 1


def test_a_word_of_the_question_itself_is_left_to_keywords():
    near = nearby("Is there a good oyster bar?")
    own = near.tokens.index(stem("oyster"))
    assert near.nearness[:, own] == pytest.approx(0.0)
    assert near.nearness.max() > 0


@pytest.mark.parametrize(
    "question",
    [
        "",
        "???",
        "Zorblax quimble?",
        "Whose oyster bar has the number 13800138000?",
        "谁家生蚝店的电话是13800138000？",
        "Which oyster bar is ada@example.org about?",
    ],
)
def test_nothing_is_near_where_no_word_is_known_or_something_is_named_exactly(question):
    assert nearby(question) is NOTHING_NEAR


@given(st.text())
def test_any_text_may_be_asked(text):
    near = nearby(text)
    assert near.nearness.shape[-1] == len(near.tokens)
