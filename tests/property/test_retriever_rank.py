from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.ports import TurnOutline
from retold.records import Query, Scope
from retold.retriever.cue import read_cue
from retold.retriever.fuse import Evidence, top_ids
from retold.retriever.keywords import KeywordScores
from retold.retriever.rank import freshness, probabilities, rank_turns
from retold.settings import TurnWeights

NOW = datetime(2026, 5, 3, tzinfo=UTC)
CUE = read_cue(Query(text="tea", scope=Scope(user="ada")), now=NOW, reply_weight=0.0)
numbers = st.floats(-50, 50, allow_nan=False).map(lambda value: round(value, 3))


@given(st.lists(numbers, min_size=1, max_size=30), st.floats(0, 0.9), st.floats(0.1, 5))
def test_scores_are_shares_in_the_order_of_the_sums(sums, lift, width):
    scores = probabilities(np.array(sums), middle=1.0, width=width, lift=lift)
    assert ((scores >= 0) & (scores <= 1)).all()
    order = np.argsort(sums, kind="stable")
    assert (np.diff(scores[order]) >= 0).all()


@given(st.lists(numbers, max_size=30), st.integers(1, 40))
def test_the_top_is_what_sorting_gives(values, limit):
    names = [str(i) for i in range(len(values))]
    found = top_ids(names, np.array(values), limit)
    best = sorted(values, reverse=True)[:limit]
    assert [values[int(name)] for name in found] == best
    assert len(set(found)) == len(found)


@given(
    st.datetimes(timezones=st.just(UTC)),
    st.datetimes(timezones=st.just(UTC)),
    st.floats(0.5, 1000),
    st.floats(0, 1),
)
def test_age_only_takes_away_and_never_below_the_floor(one, other, half_life, floor):
    older, newer = sorted((one, other))
    then = freshness(older, half_life, now=NOW, floor=floor)
    later = freshness(newer, half_life, now=NOW, floor=floor)
    assert floor <= then <= later <= 1.0


turns = st.lists(
    st.tuples(st.sampled_from("st"), st.integers(0, 8), st.booleans(), st.floats(0, 2)),
    max_size=12,
    unique_by=lambda turn: turn[:2],
)


def sums_of(chosen, weights):
    outlines = [
        TurnOutline(
            id=f"{session}{position}",
            number=number,
            session=session,
            position=position,
            speaker="Ada",
            role="user",
            is_question=asks,
            occurred_at=NOW,
        )
        for number, (session, position, asks, _) in enumerate(chosen)
    ]
    scores = KeywordScores(
        numbers=np.arange(len(outlines)),
        values=np.array([value for *_, value in chosen], dtype=np.float64),
        matched=np.ones(len(chosen), dtype=np.int64),
        total=len(chosen),
        asked=1,
        session_ids=("s",),
        session_values=np.array([0.7]),
    )
    evidence = Evidence(scores, None, None, pair=("en", "en"))
    evidence.know({outline.id: outline.number for outline in outlines})
    ranked = rank_turns(outlines, evidence, scores, CUE, weights)
    return dict(zip(ranked.ids, ranked.sums.tolist(), strict=True))


@given(turns, st.randoms())
def test_the_order_in_which_turns_come_does_not_matter(chosen, random):
    mixed = list(chosen)
    random.shuffle(mixed)
    assert sums_of(mixed, TurnWeights()) == pytest.approx(sums_of(chosen, TurnWeights()))


@given(turns, st.floats(0, 2))
def test_a_turn_that_fits_better_ranks_no_lower_and_helps_no_other_session(chosen, more):
    if not chosen:
        return
    weights = TurnWeights(session_vectors=0.0)
    (session, position, asks, value), *others = chosen
    better = [(session, position, asks, value + more), *others]
    before, after = sums_of(chosen, weights), sums_of(better, weights)
    name = f"{session}{position}"
    assert after[name] >= before[name]
    for other in before:
        if other[0] != session:
            assert after[other] == pytest.approx(before[other])
