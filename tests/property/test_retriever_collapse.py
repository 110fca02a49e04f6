from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from retold.records import Corpus, Hit, Source
from retold.retriever.collapse import collapse
from retold.testing import samples

ADA = samples.scope()
TEXTS = st.sampled_from(("Ada drinks tea.", "Ada drinks tea", "Ada has 2 dogs.", "Ada has 3 dogs."))


@st.composite
def hit_lists(draw):
    count = draw(st.integers(0, 8))
    hits = []
    for i in range(count):
        text, score = draw(TEXTS), draw(st.floats(0, 1))
        if draw(st.booleans()):
            turn = samples.turn(f"t{i}", ADA, text=text)
            hits.append(made(turn.id, Corpus.TURNS, text, score, (turn.id,), turn=turn))
        else:
            sources = draw(st.sets(st.integers(0, 7), max_size=2))
            spans = tuple(Source(turn_id=f"t{n}", start=0, end=5) for n in sorted(sources))
            unit = samples.unit(f"u{i}", ADA, content=text, sources=spans)
            names = tuple(span.turn_id for span in spans)
            hits.append(made(unit.id, Corpus.UNITS, text, score, names, unit=unit))
    return sorted(hits, key=lambda hit: -hit.score)


def made(hit_id, corpus, text, score, sources, **fields):
    return Hit(
        id=hit_id,
        corpus=corpus,
        text=text,
        score=score,
        signals={},
        reasons=(),
        sources=sources,
        occurred_at=datetime(2026, 5, 3, tzinfo=UTC),
        **fields,
    )


@given(hit_lists())
def test_nothing_is_lost_and_nothing_is_there_twice(hits):
    kept = collapse(hits, near_duplicate=0.9, limit=100)
    named = [name for hit in kept for name in (hit.id, *hit.duplicates)]
    assert set(named) == {hit.id for hit in hits}
    assert len(kept) == len({hit.id for hit in kept})
    for source in (source for hit in hits for source in hit.sources):
        assert any(source in hit.sources for hit in kept)


@given(hit_lists(), st.integers(1, 8))
def test_the_limit_holds_and_the_order_is_kept(hits, limit):
    kept = collapse(hits, near_duplicate=0.9, limit=limit)
    assert len(kept) <= limit
    scores = [hit.score for hit in kept]
    assert scores == sorted(scores, reverse=True)


@given(hit_lists())
def test_the_best_score_stays(hits):
    kept = collapse(hits, near_duplicate=0.9, limit=1)
    assert [hit.score for hit in kept] == [hit.score for hit in hits[:1]]
