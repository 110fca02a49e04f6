"""The first hits in the order of a second reading, by a reranker that a user brings.

A search compares a question with what was made of each memory before anybody asked. A reranker
reads both together, which is surer and slow: so it reads the first few hits alone, once they are
no more than they have to be, and only their order changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from retold.errors import RerankerError
from retold.ports import Reranker
from retold.records import Hit, Reranked
from retold.retriever.pause import Pause
from retold.settings import RerankerSettings

# What rerankers that others bring raise when their model or their connection fails.
_FAILURES = (OSError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Hits after a second reading, or as they were and, in `note`, why.

    `reranked` are those that were read, in their new order. Hits keep their own scores, which
    therefore need not fall any more.
    """

    hits: tuple[Hit, ...]
    reranked: tuple[Reranked, ...] = ()
    note: str = ""


class Reranking:
    """The reranker as the retriever sees it: bounded and checked.

    After a failure it is not asked for `retry_seconds`, so that recalls do not wait for a dead
    endpoint each time.
    """

    def __init__(self, reranker: Reranker, settings: RerankerSettings) -> None:
        """Ask this one, within the limits of `settings`."""
        self._reranker = reranker
        self._settings = settings
        self._pause = Pause(settings.retry_seconds)

    @property
    def most(self) -> int:
        """How many of the first hits are read."""
        return self._settings.hits

    async def reading(self, question: str, hits: Sequence[Hit]) -> Reading:
        """The hits, the first of them in the order that `mixed` gives.

        Where there is nothing to put in order, the reranker is not asked. Where it fails, the hits
        stay as they are.
        """
        first = hits[: self._settings.hits]
        if len(first) < 2 or not self._settings.weight:
            return Reading(hits=tuple(hits))
        try:
            read = await self._scores(question, [hit.text for hit in first])
        except RerankerError as error:
            return Reading(hits=tuple(hits), note=f"not reranked: {error.message}")
        weights = mixed([hit.score for hit in first], read, weight=self._settings.weight)
        order = sorted(range(len(first)), key=lambda place: -weights[place])
        reranked = tuple(
            Reranked(
                id=first[old].id,
                corpus=first[old].corpus,
                score=read[old],
                before=old + 1,
                after=new,
            )
            for new, old in enumerate(order, 1)
        )
        ordered = (*(first[place] for place in order), *hits[len(first) :])
        return Reading(hits=ordered, reranked=reranked)

    async def _scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """A finite number a text. Raises RerankerError."""
        settings = self._settings
        if self._pause.lasts:
            raise RerankerError(f"the reranker failed a moment ago: {self._pause.reason}")
        try:
            read = await self._reranker.scores(
                question[: settings.characters],
                [text[: settings.characters] for text in texts],
                timeout_seconds=settings.timeout_seconds,
            )
            return _checked(read, len(texts))
        except RerankerError as error:
            self._pause.begin(error.message)
            raise
        except _FAILURES as error:
            self._pause.begin(str(error) or type(error).__name__)
            raise RerankerError(f"the reranker failed: {self._pause.reason}") from error


def mixed(own: Sequence[float], read: Sequence[float], *, weight: float) -> list[float]:
    """By what hits are put in order, 0-1: (1 - weight) * own + weight * logistic(z).

    z is how many standard deviations a reranker's score lies above the mean of those it was given
    with. Rerankers score as they like, some 0-1 and some by logits; z is the same for both. It has
    distances, which ranks lose: a hit that the reranker sets apart from all others gains more than
    one that it just prefers, and of hits that it finds equal the own scores decide. Those differ by
    hundredths where the search is in doubt and by tenths where it is not.

    Args:
        own: the hits' scores, 0-1.
        read: the reranker's, finite, as many.
        weight: 0-1.
    """
    seen = np.asarray(read, dtype=np.float64)
    # First divided, or the squares of very large numbers would be infinite.
    seen = seen / (np.abs(seen).max() or 1.0)
    spread = float(seen.std())
    # Less than the rounding of what was divided is no difference.
    z = (seen - seen.mean()) / spread if spread > 1e-12 else np.zeros(len(seen))
    result: list[float] = ((1.0 - weight) * np.asarray(own) + weight / (1.0 + np.exp(-z))).tolist()
    return result


def falling(hits: Sequence[Hit]) -> list[Hit]:
    """The hits with their scores dealt out anew, so that they fall.

    What comes after reads the order off the scores, and which scores there are does not change.
    """
    scores = sorted((hit.score for hit in hits), reverse=True)
    return [replace(hit, score=score) for hit, score in zip(hits, scores, strict=True)]


def told(hit: Hit, reranked: Reranked | None) -> Hit:
    """The hit, with a reason more if the reranker moved it."""
    if reranked is None or reranked.before == reranked.after:
        return hit
    reason = f"moved by the reranker from place {reranked.before} to {reranked.after}"
    return replace(hit, reasons=(*hit.reasons, reason))


def _checked(read: Sequence[float], asked: int) -> list[float]:
    if len(read) != asked or not np.isfinite(read).all():
        raise RerankerError(f"the reranker gave no {asked} finite scores for {asked} texts")
    return [float(score) for score in read]
