from hypothesis import given
from hypothesis import strategies as st

from retold.evaluate.metrics import bootstrap, measure, ndcg_at, recall_at, reciprocal_rank

names = st.sampled_from("abcdefghijklmnop")
rankings = st.lists(names, unique=True, max_size=16)
golds = st.sets(names, min_size=1)


@given(rankings, golds)
def test_every_measure_is_a_share(ranked, gold):
    assert all(0.0 <= value <= 1.0 for value in measure(ranked, gold, (1, 5, 10)).values())


@given(rankings, golds, st.integers(1, 16))
def test_recall_never_falls_with_depth(ranked, gold, k):
    assert recall_at(ranked, gold, k) <= recall_at(ranked, gold, k + 1)


@given(rankings.filter(lambda r: len(r) > 1), golds, st.data())
def test_moving_gold_forward_never_hurts(ranked, gold, data):
    place = data.draw(st.integers(1, len(ranked) - 1))
    if ranked[place] in gold and ranked[place - 1] not in gold:
        better = list(ranked)
        better[place - 1], better[place] = better[place], better[place - 1]
        assert ndcg_at(better, gold) >= ndcg_at(ranked, gold)
        assert reciprocal_rank(better, gold) >= reciprocal_rank(ranked, gold)
        assert place >= 10 or ndcg_at(better, gold) > ndcg_at(ranked, gold)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30), st.integers(0, 100))
def test_an_interval_lies_between_the_extremes(values, seed):
    low, high = bootstrap([{"m": value} for value in values], seed=seed, samples=50)["m"]
    slack = 1e-9
    assert 100 * min(values) - slack <= low <= high <= 100 * max(values) + slack
