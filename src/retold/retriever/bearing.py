"""What a question bears on: its vector, turned towards the facts that answer it. Pure.

Embedders put "Can I have the oysters?" beside other questions about dinner, and some facts are near
to all questions, whatever is asked. What questions have in common is taken off; and for the default
embedder there are a matrix and an offset learnt from facts with questions that imply them
(`training/bearing.py`, docs/decisions/0010-questions-turned-to-facts.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from retold.changes import Vector

# What asks and asks for nothing, and how much of its vector is taken off where nothing is learnt.
COMMON = "What?"
COMMON_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearing:
    """A transformation learnt for one embedder; `identity` names it, `digest` what it learnt from.

    `matrix` has shape (dimensions, dimensions), `offset` (dimensions,).
    """

    identity: str
    digest: str
    matrix: Vector
    offset: Vector

    def turned(self, rows: Vector) -> Vector:
        """Vectors of questions, one a row, as they are compared with facts; of any length."""
        result: Vector = rows @ self.matrix.T + self.offset
        return result


@cache
def learnt() -> Bearing:
    """What was learnt for the default embedder."""
    file = resources.files("retold.retriever").joinpath("bearing.npz")
    with file.open("rb") as opened, np.load(opened, allow_pickle=False) as read:
        return Bearing(
            identity=str(read["identity"]),
            digest=str(read["digest"]),
            matrix=read["matrix"].astype(np.float32),
            offset=read["offset"].astype(np.float32),
        )
