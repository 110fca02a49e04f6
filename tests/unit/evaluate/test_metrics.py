import math

import pytest

from retold.evaluate.metrics import (
    average,
    bootstrap,
    by_group,
    measure,
    ndcg_at,
    percentile,
    recall_at,
    reciprocal_rank,
)


@pytest.mark.parametrize(
    ("ranked", "gold", "k", "expected"),
    [
        (["a", "b", "c"], {"a"}, 1, 1.0),
        (["a", "b", "c"], {"c"}, 2, 0.0),
        (["a", "b", "c"], {"a", "z"}, 3, 0.5),
        (["a"], ["a", "a"], 1, 1.0),
        ([], {"a"}, 5, 0.0),
    ],
)
def test_recall_is_the_share_of_all_gold(ranked, gold, k, expected):
    assert recall_at(ranked, gold, k) == expected


def test_ndcg_of_one_gold_falls_with_the_logarithm_of_its_rank():
    assert ndcg_at(["x", "y", "a"], {"a"}) == pytest.approx(1 / math.log2(4))


def test_ndcg_of_a_perfect_ranking_is_one_even_with_more_gold_than_places():
    gold = {str(i) for i in range(30)}
    assert ndcg_at([str(i) for i in range(30)], gold, 10) == pytest.approx(1.0)


def test_ndcg_counts_nothing_beyond_its_depth():
    assert ndcg_at([*"abcdefghij", "gold"], {"gold"}) == 0.0


def test_reciprocal_rank_is_that_of_the_first_gold():
    assert reciprocal_rank(["x", "a", "b"], {"a", "b"}) == 0.5
    assert reciprocal_rank(["x"], {"a"}) == 0.0


@pytest.mark.parametrize("function", [ndcg_at, reciprocal_rank])
def test_a_question_without_gold_is_refused(function):
    with pytest.raises(ValueError, match="without evidence"):
        function(["a"], set())


def test_measure_names_each_depth_once():
    assert list(measure(["a"], {"a"}, [5, 1, 5])) == ["R@1", "R@5", "NDCG@10", "MRR"]


def test_averages_are_in_percent_over_rows_and_groups():
    rows = [{"MRR": 1.0}, {"MRR": 0.0}, {"MRR": 0.5}]
    assert average(rows) == {"MRR": 50.0}
    assert by_group(rows, ["b", "b", "a"]) == {"a": {"MRR": 50.0}, "b": {"MRR": 50.0}}
    assert average([]) == {}


def test_the_interval_depends_on_the_seed_alone_and_narrows_with_questions():
    few = [{"MRR": float(i % 2)} for i in range(20)]
    many = few * 50
    assert bootstrap(few, seed=1) == bootstrap(few, seed=1)
    assert bootstrap(few, seed=1) != bootstrap(few, seed=2)
    low, high = bootstrap(few, seed=1)["MRR"]
    inner_low, inner_high = bootstrap(many, seed=1)["MRR"]
    assert low < inner_low < 50.0 < inner_high < high
    # The standard error of a share of one half among 1,000 is 1.58 points.
    assert inner_high - inner_low == pytest.approx(2 * 1.96 * 1.58, rel=0.1)


def test_percentiles_of_nothing_are_zero():
    assert percentile([], 99) == 0.0
    assert percentile([1.0, 2.0, 3.0], 50) == 2.0
