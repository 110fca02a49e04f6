"""Vectors that a write makes, or leaves to be made later.

They are made later where an embedder failed or the write is not to wait.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from retold.changes import AddUnit, Change, FinishJob, Job, PutJob, PutVectors, Vector
from retold.errors import EmbedderError
from retold.gateway import Gateway
from retold.ports import Ledger, UnitFilter
from retold.records import Corpus, Scope, Turn, Unit
from retold.retriever import Encoder, preceding
from retold.settings import EmbedderSettings

JOB = "embed"
# Enough for the embedder to batch well, small enough that little is lost when it is interrupted.
ITEMS_A_STEP = 64
# A count beyond this says no more to a reader than "many".
MOST_COUNTED = 1_000_000


class Backfill:
    """Finds turns and units without vectors of the present model, and makes them."""

    def __init__(
        self, ledger: Ledger, gateway: Gateway, encoder: Encoder, settings: EmbedderSettings
    ) -> None:
        """Fill this ledger through the gateway."""
        self._ledger = ledger
        self._gateway = gateway
        self._encoder = encoder
        self._settings = settings

    async def before_recall(self, scope: Scope, *, now: datetime) -> None:
        """Fill a few missing vectors of a user; that an embedder fails, the recall will tell."""
        limit = self._settings.fill_at_recall
        if not limit or self._encoder.pausing:
            return
        try:
            await self._step(scope, limit, now=now)
        except EmbedderError:
            return

    async def everything(
        self, *, now: datetime, progress: Callable[[int], None] | None = None
    ) -> int:
        """Fill all of it; the number of items filled.

        Raises:
            EmbedderError: the embedder failed; what was filled until then is kept.
        """
        done = 0
        while filled := await self.some(now=now):
            done += filled
            if progress is not None:
                progress(done)
        return done

    async def some(self, *, now: datetime) -> int:
        """Fill a step of it; the number of items filled, 0 when none is missing.

        Raises:
            EmbedderError: the embedder failed.
        """
        return await self._step(None, ITEMS_A_STEP, now=now)

    async def missing(self, scope: Scope | None) -> int:
        """How many turns and units have no vector of the present model."""
        lacking = [await self._lacking(scope, corpus, MOST_COUNTED) for corpus in Corpus]
        return sum(map(len, lacking))

    async def _lacking(
        self, scope: Scope | None, corpus: Corpus, limit: int
    ) -> list[tuple[Scope, str]]:
        return await self._ledger.lacking_vectors(
            scope, corpus, self._encoder.identity, limit=limit
        )

    async def _step(self, scope: Scope | None, limit: int, *, now: datetime) -> int:
        by_owner: dict[Scope, tuple[list[str], list[str]]] = {}
        for place, corpus in enumerate((Corpus.UNITS, Corpus.TURNS)):
            for owner, item_id in await self._lacking(scope, corpus, limit):
                by_owner.setdefault(owner, ([], []))[place].append(item_id)
        done = 0
        for owner, (unit_ids, turn_ids) in by_owner.items():
            where = UnitFilter(ids=tuple(unit_ids))
            units = await self._ledger.units(owner, where) if unit_ids else []
            turns = await self._ledger.turns(owner, ids=turn_ids) if turn_ids else []
            before = await self._before(owner, turns)
            await self._fill(owner, turns, units, before, now=now)
            done += len(units) + len(turns)
        return done

    async def _before(self, owner: Scope, turns: Sequence[Turn]) -> dict[str, list[Turn]]:
        """By the id of each turn, those before it that stand in its chunks."""
        reach = self._encoder.reach
        if not turns or not reach:
            return {}
        beside = await self._ledger.outlines(owner, [turn.id for turn in turns], radius=reach)
        there = await self._ledger.turns(owner, ids=[outline.id for outline in beside])
        return preceding(sorted(there, key=lambda turn: (turn.session, turn.position)), ())

    async def _fill(
        self,
        owner: Scope,
        turns: Sequence[Turn],
        units: Sequence[Unit],
        before: Mapping[str, Sequence[Turn]],
        *,
        now: datetime,
    ) -> None:
        try:
            of_turns = await self._encoder.encode(turns, ())
            of_turns = await self._encoder.with_chunks(of_turns, turns, before)
            vectors = [*of_turns, *await self._encoder.encode((), units)]
        except EmbedderError as error:
            await self._gateway.write([PutJob(job=await self._job_after(owner, error, now))])
            raise
        await self._gateway.write([*vectors, FinishJob(scope=owner, job_id=job_id(owner))])

    async def _job_after(self, owner: Scope, error: EmbedderError, now: datetime) -> Job:
        waiting = [job for job in await self._ledger.jobs(owner) if job.id == job_id(owner)]
        job = waiting[0] if waiting else embedding_job(owner, now)
        return replace(job, attempts=job.attempts + 1, last_error=error.message)


class Embedding:
    """The vectors of one write: those of turns before they are judged, those of units after it."""

    def __init__(self, encoder: Encoder) -> None:
        """Make them with this encoder, or all of them later where the settings say so."""
        self._encoder = encoder
        self._error: EmbedderError | None = None
        self._turns: dict[str, tuple[Turn, PutVectors]] = {}
        self.made = not encoder.later

    @property
    def of_turns(self) -> dict[str, Vector]:
        """By id, as far as they are made."""
        return {turn_id: put.vectors for turn_id, (_, put) in self._turns.items()}

    async def turns(self, turns: Sequence[Turn]) -> None:
        """Make those that are missing; a turn that was blanked since is made anew."""
        new = [t for t in turns if t.id not in self._turns or self._turns[t.id][0] is not t]
        for turn, put in zip(new, await self._encoded(new, ()), strict=False):
            self._turns[turn.id] = turn, put

    async def of(
        self,
        turns: Sequence[Turn],
        changes: Sequence[Change],
        scope: Scope,
        now: datetime,
        *,
        context: Sequence[Turn] = (),
    ) -> Sequence[Change]:
        """What writes all vectors, or the job that makes them later; `context` was said before."""
        units = [change.unit for change in changes if isinstance(change, AddUnit)]
        if not turns and not units:
            return ()
        await self.turns(turns)
        told = await self._encoded((), units)
        whole = await self._with_chunks(turns, context)
        if not self.made:
            return pending(scope, self._error, now)
        return [*whole, *told]

    async def _with_chunks(
        self, turns: Sequence[Turn], context: Sequence[Turn]
    ) -> Sequence[PutVectors]:
        if not self.made:
            return ()
        made = [self._turns[turn.id][1] for turn in turns]
        before = preceding(turns, context)
        return await self._tried(self._encoder.with_chunks(made, turns, before))

    async def _encoded(self, turns: Sequence[Turn], units: Sequence[Unit]) -> Sequence[PutVectors]:
        if not self.made:
            return ()
        return await self._tried(self._encoder.encode(turns, units))

    async def _tried(self, work: Awaitable[Sequence[PutVectors]]) -> Sequence[PutVectors]:
        try:
            return await work
        except EmbedderError as error:
            self.made, self._error = False, error
            return ()


def job_id(scope: Scope) -> str:
    """The one job a user has for vectors to be made later."""
    return f"{JOB}:{scope.user}"


def embedding_job(scope: Scope, now: datetime) -> Job:
    """The job that says that a user's vectors are to be made later."""
    return Job(id=job_id(scope), scope=scope, kind=JOB, payload={}, created_at=now)


def pending(scope: Scope, error: EmbedderError | None, now: datetime) -> list[Change]:
    """What a write leaves behind when its vectors could not, or should not yet, be made."""
    job = embedding_job(scope, now)
    if error is not None:
        job = replace(job, attempts=1, last_error=error.message)
    return [PutJob(job=job)]
