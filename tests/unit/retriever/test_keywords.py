import math

import numpy as np
import pytest

from retold.ports import Postings
from retold.retriever.keywords import IMAGINED_ITEMS, Bm25, score_keywords, values_of

FORM = Bm25(k1=1.2, b=0.75)


def postings(documents, asked, sessions=None):
    """The postings of documents, given as lists of tokens by id, with their sessions."""
    sessions = sessions or dict.fromkeys(documents, "")
    rows = [
        (place, name, words.count(token))
        for place, token in enumerate(asked)
        for name, words in documents.items()
        if token in words
    ]
    ids = tuple(dict.fromkeys(name for _, name, _ in rows))
    names = tuple(sorted({sessions[name] for name in ids}))
    whole = {
        name: sum(len(w) for i, w in documents.items() if sessions[i] == name) for name in names
    }

    def array(values):
        return np.array(list(values), dtype=np.int64)

    return Postings(
        numbers=np.arange(len(ids)),
        ids=ids,
        lengths=array(len(documents[name]) for name in ids),
        tokens=array(place for place, _, _ in rows),
        items=array(ids.index(name) for _, name, _ in rows),
        counts=array(count for _, _, count in rows),
        total=len(documents),
        total_length=sum(map(len, documents.values())),
        sessions=array(names.index(sessions[name]) for name in ids),
        session_ids=names,
        session_lengths=array(whole.values()),
        session_total=len(set(sessions.values())),
    )


def by_hand(documents, asked, *, imagined):
    """BM25 over the summed rarity, from the definition."""
    total = len(documents) + imagined
    mean = sum(map(len, documents.values())) / len(documents)

    def rarity(token):
        n = sum(token in words for words in documents.values())
        return math.log(1 + (total - n + 0.5) / (n + 0.5))

    def score(words):
        return sum(
            rarity(t)
            * words.count(t)
            * (FORM.k1 + 1)
            / (words.count(t) + FORM.k1 * (1 - FORM.b + FORM.b * len(words) / mean))
            for t in asked
        ) / sum(map(rarity, asked))

    return {name: score(words) for name, words in documents.items()}


DOCUMENTS = {
    "a": "tea with milk and tea".split(),
    "b": "coffee with milk".split(),
    "c": "a walk in the rain at night".split(),
    "d": "tea".split(),
}


def test_values_are_bm25_by_its_definition():
    asked = ["tea", "milk", "moon"]
    found = postings(DOCUMENTS, asked)
    scores = score_keywords(found, np.ones(3), FORM)
    expected = by_hand(DOCUMENTS, asked, imagined=IMAGINED_ITEMS)
    assert dict(zip(found.ids, scores.values, strict=True)) == pytest.approx(
        {name: value for name, value in expected.items() if value}
    )
    assert dict(zip(found.ids, scores.matched, strict=True)) == {"a": 2, "d": 1, "b": 1}


def test_sessions_are_scored_as_whole_documents():
    sessions = {"a": "x", "b": "x", "c": "y", "d": "z"}
    asked = ["tea", "milk"]
    scores = score_keywords(postings(DOCUMENTS, asked, sessions), np.ones(2), FORM)
    joined = {
        "x": DOCUMENTS["a"] + DOCUMENTS["b"],
        "y": DOCUMENTS["c"],
        "z": DOCUMENTS["d"],
    }
    expected = by_hand(joined, asked, imagined=0)
    assert dict(zip(scores.session_ids, scores.session_values, strict=True)) == pytest.approx(
        {name: value for name, value in expected.items() if value}
    )


def test_every_word_once_in_an_item_of_mean_length_scores_one():
    documents = {"a": ["tea", "milk"], "b": ["rain", "night"]}
    scores = score_keywords(postings(documents, ["tea", "milk"]), np.ones(2), FORM)
    assert scores.values == pytest.approx([1.0])


def test_a_word_that_weighs_less_counts_less():
    asked = ["tea", "coffee"]
    found = postings(DOCUMENTS, asked)
    even = score_keywords(found, np.ones(2), FORM)
    uneven = score_keywords(found, np.array([1.0, 0.1]), FORM)
    of = found.ids.index
    assert uneven.values[of("b")] < even.values[of("b")]
    assert uneven.values[of("d")] > even.values[of("d")]


@pytest.mark.parametrize("documents", [DOCUMENTS, {"a": []}])
@pytest.mark.parametrize("asked", [[], ["moon"]])
def test_nothing_found_scores_nothing(documents, asked):
    scores = score_keywords(postings(documents, asked), np.ones(len(asked)), FORM)
    assert (len(scores.numbers), len(scores.values), scores.total) == (0, 0, len(documents))


def test_a_rare_word_stays_rare_in_a_store_of_one():
    scores = score_keywords(postings({"a": ["tea", "rain"]}, ["tea", "moon"]), np.ones(2), FORM)
    assert 0.35 < scores.values[0] < 0.5


def test_the_best_come_first_by_their_numbers():
    found = postings(DOCUMENTS, ["tea", "milk"])
    scores = score_keywords(found, np.ones(2), FORM)
    ordered = sorted(zip(scores.values.tolist(), scores.numbers.tolist(), strict=True))[::-1]
    assert scores.best(2) == [number for _, number in ordered[:2]]
    assert sorted(scores.best(9)) == [0, 1, 2]


def test_values_are_given_by_number():
    numbers, values = np.array([2, 5, 9]), np.array([0.1, 0.9, 0.5])
    wanted = np.array([9, 3, 2, -1, 10])
    assert values_of(wanted, numbers, values) == pytest.approx([0.5, 0.0, 0.1, 0.0, 0.0])
    assert values_of(wanted, numbers[:0], values[:0]) == pytest.approx([0.0] * 5)
