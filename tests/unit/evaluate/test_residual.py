import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `train` is not installed")

from retold.drivers.embedders.adapters import ResidualAdapter
from retold.evaluate.contrast import Pairs
from retold.evaluate.residual import fit_residual

SIZE = 6


@pytest.fixture
def generator():
    return np.random.default_rng(7)


def pairs(generator, count):
    """Questions that are their passages turned by some thirty degrees."""
    askew = np.random.default_rng(1).normal(size=(SIZE, SIZE))
    askew = 0.2 * (askew - askew.T)
    turned = np.linalg.inv(np.eye(SIZE) + askew) @ (np.eye(SIZE) - askew)
    passages = generator.normal(size=(count, SIZE))
    passages /= np.linalg.norm(passages, axis=1, keepdims=True)
    return Pairs(questions=passages @ turned, passages=passages, groups=np.arange(count))


def found(part, *weights):
    """Share of the questions that are nearest to their own passage."""
    turned = ResidualAdapter("toy/1/6", *weights).adapt(part.questions)
    nearest = (turned @ part.passages.T).argmax(axis=1)
    return float((nearest == np.arange(len(nearest))).mean())


def test_a_rotation_is_learnt(generator):
    held_out, measured = pairs(generator, 60), pairs(generator, 60)
    fitted = fit_residual(
        pairs(generator, 2000), lambda *weights: found(held_out, *weights), seed=0
    )
    nothing = (np.zeros((1, SIZE)), np.zeros(1), np.zeros((SIZE, 1)))
    assert found(measured, *nothing) < 0.5
    assert found(measured, *fitted.weights) > 0.8
    assert 0 < fitted.best_epoch <= fitted.epochs


def test_where_nothing_gets_better_nothing_is_added_and_it_stops_early(generator):
    fitted = fit_residual(pairs(generator, 50), lambda *_: 1.0, seed=0)
    rows = generator.normal(size=(3, SIZE))
    assert np.array_equal(ResidualAdapter("toy/1/6", *fitted.weights).adapt(rows), rows)
    assert (fitted.best_epoch, fitted.epochs) == (0, 5)


def test_the_same_seed_gives_the_same_weights(generator):
    some = pairs(generator, 300)
    one, other = (fit_residual(some, lambda *w: w[2].std(), seed=3).weights for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
