"""The text for a model, and a reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from retold.records.kinds import Status
from retold.records.recalls import Recall


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a context, with the ids it rests on."""

    text: str
    sources: tuple[str, ...]
    tokens: int
    block: Literal["stable", "volatile"]
    unit_id: str | None = None
    turn_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The text for the model in two blocks; `stable` changes only when the profile does."""

    text: str
    stable: str
    volatile: str
    lines: tuple[Line, ...]
    tokens: int
    budget: int
    status: Status
    recall: Recall


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A reply and what it rests on. `known` is False when memory had nothing to say."""

    text: str
    known: bool
    sources: tuple[str, ...]
    context: Context
    writer: str = "extractive/1"
