"""BM25, computed from where the question's tokens occur. Pure; numpy only.

Robertson & Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with the
inverse document frequency kept positive: log(1 + (N - n + 0.5) / (n + 0.5)).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from retold.ports import Postings

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# Items imagined without any of the tokens. In a store of three memories every word is frequent;
# with these, how rare a word is does not jump with each of the first memories.
IMAGINED_ITEMS = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Bm25:
    """The two parameters: `k1`, the larger the more repetition counts, and `b`, for length."""

    k1: float
    b: float


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordScores:
    """BM25 of every item that holds a token of the question, and of every such session.

    A value is divided by the summed rarity of the tokens asked, so that 1 means every token once
    in an item of mean length, and questions can be compared. `values` and `matched` (how many of
    the `asked` tokens) belong to `numbers`, the ledger's for the items, ascending; every other of
    the `total` items has zero. `session_values` belongs to `session_ids`.
    """

    numbers: Integers
    values: Floats
    matched: Integers
    total: int
    asked: int
    session_ids: tuple[str, ...]
    session_values: Floats

    def best(self, limit: int) -> list[int]:
        """Numbers of the `limit` items with the largest values, best first."""
        return [int(self.numbers[row]) for row in top(self.values, limit)]


def score_keywords(postings: Postings, weights: Floats, form: Bm25) -> KeywordScores:
    """BM25 of items and of sessions for tokens that count as much as `weights` say."""
    rarities = weights * rarity(
        postings.total + IMAGINED_ITEMS, np.bincount(postings.tokens, minlength=len(weights))
    )
    gain = _gain(
        rarities[postings.tokens],
        postings.counts,
        postings.lengths[postings.items],
        postings.total_length / max(postings.total, 1),
        form,
    )
    size = len(postings.numbers)
    return KeywordScores(
        numbers=postings.numbers,
        values=np.bincount(postings.items, gain, minlength=size) / _sum(rarities),
        matched=np.bincount(postings.items, minlength=size),
        total=postings.total,
        asked=len(weights),
        session_ids=postings.session_ids,
        session_values=_score_sessions(postings, weights, form),
    )


def values_of(
    wanted: Integers, numbers: Integers, values: npt.NDArray[np.generic]
) -> npt.NDArray[Any]:
    """For each of the wanted items its value; 0 where it is not among `numbers`, ascending."""
    if not len(numbers):
        return np.zeros(len(wanted), dtype=values.dtype)
    rows = np.searchsorted(numbers, wanted).clip(max=len(numbers) - 1)
    return np.where(numbers[rows] == wanted, values[rows], 0)


def top(values: Floats, limit: int) -> list[int]:
    """Positions of the `limit` largest values, best first."""
    if len(values) > limit:
        chosen = np.argpartition(-values, limit - 1)[:limit]
    else:
        chosen = np.arange(len(values))
    best: list[int] = chosen[np.argsort(-values[chosen], kind="stable")].tolist()
    return best


def _score_sessions(postings: Postings, weights: Floats, form: Bm25) -> Floats:
    """BM25 where a document is a whole session."""
    size = len(postings.session_ids)
    if size == 0:
        return np.zeros(0)
    cells = postings.tokens * size + postings.sessions[postings.items]
    counts = np.bincount(cells, postings.counts, minlength=len(weights) * size)
    tokens, sessions = np.divmod(np.flatnonzero(counts), size)
    frequency = np.bincount(tokens, minlength=len(weights))
    rarities = weights * rarity(postings.session_total, frequency)
    gain = _gain(
        rarities[tokens],
        counts[counts > 0],
        postings.session_lengths[sessions],
        postings.total_length / max(postings.session_total, 1),
        form,
    )
    return np.bincount(sessions, gain, minlength=size) / _sum(rarities)


def rarity(total: int, frequency: Integers) -> Floats:
    """Inverse document frequency of each token; the rarer, the larger; never negative."""
    frequency = np.minimum(frequency, total)
    rarities: Floats = np.log1p((total - frequency + 0.5) / (frequency + 0.5))
    return rarities


def _gain(
    rarity: Floats, counts: npt.NDArray[np.generic], lengths: Integers, mean: float, form: Bm25
) -> Floats:
    """What one token adds to one document's BM25."""
    repeated = np.asarray(counts, dtype=np.float64)
    damping = form.k1 * (1.0 - form.b + form.b * lengths / max(mean, 1.0))
    gain: Floats = rarity * repeated * (form.k1 + 1.0) / (repeated + damping)
    return gain


def _sum(rarities: Floats) -> float:
    """What to divide by; a question without tokens scores nothing, whatever it is divided by."""
    return float(rarities.sum()) or 1.0
