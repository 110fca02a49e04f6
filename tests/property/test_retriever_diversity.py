from hypothesis import given
from hypothesis import strategies as st

from retold.retriever.diversity import diversify
from tests.property.test_retriever_collapse import hit_lists

LIMITS = st.integers(1, 8)


@given(hit_lists(), LIMITS)
def test_switched_off_it_changes_nothing(hits, limit):
    assert diversify(hits, diversity=0, limit=limit) == tuple(hits[:limit])


@given(hit_lists(), st.floats(0, 1), LIMITS)
def test_the_limit_is_hard_and_every_hit_is_one_that_was_given(hits, diversity, limit):
    kept = diversify(hits, diversity=diversity, limit=limit)
    assert len(kept) == min(len(hits), limit)
    assert len({hit.id for hit in kept}) == len(kept)
    assert all(hit in hits for hit in kept)
    assert list(kept[:1]) == hits[:1]


@given(hit_lists(), st.floats(0, 1), LIMITS)
def test_a_larger_limit_only_adds_hits(hits, diversity, limit):
    few = diversify(hits, diversity=diversity, limit=limit)
    assert diversify(hits, diversity=diversity, limit=limit + 1)[:limit] == few
