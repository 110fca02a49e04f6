"""What is asked and what comes back: query, hits, context, answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from retold.records.explanations import Explanation
from retold.records.turns import Turn
from retold.records.units import Unit
from retold.records.words import (
    Corpus,
    Kind,
    Scope,
    Status,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question to the memory.

    `as_of` asks what was true then. `threshold` replaces the setting's; 0 returns everything up
    to `k`. `last_reply` is what the assistant said last, where the caller knows it.
    """

    text: str
    scope: Scope
    k: int = 8
    at: datetime | None = None
    as_of: datetime | None = None
    kinds: tuple[Kind, ...] = ()
    corpora: tuple[Corpus, ...] = (Corpus.UNITS, Corpus.TURNS)
    signals: Literal["all", "keywords", "vectors"] = "all"
    threshold: float | None = None
    last_reply: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing remembered: a unit or a turn, its score, and what each signal gave."""

    id: str
    corpus: Corpus
    text: str
    score: float
    signals: Mapping[str, float]
    reasons: tuple[str, ...]
    sources: tuple[str, ...]
    occurred_at: datetime
    unit: Unit | None = None
    turn: Turn | None = None
    duplicates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """What a question found; `note` explains the status.

    With status `ok` the note tells where a reranker could not be asked: then the order is the one
    without it, and nothing is missing.

    `confidence` says how sure it is that something remembered bears on the question, 0-1: the mean
    of the best few scores, also of those below the threshold, one in a small memory and up to five
    in a large one; 0 where nothing was found.
    `explanation` is there where it was asked for.
    """

    query: Query
    status: Status
    hits: tuple[Hit, ...]
    confidence: float = 0.0
    note: str = ""
    milliseconds: Mapping[str, float] = field(default_factory=dict)
    explanation: Explanation | None = None

    def __iter__(self) -> Iterator[Hit]:
        """Iterate over the hits, best first."""
        return iter(self.hits)

    def __len__(self) -> int:
        """Number of hits."""
        return len(self.hits)


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
