"""How a question was understood, and what was not among its hits, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from retold.records.units import Moment
from retold.records.words import Corpus, Kind, State

Why = Literal[
    "below_threshold",
    "says_the_same",
    "beyond_k",
    "faded",
    "cold",
    "outdated",
    "not_true_then",
    "said_later",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """A question as it was read.

    `tokens` are its keywords and how much each counts: 1 for those of the question, `reply_weight`
    for those of the assistant's last reply alone; the same weight has `reply` beside the question
    in the vector. `persons` are whom it names, among the speakers of turns and the subjects of
    units; `own` says that the asker asks about themself alone. `slots` are what of a person it
    asks for, sorted. `rewritten` is what a model made of the question, and was searched as well.
    """

    text: str
    language: str
    tokens: Mapping[str, float]
    persons: Mapping[Corpus, str]
    own: bool
    moments: tuple[Moment, ...]
    slots: tuple[str, ...]
    reply: str
    reply_weight: float
    rewritten: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What could be a hit at all: query and settings together. No `kinds` means every kind."""

    corpora: tuple[Corpus, ...]
    states: tuple[State, ...]
    kinds: tuple[Kind, ...]
    as_of: datetime | None
    signals: Literal["all", "keywords", "vectors"]
    threshold: float
    k: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A candidate that is no hit of its own.

    `why`: its score is below the threshold; it says the same as `other`, a hit; there were `k`
    better ones; it has faded or gone cold and does not match well enough to come back; what the
    turn said was replaced, withdrawn or hidden since, which the unit `other` tells; it was not
    true at `as_of`, or said after it. `score` is 0-1, its match where it has faded or gone cold;
    where none was made it is None and `signals` is empty.
    """

    id: str
    corpus: Corpus
    text: str
    why: Why
    score: float | None = None
    signals: Mapping[str, float]
    other: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranked:
    """What a reranker made of a candidate that may be a hit.

    `score` is the reranker's own, in whatever range it has. `before` is the place without it and
    `after` the place with it, from 1, before what is newer goes first.
    """

    id: str
    corpus: Corpus
    score: float
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a recall gave what it gave; each hit tells of itself in `signals` and `reasons`.

    `dropped` are the candidates that are no hits, the best first. Candidates are the few dozen
    items that keywords and vectors find best, not everything that is remembered. `reranked` are
    those that a reranker read, as it ordered them, one question after the other.
    """

    understood: Understood
    filters: Filters
    dropped: tuple[Dropped, ...]
    reranked: tuple[Reranked, ...] = ()
