"""How a question finds what is remembered: cue → search → fuse → rank → collapse → rerank."""

from retold.retriever.asks import QUESTIONS, slots_asked
from retold.retriever.chunks import preceding
from retold.retriever.encode import Encoder
from retold.retriever.hits import unit_hit
from retold.retriever.rank import unassociated
from retold.retriever.recall import Retriever
from retold.retriever.rerank import Reranking
from retold.retriever.rewrites import AS_ASKED, Rewritten

__all__ = [
    "AS_ASKED",
    "QUESTIONS",
    "Encoder",
    "Reranking",
    "Retriever",
    "Rewritten",
    "preceding",
    "slots_asked",
    "unassociated",
    "unit_hit",
]
