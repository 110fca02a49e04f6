"""A threshold that follows what is said, so that memory grows at an even rate. Pure.

Integral control with a dead band: while the mean rate of the last conversations is within the
band nothing moves, and outside of it every conversation moves the threshold a little. The mean
looks back over a hundred conversations, so it answers late, by some fifty of them; a step that is
small against that does not overshoot. Where the rate falls by `slope` units for each 1.0 of
threshold, `GAIN` x `slope` x 50 must stay below 1/e (an integrator behind a delay of 50): for
slopes up to 28 the test simulates that the threshold never turns back. A band of three units
bears about twice that; on our own turns the rate falls by 45 at most, at the upper end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from retold.errors import InputError

# The conversations whose mean counts: enough that one that is full of news does not.
WINDOW_CONVERSATIONS = 100
# Below and above, the scorer keeps nearly everything or nearly nothing, and is no longer asked.
LEAST_THRESHOLD = 0.05
MOST_THRESHOLD = 0.95
# What each unit off the middle of the band adds to a step, and the longest step: a full window of
# longest steps moves the threshold by 0.1.
GAIN = 0.00025
LONGEST_STEP = 0.001


@dataclass(frozen=True, slots=True)
class GrowthBand:
    """Holds the rate of growth, in units per 20 turns, from `least` to `most`.

    Raises:
        InputError: the band is empty, turned around, negative or not finite.
    """

    least: float
    most: float

    def __post_init__(self) -> None:
        """Refuse a band that no rate can be in for long."""
        if not 0 <= self.least < self.most < math.inf:
            raise InputError(
                f"no band from {self.least:g} to {self.most:g} units per 20 turns",
                hint="two numbers of at least 0, the second one greater",
            )

    def threshold(self, units_of_last_conversations: Sequence[float], current: float) -> float:
        """The threshold for the next conversation; to be asked once after each.

        Args:
            units_of_last_conversations: units per 20 turns of each conversation, oldest first. The
                last 100 count.
            current: the threshold that the last of them was judged with, 0-1.

        Returns:
            `current` where their mean is within the band or there are none; else at most
            `LONGEST_STEP` higher (too many units) or lower (too few). Always within 0.05 to 0.95:
            a `current` outside of that is first brought to the nearest end. A rate that jumps
            across the whole band at one threshold cannot be held; the threshold then moves to and
            fro about that one.

        Raises:
            InputError: a rate that is negative or not finite, or a threshold outside of 0-1.
        """
        if not 0 <= current <= 1:
            raise InputError(f"threshold {current:g} is not from 0 to 1")
        rates = units_of_last_conversations[-WINDOW_CONVERSATIONS:]
        wrong = next((rate for rate in rates if not 0 <= rate < math.inf), None)
        if wrong is not None:
            raise InputError(f"a rate of {wrong:g} units per 20 turns")
        moved = _bounded(current) + (self._step(fmean(rates)) if rates else 0.0)
        return _bounded(moved)

    def _step(self, rate: float) -> float:
        if self.least <= rate <= self.most:
            return 0.0
        # From the middle, so that the rate comes to rest inside the band and not at its edge.
        off = rate - (self.least + self.most) / 2
        return math.copysign(min(LONGEST_STEP, GAIN * abs(off)), off)


def _bounded(threshold: float) -> float:
    return min(max(threshold, LEAST_THRESHOLD), MOST_THRESHOLD)
