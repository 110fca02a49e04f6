import numpy as np
import pytest

from retold.ports import Postings
from retold.retriever.associations import AssociationScores, score_associations
from retold.retriever.circles import Nearby

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


def test_the_best_are_first():
    scores = AssociationScores(numbers=np.array([2, 5, 9]), values=np.array([0.1, 0.9, 0.5]))
    assert scores.best(2) == [5, 9]
