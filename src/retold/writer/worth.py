"""What is worth remembering, by a small model trained on labelled turns (`training/README.md`).

Each sentence is judged by itself, in its place in the conversation: a logistic model over the
features of `worth_features`, among them what the rules scored, and the vector of its turn where
that is known. A turn is worth what its sentences are together: the probability that any of them
is worth keeping, each taken for itself (the noisy-or of Pearl 1988), so that praise around a fact
does not hide it. The model was trained in just this form, as learning from bags of instances
(Dietterich, Lathrop & Lozano-Pérez 1997). Pure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from retold.changes import Vector
from retold.records import Speaking, Turn
from retold.text.sentences import Span, sentences
from retold.writer.drafts import Result, TakeBack, draft_of, start_of
from retold.writer.worth_features import FEATURES, ByRule, features, rules_logits, setting

# The score, and its three sides: what it tells of who somebody is, whether it will matter again,
# what a present task turns on.
HEADS = ("score", "profile", "reuse", "task")
# Turns before it that a sentence is understood with, as many as in training.
CONTEXT_TURNS = 5
# A turn that goes on and on is not worth more for it: its best sentences count.
COUNTED_SENTENCES = 5
# Sentences of a turn that are looked at; what is longer is a paste.
MOST_SENTENCES = 50
# A picture that somebody shares shows something of their life as often as not. Set by hand, since
# no turn of the labelled set has one.
_PICTURE = 0.5
# Features that are named as reasons: the strongest, if they move the score by a tenth of a logit.
_REASONS = 4
_LEAST_REASON = 0.1

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What a sentence is worth keeping, 0-1; from 0.5 on it is to be kept.

    `profile`, `reuse` and `task` are its three sides.
    """

    score: float
    profile: float
    reuse: float
    task: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a turn is worth.

    `spans` are the sentences that are judged. `score` is the probability that something in it is to
    be kept. `standing`, 0-1, orders turns: in it scorer and rules have the same say, and doubt
    counts, so that of two turns that are both surely worth it the one that says more stands higher.
    """

    spans: tuple[Span, ...]
    sentences: tuple[Worth, ...]
    score: float
    pictured: bool
    model: Weights
    rows: Matrix
    vector: Vector | None

    @property
    def standing(self) -> float:
        """Without the vector, so that turns compare whether they have one or not."""
        if not self.sentences:
            return 0.0
        learned = _logits(weights(vectors=False), self.rows, None)[:, 0]
        both = _probability((learned + rules_logits(self.rows)) / 2)
        return together(both.tolist(), pictured=self.pictured)

    def reasons(self, place: int) -> tuple[str, ...]:
        """The features that moved the score of a sentence most, with their logits."""
        return _reasons(self.model, self.rows[place], self.vector)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A trained model, a column for each of `HEADS`.

    `features` has a row for each of `FEATURES`, `vector` for each dimension of the vectors of
    `embedder`, or none where the model does without. `data` is the digest of what it was trained
    on.
    """

    data: str
    embedder: str
    offset: Matrix
    features: Matrix
    vector: Matrix


def weights_from(stored: Mapping[str, Any]) -> Weights:
    """The weights in a file as `training/worth.py` writes it.

    Raises:
        ValueError: they were trained on other features than those of this version.
    """
    if tuple(stored["features"]) != FEATURES:
        raise ValueError("the weights belong to other features: run python -m training.worth")
    return Weights(
        data=stored["data"],
        embedder=stored["embedder"],
        offset=np.array(stored["offset"]),
        features=_columns(stored["features"].values()),
        vector=_columns(stored["vector"]),
    )


def weights_as_stored(weights: Weights) -> dict[str, Any]:
    """The other way round, with every number to four significant digits."""
    return {
        "data": weights.data,
        "embedder": weights.embedder,
        "offset": _short(weights.offset),
        "features": {n: _short(row) for n, row in zip(FEATURES, weights.features, strict=True)},
        "vector": [_short(row) for row in weights.vector],
    }


@cache
def weights(*, vectors: bool) -> Weights:
    """The weights that come with Retold, for judging with the vectors of turns or without."""
    name = "worth-vectors.json" if vectors else "worth.json"
    text = resources.files("retold.writer").joinpath("weights", name).read_text("utf-8")
    return weights_from(json.loads(text))


def judges_vectors_of(identity: str) -> bool:
    """Whether the vectors of this embedder are those that the weights were trained on."""
    return identity == weights(vectors=True).embedder


def judge(
    turn: Turn, before: Sequence[Turn], results: Sequence[Result], vector: Vector | None = None
) -> Judgement:
    """What a turn and each of its sentences are worth, as `text.sentences` divides it.

    Args:
        turn: the turn; of a very long one only the first sentences are judged.
        before: turns of its session before it, oldest first.
        results: what the rules made of the turn.
        vector: the turn's as the encoder makes it, shape (parts, dimensions) or (dimensions,), by
            an embedder that `judges_vectors_of` knows; None judges without.
    """
    model = weights(vectors=vector is not None)
    spans = tuple(sentences(turn.text)[:MOST_SENTENCES])
    rows = _features(spans, turn, before, results)
    scores = _probability(_logits(model, rows, vector))
    worths = tuple(
        Worth(
            score=round(float(score[0]), 4),
            profile=round(float(score[1]), 4),
            reuse=round(float(score[2]), 4),
            task=round(float(score[3]), 4),
        )
        for score in scores
    )
    pictured = turn.role is Speaking.USER and bool(turn.attachments)
    return Judgement(
        spans=spans,
        sentences=worths,
        score=together([worth.score for worth in worths], pictured=pictured),
        pictured=pictured,
        model=model,
        rows=rows,
        vector=vector,
    )


def together(scores: Sequence[float], *, pictured: bool = False) -> float:
    """The probability that any of these sentences, or a picture beside them, is worth keeping."""
    best = sorted(scores, reverse=True)[:COUNTED_SENTENCES]
    none = np.prod([1 - score for score in best]) * (1 - _PICTURE * pictured)
    return float(1 - none)


def sentence_features(turn: Turn, before: Sequence[Turn], results: Sequence[Result]) -> Matrix:
    """The features of each sentence of a turn, shape (sentences, features)."""
    return _features(sentences(turn.text)[:MOST_SENTENCES], turn, before, results)


def _features(
    spans: Sequence[Span], turn: Turn, before: Sequence[Turn], results: Sequence[Result]
) -> Matrix:
    where = setting(turn, before[-CONTEXT_TURNS:], sentences=len(spans))
    rows = [
        features(span.text, where, _by_rule(span, results), first=i == 0)
        for i, span in enumerate(spans)
    ]
    return np.array(rows, np.float64).reshape(-1, len(FEATURES))


def _by_rule(span: Span, results: Sequence[Result]) -> ByRule:
    own = [r for r in results if span.start <= start_of(r) < span.end]
    drafts = [draft_of(result) for result in own]
    return ByRule(
        score=max((r.score for r in own if not isinstance(r, TakeBack)), default=0.0),
        framed=any(draft is not None and draft.rule.startswith("frame") for draft in drafts),
        refused=not any(drafts),
    )


def direction(vector: Vector) -> Matrix:
    """The vectors of a turn's parts as one of length one: their mean."""
    mean = np.atleast_2d(vector).mean(axis=0, dtype=np.float64)
    result: Matrix = mean / max(float(np.linalg.norm(mean)), 1e-9)
    return result


def _logits(model: Weights, rows: Matrix, vector: Vector | None) -> Matrix:
    """Of each sentence for each head, shape (sentences, heads)."""
    logits: Matrix = model.offset + rows @ model.features
    if vector is not None:
        logits += direction(vector) @ model.vector
    return logits


def _reasons(model: Weights, row: Matrix, vector: Vector | None) -> tuple[str, ...]:
    """The features that moved the score most."""
    moved = row * model.features[:, 0]
    named = dict(zip(FEATURES, moved.tolist(), strict=True))
    if vector is not None:
        named["meaning"] = float(direction(vector) @ model.vector[:, 0])
    strongest = sorted(named, key=lambda name: -abs(named[name]))[:_REASONS]
    return tuple(f"{n} {named[n]:+.2f}" for n in strongest if abs(named[n]) >= _LEAST_REASON)


def _probability(logits: Matrix) -> Matrix:
    result: Matrix = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
    return result


def _columns(rows: Any) -> Matrix:
    return np.array(list(rows), np.float64).reshape(-1, len(HEADS))


def _short(row: Matrix) -> list[float]:
    return [float(f"{value:.4g}") for value in row.tolist()]
