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
from functools import cached_property

import numpy as np

from retold.ports import Similarities
from retold.retriever.associations import NO_ASSOCIATIONS, AssociationScores
from retold.retriever.keywords import Floats, Integers, KeywordScores, top, values_of
from retold.retriever.scale import Pair, Scale
from retold.settings import TurnWeights, UnitWeights
from retold.text.language import Language

# Relatedness of an item over its keyword score, where both are known: a signal that is missing is
# taken to be as good as the other one.
_RELATEDNESS_OVER_KEYWORDS = 2.0
# How near the best item is from which a question is taken to be answered, 1 being an answer as the
# scale knows it, and up to which associations count in full.
_ANSWERED, _OPEN = 0.8, 0.5

Weights = TurnWeights | UnitWeights


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
        rank_constant: int = 0,
    ) -> None:
        """Join them.

        Args:
            keywords: BM25 of items.
            similar: cosines; None where there are none.
            scale: what the cosines mean.
            pair: language of the question, and the one that its items are taken to be in.
            rank_constant: of reciprocal ranks, which give the order; 0: the sums do.
        """
        self._words = keywords
        self._names: dict[int, str] = {}
        self._scale = scale
        self._pair = pair
        self._associated = NO_ASSOCIATIONS
        self._numbers: dict[str, int] = {}
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
        self._numbers |= names
        self._names |= {number: name for name, number in names.items()}

    @cached_property
    def unanswered(self) -> float:
        """How far no item answers the question by itself, 0-1; then associations count."""
        best = _RELATEDNESS_OVER_KEYWORDS * float(self._words.values.max(initial=0.0))
        if self._near:
            best = max(best, float(self._related(self._near[:1])[0]))
        return min(max((_ANSWERED - best) / (_ANSWERED - _OPEN), 0.0), 1.0)

    def associate(self, scores: AssociationScores) -> None:
        """Take in what the question brings to mind, in place of what was taken in before."""
        self._associated = scores

    def candidates(self, limit: int, weights: Weights) -> list[str]:
        """The `limit` items with the largest sums, best first.

        The items that are best by keywords and by associations must be known.
        """
        told = (*self._words.best(limit), *self._associated.best(limit))
        ids = list(dict.fromkeys((*self._near[:limit], *(self._names[number] for number in told))))
        sums = self.sums(ids, weights) + weights.associations * self.associations(ids)
        return top_ids(ids, sums, limit)

    def keywords(self, ids: Sequence[str]) -> Floats:
        """Keyword scores; 0 for items without a token of the question."""
        return self._worded(self._matches(ids), self._related(ids))

    def vectors(self, ids: Sequence[str]) -> Floats:
        """Relatedness by vectors; for items without a vector, what their keywords suggest."""
        return self._compared(self._matches(ids), self._related(ids))

    def associations(self, ids: Sequence[str]) -> Floats:
        """How much the question brings the items to mind; 0 where one answers it by itself."""
        found = self._associated
        return self.unanswered * values_of(self._numbered(ids), found.numbers, found.values)

    def sums(self, ids: Sequence[str], weights: Weights) -> Floats:
        """The weighted sum of both; with reciprocal ranks, these sums in the order of the ranks."""
        matches, related = self._matches(ids), self._related(ids)
        total: Floats = weights.keywords * self._worded(matches, related)
        total += weights.vectors * self._compared(matches, related)
        if not self._rank_constant:
            return total
        found = (matches, np.array([self._cosines.get(i, 0.0) for i in ids]))
        return reordered(total, reciprocal_ranks(found, constant=self._rank_constant))

    def matched(self, item_id: str) -> int:
        """How many of the question's tokens the item holds."""
        words = self._words
        return int(values_of(self._numbered([item_id]), words.numbers, words.matched)[0])

    def cosine(self, item_id: str) -> float | None:
        """The cosine of question and item, where it is known."""
        return self._cosines.get(item_id)

    def regained(
        self, ids: Sequence[str], languages: Sequence[Language], weights: Weights
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
                gain = weights.vectors * (related - taken)
                gain += weights.keywords * (suggested - known)
                gained[i] = float(gain[0])
        return gained

    def _worded(self, matches: Floats, related: Floats) -> Floats:
        if self._words.asked:
            return matches
        return np.nan_to_num(related).clip(0.0) / _RELATEDNESS_OVER_KEYWORDS

    def _compared(self, matches: Floats, related: Floats) -> Floats:
        suggested = np.minimum(matches * _RELATEDNESS_OVER_KEYWORDS, self._most_unknown)
        return np.where(np.isnan(related), suggested, related)

    def _related(self, ids: Sequence[str]) -> Floats:
        """Relatedness by vectors; not a number where there is no vector, or none is known."""
        cosines = np.array([self._cosines.get(item_id, np.nan) for item_id in ids])
        return cosines if self._scale is None else self._scale.relatedness(cosines, self._pair)

    def _matches(self, ids: Sequence[str]) -> Floats:
        return values_of(self._numbered(ids), self._words.numbers, self._words.values)

    def _numbered(self, ids: Sequence[str]) -> Integers:
        """The ledger's numbers of items; -1, which no item has, where one is not known."""
        return np.array([self._numbers.get(item_id, -1) for item_id in ids], dtype=np.int64)


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
