from hypothesis import assume, given
from hypothesis import strategies as st

from retold.retriever.rerank import mixed

SHARES = st.floats(0, 1)
READ = st.floats(allow_nan=False, allow_infinity=False)
HITS = st.lists(st.tuples(SHARES, READ), min_size=2, max_size=20)


@given(HITS, SHARES)
def test_the_mix_stays_between_nothing_and_all(hits, weight):
    own, read = zip(*hits, strict=True)
    assert all(0 <= value <= 1 for value in mixed(own, read, weight=weight))


@given(HITS, SHARES)
def test_what_is_better_by_both_is_never_behind(hits, weight):
    own, read = zip(*hits, strict=True)
    made = mixed(own, read, weight=weight)
    for (score, said), value in zip(hits, made, strict=True):
        for (other, heard), beside in zip(hits, made, strict=True):
            if score >= other and said >= heard:
                assert value >= beside - 1e-12


@given(st.lists(st.tuples(SHARES, st.integers(-100, 100)), min_size=2, max_size=20), SHARES)
def test_the_range_of_a_reranker_makes_no_difference(hits, weight):
    own, read = zip(*hits, strict=True)
    assume(len(set(read)) > 1)
    there = mixed(own, read, weight=weight)
    elsewhere = mixed(own, [0.5 + number / 400 for number in read], weight=weight)
    assert all(abs(a - b) < 1e-9 for a, b in zip(there, elsewhere, strict=True))
