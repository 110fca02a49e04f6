"""How alike two statements are, and whether they differ in something that must not be merged."""

from __future__ import annotations

from retold.text.names import names
from retold.text.negation import polarity
from retold.text.normal import fold
from retold.text.numbers import quantities
from retold.text.tokens import query_tokens


def similarity(a: str, b: str) -> float:
    """Likeness of two texts by the tokens that they share, from 0 to 1.

    The share of common tokens (Dice), where a token of each that the other lacks weighs more than
    one that only one has: a changed word changes a statement, an added one mostly completes it.
    """
    left, right = set(query_tokens(a)), set(query_tokens(b))
    if not left or not right:
        return float(fold(a) == fold(b))
    shared = len(left & right)
    changed = min(len(left), len(right)) - shared
    added = abs(len(left) - len(right))
    return shared / (shared + 1.5 * changed + 0.5 * added)


def differing(a: str, b: str) -> bool:
    """Whether two texts differ in a number, a name, a negation, a date or an address."""
    amounts = [{(q.value, q.unit) for q in quantities(text)} for text in (a, b)]
    if amounts[0] != amounts[1] or polarity(a) != polarity(b):
        return True
    folded = fold(a), fold(b)
    return any(fold(name) not in folded[1] for name in names(a)) or any(
        fold(name) not in folded[0] for name in names(b)
    )
