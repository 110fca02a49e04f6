"""A sweep over a user's memories: what fades or must go changes its state, page by page.

Before that, what the settings do not keep for ever is let go: turns on which nothing rests, then
what has been cold for too long. In this order a turn stays one sweep longer than the memory that
rested on it, and what goes cold is never gone at once.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime

from anyio.to_thread import run_sync

from retold.changes import Change
from retold.forgetting import (
    COLD_FOR_LONG,
    TOLD_OF_IT,
    UNUSED_TURN,
    WITNESSES,
    Fading,
    Going,
    Gone,
    Move,
    candidates,
    changes_of,
    cold_for_long,
    fading,
    goes,
    plan_moves,
    said_before,
    summing,
    surplus,
    told_of,
)
from retold.forgetting.evict import Candidates
from retold.forgetting.fade import Integers
from retold.gateway import Gateway
from retold.ports import Ledger, Strengths, UnitFilter
from retold.records import Corpus, Scope, State
from retold.settings import Settings

# Units that are read, decided and written together: enough that the transaction's own cost does
# not count, few enough that a page takes a moment and little is done anew after a kill.
PAGE_UNITS = 2000

# Each takes its vectors, keywords and history with it.
PAGE_GONE = 500

# What stands in the same transaction as a page, by the place where it ends and what it does.
Beside = Callable[[int, Sequence[Move | Gone]], Sequence[Change]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What a sweep did, or would do where it was `planned` only.

    `units` were looked at; `counts` tells how many go to each state, by reason, as
    `{"cold: over the capacity": 3}`, and how many are `gone`; `moves` and `gone` name them, where
    that was asked for.
    """

    user: str
    at: datetime
    planned: bool
    units: int
    counts: Mapping[str, int]
    moves: tuple[Move, ...] = ()
    gone: tuple[Gone, ...] = ()


@dataclass(frozen=True, slots=True)
class _Run:
    """What every page of a sweep is decided by."""

    scope: Scope
    now: datetime
    _: KW_ONLY
    planned: bool
    beside: Beside
    after: int
    days: Integers
    beyond: Integers


@dataclass(slots=True)
class _Tally:
    units: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    gone: list[Gone] = field(default_factory=list)
    _gone: set[str] = field(default_factory=set)

    def add(self, units: int, moves: Sequence[Move], *, named: bool) -> None:
        self.units += units
        for move in moves:
            self._count(f"{move.after.value}: {move.reason}")
        if named:
            self.moves.extend(moves)

    def let_go(self, gone: Sequence[Gone], *, named: bool) -> None:
        # A summary of what goes may be one of those that are cold for too long itself.
        new = [one for one in gone if one.id not in self._gone]
        self._gone.update(one.id for one in new)
        for one in new:
            self._count(f"gone: {one.reason}")
        if named:
            self.gone.extend(new)

    def told(self, run: _Run) -> Sweep:
        return Sweep(
            user=run.scope.user,
            at=run.now,
            planned=run.planned,
            units=self.units,
            counts=self.counts,
            moves=tuple(self.moves),
            gone=tuple(self.gone),
        )

    def _count(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1


class Sweeping:
    """Sweeps through the units of one user at a time."""

    def __init__(
        self, ledger: Ledger, gateway: Gateway, settings: Settings, *, reach: int = 0
    ) -> None:
        """Sweep this ledger, and write through the gateway.

        `reach` is how many turns before a turn its vectors tell of.
        """
        self._ledger = ledger
        self._gateway = gateway
        self._settings = settings
        self._reach = reach

    async def sweep(
        self,
        scope: Scope,
        *,
        now: datetime,
        planned: bool = False,
        named: bool = True,
        after: int = 0,
        beside: Beside = lambda *_: (),
    ) -> Sweep:
        """Let go what is not kept, and put every live unit of the scope where it belongs.

        Each page is a transaction of its own. What is cold already stays so: only a recall, or
        being said again, brings it back.

        Args:
            scope: whose units.
            now: the moment of which the plan holds.
            planned: nothing is written; what would be is told.
            named: whether the moves are told one by one, which takes memory for each.
            after: the place that an earlier sweep got to.
            beside: changes that go with those of a page, by the place where the page ends.

        Raises:
            StoreError: what was written until then stays, and is whole.
        """
        days = await self._ledger.active_days(scope)
        beyond = await self._beyond(scope, days, now)
        run = _Run(
            scope, now, planned=planned, beside=beside, after=after, days=days, beyond=beyond
        )
        tally = _Tally()
        async for gone in self._letting_go(run):
            tally.let_go(gone, named=named)
        while True:
            units, moves = await self._page(run, after)
            tally.add(len(units.ids), moves, named=named)
            if len(units.ids) < PAGE_UNITS:
                break
            after = int(units.places[-1])
        return tally.told(run)

    async def _letting_go(self, run: _Run) -> AsyncIterator[list[Gone]]:
        """What goes for good, page by page."""
        settings = self._settings.forgetting
        before = None
        if settings.turn_days:
            window = self._settings.window
            before = said_before(run.days, settings.turn_days, now=run.now, window=window)
        place, full = 0, before is not None
        while full and before is not None:
            gone, place, full = await self._page_of_turns(run, before, place)
            yield gone
        place, full = 0, settings.cold_days > 0
        while full:
            gone, place, full = await self._page_of_cold(run, place)
            yield gone

    async def _page_of_turns(
        self, run: _Run, before: datetime, place: int
    ) -> tuple[list[Gone], int, bool]:
        """What went, the place where the page ends, and whether there may be more."""

        async def decide() -> tuple[Sequence[Change], tuple[list[Gone], int, bool]]:
            ids, end = await self._ledger.loose_turns(
                run.scope, before=before, sources=WITNESSES, after=place, limit=PAGE_GONE
            )
            gone = [Gone(id=one, corpus=Corpus.TURNS, reason=UNUSED_TURN) for one in ids]
            return await self._changes(gone, run), (gone, end, len(ids) == PAGE_GONE)

        return await self._gateway.decided(run.scope, decide)

    async def _page_of_cold(self, run: _Run, place: int) -> tuple[list[Gone], int, bool]:
        """The same of cold units, with the summaries that tell of them."""

        async def decide() -> tuple[Sequence[Change], tuple[list[Gone], int, bool]]:
            units = await self._ledger.strengths(
                run.scope, states=(State.COLD,), after=place, limit=PAGE_GONE
            )
            if not units.ids:
                return (), ([], place, False)
            stand = await run_sync(self._fading, units, run.days, run.now)
            ids = cold_for_long(units, stand, self._settings.forgetting.cold_days)
            gone = [Gone(id=one, corpus=Corpus.UNITS, reason=COLD_FOR_LONG) for one in ids]
            gone += await self._telling_of(ids, run)
            full = len(units.ids) == PAGE_GONE
            return await self._changes(gone, run), (gone, int(units.places[-1]), full)

        return await self._gateway.decided(run.scope, decide)

    async def _telling_of(self, unit_ids: Sequence[str], run: _Run) -> list[Gone]:
        if not unit_ids:
            return []
        where = UnitFilter(ids=tuple(unit_ids), states=())
        units = await self._ledger.units(run.scope, where)
        told = await summing(self._ledger, run.scope, Going(units=units, turns=(), sources={}))
        return [
            Gone(id=one.id, corpus=Corpus.UNITS, reason=TOLD_OF_IT)
            for one in told
            if one.id not in unit_ids
        ]

    async def _changes(self, gone: Sequence[Gone], run: _Run) -> Sequence[Change]:
        if run.planned or not gone:
            return ()
        changes = goes(gone, run.scope)
        beside = await told_of(self._ledger, run.scope, changes, reach=self._reach)
        return (*run.beside(run.after, gone), *changes, *beside)

    async def _page(self, run: _Run, after: int) -> tuple[Strengths, list[Move]]:
        settings = self._settings.forgetting

        async def decide() -> tuple[Sequence[Change], tuple[Strengths, list[Move]]]:
            units = await self._ledger.strengths(run.scope, after=after, limit=PAGE_UNITS)
            if not units.ids:
                return (), (units, [])

            def plan() -> list[Move]:
                stand = self._fading(units, run.days, run.now)
                return plan_moves(units, stand, run.beyond, settings)

            moves = await run_sync(plan)
            if run.planned:
                return (), (units, moves)
            changes = changes_of(moves, run.scope, now=run.now)
            return (*run.beside(int(units.places[-1]), moves), *changes), (units, moves)

        return await self._gateway.decided(run.scope, decide)

    async def _beyond(self, scope: Scope, days: Integers, now: datetime) -> Integers:
        """The places of units that the capacity has no room for."""
        settings = self._settings.forgetting
        live = (await self._ledger.postings(scope, Corpus.UNITS, ())).total
        if not settings.capacity or live <= settings.capacity:
            return surplus((), settings.capacity)
        pages: list[Candidates] = []
        after = 0
        while True:
            units = await self._ledger.strengths(scope, after=after, limit=PAGE_UNITS)
            if not units.ids:
                return surplus(pages, settings.capacity)
            after = int(units.places[-1])
            stand = await run_sync(self._fading, units, days, now)
            pages.append(candidates(units, stand, settings))

    def _fading(self, units: Strengths, days: Integers, now: datetime) -> Fading:
        return fading(
            units,
            days,
            now=now,
            settings=self._settings.forgetting,
            half_lives=self._settings.retriever.half_life_days,
        )
