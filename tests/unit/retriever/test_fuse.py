import numpy as np
import pytest

from retold.ports import Similarities
from retold.retriever.associations import AssociationScores
from retold.retriever.fuse import Evidence, reciprocal_ranks, top_ids
from retold.retriever.keywords import KeywordScores
from retold.retriever.scale import Scale
from retold.settings import UnitWeights

PAIR = ("en", "en")
SCALE = Scale(
    unrelated={("en", "en"): 0.8, ("en", "zh"): 0.7},
    span={("en", "en"): 0.1, ("en", "zh"): 0.1},
)


def keywords(*, asked=2, **values):
    return KeywordScores(
        numbers=np.array([ord(name) for name in values], dtype=np.int64),
        values=np.array(list(values.values()), dtype=np.float64),
        matched=np.arange(1, len(values) + 1),
        total=10,
        asked=asked,
        session_ids=(),
        session_values=np.zeros(0),
    )


def similar(total=None, **cosines):
    ids = tuple(sorted(cosines, key=lambda name: -cosines[name]))
    values = np.array([cosines[name] for name in ids], dtype=np.float32)
    total = len(ids) if total is None else total
    return Similarities(ids=ids, values=values, total=total)


def evidence(words, near):
    return known(Evidence(words, near, None if near is None else SCALE, pair=PAIR))


def weighing(keywords, vectors, associations=0.0):
    return UnitWeights(keywords=keywords, vectors=vectors, associations=associations)


def known(evidence):
    """With the numbers of all items, which are single letters here."""
    evidence.know({name: ord(name) for name in "abcdz"})
    return evidence


def test_both_signals_are_summed_by_their_weights():
    both = evidence(keywords(a=1.0, b=0.5), similar(a=0.85, b=0.9, c=0.95))
    assert both.sums(["a", "b", "c"], weighing(2.0, 1.0)) == pytest.approx([2.5, 2.0, 1.5])
    assert both.matched("b") == 2
    assert both.matched("c") == 0
    assert both.cosine("c") == pytest.approx(0.95)
    assert both.cosine("z") is None


def test_candidates_come_from_both_signals_best_first():
    both = evidence(keywords(a=1.0, b=0.1), similar(c=0.95, b=0.9, d=0.8))
    assert both.candidates(3, weighing(1.0, 1.0)) == ["a", "c", "b"]


def test_an_item_without_a_vector_is_taken_to_be_as_near_as_its_words_are():
    both = evidence(keywords(a=0.5), similar(b=0.9))
    assert both.vectors(["a", "b", "z"]) == pytest.approx([1.0, 1.0, 0.0])


def test_what_was_compared_and_not_returned_is_no_nearer_than_the_last():
    both = evidence(keywords(a=0.5), similar(total=100, b=0.9, c=0.82))
    assert both.vectors(["a"]) == pytest.approx([0.2])


def test_without_vectors_keywords_stand_for_both():
    alone = evidence(keywords(a=0.5, b=0.1), None)
    assert alone.vectors(["a", "b", "c"]) == pytest.approx([1.0, 0.2, 0.0])
    assert alone.candidates(2, weighing(1.0, 1.0)) == ["a", "b"]


def test_without_keywords_vectors_stand_for_both():
    alone = evidence(keywords(asked=0), similar(a=0.9, b=0.7))
    assert alone.keywords(["a", "b"]) == pytest.approx([0.5, 0.0])


def test_with_neither_nothing_is_found():
    nothing = evidence(keywords(asked=0), None)
    assert nothing.candidates(5, weighing(1.0, 1.0)) == []
    assert nothing.sums(["a"], weighing(1.0, 1.0)) == pytest.approx([0.0])


def test_an_item_in_another_language_regains_what_its_pair_of_languages_costs():
    both = evidence(keywords(a=1.0, c=2.0), similar(a=0.8, b=0.8, c=0.8))
    spoken = ["en", "zh", "zh", "zh"]
    gained = both.regained(["a", "b", "c", "z"], spoken, weighing(3.0, 1.0))
    assert gained == pytest.approx([0.0, 1.0 + 3.0 * 0.5, 1.0, 0.0])


def test_the_largest_values_are_first_and_ties_keep_their_order():
    assert top_ids(["a", "b", "c", "d"], np.array([1.0, 3.0, 1.0, 2.0]), 3) == ["b", "d", "a"]
    assert top_ids(["a", "b", "c"], np.array([1.0, 1.0, 1.0]), 5) == ["a", "b", "c"]
    assert top_ids([], np.zeros(0), 5) == []


def test_reciprocal_ranks_are_summed_over_the_signals_that_found_it():
    words, near = np.array([3.0, 1.0, 0.0, 1.0]), np.array([0.2, 0.9, 0.0, -0.1])
    fused = reciprocal_ranks((words, near), constant=60)
    assert fused == pytest.approx([1 / 61 + 1 / 62, 1 / 62 + 1 / 61, 0.0, 1 / 62])


def test_reciprocal_ranks_give_the_order_and_sums_the_values():
    words, near = keywords(a=9.0, b=0.5, c=0.4), similar(b=0.9, c=0.89, a=0.81)
    ids = ["a", "b", "c"]
    by_sums = known(Evidence(words, near, SCALE, pair=PAIR))
    by_ranks = known(Evidence(words, near, SCALE, pair=PAIR, rank_constant=60))
    sums = by_sums.sums(ids, weighing(1.0, 1.0))
    dealt = by_ranks.sums(ids, weighing(1.0, 1.0))
    assert by_sums.candidates(3, weighing(1.0, 1.0)) == ["a", "b", "c"]
    assert by_ranks.candidates(3, weighing(1.0, 1.0)) == ["b", "a", "c"]
    assert sorted(dealt) == sorted(sums)


def associated(**values):
    numbers = np.array([ord(name) for name in values], dtype=np.int64)
    return AssociationScores(numbers=numbers, values=np.array(list(values.values())))


def test_what_comes_to_mind_is_a_candidate_where_nothing_answers():
    both = evidence(keywords(a=0.1), similar(b=0.82))
    both.associate(associated(c=0.9))
    assert both.associations(["a", "c", "z"]) == pytest.approx([0.0, 0.9, 0.0])
    assert both.candidates(3, weighing(1.0, 1.0, 2.0)) == ["c", "a", "b"]


@pytest.mark.parametrize(
    ("words", "near", "unanswered"),
    [
        ({"a": 0.1}, {"b": 0.82}, 1.0),
        ({"a": 0.1}, {"b": 0.865}, 0.5),
        ({"a": 0.1}, {"b": 0.9}, 0.0),
        ({"a": 0.5}, {"b": 0.82}, 0.0),
        ({"a": 0.2}, None, 1.0),
        ({"a": 0.5}, None, 0.0),
        ({}, None, 1.0),
    ],
)
def test_what_answers_by_itself_needs_no_association(words, near, unanswered):
    both = evidence(keywords(**words), None if near is None else similar(**near))
    both.associate(associated(c=0.8))
    assert both.unanswered == pytest.approx(unanswered)
    assert both.associations(["c"]) == pytest.approx([0.8 * unanswered])
