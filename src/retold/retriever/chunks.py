"""What of a turn is embedded besides the turn itself. Pure.

An answer is hard to know again without its question, and one of many sentences is easily lost in
the mean of all. Each chunk is one more vector of the turn; the nearest one counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from retold.records import Turn
from retold.text.counts import count_tokens
from retold.text.sentences import sentences
from retold.text.wording import turn_wording

Chunks = Literal["turn", "sentence", "exchange", "window"]

# Turns before a turn that stand in its chunks.
REACH: Mapping[Chunks, int] = {"turn": 0, "sentence": 0, "exchange": 1, "window": 2}
MOST_REACH = max(REACH.values())


def chunk_texts(
    turn: Turn, before: Sequence[Turn], chunks: Chunks, *, longest_tokens: int = 0
) -> list[str]:
    """The texts that are embedded beside the turn.

    Args:
        turn: the turn.
        before: turns of its session before it, oldest first.
        chunks: `turn` adds nothing; `sentence` each of several sentences; `exchange` the turn with
            the one before it; `window` with the two before it, which slides on turn by turn.
        longest_tokens: a longer turn says by itself what it is about, and is not joined to those
            before it; of these, the last sentences count, up to as many tokens. 0 joins any, whole.
    """
    if chunks == "sentence":
        said = sentences(turn.text)
        parts = [replace(turn, text=one.text, attachments=()) for one in said]
        return [turn_wording(part) for part in parts] if len(parts) > 1 else []
    if longest_tokens and count_tokens(turn.text) > longest_tokens:
        return []
    reach = REACH[chunks]
    joined = [*(_end(one, longest_tokens) for one in before[-reach:]), turn] if reach else [turn]
    return [" ".join(map(turn_wording, joined))] if len(joined) > 1 else []


def _end(turn: Turn, longest_tokens: int) -> Turn:
    """The turn with only its last sentences, where what is asked of the other person stands."""
    if not longest_tokens or count_tokens(turn.text) <= longest_tokens:
        return turn
    spans = sentences(turn.text)
    start = spans[-1].start if spans else 0
    for span in reversed(spans):
        if count_tokens(turn.text[span.start :]) > longest_tokens:
            break
        start = span.start
    return replace(turn, text=turn.text[start:])


def preceding(turns: Sequence[Turn], context: Sequence[Turn]) -> dict[str, list[Turn]]:
    """By the id of each turn, the last turns before it in its session, oldest first.

    Args:
        turns: turns in order.
        context: turns before them, in order.
    """
    sessions: dict[str, list[Turn]] = {}
    for turn in context:
        sessions.setdefault(turn.session, []).append(turn)
    found: dict[str, list[Turn]] = {}
    for turn in turns:
        said = sessions.setdefault(turn.session, [])
        found[turn.id] = said[-MOST_REACH:]
        said.append(turn)
    return found
