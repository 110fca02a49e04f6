"""What one clause became on its way to a unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from retold.records import Kind, Moment, Owner, Source, Turn
from retold.text.language import Language

# Name and version of the rules, as units record who made them.
RULES = "rules/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A statement that may become a unit, or a wish that ends some.

    `withdraws` lists the slots whose units end (`"*"` for any); it is empty for statements.
    `adds` marks a statement that stands beside others of its slot whatever the slot's rule ("a
    second job"); `changes` one that says itself that something is new ("moved to", 现在).
    `old` names what ends where `value` is what comes instead. `moves` marks a thing that is given
    another time: of what names a time, one unit must be meant. `parts` marks the end of a bond:
    what is known of a partner as such ends.
    `keeps` says when a withdrawal is a unit of its own as well: always, where it found nothing to
    end, or never. `score` is 0-1 with
    `reasons`; `rule` names what decided.
    """

    turn: Turn
    content: str
    first_person: str
    kind: Kind
    subject: str
    language: Language
    sources: tuple[Source, ...]
    score: float
    rule: str
    slot: str = ""
    value: str = ""
    polarity: int = 1
    importance: float = 0.5
    confidence: float = 0.5
    reasons: tuple[str, ...] = ()
    moment: Moment | None = None
    owner: Owner = Owner.USER
    adds: bool = False
    changes: bool = False
    withdraws: tuple[str, ...] = ()
    old: str = ""
    moves: bool = False
    parts: bool = False
    keeps: Literal["always", "unmatched", "never"] = "unmatched"
    writer: str = RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A stretch of a turn that becomes no unit, by which rule and at which score.

    `draft` is what it would be, where it only scored too low.
    """

    source: Source
    rule: str
    score: float = 0.0
    reasons: tuple[str, ...] = ()
    draft: Draft | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """The wish that what an earlier turn left behind be given up ("don't save that")."""

    source: Source
    rule: str
    turn_id: str


Result = Draft | Refusal | TakeBack


def turn_of(result: Result) -> str:
    """The id of the turn that it was made from."""
    return result.turn.id if isinstance(result, Draft) else result.source.turn_id


def draft_of(result: Result) -> Draft | None:
    """What the rules would keep, if it is worth it."""
    if isinstance(result, Draft):
        return result
    return result.draft if isinstance(result, Refusal) else None


def start_of(result: Result) -> int:
    """The character of its turn where it starts."""
    return result.sources[0].start if isinstance(result, Draft) else result.source.start
