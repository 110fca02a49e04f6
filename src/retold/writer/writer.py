"""The writer: reads what drafts need from the ledger, lets pure rules decide, returns changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

import anyio
import numpy as np
from anyio.to_thread import run_sync

from retold.changes import Change
from retold.ports import OPEN, Postings, UnitFilter
from retold.records import Action, Corpus, Outcome, Scope, State, Turn, Unit
from retold.settings import WriterSettings
from retold.text.tokens import query_tokens
from retold.writer import ending
from retold.writer.desk import Desk
from retold.writer.drafts import Draft, Refusal, Result, TakeBack
from retold.writer.frames import slots
from retold.writer.model_writer import ModelWriter
from retold.writer.proposals import missed
from retold.writer.reconcile import reconcile, take_back
from retold.writer.sieve import NO_VECTORS, Sieve, TurnVectors

# Drafts whose words are looked up in one read of the ledger.
_DRAFTS_A_READ = 32
# Of the words of a statement, a near duplicate shares at least this part.
_LEAST_SHARED = 0.6
# Words that more units hold than this are no help in finding one.
_RARE = 100
# Units that one statement is compared with.
_CANDIDATES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a call writes, in order, what became of each sentence, and what went wrong."""

    changes: tuple[Change, ...]
    outcomes: tuple[Outcome, ...]
    notes: tuple[str, ...] = ()


class Known(Protocol):
    """What a writer reads of a ledger: the units that are known so far."""

    async def secret(self) -> bytes:
        """As `Ledger.secret`."""

    async def units(self, scope: Scope, *where: UnitFilter) -> list[Unit]:
        """As `Ledger.units`."""

    async def postings(
        self,
        scope: Scope,
        corpus: Corpus,
        tokens: Sequence[str],
        *,
        states: Sequence[State],
        rare: int | None,
    ) -> Postings:
        """As `Ledger.postings`."""


class Writer:
    """Turns what was said into units: select, rewrite, check, reconcile."""

    def __init__(
        self, ledger: Known, settings: WriterSettings, model: ModelWriter | None = None
    ) -> None:
        """Compare with this ledger, under these settings; without a model by rules alone."""
        self._ledger = ledger
        self._model = model
        self._settings = settings
        self._sieve = Sieve(settings)
        # Rules are pure Python: a second thread would only wait for the first.
        self._limiter = anyio.CapacityLimiter(1)

    @property
    def asks_a_model(self) -> bool:
        """Whether a language model helps."""
        return self._model is not None

    async def write(
        self,
        turns: Sequence[Turn],
        *,
        context: Sequence[Turn],
        now: datetime,
        vectors: TurnVectors = NO_VECTORS,
        threshold: float | None = None,
    ) -> Written:
        """What the turns change in memory. Nothing is written.

        Args:
            turns: turns of one user, in order; not in the ledger yet.
            context: turns before them; those of a turn's own session help to understand it.
            now: the present.
            vectors: those of the turns, as far as they are known.
            threshold: the least score of what is kept, in place of the setting's.

        Returns:
            Changes that see each other: the second of two statements in one call supersedes the
            first. An outcome for each statement, and for what was refused.

        Raises:
            StoreError: the ledger could not be read.
        """
        if not turns:
            return Written(changes=(), outcomes=())
        desk = Desk(secret=await self._ledger.secret(), now=now)

        def read() -> tuple[list[Result], _Lookups]:
            results = self._sifting(threshold).drafted(turns, context, vectors)
            return results, _lookups(results, desk)

        results, lookups = await run_sync(read, limiter=self._limiter)
        notes: tuple[str, ...] = ()
        if self._model is not None:
            speakers = self._sieve.speakers(turns, context)
            results, notes = await self._model.improved(turns, context, results, speakers, now=now)
            lookups = await run_sync(_lookups, results, desk, limiter=self._limiter)
        return await self._reconciled(results, lookups, desk, turns[0].scope, notes)

    def _sifting(self, threshold: float | None) -> Sieve:
        if threshold is None or threshold == self._settings.threshold:
            return self._sieve
        return Sieve(self._settings.model_copy(update={"threshold": threshold}))

    async def scan(
        self, turns: Sequence[Turn], *, context: Sequence[Turn], now: datetime
    ) -> Written:
        """What turns that are in the ledger hold beside the units that were made of them.

        Only a model can tell: what the rules make of a turn they made of it at once.

        Args:
            turns: turns of one session, in order.
            context: turns before them.
            now: the present.

        Raises:
            StoreError: the ledger could not be read.
        """
        if self._model is None or not turns:
            return Written(changes=(), outcomes=())
        desk = Desk(secret=await self._ledger.secret(), now=now)
        scope = replace(turns[0].scope, session=None)
        where = UnitFilter(turn_ids=tuple(turn.id for turn in turns), states=tuple(State))
        units = await self._ledger.units(scope, where)
        told = [source for unit in units for source in unit.sources]

        def drafted() -> list[Result]:
            return self._sieve.drafted(turns, context)

        by_rules = await run_sync(drafted, limiter=self._limiter)
        speakers = self._sieve.speakers(turns, context)
        found, _, notes = await self._model.proposed(turns, context, speakers, now=now)
        results = missed(by_rules, found, told)
        lookups = await run_sync(_lookups, results, desk, limiter=self._limiter)
        return await self._reconciled(results, lookups, desk, scope, notes)

    async def _reconciled(
        self,
        results: Sequence[Result],
        lookups: _Lookups,
        desk: Desk,
        scope: Scope,
        notes: tuple[str, ...],
    ) -> Written:
        # Sessions come and go; what a user said in another one is known all the same.
        known = await self._known(lookups, replace(scope, session=None))

        def decide() -> None:
            desk.load(known)
            _carry_out(results, desk, self._settings)

        if all(isinstance(result, Refusal) for result in results):
            decide()  # takes less time than the way to a thread and back
        else:
            await run_sync(decide, limiter=self._limiter)
        return Written(changes=tuple(desk.changes), outcomes=tuple(desk.outcomes), notes=notes)

    async def _known(self, lookups: _Lookups, scope: Scope) -> list[Unit]:
        """Every unit that one of the results may be compared with."""
        filters = list(lookups.filters)
        for i in range(0, len(lookups.words), _DRAFTS_A_READ):
            lines = lookups.words[i : i + _DRAFTS_A_READ]
            every = list(dict.fromkeys(word for line in lines for word in line))
            found = await self._ledger.postings(scope, Corpus.UNITS, every, states=OPEN, rare=_RARE)
            ids = tuple(dict.fromkeys(_sharing(lines, every, found)))
            if ids:
                filters.append(UnitFilter(ids=ids, states=OPEN))
        return await self._ledger.units(scope, *filters) if filters else []


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lookups:
    """What to read: units by exact conditions, and units that share most of a line of words."""

    filters: tuple[UnitFilter, ...]
    words: tuple[list[str], ...]


def _lookups(results: Sequence[Result], desk: Desk) -> _Lookups:
    drafts = [result for result in results if isinstance(result, Draft)]
    filters = [
        UnitFilter(turn_ids=(result.turn_id,), states=OPEN)
        for result in results
        if isinstance(result, TakeBack)
    ]
    if drafts:
        prints = tuple(dict.fromkeys(desk.fingerprint(draft.content) for draft in drafts))
        filters.append(UnitFilter(fingerprints=prints, states=OPEN))
    pairs = tuple(dict.fromkeys(pair for draft in drafts for pair in _pairs(draft)))
    if pairs:
        filters.append(UnitFilter(subject_slots=pairs, states=OPEN))
    lines = (_looked_up(draft) for draft in drafts)
    return _Lookups(filters=tuple(filters), words=tuple(line for line in lines if line))


def _looked_up(draft: Draft) -> list[str]:
    """The words by which units are found that a draft may repeat, or end.

    Every unit of a user names the user, and single Chinese characters are everywhere.
    """
    if draft.withdraws:
        return query_tokens(ending.wanted_of(draft))
    own = set(query_tokens(draft.first_person))
    words = [word for word in query_tokens(draft.content) if word in own]
    return [word for word in words if len(word) > 1 or word.isascii()] or words


def _pairs(draft: Draft) -> Iterable[tuple[str, str]]:
    """Subject and slot of everything that the draft may touch."""
    if draft.slot:
        yield draft.subject, draft.slot
        yield draft.subject, draft.slot.removeprefix("former ")
    for slot in draft.withdraws:
        names = slots() if slot == "*" else (slot,)
        yield from ((draft.subject, name) for name in names)
    if draft.parts:
        yield from ((who, name) for who in ending.partners(draft) for name in (*slots(), ""))


def _sharing(lines: Sequence[list[str]], every: list[str], found: Postings) -> Iterator[str]:
    """For each line of words, the units that share most of those that stand in any unit."""
    present = np.zeros((len(every), len(found.ids)), dtype=bool)
    present[found.tokens, found.items] = True
    place = {word: i for i, word in enumerate(every)}
    for line in lines:
        known = [place[word] for word in line if present[place[word]].any()]
        shared = present[known].sum(axis=0)
        best = np.argsort(-shared, kind="stable")[:_CANDIDATES]
        least = max(_LEAST_SHARED * len(known), 1)
        yield from (found.ids[i] for i in best if shared[i] >= least)


def _carry_out(results: Sequence[Result], desk: Desk, settings: WriterSettings) -> None:
    for result in results:
        match result:
            case Draft():
                reconcile(result, desk, near_duplicate=settings.near_duplicate)
            case TakeBack():
                take_back(result, desk)
            case Refusal():
                desk.outcomes.append(
                    Outcome(
                        action=Action.REFUSED,
                        rule=result.rule,
                        score=result.score,
                        source=result.source,
                        reasons=result.reasons,
                    )
                )
