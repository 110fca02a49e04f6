import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from retold.retriever.fuse import reciprocal_ranks, reordered

PAIRS = st.lists(st.tuples(st.floats(0, 2), st.floats(0, 1)), min_size=1, max_size=12)


@given(PAIRS, st.integers(1, 100))
def test_an_item_better_by_both_signals_is_never_behind(pairs, constant):
    words, near = (np.array(signal) for signal in zip(*pairs, strict=True))
    fused = reciprocal_ranks((words, near), constant=constant)
    assert np.all(fused <= 2 / (constant + 1))
    for i in range(len(pairs)):
        behind = (words < words[i]) & (near < near[i])
        assert np.all(fused[behind] < fused[i])


@given(PAIRS)
def test_dealing_out_keeps_the_values_and_follows_the_order(pairs):
    values, order = (np.array(signal) for signal in zip(*pairs, strict=True))
    dealt = reordered(values, order)
    assert sorted(dealt) == sorted(values)
    for i in range(len(pairs)):
        assert np.all(dealt[order < order[i]] <= dealt[i])


@given(PAIRS)
def test_an_order_by_the_values_themselves_changes_nothing(pairs):
    values = np.array([pair[0] for pair in pairs])
    assert np.array_equal(reordered(values, values), values)
