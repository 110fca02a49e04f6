"""The default embedder: multilingual-e5-small in 4 bits, on the processor, with no download.

Short text becomes one vector. Text longer than the model's 512 tokens is cut into windows that
overlap, a vector each, up to `max_windows`; what lies behind the last window is not embedded.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state as state

from retold.changes import Vector
from retold.drivers.embedders import e5_graph
from retold.drivers.embedders.e5_pieces import BEGIN, END, Pieces
from retold.drivers.embedders.e5_weights import DIMENSIONS, POSITIONS, Weights, locate
from retold.drivers.embedders.windows import windows
from retold.errors import EmbedderError
from retold.settings import EmbedderSettings

_REFUSALS = (
    state.Fail,
    state.InvalidArgument,
    state.InvalidGraph,
    state.NotImplemented,
    state.RuntimeException,
)
# Tokens that two neighbouring windows share: a sentence or two, so that what stands at the border
# of one is whole in the other.
OVERLAP = 64


class E5Embedder:
    """Chinese and English in one space of 384 dimensions.

    The weights are loaded by the first `embed` (under a second); the constructor only looks
    whether they are there. Each text runs by itself, so that its vector cannot depend on the
    others of a call, and a batch would not be faster on a processor. With one thread the embedder
    can be used on both sides of a fork; with several, not in the child, where they do not exist.
    """

    def __init__(self, settings: EmbedderSettings) -> None:
        """Raises EmbedderError where the weights are not installed."""
        self._settings = settings
        self._path = locate()
        self._model: _Model | None = None

    @property
    def identity(self) -> str:
        """Model, precision, version of what is done around it, and dimensions."""
        return f"multilingual-e5-small/q4/1/{DIMENSIONS}"

    @property
    def dimensions(self) -> int:
        """384."""
        return DIMENSIONS

    def embed(self, texts: Sequence[str], *, purpose: Literal["query", "passage"]) -> list[Vector]:
        """One array a text, shape (parts, 384), float32, rows of length one.

        Raises EmbedderError if the weights are not those expected, or in a forked child if the
        embedder runs on several threads.
        """
        if not texts:
            return []
        if self._model is None:
            self._model = _load(Weights(self._path), self._settings.threads)
        model = self._model
        if self._settings.threads > 1 and model.process != os.getpid():
            raise EmbedderError(
                "the embedder was loaded before a fork and its threads are gone",
                hint="open the memory in the child process, or set embedder.threads to 1",
            )
        return [self._embed(model, text, purpose) for text in texts]

    def _embed(self, model: _Model, text: str, purpose: str) -> Vector:
        prefix = model.pieces.encode(f"{purpose}:")
        size = POSITIONS - len(prefix) - 2  # begin and end of text
        limit = self._settings.max_windows * size
        # No piece is longer than that, so what is cut off lies behind the last window.
        ids = model.pieces.encode(text[: limit * model.pieces.longest])
        parts = windows(ids, size, overlap=OVERLAP, limit=self._settings.max_windows)
        return np.concatenate([model.run([BEGIN, *prefix, *part, END]) for part in parts])


class _Model(NamedTuple):
    pieces: Pieces
    weights: Weights
    positions: Vector
    session: onnxruntime.InferenceSession
    process: int

    def run(self, ids: list[int]) -> Vector:
        states = self.weights.words(ids) + self.positions[: len(ids)]
        (vectors,) = self.session.run([e5_graph.OUTPUT], {e5_graph.INPUT: states[None]})
        result: Vector = vectors
        return result


def _load(weights: Weights, threads: int) -> _Model:
    positions = weights.floats("emb.pos").reshape(POSITIONS, DIMENSIONS)
    # Every token is of type 0: there is one text, not a pair.
    positions = positions + weights.floats("emb.type")[:DIMENSIONS]
    return _Model(
        pieces=Pieces(weights.pieces, weights.scores, weights.rules),
        weights=weights,
        positions=positions,
        session=_session(e5_graph.build(weights), threads),
        process=os.getpid(),
    )


def _session(graph: bytes, threads: int) -> onnxruntime.InferenceSession:
    onnxruntime.disable_telemetry_events()  # some builds of onnxruntime have it on
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # Threads that spin while they wait double the time as soon as another process is busy.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    except _REFUSALS as error:
        raise EmbedderError(
            f"onnxruntime {onnxruntime.__version__} refuses the model: {error}",
            hint='pip install "onnxruntime>=1.32"',
        ) from error
