"""What was made of that which goes: one walk, and each kind of derived thing a step of it.

Whatever is derived of turns or units in future (pages of a profile) is a unit with
sources, which the first step finds, or gets a step of its own here. Engines that hold copies are
reached by the changes of the ledger and by the ports' `purge`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from anyio.to_thread import run_sync

from retold.forgetting.erase import said_in
from retold.ports import Ledger, Postings, UnitFilter
from retold.records import Corpus, Kind, Scope, Source, State, Turn, Unit
from retold.text.normal import normalise
from retold.text.sentences import sentences
from retold.text.tokens import query_tokens
from retold.text.wording import quoted

_ANY = tuple(State)
# Shorter stretches stand in many units that were not made from them.
_LEAST_CHARACTERS = 6
# A sentence of which nothing was kept may be a greeting, as anybody says it: "thanks a lot".
_LEAST_BYTES_UNKEPT = 16
# For more sentences of common words than this, reading all units costs less than searching each.
_MOST_SEARCHES = 16
# Words that more units hold than this say little about which of them quotes a sentence.
_RARE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Going:
    """What goes: units, turns as a whole, and the turns that stay but hold sources of units."""

    units: Sequence[Unit]
    turns: Sequence[Turn]
    sources: Mapping[str, Turn]


async def derived(ledger: Ledger, scope: Scope, going: Going) -> list[Unit]:
    """Every unit, in any state, that was made of what goes, without the units that go anyway.

    Raises StoreError.
    """
    known = {unit.id for unit in going.units}
    found: dict[str, Unit] = {}
    for step in STEPS:
        found |= {unit.id: unit for unit in await step(ledger, scope, going)}
    return [unit for unit in found.values() if unit.id not in known]


async def resting(ledger: Ledger, scope: Scope, going: Going) -> list[Unit]:
    """Units that have a turn that goes among their sources."""
    turn_ids = tuple(turn.id for turn in going.turns)
    return await ledger.units(scope, UnitFilter(states=(), turn_ids=turn_ids)) if turn_ids else []


async def quoting(ledger: Ledger, scope: Scope, going: Going) -> list[Unit]:
    """Units that contain a sentence that goes word for word."""
    # In a thread, for the first text of a process loads tables.
    looked_for = await run_sync(_looked_for, going)
    every = list(dict.fromkeys(token for tokens in looked_for.values() for token in tokens))
    if not every:
        return []
    places = await ledger.postings(scope, Corpus.UNITS, every, states=_ANY, rare=_RARE)
    ids, common = await run_sync(_holding, places, every, looked_for)
    if len(common) > _MOST_SEARCHES:
        units = await ledger.units(scope, UnitFilter(states=()))
        return await run_sync(_containing, units, list(looked_for))
    for tokens in common:
        places = await ledger.postings(scope, Corpus.UNITS, tokens, states=_ANY)
        ids |= _holding(places, tokens, {"": tokens})[0]
    where = UnitFilter(ids=tuple(sorted(ids)), states=_ANY)
    units = await ledger.units(scope, where) if ids else []
    return await run_sync(_containing, units, list(looked_for))


async def summing(ledger: Ledger, scope: Scope, going: Going) -> list[Unit]:
    """Summaries, in any state, that tell of a unit that goes, or rest on what it rests on."""
    units = [unit for unit in going.units if unit.kind is not Kind.SUMMARY]
    if not units:
        return []
    there = await ledger.units(scope, UnitFilter(kinds=(Kind.SUMMARY,), states=()))
    return await run_sync(_telling, there, units)


STEPS: tuple[Callable[[Ledger, Scope, Going], Awaitable[list[Unit]]], ...] = (
    resting,
    quoting,
    summing,
)


def _telling(summaries: Sequence[Unit], units: Sequence[Unit]) -> list[Unit]:
    spans: dict[str, list[Source]] = {}
    for unit in units:
        for source in unit.sources:
            spans.setdefault(source.turn_id, []).append(source)
    said = [quoted(unit.content) for unit in units]
    return [
        one
        for one in summaries
        if any(content in one.content for content in said)
        or any(
            source.start < gone.end and gone.start < source.end
            for source in one.sources
            for gone in spans.get(source.turn_id, ())
        )
    ]


def _holding(
    places: Postings, tokens: Sequence[str], looked_for: Mapping[str, Sequence[str]]
) -> tuple[set[str], list[Sequence[str]]]:
    """Ids of units that may hold one of the sentences, for they hold its rare tokens.

    And the tokens of sentences that have no rare ones, about which the places tell nothing.
    """
    order = np.argsort(places.tokens, kind="stable")
    edges = np.searchsorted(places.tokens[order], np.arange(len(tokens) + 1))
    items = places.items[order]
    of_token = {t: items[edges[n] : edges[n + 1]] for n, t in enumerate(tokens)}
    ids: set[str] = set()
    common = []
    for wanted in looked_for.values():
        # A token that stands nowhere is not told from a common one, so more units may be found.
        rare = [of_token[token] for token in wanted if len(of_token[token])]
        if not rare:
            common.append(wanted)
            continue
        held, counts = np.unique(np.concatenate(rare), return_counts=True)
        ids.update(places.ids[item] for item in held[counts == len(rare)].tolist())
    return ids, common


def _looked_for(going: Going) -> dict[str, list[str]]:
    """The sentences that go in their normal form, each with the tokens to search for."""
    turns = dict(going.sources) | {turn.id: turn for turn in going.turns}
    kept = {said for unit in going.units for said in said_in(unit, turns)}
    unkept = {span.text for turn in going.turns for span in sentences(turn.text)} - kept
    found = {normalise(said): said for said in sorted(kept)}
    found = {plain: said for plain, said in found.items() if len(plain) >= _LEAST_CHARACTERS}
    others = {normalise(said): said for said in sorted(unkept)}
    others = {p: said for p, said in others.items() if len(p.encode()) >= _LEAST_BYTES_UNKEPT}
    both = {plain: query_tokens(said) for plain, said in (found | others).items()}
    return {plain: tokens for plain, tokens in both.items() if tokens}


def _containing(units: Sequence[Unit], looked_for: Sequence[str]) -> list[Unit]:
    """The units in whose text one of the sentences, all in their normal form, stands."""
    plain = [normalise(unit.content) for unit in units]
    # A line a unit; no normal form holds the end of a line.
    text = "\n".join(plain)
    starts = list(accumulate((len(line) + 1 for line in plain), initial=0))
    places = {place for sentence in looked_for for place in _occurrences(text, sentence)}
    return [units[i] for i in sorted({bisect_right(starts, place) - 1 for place in places})]


def _occurrences(text: str, sentence: str) -> Iterator[int]:
    place = text.find(sentence)
    while place >= 0:
        yield place
        place = text.find(sentence, place + 1)
