"""The records that travel between the parts: frozen, slotted, keyword-only.

Times are aware `datetime`s. Scores are 0-1 and higher is better. Identifiers are text.
"""

from __future__ import annotations

from retold.records.contexts import Answer, Context, Line
from retold.records.explanations import Dropped, Explanation, Filters, Understood, Why
from retold.records.kinds import Action, Corpus, Kind, Owner, Speaking, State, Status
from retold.records.recalls import Hit, Query, Recall
from retold.records.receipts import ErasureReceipt, Outcome, Rebuilt, Receipt
from retold.records.turns import NO_METADATA, Attachment, Metadata, Said, Scope, Turn
from retold.records.units import Event, HistoryEntry, Moment, Source, Unit

__all__ = [
    "NO_METADATA",
    "Action",
    "Answer",
    "Attachment",
    "Context",
    "Corpus",
    "Dropped",
    "ErasureReceipt",
    "Event",
    "Explanation",
    "Filters",
    "HistoryEntry",
    "Hit",
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
    "Said",
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
