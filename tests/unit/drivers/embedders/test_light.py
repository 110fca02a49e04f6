from __future__ import annotations

import pytest

from retold.drivers.embedders.light import LightEmbedder
from retold.settings import EmbedderSettings


@pytest.fixture(scope="module")
def embedder():
    return LightEmbedder(EmbedderSettings(window_characters=100, max_windows=3))


def test_identity_names_model_version_and_length(embedder):
    assert embedder.identity == "universal-sentence-encoder-multilingual/3/512"
    assert embedder.dimensions == 512


def test_long_text_is_cut_by_characters(embedder):
    short, long = embedder.embed(["tea " * 20, "tea " * 1000], purpose="passage")
    assert short.shape == (1, 512)
    assert long.shape == (3, 512)


def test_meaning_is_shared_across_languages(embedder):
    texts = ["I am allergic to peanuts", "我对花生过敏", "火车九点出发"]
    english, chinese, other = (made[0] for made in embedder.embed(texts, purpose="query"))
    assert english @ chinese > english @ other + 0.2
