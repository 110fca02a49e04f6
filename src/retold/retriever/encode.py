"""Turning turns, units and questions into vectors, away from the event loop."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

import anyio
import anyio.to_thread
import numpy as np

from retold.changes import PutVectors, Vector
from retold.errors import DimensionsError, EmbedderError
from retold.ports import Adapter, Embedder
from retold.records import Corpus, Turn, Unit
from retold.retriever.bearing import COMMON, COMMON_SHARE, Bearing, learnt
from retold.retriever.chunks import REACH, chunk_texts
from retold.retriever.pause import Pause
from retold.retriever.scale import FACTS, QUESTIONS, SAID, Scale, measure_scale
from retold.settings import EmbedderSettings
from retold.text.language import Language
from retold.text.wording import turn_wording

Purpose = Literal["query", "passage"]

# How units and turns are embedded, for the sentences that show what a cosine means.
_TOLD: Mapping[Corpus, tuple[Mapping[Language, tuple[str, ...]], Purpose]] = {
    Corpus.UNITS: (FACTS, "query"),
    Corpus.TURNS: (SAID, "passage"),
}
# A question is often asked again at once: for a context after a recall, or after a correction.
_QUESTIONS_KEPT = 32
# What embedders that others bring raise when their model or their connection fails.
_FAILURES = (EmbedderError, OSError, RuntimeError, ValueError)


class Encoder:
    """The embedder as the rest of Retold sees it: asynchronous, checked, one call at a time.

    After a failure it refuses for `retry_seconds`, so that recalls do not wait for a dead
    endpoint each time.
    """

    def __init__(
        self, embedder: Embedder, settings: EmbedderSettings, adapter: Adapter | None = None
    ) -> None:
        """Embed with this, and turn the vectors of questions by the adapter, where there is one."""
        self._embedder = embedder
        self._adapter = adapter
        self._settings = settings
        # An own limiter: a queue of database reads must not hold up the embedder.
        self._limiter = anyio.CapacityLimiter(1)
        self._turn = anyio.Lock()
        self._questions: OrderedDict[str, Vector] = OrderedDict()
        self._scales: dict[tuple[Corpus, bool], Scale] = {}
        self._told: dict[Corpus, dict[Language, Vector]] = {}
        self._asked: dict[Language, Vector] | None = None
        self._bearing: Bearing | None = None
        self._common: Vector | None = None
        self._pause = Pause(settings.retry_seconds)

    @property
    def identity(self) -> str:
        """Under which name vectors are stored; those of two names are never compared."""
        return self._embedder.identity

    @property
    def name(self) -> str:
        """The identity, and that of the adapter where there is one: what made an answer."""
        return self.identity if self._adapter is None else f"{self.identity}+{self._adapter.name}"

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        return self._embedder.dimensions

    @property
    def later(self) -> bool:
        """Whether vectors of what is written are to be made after the write."""
        return self._settings.when == "later"

    @property
    def reach(self) -> int:
        """How many turns before a turn its vectors tell of, too."""
        return REACH[self._settings.chunks]

    @property
    def may_turn(self) -> bool:
        """Whether questions may be turned towards what bears on them, see `turned`."""
        return self._settings.turn_questions

    @property
    def pausing(self) -> bool:
        """Whether it refuses because of a failure a moment ago."""
        return self._pause.lasts

    def forget_questions(self) -> None:
        """Drop the questions that are kept: one may ask for what was erased."""
        self._questions.clear()

    async def question(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,), float32, length one.

        A question so long that it comes back in parts is their mean. The last few are kept.
        Raises EmbedderError, DimensionsError.
        """
        kept = self._questions.get(text)
        if kept is not None:
            self._questions.move_to_end(text)
            return kept
        (parts,) = await self._embed([text], "query")
        vector: Vector = self._adapted(_unit_length(parts.mean(axis=0, keepdims=True)))[0]
        self._questions[text] = vector
        if len(self._questions) > _QUESTIONS_KEPT:
            self._questions.popitem(last=False)
        return vector

    async def turned(self, rows: Vector) -> Vector:
        """Vectors of questions, one a row, turned towards the memories that bear on them.

        Raises EmbedderError, DimensionsError.
        """
        if self._adapter is None:
            if self._bearing is None:
                # In a thread, for it is read from a file.
                self._bearing = await anyio.to_thread.run_sync(learnt)
            if self.identity == self._bearing.identity:
                return _unit_length(self._bearing.turned(rows))
        if self._common is None:
            (parts,) = await self._embed([COMMON], "query")
            self._common = self._adapted(parts[:1])
        return _unit_length(rows - COMMON_SHARE * self._common)

    async def scale(self, corpus: Corpus, *, turned: bool = False) -> Scale:
        """What a cosine with a unit or a turn means; measured on a few sentences at first use.

        Raises EmbedderError, DimensionsError.
        """
        key = corpus, turned
        if key not in self._scales:
            if self._asked is None:
                asked = await self._each(QUESTIONS, "query")
                self._asked = {spoken: self._adapted(rows) for spoken, rows in asked.items()}
            asked = self._asked
            if turned:
                asked = {spoken: await self.turned(rows) for spoken, rows in asked.items()}
            if corpus not in self._told:
                self._told[corpus] = await self._each(*_TOLD[corpus])
            self._scales[key] = measure_scale(asked, self._told[corpus])
        return self._scales[key]

    async def encode(self, turns: Sequence[Turn], units: Sequence[Unit]) -> list[PutVectors]:
        """The vectors of turns and units as changes for the ledger, in the order given.

        A turn is embedded as it was said, by whom and with what it shared; a unit as its owner
        would say it, which ranks better than the third person. Short facts are compared with
        questions as like with like (purpose "query"), turns as passages.

        Raises EmbedderError, DimensionsError; then nothing is returned.
        """
        of_turns = await self._embed([turn_wording(turn) for turn in turns], "passage")
        of_units = await self._embed([unit.first_person or unit.content for unit in units], "query")
        identity = self.identity
        made = [
            PutVectors(
                scope=turn.scope,
                corpus=Corpus.TURNS,
                item_id=turn.id,
                model=identity,
                vectors=vectors,
            )
            for turn, vectors in zip(turns, of_turns, strict=True)
        ]
        made += [
            PutVectors(
                scope=unit.scope,
                corpus=Corpus.UNITS,
                item_id=unit.id,
                model=identity,
                vectors=vectors,
            )
            for unit, vectors in zip(units, of_units, strict=True)
        ]
        return made

    async def with_chunks(
        self,
        made: Sequence[PutVectors],
        turns: Sequence[Turn],
        before: Mapping[str, Sequence[Turn]],
    ) -> list[PutVectors]:
        """The vectors of turns with those of their chunks (`embedder.chunks`) after them.

        Args:
            made: what `encode` made of the turns.
            turns: the same turns, in the same order.
            before: by the id of a turn, those before it in its session.

        Raises EmbedderError, DimensionsError; then nothing is returned.
        """
        how, longest = self._settings.chunks, self._settings.chunk_tokens
        texts = [
            chunk_texts(turn, before.get(turn.id, ()), how, longest_tokens=longest)
            for turn in turns
        ]
        vectors = iter(await self._embed([text for some in texts for text in some], "passage"))
        return [
            replace(put, vectors=np.concatenate([put.vectors, *(next(vectors) for _ in some)]))
            for put, some in zip(made, texts, strict=True)
        ]

    def _adapted(self, rows: Vector) -> Vector:
        """Vectors of questions as they are compared with what is stored."""
        return rows if self._adapter is None else _unit_length(self._adapter.adapt(rows))

    async def _each(
        self, sentences: Mapping[Language, tuple[str, ...]], purpose: Purpose
    ) -> dict[Language, Vector]:
        """One row a sentence, by language; sentences have one part."""
        return {
            language: np.stack([parts[0] for parts in await self._embed(texts, purpose)])
            for language, texts in sentences.items()
        }

    async def _embed(self, texts: Sequence[str], purpose: Purpose) -> list[Vector]:
        """Vectors of the texts in batches of like length, so that little is padding."""
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        result: list[Vector] = [np.empty((0, 0), np.float32)] * len(texts)
        for start in range(0, len(order), self._settings.batch):
            batch = order[start : start + self._settings.batch]
            # Others come in between batches: a question waits for one at the most.
            made = await self._call([texts[i] for i in batch], purpose)
            for i, vectors in zip(batch, made, strict=True):
                result[i] = vectors
        return result

    async def _call(self, texts: list[str], purpose: Purpose) -> list[Vector]:
        async with self._turn:
            if self.pausing:
                raise EmbedderError(
                    f"the embedder failed a moment ago: {self._pause.reason}",
                    hint=f"it is tried again {self._settings.retry_seconds:g} s after a failure",
                )
            work = partial(self._embedder.embed, texts, purpose=purpose)
            try:
                made = await anyio.to_thread.run_sync(work, limiter=self._limiter)
                return self._checked(made, len(texts))
            except _FAILURES as error:
                self._pause.begin(str(error) or type(error).__name__)
                if isinstance(error, EmbedderError):
                    raise
                raise EmbedderError(f"the embedder failed: {self._pause.reason}") from error

    def _checked(self, made: Sequence[Vector], asked: int) -> list[Vector]:
        if len(made) != asked:
            raise EmbedderError(f"the embedder gave {len(made)} vectors for {asked} texts")
        wanted = self._embedder.dimensions
        for parts in made:
            shape = np.shape(parts)
            if len(shape) != 2 or shape[0] < 1 or shape[1] != wanted:
                raise DimensionsError(
                    f"the embedder gave vectors of shape {shape}, not (parts, {wanted})",
                    hint="its `dimensions` and its model must agree",
                )
        return [_unit_length(np.asarray(parts, dtype=np.float32)) for parts in made]


def _unit_length(rows: Vector) -> Vector:
    """The rows with length one. Raises EmbedderError for one that has no direction."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not (np.isfinite(lengths).all() and (lengths > 0).all()):
        raise EmbedderError("the embedder gave a vector without a direction (zero or not finite)")
    result: Vector = (rows / lengths).astype(np.float32)
    return result
