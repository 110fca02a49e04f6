"""A turn and a unit that was made from it vouch for each other. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from retold.retriever.hits import Scored


def agreeing(scored: Sequence[Scored], *, weight: float) -> list[Scored]:
    """The candidates, each raised by the best of its other form, where both were found.

    A score s becomes s + weight * other * (1 - s): both are readings of the same words, so two good
    matches are surer than one, and surest if nothing is left to doubt. `weight` is 0-1.
    """
    turns = {one.hit.id: one.hit.score for one in scored if one.hit.turn is not None}
    units: dict[str, float] = {}
    for one in scored:
        if one.hit.unit is not None:
            for source in one.hit.sources:
                units[source] = max(units.get(source, 0.0), one.hit.score)
    others = [_other(one, turns, units) for one in scored]
    return [
        one.raised(weight * other) if other else one
        for one, other in zip(scored, others, strict=True)
    ]


def _other(one: Scored, turns: dict[str, float], units: dict[str, float]) -> float:
    if one.hit.unit is None:
        return units.get(one.hit.id, 0.0)
    return max((turns.get(source, 0.0) for source in one.hit.sources), default=0.0)
