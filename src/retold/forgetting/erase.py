"""Erase: what makes units and turns unrecoverable, as a plan that one transaction carries out."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from retold.changes import AddTombstone, Change, EraseTurn, EraseUnit, RedactTurn
from retold.records import Kind, Scope, Turn, Unit
from retold.text.normal import digest
from retold.text.sentences import sentences
from retold.text.wording import turn_tokens

# Takes the place of each erased character, so that the spans of other units in the turn stay true.
BLANK = "█"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doomed:
    """What is to go.

    Attributes:
        units: they go with the sentences that they came from.
        derived: units that were made of something that goes; they go, their own sentences stay.
        turns: they go as a whole.
        sources: the turns, by id, that `units` rest on and that stay; those that are gone already
            are missing.
    """

    units: tuple[Unit, ...] = ()
    derived: tuple[Unit, ...] = ()
    turns: tuple[Turn, ...] = ()
    sources: Mapping[str, Turn]


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasure:
    """The changes that erase, and how many of each kind they are."""

    changes: tuple[Change, ...]
    unit_ids: tuple[str, ...]
    turn_ids: tuple[str, ...]
    turns_redacted: int
    tombstones: int


def said_in(unit: Unit, turns: Mapping[str, Turn]) -> list[str]:
    """The stretches of turns that a unit was made from.

    A summary was made of units, which stay when it goes, and so does what they were made from.
    """
    if unit.kind is Kind.SUMMARY:
        return []
    return [turns[s.turn_id].text[s.start : s.end] for s in unit.sources if s.turn_id in turns]


def plan_erase(
    doomed: Doomed, *, scope: Scope, secret: bytes, now: datetime, sources: bool
) -> Erasure:
    """The plan for what is to go.

    Args:
        doomed: what is to go.
        scope: whose it is.
        secret: the store's key for tombstones.
        now: when the user asked; what is said later is not stopped by the tombstones.
        sources: whether sentences are blanked in turns that stay.
    """
    graves = [AddTombstone(scope=scope, digest=mark, at=now) for mark in _graves(doomed, secret)]
    units = (*doomed.units, *doomed.derived)
    blanked = list(_blanked(doomed)) if sources else []
    return Erasure(
        changes=(
            *graves,
            *(EraseUnit(scope=one.scope, unit_id=one.id) for one in units),
            *(EraseTurn(scope=one.scope, turn_id=one.id) for one in doomed.turns),
            *blanked,
        ),
        unit_ids=tuple(unit.id for unit in units),
        turn_ids=tuple(turn.id for turn in doomed.turns),
        turns_redacted=len(blanked),
        tombstones=len(graves),
    )


def _graves(doomed: Doomed, secret: bytes) -> Iterator[str]:
    """Keyed hashes of all that goes, each once."""
    turns = dict(doomed.sources) | {turn.id: turn for turn in doomed.turns}
    marks: dict[str, None] = {}
    # An old copy may hold the unit in words that it has no more.
    for unit in (*doomed.units, *doomed.derived):
        marks[unit_digest(secret, unit.id)] = None
    for unit in doomed.units:
        marks |= dict.fromkeys(statement_digests(unit, said_in(unit, turns), secret=secret))
    # A summary without what goes may read as before, and is to be made.
    for unit in (one for one in doomed.derived if one.kind is not Kind.SUMMARY):
        marks |= dict.fromkeys(statement_digests(unit, (), secret=secret))
    for turn in doomed.turns:
        marks[turn_digest(secret, turn.id)] = None
        said = (digest(secret, span.text) for span in sentences(turn.text))
        marks |= dict.fromkeys(said)
    yield from marks


def turn_digest(secret: bytes, turn_id: str) -> str:
    """The keyed hash by which an erased turn is known again: two ids are alike only if equal."""
    return hmac.new(secret, b"turn\0" + turn_id.encode(), hashlib.sha256).hexdigest()


def unit_digest(secret: bytes, unit_id: str) -> str:
    """The keyed hash by which an erased unit is known again; no unit is ever made under its id."""
    return hmac.new(secret, b"unit\0" + unit_id.encode(), hashlib.sha256).hexdigest()


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


def _blanked(doomed: Doomed) -> Iterator[RedactTurn]:
    spans: dict[str, list[tuple[int, int]]] = {}
    for unit in (one for one in doomed.units if one.kind is not Kind.SUMMARY):
        for source in unit.sources:
            spans.setdefault(source.turn_id, []).append((source.start, source.end))
    gone = {turn.id for turn in doomed.turns}
    for turn_id, places in spans.items():
        turn = doomed.sources.get(turn_id)
        if turn is None or turn_id in gone:
            continue
        redacted = replace(turn, text=blank(turn.text, places))
        yield RedactTurn(turn=redacted, tokens=turn_tokens(redacted))


def blank(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with those characters blanked out, line breaks kept."""
    characters = list(text)
    for start, end in spans:
        for place in range(start, min(end, len(characters))):
            if characters[place] != "\n":
                characters[place] = BLANK
    return "".join(characters)
