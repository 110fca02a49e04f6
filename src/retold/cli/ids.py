"""Ids of memories as people handle them: the first few characters are enough."""

from __future__ import annotations

from typing import Annotated

import typer

from retold.errors import InputError
from retold.records import State, Unit
from retold.sync import UserMemory

# Eight hexadecimal digits: with ten thousand memories, two are alike in one store of a hundred.
SHOWN = 8

UnitId = Annotated[
    str, typer.Argument(help="Id of the memory, or its start, as `retold memories` shows it.")
]


def short(unit_id: str) -> str:
    """The start of an id, as tables show it."""
    return unit_id[:SHOWN]


def unit_named(mine: UserMemory, given: str) -> Unit:
    """The unit whose id is the given one or, if there is only one, starts with it.

    Raises:
        NotFoundError: there is none.
        InputError: several start with it, or nothing was given.
    """
    if not given:
        raise InputError("which memory?", hint="`retold memories` shows the ids")
    units = [unit for unit in mine.memories(states=tuple(State)) if unit.id.startswith(given)]
    exact = [unit for unit in units if unit.id == given]
    if len(units) > 1 and not exact:
        raise InputError(f"{len(units)} memories start with {given!r}", hint="give more of the id")
    found = exact or units
    return found[0] if found else mine.memory(given)
