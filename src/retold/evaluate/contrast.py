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
    first, second = np.zeros((size, size)), np.zeros((size, size))
    highest, best_epoch, epoch, steps = quality(matrix), 0, 0, 0
    while epoch < MOST_EPOCHS and epoch - best_epoch < PATIENCE:
        epoch += 1
        order = generator.permutation(len(pairs.groups))
        for start in range(0, len(order), BATCH):
            _, gradient = loss(matrix, pairs.only(order[start : start + BATCH]))
            steps += 1
            first = _FIRST * first + (1 - _FIRST) * gradient
            second = _SECOND * second + (1 - _SECOND) * gradient**2
            mean, spread = first / (1 - _FIRST**steps), second / (1 - _SECOND**steps)
            matrix = matrix - STEP * mean / (np.sqrt(spread) + _TINY)
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
    count = len(batch.groups)
    turned = batch.questions @ matrix.T
    lengths = np.linalg.norm(turned, axis=1, keepdims=True)
    units = turned / lengths
    logits = units @ batch.passages.T / TEMPERATURE
    own = np.eye(count, dtype=bool)
    logits[(batch.groups[:, None] == batch.groups[None, :]) & ~own] = -np.inf
    logits -= logits.max(axis=1, keepdims=True)
    shares = np.exp(logits)
    shares /= shares.sum(axis=1, keepdims=True)
    away = matrix - np.eye(len(matrix))
    value = -np.log(shares[own]).mean() + RIDGE * (away**2).sum()
    by_units = (shares - own) @ batch.passages / (TEMPERATURE * count)
    # Only what is across a vector turns it; what is along it changes its length.
    by_turned = (by_units - (by_units * units).sum(axis=1, keepdims=True) * units) / lengths
    gradient: Floats = by_turned.T @ batch.questions + 2 * RIDGE * away
    return float(value), gradient
