"""A logistic model of sentences, learned from labels of turns.

A turn is to be kept if any of its sentences is (noisy-or). What is minimised is the negative log
likelihood of the turns' labels plus the squared weights over twice the strength.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from retold.writer.worth import Matrix
from training.labelled import Bags

Labels = npt.NDArray[np.bool_]
# Iterations of L-BFGS; it ends by itself after two to four hundred.
_ITERATIONS = 3000
_HALVINGS = 60


def fit(bags: Bags, keep: Labels, strength: float) -> tuple[Matrix, float]:
    """Weights, one a column of the rows, and the offset.

    `strength` is the inverse of the regularisation, as C in most libraries.
    """
    rows, owner = bags.rows, bags.owner

    def loss(values: Matrix) -> tuple[float, Matrix]:
        weights, offset = values[:-1], values[-1]
        logits = rows @ weights + offset
        # Minus the logarithm of the probability that no sentence is to be kept.
        none = np.bincount(owner, np.logaddexp(0, logits), len(keep))
        some = np.maximum(-np.expm1(-none), 1e-12)
        cost = np.where(keep, -np.log(some), none).sum() + weights @ weights / (2 * strength)
        slope = np.where(keep, -(1 - some) / some, 1.0)[owner] / (1 + np.exp(-logits))
        return float(cost), np.append(rows.T @ slope + weights / strength, slope.sum())

    start = np.zeros(rows.shape[1] + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": _ITERATIONS})
    return found.x[:-1], float(found.x[-1])


def balance(kept: Callable[[float], int], wanted: int) -> float:
    """The shift of the logits at which as many are kept as should be: precision equals recall.

    `kept` counts what is kept at a shift; it must not fall with it.
    """
    low, high = -10.0, 10.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if kept(middle) >= wanted else (middle, high)
    return high
