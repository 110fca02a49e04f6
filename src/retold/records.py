"""The records that travel between the parts: frozen, slotted, keyword-only.

Times are aware `datetime`s. Scores are 0-1 and higher is better. Identifiers are text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Literal

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """Something a turn shares besides text: its caption counts as text."""

    caption: str
    url: str = ""
    media: str = "image"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message as the caller hands it in: everything but the text is optional.

    `at` may be an aware datetime, an ISO 8601 text, or None for now. `key` makes a retry safe.
    """

    text: str
    speaker: str = ""
    role: Speaking = Speaking.USER
    at: datetime | str | None = None
    id: str | None = None
    session: str | None = None
    attachments: tuple[Attachment, ...] = ()
    metadata: Metadata = field(default_factory=lambda: NO_METADATA)
    key: str | None = None
    origin: Literal["live", "import", "restore"] = "live"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message in the turn log. `position` counts the turns of its session from 0."""

    id: str
    scope: Scope
    speaker: str
    role: Speaking
    text: str
    occurred_at: datetime
    recorded_at: datetime
    dated: bool = True
    position: int = 0
    attachments: tuple[Attachment, ...] = ()
    metadata: Metadata = field(default_factory=lambda: NO_METADATA)
    origin: Literal["live", "import", "restore"] = "live"

    @property
    def session(self) -> str:
        """The session it belongs to; the empty text where the caller named none."""
        return self.scope.session or ""


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
    made it, with its version. `conflicts` lists units it may contradict, for the person to settle.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """One step in the life of a unit. `content` is what it said after the step."""

    unit_id: str
    at: datetime
    event: Literal["created", "merged", "superseded", "withdrawn", "retired", "restored", "changed"]
    content: str
    state: State
    reason: str = ""
    turn_id: str | None = None
    other_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one sentence: the action, the rule that decided, the score and its reasons.

    `affected` lists the units that were merged into, closed or withdrawn. `source` says which
    characters of which turn; the receipt itself holds no text, so an erase need not touch it.
    """

    action: Action
    rule: str
    score: float
    source: Source
    reasons: tuple[str, ...] = ()
    unit_id: str | None = None
    affected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a write did. `vectors` is `pending` when they could not be made yet.

    `keeping` is `off` when the user had asked that nothing be kept, `stopped` or `resumed` when
    they asked just now, `incognito` in an incognito session; only what is `on` or `resumed` wrote.
    """

    id: str
    turn_ids: tuple[str, ...]
    outcomes: tuple[Outcome, ...]
    at: datetime
    key: str | None = None
    repeated: bool = False
    vectors: Literal["stored", "pending"] = "stored"
    keeping: Literal["on", "off", "stopped", "resumed", "incognito"] = "on"
    notes: tuple[str, ...] = ()

    @property
    def unit_ids(self) -> tuple[str, ...]:
        """The units that were newly written, in order."""
        made = (Action.KEPT, Action.SUPERSEDED)
        return tuple(o.unit_id for o in self.outcomes if o.action in made and o.unit_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureReceipt:
    """What an erase removed, in counts and ids; it holds none of the erased text.

    `turns` are gone from the log, `turns_redacted` lost sentences, `receipts` no longer name what
    is gone. `signature` is the store's over all the rest; `AsyncMemory.verify` checks it.
    """

    id: str
    at: datetime
    scope: Scope
    units: int
    turns: int
    turns_redacted: int
    vectors: int
    history: int
    receipts: int
    jobs: int
    tombstones: int
    unit_ids: tuple[str, ...]
    turn_ids: tuple[str, ...]
    signature: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """What a rebuild did with a user's units, in counts.

    `turns` were read. Of the units that were there, `unchanged` stay as they were, `changed` were
    made again and are open or closed as the turns now say, `closed` are not made any more; `added`
    are new.
    """

    turns: int
    unchanged: int
    changed: int
    added: int
    closed: int


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
    """What a question found. `confidence` is that of the best hit; `note` explains the status."""

    query: Query
    status: Status
    hits: tuple[Hit, ...]
    confidence: float = 0.0
    note: str = ""
    milliseconds: Mapping[str, float] = field(default_factory=dict)

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
