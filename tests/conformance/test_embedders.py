"""Every embedder that comes with Retold keeps the promises of the port."""

from __future__ import annotations

from typing import Any

import pytest

from retold.drivers.embedders.e5 import E5Embedder
from retold.drivers.embedders.hashing import HashingEmbedder
from retold.drivers.embedders.light import LightEmbedder
from retold.drivers.embedders.openai import OpenAIEmbedder
from retold.settings import EmbedderSettings
from retold.testing.embedders import EmbedderSuite
from retold.testing.endpoints import FakeEndpoint


class TestE5(EmbedderSuite):
    max_parts = 2  # a window takes half a second

    @pytest.fixture(scope="class")
    @classmethod
    def embedder(cls):
        return E5Embedder(EmbedderSettings(max_windows=cls.max_parts))


class TestLight(EmbedderSuite):
    @pytest.fixture(scope="class")
    @classmethod
    def embedder(cls):
        return LightEmbedder(EmbedderSettings())


class TestHashing(EmbedderSuite):
    @pytest.fixture(scope="class")
    @classmethod
    def embedder(cls):
        return HashingEmbedder(EmbedderSettings())


class TestOpenAI(EmbedderSuite):
    @pytest.fixture(scope="class")
    @classmethod
    def embedder(cls):
        model = HashingEmbedder(EmbedderSettings())

        def answer(body: Any) -> tuple[int, Any]:
            made = model.embed(body["input"], purpose="query")
            data = [{"index": i, "embedding": (3 * v[0]).tolist()} for i, v in enumerate(made)]
            return 200, {"data": data[::-1]}

        with FakeEndpoint(answer) as endpoint:
            yield OpenAIEmbedder(EmbedderSettings(url=endpoint.url, model="m", dimensions=256))
