"""A reranker behind any endpoint that speaks Jina's `POST /rerank`.

So do Cohere (its second version), vLLM, llama.cpp's server and gateways before others. Needs the
extra `jina`. The key comes from the environment variable `RETOLD_RERANKER_API_KEY` and goes nowhere
but into the request's header. Endpoints that need none get none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import isfinite
from typing import Any

import httpx
from anyio.to_thread import run_sync

from retold.drivers.endpoints import Endpoint, Service
from retold.errors import RerankerError
from retold.settings import RerankerSettings
from retold.text.normal import clean

KEY = "RETOLD_RERANKER_API_KEY"
_SERVICE = Service(
    path="/rerank",
    section="reranker",
    smaller="hits",
    hints={
        400: "a text may be too long for the model: lower reranker.characters",
        401: f"set {KEY} to a valid key",
        403: f"the key in {KEY} may not use this model",
        404: "check reranker.url, which ends before /rerank, and reranker.name",
        413: "lower reranker.hits or reranker.characters",
        422: "check reranker.name",
        429: "the endpoint's limit is reached; wait, or unset reranker.driver",
        500: "a text may be too long for the model: lower reranker.characters",
        501: "the endpoint must be started as a reranker; llama.cpp's with --reranking",
    },
    failure=RerankerError,
    key=KEY,
)


class JinaReranker:
    """One call of `scores` is one request, without retries."""

    def __init__(self, settings: RerankerSettings) -> None:
        """Raises SettingsError if a setting is missing or the key cannot be sent."""
        self._name = settings.name
        self._endpoint = Endpoint(_SERVICE, settings, needs=("url", "name"))

    @property
    def identity(self) -> str:
        """The endpoint's name of the model."""
        return self._name

    async def scores(
        self, query: str, texts: Sequence[str], *, timeout_seconds: float
    ) -> list[float]:
        """What the endpoint calls `relevance_score`, in its range. Raises RerankerError."""
        if not texts:
            return []
        body = {
            "model": self._name,
            "query": _sendable(query),
            "documents": [_sendable(text) for text in texts],
            "top_n": len(texts),
        }
        return await run_sync(partial(self._answer, body, timeout_seconds))

    def _answer(self, body: dict[str, Any], timeout_seconds: float) -> list[float]:
        response = self._endpoint.posted(body, timeout_seconds=timeout_seconds)
        try:
            found = [(one["index"], float(one["relevance_score"])) for one in _results(response)]
        except (KeyError, OverflowError, TypeError, ValueError):
            raise RerankerError(
                f"{self._endpoint.host} gave no scores that can be read", hint="check reranker.url"
            ) from None
        count = len(body["documents"])
        by_index = {index: score for index, score in found if isinstance(index, int)}
        if len(found) != count or by_index.keys() != set(range(count)):
            raise RerankerError(
                f"{self._endpoint.host} gave {len(found)} scores for {count} texts, or two for one",
                hint="lower reranker.hits to what the endpoint takes",
            )
        if not all(map(isfinite, by_index.values())):
            raise RerankerError(
                f"{self._endpoint.host} gave a score that is no number", hint="check reranker.name"
            )
        return [by_index[index] for index in range(count)]


def _results(response: httpx.Response) -> list[Any]:
    results = response.json()["results"]
    if not isinstance(results, list):
        raise TypeError
    return results


def _sendable(text: str) -> str:
    """What UTF-8 can carry, and never nothing, which endpoints refuse."""
    sent = clean(text)
    return sent if sent.strip() else "."
