from __future__ import annotations

import itertools

import pytest

from retold.drivers.embedders.e5_pieces import MARK, UNKNOWN, Pieces
from retold.drivers.embedders.e5_weights import Weights, locate

SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]


def vocabulary(**scores):
    pieces = [*SPECIAL, MARK, *scores, "<mask>"]
    return Pieces(pieces, [0.0, 0.0, 0.0, 0.0, -3.0, *scores.values(), 0.0], {ord("Ａ"): "a"})


@pytest.fixture(scope="module")
def pieces():
    weights = Weights(locate())
    return Pieces(weights.pieces, weights.scores, weights.rules)


def test_the_most_probable_cut_wins_over_the_longest_piece():
    small = vocabulary(ab=-9.0, a=-2.0, b=-2.0)
    assert small.encode("ab") == [4, 6, 7]
    small = vocabulary(ab=-3.0, a=-2.0, b=-2.0)
    assert small.encode("ab") == [4, 5]


def test_rules_are_applied_before_cutting():
    assert vocabulary(a=-1.0).encode("Ａ") == vocabulary(a=-1.0).encode("a")


def test_a_run_of_unknown_characters_is_one_piece():
    small = vocabulary(a=-1.0)
    assert small.encode("axyza") == [4, 5, UNKNOWN, 5]
    assert small.encode("x y") == [4, UNKNOWN, 4, UNKNOWN]


def test_unknown_is_taken_only_where_no_piece_fits():
    assert vocabulary(a=-1000.0).encode("a") == [4, 5]


def test_spaces_count_once_and_not_at_the_ends():
    small = vocabulary(a=-1.0)
    assert small.encode("  a \n\t a ") == small.encode("a a") == [4, 5, 4, 5]


def test_nothing_visible_is_one_mark():
    assert vocabulary(a=-1.0).encode("") == vocabulary(a=-1.0).encode(" \0\n") == [4]


def test_text_cannot_spell_a_special_piece(pieces):
    for text in (*SPECIAL, "<mask>"):
        assert not {0, 1, 2, 250001} & set(pieces.encode(text))


def test_ids_are_those_of_the_published_tokeniser(pieces):
    # From the tests of the transformers library for XLM-RoBERTa, whose vocabulary this is.
    assert pieces.encode("Hello World!") == [35378, 6661, 38]


def test_nul_and_lone_surrogates_do_not_end_the_text(pieces):
    assert pieces.encode("tea\0cake") == pieces.encode("teacake")
    assert pieces.encode("tea \ud800 cake") == pieces.encode("tea cake")


def test_width_and_compatibility_forms_are_equal(pieces):
    assert pieces.encode("Ｔｅａ，好") == pieces.encode("Tea,好")


def test_a_cut_is_the_best_of_all_cuts(pieces):
    weights = Weights(locate())
    ids = {piece: i for i, piece in enumerate(weights.pieces)}

    def score(parts):
        return sum(weights.scores[ids[part]] if part in ids else -1e9 for part in parts)

    for word in ("unbelievable", "喜欢安静的键盘", "allergic"):
        text = MARK + word
        cuts = (
            [text[a:b] for a, b in itertools.pairwise((0, *ends, len(text)))]
            for size in range(len(text))
            for ends in itertools.combinations(range(1, len(text)), size)
        )
        assert [weights.pieces[i] for i in pieces.encode(word)] == max(cuts, key=score)
