from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from retold.drivers.embedders.e5_pieces import MARK, UNKNOWN, Pieces

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
SCORES = st.floats(-20, -0.5, allow_nan=False)
VOCABULARIES = st.dictionaries(st.text("abc", min_size=2, max_size=4), SCORES, max_size=8).map(
    lambda longer: {MARK: -1.0, "a": -4.0, "b": -5.0, "c": -6.0, **longer}
)


def pieces(vocabulary):
    return Pieces([*SPECIAL, *vocabulary, "<mask>"], [0.0] * 4 + [*vocabulary.values(), 0.0], {})


def score(cut, vocabulary):
    return sum(vocabulary.get(part, -1e9) for part in cut)


@given(VOCABULARIES, st.text("abc", min_size=1, max_size=7))
def test_a_word_is_cut_in_the_most_probable_way(vocabulary, word):
    names = [*SPECIAL, *vocabulary]
    found = [names[i] for i in pieces(vocabulary).encode(word)]
    text = MARK + word
    assert "".join(found) == text
    best = max(
        score([text[a:b] for a, b in itertools.pairwise((0, *ends, len(text)))], vocabulary)
        for size in range(len(text))
        for ends in itertools.combinations(range(1, len(text)), size)
    )
    assert abs(score(found, vocabulary) - best) < 1e-6


@given(VOCABULARIES, st.text(max_size=60))
def test_any_text_is_cut_and_unknown_never_follows_unknown(vocabulary, text):
    ids = pieces(vocabulary).encode(text)
    assert ids
    assert (UNKNOWN, UNKNOWN) not in itertools.pairwise(ids)
    assert set(ids) <= {UNKNOWN, *range(4, 4 + len(vocabulary))}


@given(st.lists(st.text("abc", min_size=1, max_size=6), min_size=1, max_size=5))
def test_words_are_cut_one_by_one(words):
    small = pieces({MARK: -1.0, "a": -4.0, "b": -5.0, "c": -6.0, "ab": -5.0})
    assert small.encode(" ".join(words)) == [i for word in words for i in small.encode(word)]
