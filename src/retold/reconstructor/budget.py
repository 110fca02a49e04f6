"""Which lines fit. The budget is a hard upper bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from retold.records import Line

Numbered = Callable[[int], Line]


def fitting(makers: Sequence[Numbered], limit_tokens: int) -> list[Line]:
    """The lines that fit, in order, numbered from 1.

    A line that is too long is passed over for a shorter one, and its number with it.
    """
    kept: list[Line] = []
    left = limit_tokens
    for make in makers:
        line = make(len(kept) + 1)
        if line.tokens <= left:
            kept.append(line)
            left -= line.tokens
    return kept
