"""Vectors from any endpoint that speaks OpenAI's `POST /embeddings`. Needs the extra `openai`.

The key comes from the environment variable `RETOLD_OPENAI_API_KEY` and goes nowhere but into the
request's header. Endpoints that need none, on the same machine for instance, get none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from retold.changes import Vector
from retold.drivers.embedders.windows import character_windows
from retold.drivers.endpoints import KEY, Endpoint, Service
from retold.errors import DimensionsError, EmbedderError
from retold.settings import EmbedderSettings

_SERVICE = Service(
    path="/embeddings",
    section="embedder",
    smaller="batch",
    hints={
        400: "a text may be too long for the model: lower embedder.window_characters",
        401: f"set {KEY} to a valid key",
        403: f"the key in {KEY} may not use this model",
        404: "check embedder.url, which ends before /embeddings, and embedder.model",
        413: "lower embedder.batch or embedder.window_characters",
        422: "check embedder.model",
        429: "the endpoint's limit is reached; wait, or lower embedder.batch",
    },
    failure=EmbedderError,
)


class OpenAIEmbedder:
    """A model behind an endpoint. One call of `embed` is one request, without retries.

    The settings `url`, `model` and `dimensions` must be given, and what comes back is checked
    against them.
    """

    def __init__(self, settings: EmbedderSettings) -> None:
        """Raises SettingsError if a setting is missing or the key cannot be sent."""
        self._settings = settings
        self._endpoint = Endpoint(_SERVICE, settings, needs=("url", "model", "dimensions"))

    @property
    def identity(self) -> str:
        """Model and dimensions. The same model behind another address is the same."""
        return f"{self._settings.model}/{self._settings.dimensions}"

    @property
    def dimensions(self) -> int:
        """As the settings say."""
        return self._settings.dimensions

    def embed(
        self,
        texts: Sequence[str],
        *,
        purpose: Literal["query", "passage"],  # noqa: ARG002 - the port's signature
    ) -> list[Vector]:
        """One array a text, shape (parts, dimensions), float32, rows of length one.

        The purpose makes no difference. Raises EmbedderError, DimensionsError.
        """
        if not texts:
            return []
        cut = [character_windows(text, self._settings) for text in texts]
        # Endpoints refuse empty text.
        rows = self._rows([part if part.strip() else "." for parts in cut for part in parts])
        ends = np.cumsum([len(parts) for parts in cut])
        return np.split(rows, ends[:-1])

    def _rows(self, parts: list[str]) -> Vector:
        values = _values(self._answer(parts), len(parts))
        if any(len(row) != self._settings.dimensions for row in values):
            raise DimensionsError(
                f"the endpoint gave vectors of {len(values[0])} numbers,"
                f" not {self._settings.dimensions}",
                hint="set embedder.dimensions to what the model gives",
            )
        rows = np.asarray(values, np.float64)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not (np.isfinite(lengths).all() and (lengths > 0).all()):
            raise EmbedderError(
                "the endpoint gave a vector without a direction", hint="check embedder.model"
            )
        rows /= lengths
        return rows.astype(np.float32)

    def _answer(self, parts: list[str]) -> Any:
        body = {"model": self._settings.model, "input": parts}
        response = self._endpoint.posted(body, timeout_seconds=self._settings.timeout_seconds)
        try:
            return response.json()
        except ValueError:
            raise EmbedderError(
                f"{self._endpoint.host} did not answer in JSON", hint="check embedder.url"
            ) from None


def _values(answer: Any, count: int) -> list[list[float]]:
    """The vectors of an answer in the order of what was asked. Raises EmbedderError."""
    try:
        ordered = sorted(answer["data"], key=lambda item: item["index"])
        values = [[float(number) for number in item["embedding"]] for item in ordered]
    except (KeyError, TypeError, ValueError):
        raise EmbedderError(
            "the endpoint's answer is not a list of vectors", hint="check embedder.url"
        ) from None
    if len(values) != count:
        raise EmbedderError(f"the endpoint gave {len(values)} vectors for {count} texts")
    return values
