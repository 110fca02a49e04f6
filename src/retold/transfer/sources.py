"""Whether what comes from a file still rests on something: no fact without a source. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from retold.forgetting.erase import BLANK
from retold.records import Source, Turn
from retold.transfer.lines import Life


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """Turns by id: as a file tells them, and as they stand in the log now."""

    told: Mapping[str, Turn]
    there: Mapping[str, Turn]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    """Units that rest on the log, with the turns as they were told, and those that rest on none.

    A unit that is in neither list rests on something that was erased since.
    """

    lives: tuple[Life, ...]
    turns: tuple[Turn, ...]
    unsourced: tuple[Life, ...]


def grounded(lives: Sequence[Life], grounds: Grounds) -> Grounded:
    """Look at what each unit rests on.

    A source counts that says in the log what it says in the file. One whose turn is in neither is
    dropped; where no source is left the unit is `unsourced`, and so it is where the log has
    another turn under the id.
    """
    kept, unsourced = [], []
    turns = {**grounds.there, **grounds.told}
    needed: dict[str, Turn] = {}
    for life in lives:
        sources = [s for s in life.unit.sources if s.turn_id in turns]
        if not sources or any(_is_another(source, grounds) for source in sources):
            unsourced.append(life)
        elif all(_stands(source, grounds) for source in sources):
            kept.append(replace(life, unit=replace(life.unit, sources=tuple(sources))))
            needed |= {source.turn_id: turns[source.turn_id] for source in sources}
    return Grounded(lives=tuple(kept), turns=tuple(needed.values()), unsourced=tuple(unsourced))


def _stands(source: Source, grounds: Grounds) -> bool:
    there, told = grounds.there.get(source.turn_id), grounds.told.get(source.turn_id)
    if there is None:
        return False
    return told is None or _span(there, source) == _span(told, source)


def _is_another(source: Source, grounds: Grounds) -> bool:
    """Whether the log has a turn of this id that never was the file's: neither is blanked."""
    there, told = grounds.there.get(source.turn_id), grounds.told.get(source.turn_id)
    if there is None or told is None:
        return False
    return len(there.text) != len(told.text) or any(
        a != b and BLANK not in (a, b) for a, b in zip(there.text, told.text, strict=True)
    )


def _span(turn: Turn, source: Source) -> str:
    return turn.text[source.start : source.end]
