"""The records that travel between the parts: frozen, slotted, keyword-only.

Times are aware `datetime`s. Scores are 0-1 and higher is better. Identifiers are text.
"""

from __future__ import annotations

from retold.records.explanations import Dropped, Explanation, Filters, Reranked, Understood, Why
from retold.records.recalls import Answer, Context, Hit, Line, Query, Recall
from retold.records.receipts import (
    BroughtBack,
    ErasureReceipt,
    Exported,
    Keeping,
    Outcome,
    Rebuilt,
    Receipt,
    Restored,
    Scanned,
)
from retold.records.turns import Attachment, Said, Turn
from retold.records.units import Event, HistoryEntry, Moment, Source, Unit
from retold.records.words import (
    NO_METADATA,
    Action,
    Corpus,
    Kind,
    Metadata,
    Owner,
    Scope,
    Speaking,
    State,
    Status,
)

__all__ = [
    "NO_METADATA",
    "Action",
    "Answer",
    "Attachment",
    "BroughtBack",
    "Context",
    "Corpus",
    "Dropped",
    "ErasureReceipt",
    "Event",
    "Explanation",
    "Exported",
    "Filters",
    "HistoryEntry",
    "Hit",
    "Keeping",
    "Kind",
    "Line",
    "Metadata",
    "Moment",
    "Outcome",
    "Owner",
    "Query",
    "Rebuilt",
    "Recall",
    "Receipt",
    "Reranked",
    "Restored",
    "Said",
    "Scanned",
    "Scope",
    "Source",
    "Speaking",
    "State",
    "Status",
    "Turn",
    "Understood",
    "Unit",
    "Why",
]
