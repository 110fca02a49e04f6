"""The writer: select → rewrite → check → reconcile. What was said becomes units, by rules alone."""

from __future__ import annotations

from retold.writer.writer import TurnVectors, Writer, Written

__all__ = ["TurnVectors", "Writer", "Written"]
