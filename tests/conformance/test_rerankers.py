"""Every reranker that comes with Retold keeps the promises of the port."""

import pytest

from retold.drivers.rerankers.jina import KEY, JinaReranker
from retold.settings import RerankerSettings
from retold.testing.rerankers import ASKED, RerankerSuite
from tests import small_reranker


@pytest.mark.anyio
class TestJina(RerankerSuite):
    """Against llama.cpp's server."""

    @pytest.fixture(scope="class")
    @classmethod
    def reranker(cls, tmp_path_factory):
        texts = [
            text
            for question, answer, others in ASKED.values()
            for text in (question, answer, *others)
        ]
        with (
            small_reranker.served(tmp_path_factory.mktemp("weights"), texts) as url,
            pytest.MonkeyPatch.context() as environment,
        ):
            environment.setenv(KEY, small_reranker.KEY)
            yield JinaReranker(RerankerSettings(url=url, name="small"))
