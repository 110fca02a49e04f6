from __future__ import annotations

import os
import subprocess
import sys

import numpy as np

from retold.drivers.embedders.hashing import HashingEmbedder
from retold.settings import EmbedderSettings

PROGRAM = """
import hashlib
from retold.drivers.embedders.hashing import HashingEmbedder
from retold.settings import EmbedderSettings
made = HashingEmbedder(EmbedderSettings()).embed(["I like tea", "我喜欢茶"], purpose="query")
print(hashlib.sha256(b"".join(row.tobytes() for row in made)).hexdigest())
"""


def embedder(**settings):
    return HashingEmbedder(EmbedderSettings(**settings))


def vector(text):
    return embedder().embed([text], purpose="query")[0][0]


def test_another_process_makes_the_same_vectors():
    made = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1


def test_case_and_width_make_no_difference():
    assert np.array_equal(vector("TEA and ＣＡＫＥ"), vector("tea and cake"))


def test_the_order_of_words_makes_no_difference_but_that_of_letters_does():
    assert np.array_equal(vector("tea cake"), vector("cake tea"))
    assert not np.array_equal(vector("tea"), vector("eat"))


def test_text_without_words_has_a_vector():
    assert np.linalg.norm(vector("…!?")) == 1


def test_more_shared_words_are_nearer():
    assert vector("我喜欢喝绿茶") @ vector("她喜欢喝绿茶") > 0.5
    assert abs(vector("我喜欢喝绿茶") @ vector("火车九点出发")) < 0.2


def test_long_text_is_cut_by_characters():
    made = embedder(window_characters=100, max_windows=3).embed(["tea " * 1000], purpose="query")
    assert made[0].shape == (3, 256)


def test_identity_names_version_and_length():
    assert embedder().identity == "hashing/1/256"
    assert embedder().dimensions == 256
