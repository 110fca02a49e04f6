"""A receipt with its words: it holds spans only, so the sentences are read from the turn log."""

from __future__ import annotations

from retold.records import Outcome, Receipt, State
from retold.sync import UserMemory


def rows_of(mine: UserMemory, receipt: Receipt) -> list[tuple[Outcome, str, str]]:
    """Each outcome with the sentence it is about and the text of the unit it made or touched.

    Either text is empty where it has been erased since.
    """
    turn_ids = tuple(dict.fromkeys(o.source.turn_id for o in receipt.outcomes))
    texts = {turn.id: turn.text for turn in mine.turns(ids=turn_ids)}
    contents = {unit.id: unit.content for unit in mine.memories(states=tuple(State))}
    return [
        (
            outcome,
            texts.get(outcome.source.turn_id, "")[outcome.source.start : outcome.source.end],
            contents.get(outcome.unit_id or "", ""),
        )
        for outcome in receipt.outcomes
    ]
