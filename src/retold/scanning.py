"""A second look at a few turns together, by the language model where there is one.

Each turn is judged when it is said. Once a few have come one by one, when a session has been idle,
or when its end is told, the model is asked what they hold beside the units that were made of them.
Without a model there is no second look: on our own labelled turns, what follows a turn told no
better than the turn itself whether the rules had missed something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from retold.backfill import Embedding
from retold.changes import Change, FinishJob, Job, PutJob
from retold.gateway import Gateway
from retold.ports import Ledger
from retold.records import Outcome, Scanned, Scope, Turn
from retold.retriever import Encoder
from retold.settings import Settings
from retold.window import in_view
from retold.writer import Writer, Written

JOB = "scan"
# After as many failures of the model the job rests until more is said.
_ATTEMPTS = 3


class Scanning:
    """Keeps which turns wait for a second look, as jobs in the ledger, and takes it."""

    def __init__(
        self,
        ledger: Ledger,
        gateway: Gateway,
        writer: Writer,
        encoder: Encoder,
        settings: Settings,
    ) -> None:
        """Look with this writer's model; write through the gateway."""
        self._ledger = ledger
        self._gateway = gateway
        self._writer = writer
        self._encoder = encoder
        self._settings = settings
        turns = settings.model.scan_turns if settings.writer.enabled else 0
        self._turns = turns if writer.asks_a_model else 0

    async def noted(self, turns: Sequence[Turn], now: datetime) -> Sequence[Change]:
        """What makes new turns of one user wait; to be written with them.

        Turns that came in one call were seen together.
        """
        if not self._turns:
            return ()
        sessions: dict[str, list[Turn]] = {}
        for turn in turns:
            sessions.setdefault(turn.session, []).append(turn)
        scope = replace(turns[0].scope, session=None)
        jobs = {job.id: job for job in await self._waiting(scope)}
        changes: list[Change] = []
        for session, said in sessions.items():
            if len(said) >= self._turns:
                continue
            job_id = f"{JOB}:{scope.user}:{session}"
            before = jobs[job_id].payload["turns"] if job_id in jobs else []
            ids = [*before, *(turn.id for turn in said)][-self._settings.model.turns_a_call :]
            payload = {"session": session, "turns": ids, "last": now.isoformat()}
            job = Job(id=job_id, scope=scope, kind=JOB, payload=payload, created_at=now)
            changes.append(PutJob(job=job))
        return changes

    async def due(self, scope: Scope, *, now: datetime) -> Scanned:
        """Take the second looks that are due: of enough turns, or of an idle session.

        Raises:
            StoreError, ConflictError: what was not looked at yet waits on.
        """
        return await self._looked(scope, now, everything=False)

    async def everything(self, scope: Scope, *, now: datetime) -> Scanned:
        """Take every second look that waits, as at the end of a session. Raises as `due`."""
        return await self._looked(scope, now, everything=True)

    async def idle(self, *, now: datetime) -> Scanned:
        """Take the second looks that are due, of every user, as a clock does. Raises as `due`."""
        return await self._looked(None, now, everything=False)

    async def _looked(self, scope: Scope | None, now: datetime, *, everything: bool) -> Scanned:
        found = Scanned()
        if not self._turns:
            return found
        place = None if scope is None else replace(scope, session=None)
        for job in await self._waiting(place):
            if everything or (job.state == "waiting" and self._is_due(job, now)):
                one = await self._look(job, now)
                found = Scanned(
                    outcomes=(*found.outcomes, *one.outcomes), notes=(*found.notes, *one.notes)
                )
        return found

    def _is_due(self, job: Job, now: datetime) -> bool:
        idle = timedelta(minutes=self._settings.window.idle_minutes)
        enough = len(job.payload["turns"]) >= self._turns
        return enough or now - datetime.fromisoformat(job.payload["last"]) > idle

    async def _waiting(self, scope: Scope | None) -> list[Job]:
        return [job for job in await self._ledger.jobs(scope) if job.kind == JOB]

    async def _look(self, due: Job, now: datetime) -> Scanned:
        async def decide() -> tuple[Sequence[Change], Scanned]:
            # Another process may have looked meanwhile, or more may have been said.
            jobs = [job for job in await self._waiting(due.scope) if job.id == due.id]
            return await self._decide(jobs[0], now) if jobs else ((), Scanned())

        return await self._gateway.decided(due.scope, decide)

    async def _decide(self, job: Job, now: datetime) -> tuple[Sequence[Change], Scanned]:
        turns = await self._ledger.turns(job.scope, ids=job.payload["turns"])
        done = FinishJob(scope=job.scope, job_id=job.id)
        if not turns:
            return [done], Scanned()
        context = await self._context(turns, job)
        written = Written(changes=(), outcomes=())

        async def judge(said: Sequence[Turn]) -> tuple[Sequence[Change], Sequence[Outcome]]:
            nonlocal written
            written = await self._writer.scan(said, context=context, now=now)
            return written.changes, written.outcomes

        _, changes, outcomes = await self._gateway.judged(turns, judge)
        if written.notes:
            return [_after(job, written.notes[0])], Scanned(notes=written.notes)
        vectors = await Embedding(self._encoder).of((), changes, job.scope, now)
        return [*changes, *vectors, done], Scanned(outcomes=tuple(outcomes))

    async def _context(self, turns: Sequence[Turn], job: Job) -> list[Turn]:
        """The turns that were in view before the first of these."""
        window = self._settings.window
        last = len(job.payload["turns"]) + window.turns
        scope = replace(job.scope, session=job.payload["session"])
        recent = await self._ledger.turns(scope, last=last)
        place = next((i for i, turn in enumerate(recent) if turn.id == turns[0].id), 0)
        return in_view(recent[:place], at=turns[0].occurred_at, settings=window)


def _after(job: Job, error: str) -> PutJob:
    attempts = job.attempts + 1
    state: Literal["waiting", "failed"] = "failed" if attempts >= _ATTEMPTS else "waiting"
    return PutJob(job=replace(job, attempts=attempts, last_error=error, state=state))
