import numpy as np
import pytest

from retold.evaluate.contrast import Pairs, fit, loss

SIZE = 6


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.fixture
def generator():
    return np.random.default_rng(7)


def pairs(generator, count, *, turned=None, groups=None):
    """Passages anywhere, and questions that are the passages turned."""
    passages = unit(generator.normal(size=(count, SIZE)))
    questions = passages if turned is None else passages @ turned
    groups = np.arange(count) if groups is None else groups
    return Pairs(questions=questions, passages=passages, groups=groups)


def rotation(generator):
    """By some thirty degrees: enough that most questions are nearer to another passage."""
    askew = generator.normal(size=(SIZE, SIZE))
    askew = 0.2 * (askew - askew.T)
    return np.linalg.inv(np.eye(SIZE) + askew) @ (np.eye(SIZE) - askew)


def found(part, matrix):
    """Share of the questions that are nearest to their own passage."""
    nearest = (part.questions @ matrix.T @ part.passages.T).argmax(axis=1)
    return float((nearest == np.arange(len(nearest))).mean())


def test_the_gradient_is_that_of_the_loss(generator):
    batch = pairs(generator, 8, turned=rotation(generator), groups=np.arange(8) // 2)
    matrix = np.eye(SIZE) + 0.1 * generator.normal(size=(SIZE, SIZE))
    _, gradient = loss(matrix, batch)
    for row, column in ((0, 0), (1, 4), (5, 2)):
        step = np.zeros((SIZE, SIZE))
        step[row, column] = 1e-6
        slope = (loss(matrix + step, batch)[0] - loss(matrix - step, batch)[0]) / 2e-6
        assert gradient[row, column] == pytest.approx(slope, rel=1e-4)


def test_passages_of_the_own_group_are_no_negatives(generator):
    same = pairs(generator, 4, turned=rotation(generator), groups=np.zeros(4, dtype=int))
    value, gradient = loss(np.eye(SIZE), same)
    assert value == pytest.approx(0.0)
    assert gradient == pytest.approx(np.zeros((SIZE, SIZE)))


def test_away_from_the_identity_costs_something(generator):
    same = pairs(generator, 4, groups=np.zeros(4, dtype=int))
    assert loss(2 * np.eye(SIZE), same)[0] > loss(np.eye(SIZE), same)[0]


def test_a_rotation_is_learnt(generator):
    turned = rotation(generator)
    learnt, held_out = (pairs(generator, count, turned=turned) for count in (2000, 60))
    fitted = fit(learnt, lambda matrix: found(held_out, matrix), seed=0)
    measured = pairs(generator, 60, turned=turned)
    assert found(measured, np.eye(SIZE)) < 0.5
    assert found(measured, fitted.weights[0]) > 0.9
    assert 0 < fitted.best_epoch <= fitted.epochs


def test_where_nothing_gets_better_the_identity_stays_and_it_stops_early(generator):
    fitted = fit(pairs(generator, 50), lambda _: 1.0, seed=0)
    assert np.array_equal(fitted.weights[0], np.eye(SIZE))
    assert (fitted.best_epoch, fitted.epochs) == (0, 5)


def test_the_same_seed_gives_the_same_matrix(generator):
    some = pairs(generator, 300, turned=rotation(generator))
    one, other = (fit(some, lambda m: -loss(m, some)[0], seed=3).weights[0] for _ in range(2))
    assert np.array_equal(one, other)


def test_progress_is_told_by_epochs(generator):
    told = []
    fit(pairs(generator, 20), lambda _: 0.0, seed=0, progress=lambda *done: told.append(done))
    assert [done for done, _ in told] == [1, 2, 3, 4, 5]
