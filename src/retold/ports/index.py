"""The index: vectors of units and turns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from retold.changes import Vector
from retold.ports.reads import (
    LIVE,
)
from retold.records import Corpus, Scope, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Similarities:
    """Cosines of the nearest items, best first, and of those asked for beside them.

    `ids` and `values` are parallel; `total` items were compared.
    """

    ids: tuple[str, ...]
    values: npt.NDArray[np.float32]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """A question to an index: the `limit` nearest of a scope, and also those in `include`.

    `vector` has shape (dimensions,), float32, length one. An item with several parts counts with
    its best one.
    """

    scope: Scope
    corpus: Corpus
    model: str
    vector: Vector
    limit: int
    include: tuple[str, ...] = ()
    states: tuple[State, ...] = LIVE


class Index(ABC):
    """Vectors of units and turns. A view of the ledger: it can be dropped and rebuilt."""

    @abstractmethod
    async def nearest(self, query: Nearest) -> Similarities:
        """Compare with every vector of the scope. Raises DimensionsError, StoreError."""

    @abstractmethod
    async def purge(self) -> None:
        """Overwrite or release what may still hold vectors that the ledger has no more."""

    @abstractmethod
    async def close(self) -> None:
        """Release memory and connections."""
