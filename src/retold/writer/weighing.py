"""From what the rules would keep of a turn to what is worth keeping of it. Pure.

The rules say what a sentence would become; the trained scorer (`worth.py`) says what it is worth,
and what they scored is one of the things it looks at. Wishes decide for themselves: what somebody
asks to remember is kept, and what ends something ends it, whatever they are worth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from retold.changes import Vector
from retold.records import Owner, Turn
from retold.writer.answers import OWN_WORDS
from retold.writer.drafts import Draft, Refusal, Result, TakeBack, draft_of, start_of
from retold.writer.worth import Judgement, judge

ASKED = "asked to remember"
_LEAST = 0.02
_SURE_MARGIN = 0.1


def weighed(
    turn: Turn,
    before: Sequence[Turn],
    results: Sequence[Result],
    *,
    threshold: float,
    vector: Vector | None = None,
) -> tuple[list[Result], Judgement]:
    """The results with what they are worth as their scores, and the judgement of the turn.

    Args:
        turn: the turn.
        before: turns of its session before it, oldest first.
        results: what the rules made of it.
        threshold: the score from which a statement is kept. Where the sentences of a turn reach it
            together and none of them alone, the best is kept.
        vector: the turn's, by an embedder that `worth.judges_vectors_of` knows, or none.
    """
    judgement = judge(turn, before, results, vector)
    if not judgement.sentences:
        return list(results), judgement
    starts = [span.start for span in judgement.spans]
    placed = [max(sum(start <= start_of(r) for start in starts) - 1, 0) for r in results]
    best = {
        place: max(_scored(r) for r, other in zip(results, placed, strict=True) if other == place)
        for place in set(placed)
    }
    found = [
        _weighed(result, judgement, place, best[place])
        for result, place in zip(results, placed, strict=True)
    ]
    chosen = {
        i
        for i, (one, result) in enumerate(zip(found, results, strict=True))
        if isinstance(one, Draft) and one.score >= threshold + _margin(result)
    }
    decided = any(isinstance(one, Draft) and one.withdraws for one in found)
    if not chosen and not decided and judgement.score >= threshold:
        able = [
            i for i, one in enumerate(found) if isinstance(one, Draft) and not _margin(results[i])
        ]
        chosen = {max(able, key=lambda i: _scored(found[i]))} if able else set()
    return [
        one if i in chosen or not isinstance(one, Draft) or one.withdraws else _refused(one, result)
        for i, (one, result) in enumerate(zip(found, results, strict=True))
    ], judgement


def _weighed(result: Result, judgement: Judgement, place: int, best: float) -> Result:
    if isinstance(result, TakeBack):
        return result
    draft = draft_of(result)
    if draft is None:
        # Refused for what it is, or for what it lacks; nothing makes up for that.
        return result
    if ASKED in draft.reasons or draft.owner is Owner.ASSISTANT:
        return draft
    worth = judgement.sentences[place]
    # Of two statements in one sentence, the one that the rules score lower is worth less.
    score = _probability(_logit(worth.score) - (_logit(best) - _logit(draft.score)))
    if draft.rule.startswith("frame"):
        # The scorer saw "yes"; the frame, the whole of what was confirmed.
        completed = len(draft.sources) > 1
        score = max(score, draft.score if completed else (worth.score + draft.score) / 2)
    sides = (f"profile {worth.profile:.2f}", f"reuse {worth.reuse:.2f}", f"task {worth.task:.2f}")
    return replace(draft, score=round(score, 4), reasons=(*sides, *judgement.reasons(place)))


def _margin(result: Result) -> float:
    """How much more than the threshold it takes to keep what the rules refuse for what it is."""
    named = isinstance(result, Refusal) and result.rule in OWN_WORDS
    return _SURE_MARGIN if named else 0.0


def _refused(draft: Draft, result: Result) -> Refusal:
    """The draft as a refusal, by the rule that refused it already or else for its score."""
    return Refusal(
        source=draft.sources[0],
        rule=result.rule if isinstance(result, Refusal) else "below the threshold",
        score=draft.score,
        reasons=draft.reasons,
        draft=draft,
    )


def _scored(result: Result) -> float:
    """What the rules, or then the scorer, gave what would be kept."""
    draft = draft_of(result)
    return 0.0 if draft is None else draft.score


def _logit(score: float) -> float:
    score = min(max(score, _LEAST), 1 - _LEAST)
    return math.log(score / (1 - score))


def _probability(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))
