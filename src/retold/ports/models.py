"""What a user may bring: an embedder, an adapter, a clock, a language model, a reranker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, Protocol, runtime_checkable

from retold.changes import Vector


@runtime_checkable
class Embedder(Protocol):
    """Turns text into vectors. Called in a worker thread, never from two threads at once."""

    @property
    def identity(self) -> str:
        """Name, version and dimensions; vectors of two identities are never compared."""

    @property
    def dimensions(self) -> int:
        """Length of each vector."""

    def embed(self, texts: Sequence[str], *, purpose: Literal["query", "passage"]) -> list[Vector]:
        """One array a text, shape (parts, dimensions), float32, rows of length one.

        Long text comes back as several parts (windows), short text as one. A vector does not
        depend on what else is in the batch. Raises EmbedderError.
        """


class Adapter(Protocol):
    """Turns the vectors of questions towards what answers them; what is stored stays as it is."""

    @property
    def name(self) -> str:
        """Tells it from every other."""

    def adapt(self, vectors: Vector) -> Vector:
        """The vectors, one a row, turned; of any length but zero."""


class Clock(Protocol):
    """Tells the time, so that tests and imports can set it."""

    def now(self) -> datetime:
        """The present, aware."""


class ChatModel(Protocol):
    """A language model behind a chat endpoint; nothing in the default needs one."""

    @property
    def identity(self) -> str:
        """Name of the model, as written into what it made."""

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: Mapping[str, Any] | None = None,
        timeout_seconds: float,
    ) -> str:
        """The reply to `(role, text)` messages, as JSON of a schema where one is given.

        An endpoint may not keep to the schema; whoever asks checks. Raises ModelError.
        """


class Reranker(Protocol):
    """Reads a question and a text together and says how well the text answers it."""

    @property
    def identity(self) -> str:
        """Name of the model."""

    async def scores(
        self, query: str, texts: Sequence[str], *, timeout_seconds: float
    ) -> list[float]:
        """One relevance a text, in the order of the texts, finite, higher is better.

        They may lie in any range, below zero too: only their order and their distances within one
        call count, and those of two calls are never compared. Texts may be empty; none give an
        empty list. May be called while another call is under way. Raises RerankerError.
        """
