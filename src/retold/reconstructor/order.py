"""What goes into which block, and in which order."""

from __future__ import annotations

from collections.abc import Sequence

from retold.records import Hit, Kind, State, Unit

# What a person is, rather than what they want this week: it changes seldom, so a block made of it
# can stay in a prompt cache.
STABLE_KINDS = (Kind.PROFILE,)


def stable_units(profile: Sequence[Unit], least: float) -> list[Unit]:
    """The units of the stable block, the most important first; ties keep the order of writing.

    What is less important than `least`, and not pinned, is left to be found when it is asked for.

    The order depends on nothing but the units themselves, so an unchanged profile gives an
    unchanged block whatever is asked.
    """
    standing = [
        unit
        for unit in profile
        if unit.state is State.ACTIVE
        and unit.kind in STABLE_KINDS
        and (unit.importance >= least or unit.pinned)
    ]
    return sorted(standing, key=lambda u: (-u.importance, u.created_at, u.id))


def volatile_hits(hits: Sequence[Hit], stable_ids: frozenset[str]) -> list[Hit]:
    """The hits that the stable block does not say already, best first."""
    return [h for h in hits if h.unit is None or h.unit.id not in stable_ids]
