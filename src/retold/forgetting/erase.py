"""Erase: what makes one unit unrecoverable, as a plan that one transaction carries out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from retold.changes import AddTombstone, Change, EraseUnit, RedactTurn
from retold.records import ErasureReceipt, Source, Turn, Unit
from retold.text.normal import digest
from retold.text.wording import turn_tokens

# Takes the place of each erased character, so that the spans of other units in the turn stay true.
BLANK = "█"


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """The changes that erase, and how many of each kind they are."""

    unit_id: str
    at: datetime
    changes: tuple[Change, ...]
    units: int
    turns_redacted: int
    tombstones: int

    def receipt(self, *, history: int) -> ErasureReceipt:
        """What the plan removes, in counts; `history` entries go with the unit."""
        return ErasureReceipt(
            id=self.unit_id,
            at=self.at,
            units=self.units,
            turns_redacted=self.turns_redacted,
            vectors=0,
            history=history,
            tombstones=self.tombstones,
        )


def said_in(unit: Unit, turns: Mapping[str, Turn]) -> list[str]:
    """The stretches of turns that a unit was made from."""
    return [turns[s.turn_id].text[s.start : s.end] for s in unit.sources if s.turn_id in turns]


def plan_erase(
    unit: Unit,
    turns: Mapping[str, Turn],
    *,
    derived: Sequence[Unit] = (),
    secret: bytes,
    now: datetime,
    sources: bool,
) -> Erasure:
    """The plan for one unit and what was derived from the same sentences.

    Args:
        unit: what to erase.
        derived: units that quote what it came from; they go too, and their own sentences stay.
        turns: the turns it rests on, by id; those that are gone already are missing.
        secret: the store's key for tombstones.
        now: when the user asked; what is said later is not stopped by the tombstones.
        sources: whether the sentences it came from are blanked in the turn log too.
    """
    digests = dict.fromkeys(statement_digests(unit, said_in(unit, turns), secret=secret))
    for other in derived:
        digests |= dict.fromkeys(statement_digests(other, (), secret=secret))
    graves = [AddTombstone(scope=unit.scope, digest=mark, at=now) for mark in digests]
    blanked = list(_blanked(unit.sources, turns)) if sources else []
    return Erasure(
        unit_id=unit.id,
        at=now,
        changes=(
            *graves,
            *(EraseUnit(scope=one.scope, unit_id=one.id) for one in (unit, *derived)),
            *blanked,
        ),
        units=1 + len(derived),
        turns_redacted=len(blanked),
        tombstones=len(graves),
    )


def statement_digests(unit: Unit, said: Sequence[str], *, secret: bytes) -> Iterator[str]:
    """Keyed hashes that tell a statement again: its wordings, slot and value, and source.

    The value counts together with subject and slot, so that erasing "lives in Paris" does not stop
    a friend who lives there.
    """
    yield digest(secret, unit.content)
    yield digest(secret, unit.first_person)
    if unit.slot and unit.value:
        # "likes tea" and "does not like tea" are two statements.
        holds = "holds" if unit.polarity > 0 else "denied"
        yield digest(secret, f"{unit.subject} {unit.slot} {holds} {unit.value}")
    for sentence in said:
        yield digest(secret, sentence)


def _blanked(sources: Sequence[Source], turns: Mapping[str, Turn]) -> Iterator[RedactTurn]:
    for turn_id in dict.fromkeys(source.turn_id for source in sources):
        turn = turns.get(turn_id)
        if turn is None:
            continue
        spans = [(s.start, s.end) for s in sources if s.turn_id == turn_id]
        redacted = replace(turn, text=blank(turn.text, spans))
        yield RedactTurn(turn=redacted, tokens=turn_tokens(redacted))


def blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with those characters blanked out, line breaks kept."""
    characters = list(text)
    for start, end in spans:
        for place in range(start, min(end, len(characters))):
            if characters[place] != "\n":
                characters[place] = BLANK
    return "".join(characters)
