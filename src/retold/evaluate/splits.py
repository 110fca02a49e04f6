"""Which conversations settings may be tuned on, and which give the result. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Literal

Split = Literal["tune", "test", "all"]

# Of LoCoMo, by its own ids: every setting that came from looking at it came from these three.
LOCOMO_TUNE = frozenset(("conv-26", "conv-30", "conv-41"))
# Of other sets, the share whose hash is low: the same conversations on every machine.
_TUNE_TENTHS = 3


def in_split(conversations: Iterable[str], split: Split) -> list[str]:
    """The conversations of a split, in their order.

    LoCoMo is known by its ids. Elsewhere a conversation is for tuning if the first eight bytes of
    the SHA-256 of its id, as a number, end in 0, 1 or 2.
    """
    names = list(conversations)
    is_locomo = LOCOMO_TUNE.issubset(names)
    return [
        name
        for name in names
        if split == "all"
        or ((name in LOCOMO_TUNE if is_locomo else _low(name)) == (split == "tune"))
    ]


def _low(name: str) -> bool:
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big") % 10 < _TUNE_TENTHS
