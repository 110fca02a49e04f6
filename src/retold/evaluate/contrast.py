"""Learning a matrix that turns questions' vectors towards what answers them. Pure; numpy only.

The loss is that of multiple negatives (Henderson et al. 2017, "Efficient Natural Language Response
Suggestion for Smart Reply"): of the passages of a batch, each question is to be nearest to its own.
The matrix starts as the identity and is held near it, so that little data changes little.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# Chosen on our own labelled talks, by the conversations that stop the learning.
TEMPERATURE = 0.05
RIDGE = 1e-3
STEP = 1e-3
BATCH = 128
MOST_EPOCHS = 60
# Epochs without a better one after which learning ends.
PATIENCE = 5
# Of Adam (Kingma & Ba 2015), as published.
_FIRST, _SECOND, _TINY = 0.9, 0.999, 1e-8


class Adam:
    """Where to step next, by the gradients of one array so far (Kingma & Ba 2015)."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        """Begin without any gradient."""
        self._first, self._second, self._steps = np.zeros(shape), np.zeros(shape), 0

    def direction(self, gradient: Floats) -> Floats:
        """What to take off the array, times the size of a step."""
        self._steps += 1
        self._first = _FIRST * self._first + (1 - _FIRST) * gradient
        self._second = _SECOND * self._second + (1 - _SECOND) * gradient**2
        mean = self._first / (1 - _FIRST**self._steps)
        spread = self._second / (1 - _SECOND**self._steps)
        way: Floats = mean / (np.sqrt(spread) + _TINY)
        return way


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Questions with what answers them: row i of both belongs together, and to group i.

    Vectors have shape (pairs, dimensions), `groups` are numbers. Within a group, other passages
    may answer as well, so they are no negatives.
    """

    questions: Floats
    passages: Floats
    groups: Integers

    def only(self, rows: Integers) -> Pairs:
        """Some of the pairs."""
        return Pairs(
            questions=self.questions[rows],
            passages=self.passages[rows],
            groups=self.groups[rows],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """The best weights, after how many epochs they were reached (0: as at the start), of how many.

    `weights` are the arrays of an adapter in their order: of a linear one, the matrix.
    """

    weights: tuple[Floats, ...]
    best_epoch: int
    epochs: int


def fit(
    pairs: Pairs,
    quality: Callable[[Floats], float],
    *,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> Fitted:
    """Learn a matrix by Adam in batches, and stop when `quality` grows no more.

    Args:
        pairs: what to learn from.
        quality: how good a matrix is on what is not learnt from; higher is better.
        seed: of the order of the pairs.
        progress: told how many epochs of how many at the most are done.
    """
    size = pairs.questions.shape[1]
    generator = np.random.default_rng(seed)
    matrix, best = np.eye(size), np.eye(size)
    adam = Adam(matrix.shape)
    highest, best_epoch, epoch = quality(matrix), 0, 0
    while epoch < MOST_EPOCHS and epoch - best_epoch < PATIENCE:
        epoch += 1
        order = generator.permutation(len(pairs.groups))
        for start in range(0, len(order), BATCH):
            _, gradient = loss(matrix, pairs.only(order[start : start + BATCH]))
            matrix = matrix - STEP * adam.direction(gradient)
        reached = quality(matrix)
        if reached > highest:
            highest, best, best_epoch = reached, matrix, epoch
        if progress is not None:
            progress(epoch, MOST_EPOCHS)
    return Fitted(weights=(best,), best_epoch=best_epoch, epochs=epoch)


def loss(matrix: Floats, batch: Pairs) -> tuple[float, Floats]:
    """The loss of a batch and its gradient by the matrix.

    It is the mean over the questions of -log softmax of the cosine with the own passage, among all
    passages of other groups, each over the temperature; plus `RIDGE` times the squared distance of
    the matrix from the identity.
    """
    own = np.arange(len(batch.groups))
    same = batch.groups[:, None] == batch.groups[None, :]
    same[own, own] = False
    away = matrix - np.eye(len(matrix))
    value, by_turned = multiple_negatives(
        batch.questions @ matrix.T, batch.passages, own, temperature=TEMPERATURE, left_out=same
    )
    gradient: Floats = by_turned.T @ batch.questions + 2 * RIDGE * away
    return value + float(RIDGE * (away**2).sum()), gradient


def multiple_negatives(
    turned: Floats,
    passages: Floats,
    own: Integers,
    *,
    temperature: float,
    left_out: npt.NDArray[np.bool_] | None = None,
) -> tuple[float, Floats]:
    """The mean of -log softmax of the cosine with the own passage, and its gradient by `turned`.

    Args:
        turned: questions as they are compared, of any length, one a row.
        passages: rows of length one.
        own: for each question the place of its passage.
        temperature: what cosines are divided by.
        left_out: shape (questions, passages), true for what is no negative though not the own.
    """
    rows = np.arange(len(turned))
    lengths = np.linalg.norm(turned, axis=1, keepdims=True)
    units = turned / lengths
    logits = units @ passages.T / temperature
    if left_out is not None:
        logits[left_out] = -np.inf
    logits -= logits.max(axis=1, keepdims=True)
    shares = np.exp(logits)
    shares /= shares.sum(axis=1, keepdims=True)
    value = float(-np.log(shares[rows, own]).mean())
    shares[rows, own] -= 1.0
    by_units = shares @ passages / (temperature * len(turned))
    # Only what is across a vector turns it; what is along it changes its length.
    by_turned: Floats = (by_units - (by_units * units).sum(axis=1, keepdims=True) * units) / lengths
    return value, by_turned
