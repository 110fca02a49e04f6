"""Fading: how much is left of a memory that is not used, and the state this puts it in. Pure.

Time is the user's own: the days on which a turn of theirs was said, of whatever role, counted in
UTC. While a user is away nothing fades, and a clock that jumps changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from math import log

import numpy as np
import numpy.typing as npt

from retold.ports import Strengths
from retold.records import Kind, State
from retold.settings import ForgettingSettings, HalfLives

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_MICROSECONDS_A_DAY = 86_400_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# The importance of which the half-lives of the settings hold; it is the default of a unit.
_PLAIN_IMPORTANCE = 0.5
# A tenth of a second: a half-life that is shorter is as good as none, and nothing overflows.
_LEAST_DAYS = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Fading:
    """How units stand, as columns parallel to the strengths they were worked out from.

    `idle_days` are active days since the last use, `retention` is 0-1, `kept` are those that are
    pinned or important, `states` the state that each belongs in.
    """

    idle_days: Integers
    retention: Floats
    kept: Flags
    states: tuple[State, ...]


def retention(
    idle_days: Floats | Integers,
    *,
    half_lives: Floats,
    use_days: Floats | Integers,
    importance: Floats,
    growth: float,
) -> Floats:
    """What is left of each memory, 0-1, by the forgetting curve R = exp(-t / S).

    The curve is Ebbinghaus's (Über das Gedächtnis, 1885) in the exponential form that spaced
    repetition uses (Woźniak, Two components of long-term memory, 1995): t is the time since the
    last use and S the stability. S is such that an unused memory of importance 0.5 keeps one half
    after its kind's half-life. Each day of use adds `growth` half-lives, and S is in proportion to
    0.5 + importance. A half-life of 0 never fades.
    """
    lasting = half_lives <= 0
    stability = (
        np.where(lasting, 1.0, np.maximum(half_lives, _LEAST_DAYS))
        / log(2)
        * (1.0 + growth * use_days)
        * (importance + (1.0 - _PLAIN_IMPORTANCE))
    )
    left: Floats = np.where(lasting, 1.0, np.exp(-idle_days / stability))
    return left


def fading(
    units: Strengths,
    days: Integers,
    *,
    now: datetime,
    settings: ForgettingSettings,
    half_lives: HalfLives,
) -> Fading:
    """How units stand now.

    Args:
        units: what is known of them.
        days: the user's active days, ascending, as `Ledger.active_days` gives them.
        now: days after it are not counted.
        settings: where the states begin, and what is kept.
        half_lives: by kind.
    """
    days = days[days <= (now - _EPOCH).days]
    said, used = (at // _MICROSECONDS_A_DAY for at in (units.said_at, units.used_at))
    idle = len(days) - np.searchsorted(days, used, side="right")
    # Uses on one day are one: what counts is that they are spaced.
    spaced = np.searchsorted(days, used, side="right") - np.searchsorted(days, said, side="left")
    kept = units.pinned | (units.importance >= settings.important)
    left = retention(
        idle,
        half_lives=_by_kind(units.kinds, half_lives),
        use_days=np.minimum(units.uses, np.maximum(spaced, 1)),
        importance=units.importance,
        growth=settings.growth,
    )
    left = np.where(kept, np.maximum(left, settings.floor), left)
    return Fading(
        idle_days=idle.astype(np.int64),
        retention=left,
        kept=kept,
        states=_states(left, settings),
    )


def _by_kind(kinds: tuple[Kind, ...], half_lives: HalfLives) -> Floats:
    lives: Mapping[Kind, float] = {kind: getattr(half_lives, kind.value) for kind in Kind}
    return np.array([lives[kind] for kind in kinds], dtype=np.float64)


def _states(left: Floats, settings: ForgettingSettings) -> tuple[State, ...]:
    steps = (left < settings.faded_below).astype(np.int64)
    steps[left < settings.cold_below] = 2
    order = (State.ACTIVE, State.FADED, State.COLD)
    return tuple(order[step] for step in steps.tolist())
