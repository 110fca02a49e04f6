"""What a question brings to mind: items with words that are near those of the question. Pure.

Keywords find what is said in the words of the question, vectors what is meant alike. Neither sees
that an oyster bar bears on an allergy to shellfish, or on 海鲜过敏.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from retold.ports import Postings
from retold.retriever.circles import Nearby
from retold.retriever.keywords import IMAGINED_ITEMS, Floats, Integers, rarity, top


@dataclass(frozen=True, slots=True, kw_only=True)
class AssociationScores:
    """How much a question brings items to mind; `values` belong to `numbers`, the ledger's."""

    numbers: Integers
    values: Floats

    def best(self, limit: int) -> list[int]:
        """Numbers of the `limit` items with the largest values, best first."""
        return [int(self.numbers[row]) for row in top(self.values, limit)]


NO_ASSOCIATIONS = AssociationScores(numbers=np.zeros(0, dtype=np.int64), values=np.zeros(0))


def score_associations(postings: Postings, near: Nearby) -> AssociationScores:
    """How much items have of what is near: 1 for the nearest of words, if nobody else has it.

    Each word of the question adds its nearest in the item, which counts the more the rarer it is.

    Args:
        postings: where the tokens of `near` stand.
        near: what was looked for.
    """
    size, among = len(postings.numbers), postings.total + IMAGINED_ITEMS
    holders = np.bincount(postings.tokens, minlength=len(near.tokens))
    telling = rarity(among, holders) / rarity(among, np.ones(1, dtype=np.int64))
    values = np.zeros(size)
    for nearness in near.nearness:
        best = np.zeros(size)
        np.maximum.at(best, postings.items, (nearness * telling)[postings.tokens])
        values += best
    return AssociationScores(numbers=postings.numbers, values=values)
