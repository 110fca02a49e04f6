"""The threshold that follows the rate of growth."""

import math
from collections import deque
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from retold.errors import InputError
from retold.writer.dynamic import (
    LEAST_THRESHOLD,
    LONGEST_STEP,
    MOST_THRESHOLD,
    WINDOW_CONVERSATIONS,
    GrowthBand,
)

BAND = GrowthBand(3, 6)
RATES = st.lists(st.floats(0, 200), max_size=150)
THRESHOLDS = st.floats(0, 1)
# Steepness that the page of the class promises to bear, in any band.
STEEPEST = 28


@given(RATES, THRESHOLDS)
def test_it_moves_toward_the_band_and_rests_inside(rates, current):
    assume(LEAST_THRESHOLD < current < MOST_THRESHOLD)
    moved = BAND.threshold(rates, current)
    last = rates[-WINDOW_CONVERSATIONS:]
    mean = math.fsum(last) / len(last) if last else 4.5
    if mean > 6.000001:
        assert moved > current
    elif mean < 2.999999:
        assert moved < current
    elif 3.000001 < mean < 5.999999:
        assert moved == current


@given(RATES, THRESHOLDS)
def test_steps_are_small_and_stay_within_the_ends(rates, current):
    moved = BAND.threshold(rates, current)
    assert LEAST_THRESHOLD <= moved <= MOST_THRESHOLD
    inside = min(max(current, LEAST_THRESHOLD), MOST_THRESHOLD)
    assert abs(moved - inside) <= LONGEST_STEP + 1e-12


@given(st.lists(st.floats(0, 200), min_size=100, max_size=100), RATES, THRESHOLDS)
def test_only_the_last_hundred_conversations_count(last, earlier, current):
    assert BAND.threshold([*earlier, *last], current) == BAND.threshold(last, current)


def test_far_off_the_band_steps_are_longer():
    near, far = (BAND.threshold([rate] * 100, 0.5) - 0.5 for rate in (6.1, 8))
    assert 0 < near < far


def test_at_the_ends_it_stays():
    assert BAND.threshold([20.0] * 100, MOST_THRESHOLD) == MOST_THRESHOLD
    assert BAND.threshold([0.0] * 100, LEAST_THRESHOLD) == LEAST_THRESHOLD


@st.composite
def falling(draw):
    """A rate by threshold that falls by pieces of different steepness, and a band to hold it in."""
    steepness = draw(st.lists(st.floats(4, STEEPEST), min_size=1, max_size=5))
    width = (MOST_THRESHOLD - LEAST_THRESHOLD) / len(steepness)
    rest = draw(st.floats(0, 3))

    def rate(threshold):
        pieces = (
            slope * min(max(LEAST_THRESHOLD + width * (i + 1) - threshold, 0), width)
            for i, slope in enumerate(steepness)
        )
        return rest + math.fsum(pieces)

    middle = rate(draw(st.floats(0.2, 0.8)))
    half = draw(st.floats(0.5, 2))
    return rate, GrowthBand(max(middle - half, 0), middle + half)


@given(falling(), st.floats(LEAST_THRESHOLD, MOST_THRESHOLD))
def test_it_reaches_the_band_and_never_turns_back(curve_and_band, current):
    rate, band = curve_and_band
    rates = deque(maxlen=WINDOW_CONVERSATIONS)
    path = [current]
    while len(path) < 5000:
        rates.append(rate(path[-1]))
        path.append(band.threshold(tuple(rates), path[-1]))
        if len(rates) == WINDOW_CONVERSATIONS and path[-1] == path[-2] and len(set(rates)) == 1:
            break
    ways = {math.copysign(1, after - before) for before, after in pairwise(path) if after != before}
    assert len(ways) <= 1
    assert band.least <= rate(path[-1]) <= band.most


def test_a_rate_that_jumps_across_the_band_is_held_near_the_jump():
    rates, current = [], 0.2
    path = []
    for _ in range(3000):
        rates.append(10.0 if current < 0.5 else 0.0)
        current = BAND.threshold(rates, current)
        path.append(current)
    assert all(abs(threshold - 0.5) < 0.1 for threshold in path[-1000:])


@pytest.mark.parametrize(
    ("least", "most"), [(6, 3), (3, 3), (-1, 2), (1, math.inf), (math.nan, 2), (1, math.nan)]
)
def test_a_band_that_cannot_hold_anything_is_refused(least, most):
    with pytest.raises(InputError, match="no band from"):
        GrowthBand(least, most)


@pytest.mark.parametrize("rate", [-1.0, math.nan, math.inf])
def test_a_rate_that_is_none_is_refused(rate):
    with pytest.raises(InputError, match="a rate of"):
        BAND.threshold([1.0, rate], 0.5)


@pytest.mark.parametrize("current", [-0.1, 1.1, math.nan])
def test_a_threshold_that_is_none_is_refused(current):
    with pytest.raises(InputError, match="is not from 0 to 1"):
        BAND.threshold([], current)
