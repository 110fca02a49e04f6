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

from retold.changes import Change, DropVectors, EraseTurn, RedactTurn
from retold.forgetting.erase import said_in
from retold.ports import Ledger, Postings, UnitFilter
from retold.records import Corpus, Kind, Scope, Source, State, Turn, Unit
from retold.text.normal import normalise
from retold.text.sentences import sentences
from retold.text.tokens import query_tokens
from retold.text.wording import quotations, quoted

_ANY = tuple(State)
# Shorter stretches stand in many units that were not made from them.
_LEAST_CHARACTERS = 6
# A sentence of which nothing was kept may be a greeting, as anybody says it: "thanks a lot".
_LEAST_BYTES_UNKEPT = 16
# A sentence is looked for by its rarest words: so many of them stand together in few units that
# do not quote it, and more would take longer to read than those units.
_WORDS = 3
# One word that no more units hold than this is enough.
_FEW = 8
# Words of more units than this are all alike.
_COMMON = 5000


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
    counts = await ledger.holders(scope, Corpus.UNITS, every, most=_COMMON)
    known = {token: number for token, number in zip(every, counts, strict=True) if number}
    chosen = [_rarest(tokens, known) for tokens in looked_for.values()]
    asked = list(dict.fromkeys(token for tokens in chosen for token in tokens))
    if not asked:
        return []
    places = await ledger.postings(scope, Corpus.UNITS, asked, states=_ANY, names=False)
    numbers = await run_sync(_holding, places, asked, chosen)
    going_too = {unit.id for unit in going.units}
    ids = (await ledger.named(scope, Corpus.UNITS, numbers=numbers)).keys() - going_too
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


async def told_of(
    ledger: Ledger, scope: Scope, changes: Sequence[Change], *, reach: int
) -> list[DropVectors]:
    """What makes the turns after those that change lose vectors that tell of them, too.

    `reach` is how many turns before a turn its vectors tell of. Raises StoreError.
    """
    ids = {change.turn_id for change in changes if isinstance(change, EraseTurn)}
    ids |= {change.turn.id for change in changes if isinstance(change, RedactTurn)}
    if not ids or not reach:
        return []
    beside = await ledger.outlines(scope, sorted(ids), radius=reach)
    places = {(o.session, o.position) for o in beside if o.id in ids}
    after = tuple(
        outline.id
        for outline in beside
        if outline.id not in ids
        and any((outline.session, outline.position - i) in places for i in range(1, reach + 1))
    )
    return [DropVectors(scope=scope, corpus=Corpus.TURNS, item_ids=after)] if after else []


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
        if any(content in quotations(one) for content in said)
        or any(
            source.start < gone.end and gone.start < source.end
            for source in one.sources
            for gone in spans.get(source.turn_id, ())
        )
    ]


def _rarest(tokens: Sequence[str], known: Mapping[str, int]) -> list[str]:
    """The rarest of the tokens that stand anywhere, by the number of units that hold each."""
    # A token that stands nowhere may be cut otherwise at the edge of a longer sentence.
    there = sorted((token for token in tokens if token in known), key=lambda t: (known[t], t))
    return there[:1] if there and known[there[0]] <= _FEW else there[:_WORDS]


def _holding(places: Postings, tokens: Sequence[str], chosen: Sequence[Sequence[str]]) -> list[int]:
    """Numbers of units that hold all the chosen tokens of one of the sentences."""
    order = np.argsort(places.tokens, kind="stable")
    edges = np.searchsorted(places.tokens[order], np.arange(len(tokens) + 1))
    items = places.items[order]
    of_token = {t: items[edges[n] : edges[n + 1]] for n, t in enumerate(tokens)}
    found: set[int] = set()
    for wanted in chosen:
        if not wanted:
            continue
        held = of_token[wanted[0]]
        for token in wanted[1:]:
            held = np.intersect1d(held, of_token[token], assume_unique=True)
        found.update(held.tolist())
    return [int(places.numbers[item]) for item in sorted(found)]


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
