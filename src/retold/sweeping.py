"""A sweep over a user's memories: what fades or must go changes its state, page by page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from anyio.to_thread import run_sync

from retold.changes import Change
from retold.forgetting import Fading, Move, candidates, changes_of, fading, plan_moves, surplus
from retold.forgetting.evict import Candidates
from retold.forgetting.fade import Integers
from retold.gateway import Gateway
from retold.ports import Ledger, Strengths
from retold.records import Corpus, Scope
from retold.settings import Settings

# Units that are read, decided and written together: enough that the transaction's own cost does
# not count, few enough that a page takes a moment and little is done anew after a kill.
PAGE_UNITS = 2000

# What stands in the same transaction as a page, by the place where it ends and its moves.
Beside = Callable[[int, Sequence[Move]], Sequence[Change]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What a sweep did, or would do where it was `planned` only.

    `units` were looked at; `counts` tells how many go to each state, by reason, as
    `{"cold: over the capacity": 3}`; `moves` names them, where that was asked for.
    """

    user: str
    at: datetime
    planned: bool
    units: int
    counts: Mapping[str, int]
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """What every page of a sweep is decided by."""

    scope: Scope
    now: datetime
    planned: bool
    beside: Beside
    days: Integers
    beyond: Integers


@dataclass(slots=True)
class _Tally:
    units: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)

    def add(self, units: int, moves: Sequence[Move], *, named: bool) -> None:
        self.units += units
        for move in moves:
            name = f"{move.after.value}: {move.reason}"
            self.counts[name] = self.counts.get(name, 0) + 1
        if named:
            self.moves.extend(moves)


class Sweeping:
    """Sweeps through the units of one user at a time."""

    def __init__(self, ledger: Ledger, gateway: Gateway, settings: Settings) -> None:
        """Sweep this ledger, and write through the gateway."""
        self._ledger = ledger
        self._gateway = gateway
        self._settings = settings

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
        """Put every live unit of the scope into the state it belongs in.

        Each page is a transaction of its own. What is cold already is not looked at: only a recall,
        or being said again, brings it back.

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
        run = _Run(scope=scope, now=now, planned=planned, beside=beside, days=days, beyond=beyond)
        tally = _Tally()
        while True:
            units, moves = await self._page(run, after)
            tally.add(len(units.ids), moves, named=named)
            if len(units.ids) < PAGE_UNITS:
                break
            after = int(units.places[-1])
        return Sweep(
            user=scope.user,
            at=now,
            planned=planned,
            units=tally.units,
            counts=tally.counts,
            moves=tuple(tally.moves),
        )

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
