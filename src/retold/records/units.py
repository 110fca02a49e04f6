"""What is remembered of it: units, where they come from, and their history."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Self

from retold.records.words import (
    NO_METADATA,
    Kind,
    Metadata,
    Owner,
    Scope,
    State,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where a unit comes from: characters `start` to `end` of a turn's text."""

    turn_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A time phrase and what it means: `words` as said, the interval, and how exact it is."""

    words: str
    start: datetime
    end: datetime
    precision: Literal["second", "minute", "hour", "part", "day", "week", "month", "season", "year"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One memory: a self-contained statement in the third person, in the language of its source.

    `first_person` is the same statement as its owner would say it; it is what is embedded.
    `polarity` is +1 for what holds and -1 for what is denied or disliked. `writer` names what
    made it, with its version. A summary that a model worded keeps in `value` the quotations that it
    was worded from. `conflicts` lists units it may contradict, for the person to settle.
    """

    id: str
    scope: Scope
    content: str
    first_person: str
    kind: Kind
    subject: str
    slot: str = ""
    value: str = ""
    polarity: int = 1
    language: str = "en"
    importance: float = 0.5
    confidence: float = 0.5
    sources: tuple[Source, ...] = ()
    created_at: datetime
    occurred_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    moment: Moment | None = None
    last_access_at: datetime | None = None
    access_count: int = 0
    state: State = State.ACTIVE
    superseded_by: str | None = None
    owner: Owner = Owner.USER
    tags: tuple[str, ...] = ()
    pinned: bool = False
    conflicts: tuple[str, ...] = ()
    writer: str = "rules/1"
    metadata: Metadata = field(default_factory=lambda: NO_METADATA)

    @property
    def began(self) -> datetime:
        """Since when it holds: as it says, or else since it was said."""
        return self.valid_from or self.occurred_at

    @property
    def is_joined(self) -> bool:
        """Whether it gave way to a unit that says the same, so that it never was untrue."""
        replaced = self.state is State.SUPERSEDED and self.superseded_by is not None
        return replaced and self.valid_to is None


Event = Literal[
    "created",
    "merged",
    "superseded",
    "withdrawn",
    "retired",
    "restored",
    "changed",
    "pinned",
    "unpinned",
    "faded",
    "cooled",
    "woken",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """One step in the life of a unit. `content` is what it said after the step."""

    unit_id: str
    at: datetime
    event: Event
    content: str
    state: State
    reason: str = ""
    turn_id: str | None = None
    other_id: str | None = None

    @classmethod
    def after(
        cls,
        unit: Unit,
        event: Event,
        *,
        at: datetime,
        reason: str = "",
        turn_id: str | None = None,
        other_id: str | None = None,
    ) -> Self:
        """The step that left the unit as it is now."""
        return cls(
            unit_id=unit.id,
            at=at,
            event=event,
            content=unit.content,
            state=unit.state,
            reason=reason,
            turn_id=turn_id,
            other_id=other_id,
        )
