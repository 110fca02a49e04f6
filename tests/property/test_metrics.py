import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.evaluate.metrics import (
    area_under_curve,
    bootstrap,
    bootstrap_area,
    measure,
    ndcg_at,
    recall_at,
    reciprocal_rank,
)

names = st.sampled_from("abcdefghijklmnop")
rankings = st.lists(names, unique=True, max_size=16)
golds = st.sets(names, min_size=1)
# Few different scores, so that many are equal.
judged = st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=30)


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


@given(judged)
def test_the_area_under_the_curve_is_the_share_of_pairs_in_order(rows):
    scores, right = [s for s, _ in rows], [r for _, r in rows]
    pairs = [(a, b) for a, r in rows if r for b, q in rows if not q]
    if not pairs:
        with pytest.raises(ValueError, match="right ones and wrong ones"):
            area_under_curve(scores, right)
        return
    won = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs)
    assert area_under_curve(scores, right) == pytest.approx(won / len(pairs))


@given(judged, st.integers(0, 100))
def test_the_interval_of_an_area_is_one_of_shares_and_depends_on_the_seed_alone(rows, seed):
    scores, right = [s for s, _ in rows], [r for _, r in rows]
    if all(right) or not any(right):
        with pytest.raises(ValueError, match="right ones and wrong ones"):
            bootstrap_area(scores, right, seed=seed, samples=20)
        return
    low, high = bootstrap_area(scores, right, seed=seed, samples=20)
    assert 0.0 <= low <= high <= 1.0
    assert [low, high] == bootstrap_area(scores, right, seed=seed, samples=20)
    if area_under_curve(scores, right) in (0.0, 1.0):
        # Whatever is drawn of each group stays on its side.
        assert low == high == area_under_curve(scores, right)
