"""Erasing: what is to go, with all that was made of it, and then out of the files' bytes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from anyio.to_thread import run_sync as to_thread

from retold.changes import Change, FinishJob, Job, PutJob
from retold.errors import InputError, NotFoundError, StoreError, StoreUnavailableError
from retold.forgetting import (
    Doomed,
    Erasure,
    Going,
    derived,
    is_genuine,
    plan_erase,
    signed,
    told_of,
    topic_to_forget,
)
from retold.gateway import Gateway
from retold.ports import Index, Ledger, Removed, UnitFilter
from retold.records import Corpus, ErasureReceipt, Hit, Kind, Query, Scope, Turn, Unit
from retold.retriever import QUESTIONS, Encoder, Retriever, slots_asked, unit_hit

# A mark, written with an erasure and removed after its purge: bytes may still be in the files.
JOB = "purge"
# As many as a person reads through before saying which.
MOST_CANDIDATES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What a user wants erased: all that any of the fields names."""

    unit_ids: tuple[str, ...] = ()
    turn_ids: tuple[str, ...] = ()
    session: str | None = None
    tag: str | None = None
    everything: bool = False


class Erasing:
    """Erases what one user asks for."""

    def __init__(
        self,
        ledger: Ledger,
        index: Index,
        gateway: Gateway,
        encoder: Encoder,
        retriever: Retriever,
        forget_accesses: Callable[[Scope, Collection[str]], None],
    ) -> None:
        """Erase in this ledger through the gateway, and from all that holds copies in memory."""
        self._ledger = ledger
        self._index = index
        self._gateway = gateway
        self._encoder = encoder
        self._retriever = retriever
        self._forget_accesses = forget_accesses

    async def erase(
        self, selection: Selection, scope: Scope, *, sources: bool, now: datetime
    ) -> ErasureReceipt:
        """What went, as `AsyncUserMemory.erase` promises."""
        if selection == Selection():
            raise InputError("nothing to erase was named", hint="name ids, a session or a tag")

        async def decide() -> tuple[Sequence[Change], Erasure]:
            plan = await self._plan(selection, scope, sources=sources, now=now)
            if not (plan.unit_ids or plan.turn_ids or selection.everything):
                raise NotFoundError("nothing of that name is kept", hint="nothing was erased")
            jobs = await self._ledger.jobs(scope) if selection.everything else []
            stopped = [FinishJob(scope=scope, job_id=job.id) for job in jobs]
            mark = Job(id=JOB, scope=_user(scope), kind=JOB, payload={}, created_at=now)
            return [*plan.changes, *stopped, PutJob(job=mark)], plan

        plan, removed = await self._gateway.removed(scope, decide)
        self._forget_accesses(scope, plan.unit_ids)
        receipt = _receipt(plan, removed, scope, now)
        try:
            await self.purge()
        except StoreError as error:
            raise StoreUnavailableError(
                f"it is erased, but its bytes may still be in the files: {error.message}",
                hint="`purge` overwrites them once the store can be written again",
            ) from error
        return signed(receipt, await self._ledger.secret())

    async def purge(self) -> None:
        """Take what was erased out of memory and out of the files' bytes. Raises StoreError."""
        self._encoder.forget_questions()
        await self._index.purge()
        marks = [job for job in await self._ledger.jobs() if job.kind == JOB]
        await self._ledger.purge()
        await self._gateway.write([FinishJob(scope=job.scope, job_id=job.id) for job in marks])

    async def finish_purge(self) -> None:
        """Purge if a purge was cut off, by a kill or a full disk; raises StoreError.

        Where the files cannot be written now, the mark stays, and `health` shows it.
        """
        if not any(job.kind == JOB for job in await self._ledger.jobs()):
            return
        with suppress(StoreUnavailableError):
            await self.purge()

    async def verify(self, receipt: ErasureReceipt) -> bool:
        """Whether this store made the receipt as it is, and nothing that it names is there."""
        if not await to_thread(is_genuine, receipt, await self._ledger.secret()):
            return False
        where = UnitFilter(ids=receipt.unit_ids, states=())
        units = await self._ledger.units(receipt.scope, where) if receipt.unit_ids else []
        # A turn may be said anew under its id, once it was erased; so may no unit.
        return not units

    async def candidates(self, text: str, query: Query, *, now: datetime) -> list[Hit]:
        """What a person may mean who wants `text` forgotten, as `AsyncUserMemory` promises."""
        topic = topic_to_forget(text) or text
        slots = await to_thread(slots_asked, topic)
        found: dict[str, Hit] = {}
        for asked in (topic, *(q for slot in sorted(slots) for q in QUESTIONS.get(slot, ()))):
            wanted = replace(query, text=asked, k=MOST_CANDIDATES)
            recall = await self._retriever.recall(wanted, now=now)
            found = {hit.id: hit for hit in recall.hits} | found
        # A summary goes with what it tells of; by itself it is not what a person means.
        found = {
            i: h for i, h in found.items() if h.unit is None or h.unit.kind is not Kind.SUMMARY
        }
        hits = sorted(found.values(), key=lambda hit: (-hit.score, hit.id))[:MOST_CANDIDATES]
        units = await self._ledger.units(query.scope, UnitFilter(states=())) if slots else []
        known = {hit.id for hit in hits}
        of_slots = [u for u in units if u.slot in slots and u.id not in known]
        told = [*(hit.unit for hit in hits if hit.unit is not None), *of_slots]
        sources = {source.turn_id for unit in told for source in unit.sources}
        # A turn that only says what a memory on the list says goes with it.
        kept = [hit for hit in hits if hit.corpus is Corpus.UNITS or hit.id not in sources]
        told_slots = (unit_hit(u, 0.0, reasons=(f"{u.slot} of {u.subject}",)) for u in of_slots)
        return [*kept, *told_slots]

    async def _plan(
        self, selection: Selection, scope: Scope, *, sources: bool, now: datetime
    ) -> Erasure:
        turns = await self._turns(selection, scope)
        units = await self._units(selection, scope)
        named = tuple(dict.fromkeys(source.turn_id for unit in units for source in unit.sources))
        rested_on = await self._ledger.turns(scope, ids=named) if named else []
        by_id = {turn.id: turn for turn in rested_on}
        made: list[Unit] = []
        if not selection.everything:
            going = Going(units=units, turns=turns, sources=by_id)
            made = await derived(self._ledger, scope, going)
        doomed = Doomed(units=tuple(units), derived=tuple(made), turns=tuple(turns), sources=by_id)
        secret = await self._ledger.secret()
        decide = partial(plan_erase, scope=_user(scope), secret=secret, now=now, sources=sources)
        plan = await to_thread(decide, doomed)
        reach = self._encoder.reach
        beside = await told_of(self._ledger, scope, plan.changes, reach=reach)
        return replace(plan, changes=(*plan.changes, *beside))

    async def _turns(self, selection: Selection, scope: Scope) -> list[Turn]:
        if selection.everything:
            return await self._ledger.turns(scope)
        found: dict[str, Turn] = {}
        if selection.turn_ids:
            found = {t.id: t for t in await self._ledger.turns(scope, ids=selection.turn_ids)}
            _all_there("turn", selection.turn_ids, found)
        if selection.session is not None:
            place = replace(scope, session=selection.session)
            found |= {turn.id: turn for turn in await self._ledger.turns(place)}
        return list(found.values())

    async def _units(self, selection: Selection, scope: Scope) -> list[Unit]:
        whole = UnitFilter(states=())
        if selection.everything:
            return await self._ledger.units(scope, whole)
        found: dict[str, Unit] = {}
        if selection.unit_ids:
            where = UnitFilter(ids=selection.unit_ids, states=())
            found = {unit.id: unit for unit in await self._ledger.units(scope, where)}
            _all_there("memory", selection.unit_ids, found)
        if selection.session is not None:
            place = replace(scope, session=selection.session)
            found |= {unit.id: unit for unit in await self._ledger.units(place, whole)}
        if selection.tag is not None:
            units = await self._ledger.units(scope, whole)
            found |= {unit.id: unit for unit in units if selection.tag in unit.tags}
        return list(found.values())


def _all_there(what: str, ids: Sequence[str], found: Collection[str]) -> None:
    """Raise NotFoundError for the first that is not there, or is somebody else's: all or none."""
    for one in ids:
        if one not in found:
            raise NotFoundError(f"no {what} {one!r}", hint="nothing was erased")


def _receipt(plan: Erasure, removed: Removed, scope: Scope, now: datetime) -> ErasureReceipt:
    return ErasureReceipt(
        id=secrets.token_hex(8),
        at=now,
        scope=scope,
        units=len(plan.unit_ids),
        turns=len(plan.turn_ids),
        turns_redacted=plan.turns_redacted,
        vectors=removed.vectors,
        history=removed.history,
        receipts=removed.receipts,
        jobs=removed.jobs,
        tombstones=plan.tombstones,
        unit_ids=plan.unit_ids,
        turn_ids=plan.turn_ids,
    )


def _user(scope: Scope) -> Scope:
    """The user as a whole: a tombstone holds for every session and agent."""
    return Scope(user=scope.user, tenant=scope.tenant)
