import numpy as np
import pytest

from retold.ports import Postings
from retold.retriever.associations import (
    NOTHING_NEAR,
    AssociationScores,
    Nearby,
    nearby,
    score_associations,
)
from retold.text.tokens import stem, tokens

NEAR = Nearby(tokens=("shellfish", "wine", "dinner"), nearness=np.array([[0.8, 0.0, 0.4]]))


def postings(*rows, total=10):
    """Where tokens stand, as rows of a place in the tokens asked and an item's number."""
    numbers = sorted({number for _, number in rows})
    return Postings(
        numbers=np.array(numbers, dtype=np.int64),
        ids=(),
        lengths=np.ones(len(numbers), dtype=np.int64),
        tokens=np.array([token for token, _ in rows], dtype=np.int64),
        items=np.array([numbers.index(number) for _, number in rows], dtype=np.int64),
        counts=np.ones(len(rows), dtype=np.int64),
        total=total,
        total_length=total,
        sessions=np.zeros(0, dtype=np.int64),
        session_lengths=np.zeros(0, dtype=np.int64),
        session_total=0,
    )


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


def test_an_item_counts_by_its_nearest_word_and_by_how_rare_it_is():
    scores = score_associations(postings((0, 1), (2, 1), (2, 2), (2, 3), (1, 4)), NEAR)
    values = dict(zip(scores.numbers.tolist(), scores.values.tolist(), strict=True))
    assert values[1] == pytest.approx(0.8)
    assert 0 < values[2] == values[3] < 0.4
    assert values[4] == 0


def test_every_word_of_the_question_adds_its_own():
    near = Nearby(tokens=("a", "b"), nearness=np.array([[0.5, 0.0], [0.2, 0.3]]))
    scores = score_associations(postings((0, 1), (1, 1), (0, 2)), near)
    both, one = scores.values.tolist()
    assert both > one > 0


def test_nothing_found_is_no_error():
    assert len(score_associations(postings(), NEAR).values) == 0


def test_values_are_given_by_number_and_the_best_first():
    scores = AssociationScores(numbers=np.array([2, 5, 9]), values=np.array([0.1, 0.9, 0.5]))
    assert scores.of(np.array([9, 3, 2, -1, 10])) == pytest.approx([0.5, 0.0, 0.1, 0.0, 0.0])
    assert scores.best(2) == [5, 9]
