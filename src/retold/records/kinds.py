"""The words that records are sorted by."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What sort of thing a unit says."""

    PROFILE = "profile"
    PREFERENCE = "preference"
    CONSTRAINT = "constraint"
    FACT = "fact"
    EVENT = "event"
    PLAN = "plan"
    RELATION = "relation"
    FEELING = "feeling"
    COMMITMENT = "commitment"
    SUMMARY = "summary"


class State(StrEnum):
    """Where a unit stands in its life. An erased unit has no row, so no state."""

    ACTIVE = "active"
    FADED = "faded"
    COLD = "cold"
    SUPERSEDED = "superseded"
    RETIRED = "retired"


class Speaking(StrEnum):
    """In which role a turn was said."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Owner(StrEnum):
    """Whose a unit is: the user's own, a promise of the assistant, a decision of the project."""

    USER = "user"
    ASSISTANT = "assistant"
    PROJECT = "project"


class Corpus(StrEnum):
    """The two bodies of text that are searched."""

    UNITS = "units"
    TURNS = "turns"


class Action(StrEnum):
    """What a write did with one sentence."""

    KEPT = "kept"
    MERGED = "merged"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"


class Status(StrEnum):
    """How a recall went."""

    OK = "ok"
    EMPTY = "empty"
    BELOW_THRESHOLD = "below_threshold"
    DEGRADED = "degraded"
    FAILED = "failed"
