"""The words that the records share: kinds, states, roles, and whose something is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

Metadata = Mapping[str, str | int | float | bool | None]
# Given by a factory below: Python 3.11 takes an unhashable default for a mutable one.
NO_METADATA: Metadata = MappingProxyType({})


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Who may see it. A caller may narrow it, never widen it.

    `agent` and `session` are optional narrowings: None means all of the user's.
    """

    user: str
    tenant: str = "default"
    agent: str | None = None
    session: str | None = None
