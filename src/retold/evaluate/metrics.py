"""Measures of a ranking, and how sure one can be of their averages. Pure."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

NDCG_DEPTH = 10
# Samples of the bootstrap: the ends of the interval then move by about 0.1 points between seeds.
BOOTSTRAP_SAMPLES = 1000


def recall_at(ranked: Sequence[str], gold: Collection[str], k: int) -> float:
    """Share of the gold ids among the first `k`, 0-1. Raises ValueError for an empty gold."""
    wanted = _wanted(gold)
    return len(wanted.intersection(ranked[:k])) / len(wanted)


def ndcg_at(ranked: Sequence[str], gold: Collection[str], k: int = NDCG_DEPTH) -> float:
    """Normalised discounted cumulative gain of the first `k` with binary gain, 0-1.

    Järvelin & Kekäläinen (2002): gains are divided by log2(rank + 1), and the sum by that of a
    perfect ranking. Raises ValueError for an empty gold.
    """
    wanted = _wanted(gold)
    gained = sum(_discount(i) for i, item in enumerate(ranked[:k]) if item in wanted)
    return gained / sum(_discount(i) for i in range(min(k, len(wanted))))


def reciprocal_rank(ranked: Sequence[str], gold: Collection[str]) -> float:
    """One over the rank of the first gold id; 0 where none was found."""
    wanted = _wanted(gold)
    return next((1.0 / (i + 1) for i, item in enumerate(ranked) if item in wanted), 0.0)


def measure(ranked: Sequence[str], gold: Collection[str], ks: Iterable[int]) -> dict[str, float]:
    """Every measure of one question by its name: `R@k`, `NDCG@10`, `MRR`; each 0-1."""
    found = {f"R@{k}": recall_at(ranked, gold, k) for k in sorted(set(ks))}
    found[f"NDCG@{NDCG_DEPTH}"] = ndcg_at(ranked, gold)
    found["MRR"] = reciprocal_rank(ranked, gold)
    return found


def average(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each measure over all rows, in percent; empty for no rows."""
    if not rows:
        return {}
    return {name: 100.0 * math.fsum(row[name] for row in rows) / len(rows) for name in rows[0]}


def by_group(
    rows: Sequence[Mapping[str, float]], groups: Sequence[str]
) -> dict[str, dict[str, float]]:
    """The means of each group of rows, in percent, groups sorted by name."""
    members: dict[str, list[Mapping[str, float]]] = {name: [] for name in sorted(set(groups))}
    for row, group in zip(rows, groups, strict=True):
        members[group].append(row)
    return {name: average(inside) for name, inside in members.items()}


def bootstrap(
    rows: Sequence[Mapping[str, float]], *, seed: int, samples: int = BOOTSTRAP_SAMPLES
) -> dict[str, list[float]]:
    """The 95 % interval of each mean in percent, by drawing the questions anew (Efron 1979)."""
    if not rows:
        return {}
    names = list(rows[0])
    table = np.array([[row[name] for name in names] for row in rows])
    generator = np.random.default_rng(seed)
    weights = generator.multinomial(len(rows), np.full(len(rows), 1 / len(rows)), size=samples)
    means = 100.0 * (weights @ table) / len(rows)
    low, high = np.percentile(means, [2.5, 97.5], axis=0)
    return {name: [float(low[i]), float(high[i])] for i, name in enumerate(names)}


def area_under_curve(scores: npt.ArrayLike, right: npt.ArrayLike) -> float:
    """Probability that a right one scores above a wrong one, ties counting half; 0-1.

    By ranks (Mann & Whitney 1947). Raises ValueError where all are right, or none is.
    """
    values, wanted = np.asarray(scores, np.float64), np.asarray(right, bool)
    positives, negatives = int(wanted.sum()), int((~wanted).sum())
    if not positives or not negatives:
        raise ValueError("there must be right ones and wrong ones")
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    middle_ranks = np.cumsum(counts) - (counts - 1) / 2
    ranks = float(middle_ranks[place][wanted].sum())
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives)


def bootstrap_area(
    scores: npt.ArrayLike, right: npt.ArrayLike, *, seed: int, samples: int = BOOTSTRAP_SAMPLES
) -> list[float]:
    """The 95 % interval of the area, 0-1, by drawing the right and the wrong ones anew.

    Each group keeps its size, so that every sample has an area. Raises ValueError as the area.
    """
    values, wanted = np.asarray(scores, np.float64), np.asarray(right, bool)
    groups = values[wanted], values[~wanted]
    told = np.repeat([True, False], [len(group) for group in groups])
    generator = np.random.default_rng(seed)
    areas = [
        area_under_curve(
            np.concatenate([generator.choice(g, len(g)) if len(g) else g for g in groups]), told
        )
        for _ in range(samples)
    ]
    low, high = np.percentile(areas, [2.5, 97.5])
    return [float(low), float(high)]


def percentile(values: Sequence[float], share: float) -> float:
    """The value that `share` percent of the values do not exceed; 0 for no values."""
    return float(np.percentile(np.asarray(values), share)) if values else 0.0


def _discount(position: int) -> float:
    """Weight of a place in the ranking, counted from 0."""
    return 1.0 / math.log2(position + 2)


def _wanted(gold: Collection[str]) -> set[str]:
    wanted = set(gold)
    if not wanted:
        raise ValueError("a question without evidence cannot be measured")
    return wanted
