from dataclasses import replace
from datetime import UTC, datetime

import pytest

from retold.records import Corpus, Hit
from retold.retriever.diversity import diversify

PLAIN = Hit(
    id="",
    corpus=Corpus.TURNS,
    text="",
    score=0.0,
    signals={},
    reasons=(),
    sources=(),
    occurred_at=datetime(2026, 5, 3, tzinfo=UTC),
)


def hits(*rows):
    return [
        replace(PLAIN, id=str(place), text=text, score=score)
        for place, (text, score) in enumerate(rows)
    ]


@pytest.mark.parametrize(
    ("first", "again", "other"),
    [
        ("The canoe trip was lovely", "A lovely canoe trip", "Grandma bakes plum cake"),
        ("周末划船真开心", "周末划船开心极了", "外婆烤了李子蛋糕"),
    ],
)
def test_what_repeats_a_better_hit_comes_after_what_is_new(first, again, other):
    found = hits((first, 0.9), (again, 0.8), (other, 0.7))
    kept = diversify(found, diversity=0.5, limit=3)
    assert [hit.id for hit in kept] == ["0", "2", "1"]
    assert [hit.score for hit in kept] == [0.9, 0.7, 0.8]
    assert [hit.id for hit in diversify(found, diversity=0.5, limit=2)] == ["0", "2"]


def test_a_little_diversity_does_not_overrule_a_clear_score():
    found = hits(("plum cake with cream", 0.9), ("plum cake", 0.8), ("a canoe", 0.1))
    assert [hit.id for hit in diversify(found, diversity=0.1, limit=3)] == ["0", "1", "2"]


def test_the_best_hit_stays_first_even_where_scores_count_for_nothing():
    found = hits(("plum cake", 0.9), ("plum cake", 0.8), ("a canoe", 0.1))
    assert [hit.id for hit in diversify(found, diversity=1.0, limit=3)] == ["0", "2", "1"]


def test_without_hits_there_is_nothing_to_order():
    assert diversify([], diversity=0.5, limit=3) == ()
