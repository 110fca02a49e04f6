"""Keywords and vectors of one corpus on one scale. Pure.

Both signals are absolute: 1 is what an item that answers the question typically has, whatever else
is stored. So one weighted sum ranks, decides whether anything is worth saying, and holds in a
store of three memories as in one of ten thousand. (Standard deviations, half a point better at
ranking, say nothing about the best item.)

Reciprocal ranks may give the order in place of the sums, for comparison (Cormack, Clarke & Büttcher
2009). On the tuning part of LoCoMo R@10 is 84.3 with them and 85.8 without. A rank says nothing
about how well an item fits, so how good the best and the second best are is still told by the sums.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from retold.ports import Similarities
from retold.retriever.keywords import Floats, KeywordScores, top
from retold.retriever.scale import Pair, Scale
from retold.text.language import Language

# Relatedness of an item over its keyword score, where both are known: a signal that is missing is
# taken to be as good as the other one.
_RELATEDNESS_OVER_KEYWORDS = 2.0


class Evidence:
    """What the two signals say of the items of a corpus, by id, once their numbers are known.

    Either signal may be missing: `similar` and `scale` where the embedder failed or keywords alone
    were asked for, `keywords` where the question has none. So may single items: one that was just
    written may not have its vector yet.
    """

    def __init__(
        self,
        keywords: KeywordScores,
        similar: Similarities | None,
        scale: Scale | None,
        *,
        pair: Pair,
        worded: bool,
        rank_constant: int = 0,
    ) -> None:
        """Join them.

        Args:
            keywords: BM25 of items.
            similar: cosines; None where there are none.
            scale: what the cosines mean.
            pair: language of the question, and the one that its items are taken to be in.
            worded: False if the question has no keywords.
            rank_constant: of reciprocal ranks, which give the order; 0: the sums do.
        """
        self._words = keywords
        self._rows: dict[str, int] = {}
        self._names: dict[int, str] = {}
        self._scale = scale
        self._pair = pair
        self._worded = worded
        self._rank_constant = rank_constant
        self._near: tuple[str, ...] = ()
        self._cosines: dict[str, float] = {}
        self._most_unknown = np.inf
        if similar is not None and scale is not None and similar.ids:
            self._near = similar.ids
            self._cosines = dict(zip(similar.ids, similar.values.tolist(), strict=True))
            if similar.total > len(similar.ids):
                # What was compared and not returned is no nearer than the last that was.
                last = np.array(similar.values[-1:], dtype=np.float64)
                self._most_unknown = float(scale.relatedness(last, pair)[0])

    def know(self, names: Mapping[str, int]) -> None:
        """Take in the ledger's numbers of items by their ids.

        Without its number nothing is known of an item's keywords.
        """
        asked = np.fromiter(names.values(), dtype=np.int64, count=len(names))
        numbers = np.append(self._words.numbers, -1)
        rows = np.searchsorted(self._words.numbers, asked)
        there = numbers[rows] == asked
        self._rows |= zip(names, np.where(there, rows, -1).tolist(), strict=True)
        self._names |= zip(asked.tolist(), names, strict=True)

    def candidates(self, limit: int, *, keywords: float, vectors: float) -> list[str]:
        """The `limit` items with the largest sums, best first.

        The items that are best by keywords must be known.
        """
        worded = (self._names[number] for number in self._words.best(limit))
        ids = list(dict.fromkeys((*self._near[:limit], *worded)))
        return top_ids(ids, self.sums(ids, keywords=keywords, vectors=vectors), limit)

    def keywords(self, ids: Sequence[str]) -> Floats:
        """Keyword scores; 0 for items without a token of the question."""
        if not self._worded:
            return np.nan_to_num(self._related(ids)).clip(0.0) / _RELATEDNESS_OVER_KEYWORDS
        return self._matches(ids)

    def vectors(self, ids: Sequence[str]) -> Floats:
        """Relatedness by vectors; for items without a vector, what their keywords suggest."""
        related = self._related(ids)
        suggested = self._matches(ids) * _RELATEDNESS_OVER_KEYWORDS
        return np.where(np.isnan(related), np.minimum(suggested, self._most_unknown), related)

    def sums(self, ids: Sequence[str], *, keywords: float, vectors: float) -> Floats:
        """The weighted sum of both; with reciprocal ranks, these sums in the order of the ranks."""
        total: Floats = keywords * self.keywords(ids) + vectors * self.vectors(ids)
        if not self._rank_constant:
            return total
        found = (self._matches(ids), np.array([self._cosines.get(i, 0.0) for i in ids]))
        return reordered(total, reciprocal_ranks(found, constant=self._rank_constant))

    def matched(self, item_id: str) -> int:
        """How many of the question's tokens the item holds."""
        row = self._rows.get(item_id, -1)
        return 0 if row < 0 else int(self._words.matched[row])

    def cosine(self, item_id: str) -> float | None:
        """The cosine of question and item, where it is known."""
        return self._cosines.get(item_id)

    def regained(
        self, ids: Sequence[str], languages: Sequence[Language], *, keywords: float, vectors: float
    ) -> Floats:
        """What the sums gain or lose once the languages of the items are known.

        Words are not shared across languages, so there vectors stand for keywords as well.
        """
        gained = np.zeros(len(ids))
        for i, (item_id, spoken) in enumerate(zip(ids, languages, strict=True)):
            cosine = self._cosines.get(item_id)
            if spoken != self._pair[1] and cosine is not None and self._scale is not None:
                value = np.array([cosine])
                taken = self._scale.relatedness(value, self._pair)
                related = self._scale.relatedness(value, (self._pair[0], spoken))
                known = self.keywords([item_id])
                suggested = np.maximum(known, related / _RELATEDNESS_OVER_KEYWORDS)
                gain = vectors * (related - taken) + keywords * (suggested - known)
                gained[i] = float(gain[0])
        return gained

    def _related(self, ids: Sequence[str]) -> Floats:
        """Relatedness by vectors; not a number where there is no vector, or none is known."""
        cosines = np.array([self._cosines.get(item_id, np.nan) for item_id in ids])
        return cosines if self._scale is None else self._scale.relatedness(cosines, self._pair)

    def _matches(self, ids: Sequence[str]) -> Floats:
        rows = np.array([self._rows.get(item_id, -1) for item_id in ids], dtype=np.int64)
        return np.where(rows >= 0, np.append(self._words.values, 0.0)[rows], 0.0)


def reciprocal_ranks(signals: Sequence[Floats], *, constant: int) -> Floats:
    """For each item the sum over the signals of 1 / (constant + its rank by the signal, from 1).

    Cormack, Clarke & Büttcher, "Reciprocal Rank Fusion" (2009). An item that a signal gives nothing
    (0 or less) is not in the ranking of that signal; equal values share the best of their ranks.
    """
    total = np.zeros(len(signals[0]))
    for values in signals:
        ascending = np.sort(values)
        better = len(values) - np.searchsorted(ascending, values, side="right")
        total += np.where(values > 0, 1.0 / (constant + 1.0 + better), 0.0)
    return total


def reordered(values: Floats, order: Floats) -> Floats:
    """The values dealt out anew: the largest to the item that is first by `order`, and so on.

    Between items that are equal by `order` their own values decide.
    """
    dealt = np.empty(len(values))
    dealt[np.lexsort((values, order))] = np.sort(values)
    return dealt


def top_ids(ids: Sequence[str], values: Floats, limit: int) -> list[str]:
    """The ids of the `limit` largest values, best first."""
    return [ids[i] for i in top(values, limit)]
