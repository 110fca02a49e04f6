import numpy as np
import pytest

from training.labelled import Bags
from training.model import balance, fit

# Three turns of two sentences; a turn is to be kept if one of its sentences shows the first mark.
ROWS = np.array([[1, 0], [0, 1], [0, 1], [0, 0], [0, 0], [1, 1]], dtype=float)
TURNS = Bags(rows=ROWS, owner=np.array([0, 0, 1, 1, 2, 2]))
KEEP = np.array([True, False, True])


def test_the_sentence_is_found_for_which_a_turn_is_kept():
    found, offset = fit(TURNS, KEEP, strength=10.0)
    assert found[0] > 0 > offset
    assert found[0] > found[1]


def test_more_regularisation_makes_smaller_weights():
    strong, _ = fit(TURNS, KEEP, strength=0.01)
    weak, _ = fit(TURNS, KEEP, strength=10.0)
    assert np.linalg.norm(strong) < np.linalg.norm(weak)


def test_turns_are_chosen_and_counted_anew():
    chosen = TURNS.of(np.array([False, True, True]))
    assert chosen.owner.tolist() == [0, 0, 1, 1]
    assert chosen.rows.tolist() == ROWS[2:].tolist()


def test_the_balance_is_the_shift_at_which_as_many_are_kept_as_should_be():
    logits = np.array([-3.0, -1.0, 0.5, 2.0])
    shift = balance(lambda by: int((logits + by >= 0).sum()), 3)
    assert shift == pytest.approx(1.0)
