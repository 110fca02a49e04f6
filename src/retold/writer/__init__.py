"""The writer: select → rewrite → check → reconcile. What was said becomes units, by rules alone."""

from __future__ import annotations

from retold.writer.dynamic import WINDOW_CONVERSATIONS, GrowthBand
from retold.writer.model_writer import ModelWriter
from retold.writer.retelling import Retelling, Retold
from retold.writer.sieve import Sieve, TurnVectors
from retold.writer.writer import Writer, Written

__all__ = [
    "WINDOW_CONVERSATIONS",
    "GrowthBand",
    "ModelWriter",
    "Retelling",
    "Retold",
    "Sieve",
    "TurnVectors",
    "Writer",
    "Written",
]
