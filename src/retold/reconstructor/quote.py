"""What of a turn is quoted: all of a short one, of a long one what bears on the question. Pure."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise

from retold.text.counts import count_tokens
from retold.text.language import language
from retold.text.sentences import Span, sentences
from retold.text.tokens import query_tokens, tokens

# In place of what is left out.
OMITTED = "…"
# A sentence that answers often stands beside the one with the words of the question.
_OF_A_NEIGHBOUR = 0.5
# What a question back to the other person tells is seldom what is asked for.
_OF_A_QUESTION = 0.5
_ASKS = ("?", "？")
# A sentence counts a little for what it tells by itself, up to this many telling words.
_TELLING_WORDS = 10
_OF_TELLING = 0.5


def quotation(text: str, asked: Collection[str], *, limit_tokens: int) -> str:
    """The text, or as many of its sentences as fit, in order, with a mark where some are missing.

    Args:
        text: what was said.
        asked: tokens of the question.
        limit_tokens: upper bound, unless not even the best sentence fits: that one stands whole.

    Those with the words of the question come first, then those beside them, then those that tell
    the most. Nothing is reworded.
    """
    if count_tokens(text) <= limit_tokens:
        return text
    spans = sentences(text)
    worth = _worth(spans, frozenset(asked))
    order = sorted(range(len(spans)), key=lambda i: (-worth[i], i))
    kept = order[:1]
    for i in order[1:]:
        if count_tokens(_joined(text, spans, sorted([*kept, i]))) <= limit_tokens:
            kept.append(i)
    return _joined(text, spans, sorted(kept)) if spans else text


def _worth(spans: list[Span], asked: frozenset[str]) -> list[float]:
    own = [_own_worth(span.text, asked) for span in spans]
    beside = [0.0] * len(own)
    for i, (first, second) in enumerate(pairwise(own)):
        beside[i] = max(beside[i], second)
        beside[i + 1] = max(beside[i + 1], first)
    return [alone + _OF_A_NEIGHBOUR * near for alone, near in zip(own, beside, strict=True)]


def _own_worth(sentence: str, asked: frozenset[str]) -> float:
    matched = len(asked.intersection(tokens(sentence)))
    telling = min(len(query_tokens(sentence)), _TELLING_WORDS) / _TELLING_WORDS
    worth = matched + _OF_TELLING * telling
    return worth * _OF_A_QUESTION if sentence.rstrip().endswith(_ASKS) else worth


def _joined(text: str, spans: list[Span], kept: list[int]) -> str:
    """The kept sentences as they stand, neighbours with what is between them."""
    gap = OMITTED if language(text) == "zh" else f" {OMITTED} "
    parts: list[str] = [] if kept[0] == 0 else [gap.lstrip()]
    for place, i in enumerate(kept):
        if place:
            beside = i == kept[place - 1] + 1
            parts.append(text[spans[i - 1].end : spans[i].start] if beside else gap)
        parts.append(spans[i].text)
    if kept[-1] != len(spans) - 1:
        parts.append(gap.rstrip())
    return "".join(parts)
