"""The clock: jobs that are due are run, by one process at a time.

The sweep is one job of the store, which comes back: done, it waits until it is due again. Its
payload says how far it got, so that after a kill the next run goes on from there. Vectors that
are missing are always due. Whoever runs them holds a lease, and renews it with what they write.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from anyio import CancelScope

from retold.backfill import JOB as EMBED
from retold.backfill import Backfill
from retold.changes import Change, DropLease, Job, PutJob, TakeLease
from retold.condensing import Condensed, Condensing
from retold.errors import EmbedderError, LeaseError, StoreError
from retold.forgetting import Gone, Move
from retold.gateway import Gateway
from retold.ports import Ledger
from retold.records import Scope
from retold.scanning import JOB as SCAN
from retold.scanning import Scanning
from retold.settings import ForgettingSettings
from retold.sweeping import Sweeping

SWEEP = "sweep"
LEASE = "upkeep"
# Longer than any one step takes, a call of a slow endpoint included; after a kill others wait
# for so long.
LEASE_SECONDS = 300.0
# Far less than a lease lasts, far more than a page without changes takes.
_RENEWED_AFTER_SECONDS = 30.0
# The store itself: no caller can bear these names, for the gateway refuses empty ones.
STORE = Scope(user="", tenant="")
# A vector is made within seconds; a sweep that is due waits for the next run of a daily clock.
_LIMIT_SECONDS = {EMBED: 3600.0}
_LIMIT_OF_OTHERS_SECONDS = 3 * 86_400.0

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Maintained:
    """What a run of the clock did.

    `busy` says that another process was at it, so that nothing was done. `swept` is None when no
    sweep was due; else `users` and `units` were looked at, and `swept` counts how many went to each
    state, by reason. `vectors` were made. `failures` say what went wrong, to be tried again;
    `notes` say why summaries stand in quotations that a model was to word.
    """

    at: datetime
    busy: bool = False
    swept: Mapping[str, int] | None = None
    users: int = 0
    units: int = 0
    merged: int = 0
    summaries: int = 0
    archived: int = 0
    vectors: int = 0
    failures: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    next_sweep_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tasks:
    """What is run: sweeps with merging and summaries, missing vectors, second looks of a model."""

    backfill: Backfill
    sweeping: Sweeping
    condensing: Condensing
    scanning: Scanning


class Upkeep:
    """Runs what is due."""

    def __init__(
        self, ledger: Ledger, gateway: Gateway, tasks: Tasks, settings: ForgettingSettings
    ) -> None:
        """Keep up this ledger."""
        self._ledger = ledger
        self._gateway = gateway
        self._tasks = tasks
        self._settings = settings

    async def maintain(
        self, clock: Callable[[], datetime], *, progress: Progress | None = None
    ) -> Maintained:
        """Run every job that is due once; `progress` is told how many of all users are swept.

        Raises:
            StoreError: the ledger failed; what was done until then stays.
        """
        lease = _Lease(clock)
        try:
            await self._gateway.write([lease.taken()])
        except LeaseError:
            return Maintained(at=clock(), busy=True)
        try:
            done = await self._sweep(lease, progress)
            return await self._scan(lease, await self._fill(lease, done))
        except LeaseError:
            # It ran out, and another took over what was left.
            return Maintained(at=clock(), busy=True)
        finally:
            with CancelScope(shield=True):
                await self._gateway.write([lease.dropped()])

    async def jobs(self, now: datetime) -> list[dict[str, Any]]:
        """Jobs that are due, with their age, and whether they are older than they should be."""
        found = []
        for job in await self._ledger.jobs():
            age = (now - job.created_at).total_seconds()
            if age < 0:
                continue
            limit = _LIMIT_SECONDS.get(job.kind, _LIMIT_OF_OTHERS_SECONDS)
            found.append(
                {
                    "id": job.id,
                    "kind": job.kind,
                    "user": job.scope.user,
                    "state": job.state,
                    "attempts": job.attempts,
                    "age_seconds": age,
                    "late": age > limit,
                    "last_error": job.last_error,
                }
            )
        return found

    async def _sweep(self, lease: _Lease, progress: Progress | None) -> Maintained:
        now = lease.now()
        job = await self._sweep_job_or_new(now)
        latest = now + timedelta(hours=self._settings.sweep_hours)
        if now < job.created_at <= latest:
            return Maintained(at=now, next_sweep_at=job.created_at)
        # Counted before it begins, so that a run that is killed is counted too.
        job = replace(job, state="running", attempts=job.attempts + 1)
        await self._gateway.write([lease.taken(), PutJob(job=job)])
        try:
            done = await self._users(job, lease, progress)
        except LeaseError:
            raise
        except StoreError as error:
            # With how far it got, which is written with every page.
            job = await self._sweep_job_or_new(now)
            failed = replace(job, state="failed", last_error=error.message)
            await self._gateway.write([lease.taken(), PutJob(job=failed)])
            raise
        await self._gateway.write([lease.taken(), PutJob(job=_sweep_job(latest))])
        return replace(done, next_sweep_at=latest)

    async def _sweep_job_or_new(self, now: datetime) -> Job:
        known = [job for job in await self._ledger.jobs(STORE) if job.kind == SWEEP]
        return known[0] if known else _sweep_job(now)

    async def _users(self, job: Job, lease: _Lease, progress: Progress | None) -> Maintained:
        users = await self._ledger.users()
        reached = _Reached.of(job)
        counts: dict[str, int] = {}
        units = swept = 0
        condensed = Condensed()
        for number, scope in enumerate(users, start=1):
            if not reached.has_yet(scope):
                continue

            def beside(
                place: int, done: Sequence[Move | Gone], scope: Scope = scope
            ) -> list[Change]:
                if not done and not lease.is_old():
                    return []
                there = _Reached(tenant=scope.tenant, user=scope.user, place=place)
                return [lease.taken(), PutJob(job=replace(job, payload=there.payload()))]

            sweep = await self._tasks.sweeping.sweep(
                scope, now=lease.now(), named=False, after=reached.within(scope), beside=beside
            )
            for name, count in sweep.counts.items():
                counts[name] = counts.get(name, 0) + count
            one = await self._tasks.condensing.condense(
                scope, now=lease.now(), beside=lambda: [lease.taken()]
            )
            condensed = condensed.with_more(one)
            units += sweep.units
            swept += 1
            if progress is not None:
                progress(number, len(users))
        return Maintained(
            at=lease.now(),
            swept=counts,
            users=swept,
            units=units,
            merged=condensed.merged,
            summaries=condensed.summaries,
            archived=condensed.archived,
            notes=condensed.notes,
        )

    async def _fill(self, lease: _Lease, done: Maintained) -> Maintained:
        vectors = 0
        try:
            while filled := await self._tasks.backfill.some(now=lease.now()):
                vectors += filled
                await self._gateway.write([lease.taken()])
        except EmbedderError as error:
            return replace(done, vectors=vectors, failures=(f"{EMBED}: {error.message}",))
        return replace(done, vectors=vectors)

    async def _scan(self, lease: _Lease, done: Maintained) -> Maintained:
        """A session whose user does not come back has its second look here."""
        scanned = await self._tasks.scanning.idle(now=lease.now())
        failures = tuple(f"{SCAN}: {note}" for note in scanned.notes)
        return replace(done, failures=(*done.failures, *failures))


@dataclass(slots=True)
class _Lease:
    """The lease of one run, renewed under the store's clock."""

    now: Callable[[], datetime]
    holder: str = field(default_factory=lambda: uuid4().hex)
    _renewed: float = 0.0

    def taken(self) -> TakeLease:
        self._renewed = time.monotonic()
        return TakeLease(name=LEASE, holder=self.holder, now=self.now(), seconds=LEASE_SECONDS)

    def dropped(self) -> DropLease:
        return DropLease(name=LEASE, holder=self.holder)

    def is_old(self) -> bool:
        return time.monotonic() - self._renewed > _RENEWED_AFTER_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reached:
    """How far a sweep got: users are swept in the order of their names."""

    tenant: str = ""
    user: str = ""
    place: int = 0

    @classmethod
    def of(cls, job: Job) -> _Reached:
        return cls(**job.payload)

    def payload(self) -> dict[str, Any]:
        return {"tenant": self.tenant, "user": self.user, "place": self.place}

    def has_yet(self, scope: Scope) -> bool:
        """Whether the sweep has yet to look at this user, or at more of them."""
        return (self.tenant, self.user) <= (scope.tenant, scope.user)

    def within(self, scope: Scope) -> int:
        same = (self.tenant, self.user) == (scope.tenant, scope.user)
        return self.place if same else 0


def _sweep_job(due: datetime) -> Job:
    return Job(id=SWEEP, scope=STORE, kind=SWEEP, payload={}, created_at=due)
