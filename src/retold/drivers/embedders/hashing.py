"""An embedder without a model: it counts words and runs of characters. For tests and for trials.

Texts are near when they share wording; it knows nothing of meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Literal

import numpy as np

from retold.changes import Vector
from retold.drivers.embedders.windows import character_windows
from retold.settings import EmbedderSettings
from retold.text.normal import fold

DIMENSIONS = 256  # few enough to be quick, enough that the words of a sentence rarely meet
_WORD = re.compile(r"\w+")
_RUNS = (2, 3)  # characters: two are a Chinese word, three tell English stems apart


class HashingEmbedder:
    """Feature hashing with signs (Weinberger et al. 2009): the same in every process."""

    def __init__(self, settings: EmbedderSettings) -> None:
        self._settings = settings

    @property
    def identity(self) -> str:
        """Method, version and dimensions."""
        return f"hashing/1/{DIMENSIONS}"

    @property
    def dimensions(self) -> int:
        """256."""
        return DIMENSIONS

    def embed(
        self,
        texts: Sequence[str],
        *,
        purpose: Literal["query", "passage"],  # noqa: ARG002 - the port's signature
    ) -> list[Vector]:
        """One array a text, shape (parts, 256), float32, rows of length one. Never fails.

        The purpose makes no difference.
        """
        return [self._embed(text) for text in texts]

    def _embed(self, text: str) -> Vector:
        return np.stack([_vector(part) for part in character_windows(text, self._settings)])


def _vector(text: str) -> Vector:
    counts = np.zeros(DIMENSIONS, np.float32)
    for feature in _features(text):
        number = int.from_bytes(blake2b(feature.encode(), digest_size=8).digest(), "little")
        counts[number % DIMENSIONS] += 1 if number >> 63 else -1
    length = float(np.linalg.norm(counts))
    if length == 0:  # nothing to count, or every count met its opposite
        counts[0] = length = 1
    vector: Vector = counts / np.float32(length)
    return vector


def _features(text: str) -> Iterator[str]:
    for word in _WORD.findall(fold(text)):
        yield word
        for size in _RUNS:
            for start in range(len(word) - size + 1):
                yield word[start : start + size]
