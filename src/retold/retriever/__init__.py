"""How a question finds what is remembered: cue → search → fuse → rank → collapse."""

from retold.retriever.asks import QUESTIONS, slots_asked
from retold.retriever.chunks import preceding
from retold.retriever.encode import Encoder
from retold.retriever.hits import unit_hit
from retold.retriever.recall import Retriever

__all__ = ["QUESTIONS", "Encoder", "Retriever", "preceding", "slots_asked", "unit_hit"]
