"""The ports: what Retold asks of the world.

Protocols are for small things a user may bring (an embedder, a clock, a model). Abstract classes
are for engines, whose behaviour `retold.testing` checks with one conformance suite a port.
"""

from __future__ import annotations

from retold.ports.index import Index, Nearest, Similarities
from retold.ports.ledger import Ledger
from retold.ports.models import Adapter, ChatModel, Clock, Embedder, Reranker
from retold.ports.reads import (
    LIVE,
    OPEN,
    Capabilities,
    Postings,
    Removed,
    Strengths,
    Trace,
    Traces,
    TurnOutline,
    UnitFilter,
    VectorRow,
    VectorRows,
)

__all__ = [
    "LIVE",
    "OPEN",
    "Adapter",
    "Capabilities",
    "ChatModel",
    "Clock",
    "Embedder",
    "Index",
    "Ledger",
    "Nearest",
    "Postings",
    "Removed",
    "Reranker",
    "Similarities",
    "Strengths",
    "Trace",
    "Traces",
    "TurnOutline",
    "UnitFilter",
    "VectorRow",
    "VectorRows",
]
