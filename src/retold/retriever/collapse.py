"""Hits that say the same become one. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from retold.records import Corpus, Hit, Unit
from retold.retriever.summaries import is_summary, stood_back
from retold.text.normal import normalise
from retold.text.similarity import differing, jaccard, similarity
from retold.text.tokens import token_set

# A unit that rests on most of a turn says what the turn says, in fewer words.
_MOST_OF_A_TURN = 0.6
# A unit this near to its own turn's score is the better of the two: it is shorter.
_NEARLY_AS_GOOD = 0.8
# Less than the least `near_duplicate` that makes sense, for the two measures are not the same.
_WORTH_COMPARING = 0.5


def collapse(
    hits: Sequence[Hit], *, near_duplicate: float, limit: int, broad: bool = False
) -> tuple[Hit, ...]:
    """The best `limit` hits of those given best first, restatements joined to what they restate.

    A turn joins a unit that was made from it, unless it scores clearly better and says more. A
    unit joins a better one with the same content, or with nearly the same words that differ in no
    number, name, date or negation. A turn joins a turn with the same text. What joins is named in
    `duplicates`, and its sources are added. A summary joins what it sums up, without its sources,
    unless the question is a broad one.
    """
    kept: list[Hit] = []
    places: dict[tuple[Corpus, str], int] = {}
    units: list[tuple[int, Unit]] = []
    for hit in stood_back(_turns_into_units(hits), broad=broad):
        unit = hit.unit
        # A turn is the same if it is the same to the byte; a unit was reworded, so its marks vary.
        words = hit.corpus, hit.text if unit is None else normalise(hit.text)
        twin = places.get(words)
        if twin is None and unit is not None:
            alike = (place for place, other in units if _says(unit, other, near_duplicate))
            twin = next(alike, None)
        if twin is not None:
            kept[twin] = _joined(kept[twin], hit)
        elif len(kept) < limit:
            places[words] = len(kept)
            if unit is not None:
                units.append((len(kept), unit))
            kept.append(hit)
    return tuple(kept)


def _says(unit: Unit, other: Unit, near_duplicate: float) -> bool:
    """Whether both say the same in nearly the same words."""
    return (
        unit.subject == other.subject
        and unit.polarity == other.polarity
        # Comparing words is quick and rules out nearly all pairs.
        and shared_words(unit.content, other.content) >= _WORTH_COMPARING
        and similarity(unit.content, other.content) >= near_duplicate
        and not differing(unit.content, other.content)
    )


def _turns_into_units(hits: Sequence[Hit]) -> list[Hit]:
    """The hits without the turns that a unit among them stands for."""
    turns = {hit.id: hit for hit in hits if hit.turn is not None}
    gone: set[str] = set()
    result: list[Hit] = []
    for hit in hits:
        joined = hit
        if hit.unit is not None and not is_summary(hit):
            for turn in (turns[s] for s in hit.sources if s in turns and s not in gone):
                if _stands_for(hit, hit.unit, turn):
                    gone.add(turn.id)
                    joined = _joined(replace(joined, score=max(joined.score, turn.score)), turn)
        result.append(joined)
    left = [hit for hit in result if hit.turn is None or hit.id not in gone]
    return sorted(left, key=lambda hit: -hit.score)


def _stands_for(hit: Hit, unit: Unit, turn: Hit) -> bool:
    said = len(turn.text)
    covered = sum(s.end - s.start for s in unit.sources if s.turn_id == turn.id)
    return hit.score >= _NEARLY_AS_GOOD * turn.score or covered >= _MOST_OF_A_TURN * said


def shared_words(text: str, other: str) -> float:
    """Share of the words of both texts that both have, 0-1 (Jaccard 1901)."""
    return jaccard(token_set(text), token_set(other))


def _joined(hit: Hit, other: Hit) -> Hit:
    return replace(
        hit,
        duplicates=_union(hit.duplicates, (other.id, *other.duplicates)),
        sources=_union(hit.sources, other.sources),
    )


def _union(first: Iterable[str], second: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*first, *second)))
