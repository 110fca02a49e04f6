"""How a question finds what is remembered: cue → search → fuse → rank → collapse."""

from retold.retriever.asks import QUESTIONS, slots_asked
from retold.retriever.chunks import MOST_REACH, REACH, preceding
from retold.retriever.encode import Encoder
from retold.retriever.recall import Retriever

__all__ = ["MOST_REACH", "QUESTIONS", "REACH", "Encoder", "Retriever", "preceding", "slots_asked"]
