"""What was made of that which goes: one walk, and each kind of derived thing a step of it.

Whatever is derived of turns or units in future (summaries, pages of a profile) is a unit with
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
from retold.ports import Ledger, UnitFilter
from retold.records import Corpus, Scope, State, Turn, Unit
from retold.text.normal import normalise
from retold.text.sentences import sentences
from retold.text.tokens import query_tokens

_ANY = tuple(State)
# Shorter stretches stand in many units that were not made from them.
_LEAST_CHARACTERS = 6
# A sentence of which nothing was kept may be a greeting, as anybody says it: "thanks a lot".
_LEAST_BYTES_UNKEPT = 16
# For more sentences than this, reading all units once costs less than a search for each.
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
    looked_for = await run_sync(_looked_for, going)
    if len(looked_for) > _MOST_SEARCHES:
        units = await ledger.units(scope, UnitFilter(states=()))
        return await run_sync(_containing, units, looked_for)
    found: dict[str, Unit] = {}
    for plain in looked_for:
        # In a thread, for the first text of a process loads tables.
        tokens = await run_sync(query_tokens, looked_for[plain])
        units = await _holding(ledger, scope, tokens) if tokens else []
        found |= {unit.id: unit for unit in await run_sync(_containing, units, [plain])}
    return list(found.values())


STEPS: tuple[Callable[[Ledger, Scope, Going], Awaitable[list[Unit]]], ...] = (resting, quoting)


async def _holding(ledger: Ledger, scope: Scope, tokens: Sequence[str]) -> list[Unit]:
    """The units that hold every one of the tokens, or of the rare ones among them."""
    places = await ledger.postings(scope, Corpus.UNITS, tokens, states=_ANY, rare=_RARE)
    held = np.bincount(places.items, minlength=len(places.ids))
    ids = tuple(places.ids[i] for i in np.flatnonzero(held == len(np.unique(places.tokens))))
    return await ledger.units(scope, UnitFilter(ids=ids, states=_ANY)) if ids else []


def _looked_for(going: Going) -> dict[str, str]:
    """The sentences that go, by their normal form."""
    turns = dict(going.sources) | {turn.id: turn for turn in going.turns}
    kept = {said for unit in going.units for said in said_in(unit, turns)}
    unkept = {span.text for turn in going.turns for span in sentences(turn.text)} - kept
    found = {normalise(said): said for said in sorted(kept)}
    found = {plain: said for plain, said in found.items() if len(plain) >= _LEAST_CHARACTERS}
    others = {normalise(said): said for said in sorted(unkept)}
    return found | {p: said for p, said in others.items() if len(p.encode()) >= _LEAST_BYTES_UNKEPT}


def _containing(units: Sequence[Unit], sentences: Sequence[str] | Mapping[str, str]) -> list[Unit]:
    """The units in whose text one of the sentences, all in their normal form, stands."""
    plain = [normalise(unit.content) for unit in units]
    # A line a unit; no normal form holds the end of a line.
    text = "\n".join(plain)
    starts = list(accumulate((len(line) + 1 for line in plain), initial=0))
    places = {place for sentence in sentences for place in _occurrences(text, sentence)}
    return [units[i] for i in sorted({bisect_right(starts, place) - 1 for place in places})]


def _occurrences(text: str, sentence: str) -> Iterator[int]:
    place = text.find(sentence)
    while place >= 0:
        yield place
        place = text.find(sentence, place + 1)
