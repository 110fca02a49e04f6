"""Reading an export back: what is there stays, what is newer wins, what was erased stays away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from itertools import groupby, islice
from pathlib import Path
from typing import Any, BinaryIO

from anyio.to_thread import run_sync as to_thread

from retold.backfill import Embedding
from retold.changes import AddReceipt, AddTurn, AddUnit, Change, SetKeeping, UpdateUnit
from retold.errors import InputError
from retold.gateway import Gateway
from retold.ports import LIVE, Ledger, UnitFilter
from retold.records import Receipt, Restored, Scope, Turn, Unit
from retold.retriever import Encoder
from retold.text.normal import digest
from retold.text.wording import turn_tokens, unit_tokens
from retold.transfer.admission import Admission
from retold.transfer.lines import Kept, Life, Line
from retold.transfer.settling import excludes_others, settled
from retold.transfer.sources import Grounds, grounded
from retold.transfer.surveying import Part, lines_of, opened, survey, turn_at
from retold.transfer.threads import InThreads

# Lines of one transaction: large enough that the disk is no bottleneck, small enough to hold.
BATCH = 256

Progress = Callable[[int, int], None]


@dataclass(slots=True, kw_only=True)
class _Run:
    """One part on its way in, and what was done with it so far."""

    file: BinaryIO
    part: Part
    owner: Scope
    now: datetime
    told: Callable[[int], None]
    counts: Counter[str] = field(default_factory=Counter)
    notes: dict[str, None] = field(default_factory=dict)

    def result(self) -> Restored:
        return Restored(**self.counts, notes=tuple(self.notes))


class Restoring:
    """Reads exports back, batch by batch; a second run completes one that was cut off."""

    def __init__(self, ledger: Ledger, gateway: Gateway, encoder: Encoder) -> None:
        """Write to this ledger through the gateway."""
        self._ledger = ledger
        self._gateway = gateway
        self._admission = Admission(ledger, gateway)
        self._encoder = encoder

    async def restore(self, path: str | Path, scope: Scope, *, now: datetime) -> Restored:
        """What was done, as `AsyncUserMemory.restore_from` promises."""
        async with InThreads(opened(path)) as file:
            parts = await self._surveyed(file, Path(path).name, now, agent=scope.agent)
            if len(parts) != 1:
                raise InputError(
                    f"{Path(path).name} holds the exports of {len(parts)} users",
                    hint="restore them together, each their own: AsyncMemory.restore_from",
                )
            owner = Scope(user=scope.user, tenant=scope.tenant)
            run = _Run(file=file, part=parts[0], owner=owner, now=now, told=lambda _: None)
            await self._refuse_unwanted([run])
            return await self._part(run)

    async def restore_all(
        self, path: str | Path, *, now: datetime, progress: Progress | None = None
    ) -> list[tuple[Scope, Restored]]:
        """The same for every user of a file, as `AsyncMemory.restore_from` promises."""
        async with InThreads(opened(path)) as file:
            parts = await self._surveyed(file, Path(path).name, now, agent=None)
            done, total = 0, sum(part.size for part in parts)

            def told(lines: int) -> None:
                nonlocal done
                done += lines
                if progress is not None:
                    progress(done, total)

            runs = [
                _Run(file=file, part=part, owner=part.owner, now=now, told=told) for part in parts
            ]
            await self._refuse_unwanted(runs)
            return [(run.owner, await self._part(run)) for run in runs]

    async def _surveyed(
        self, file: BinaryIO, name: str, now: datetime, *, agent: str | None
    ) -> list[Part]:
        def check(line: Line) -> None:
            if isinstance(line, Turn):
                self._admission.turn(line, now=now)
            elif isinstance(line, Life):
                self._admission.unit(line.unit, now=now)
            scope = getattr(line.unit if isinstance(line, Life) else line, "scope", None)
            if agent is not None and scope is not None and scope.agent != agent:
                raise InputError(f"it belongs to another agent than {agent!r}")

        return await to_thread(survey, file, name, check)

    async def _refuse_unwanted(self, runs: Sequence[_Run]) -> None:
        for run in runs:
            self._gateway.scope(run.owner)
            if not await self._ledger.keeping(run.owner):
                raise InputError(
                    f"{run.owner.user!r} asked that nothing they say be kept",
                    hint="nothing was written; only they can undo it",
                )

    async def _part(self, run: _Run) -> Restored:
        lines = lines_of(run.file, run.part, run.owner)
        batches = (
            (kind, batch)
            for kind, same in groupby(lines, key=type)
            for batch in iter(partial(_first, same), ())
        )
        while (found := await to_thread(next, batches, None)) is not None:
            kind, batch = found
            decide = partial(self._decided, run, kind, batch)
            run.counts.update(await self._gateway.decided(run.owner, decide))
            run.told(len(batch))
        if not run.part.head.keeping:
            await self._gateway.write([SetKeeping(scope=run.owner, keeping=False)])
        return run.result()

    async def _decided(
        self, run: _Run, kind: type, batch: Sequence[Any]
    ) -> tuple[Sequence[Change], Counter[str]]:
        if kind is Turn:
            return await self._turns(run, batch)
        return await (self._lives if kind is Life else self._receipts)(run, batch)

    # ── Turns ──────────────────────────────────────────────────────────────────────────────────

    async def _turns(
        self, run: _Run, turns: Sequence[Turn]
    ) -> tuple[Sequence[Change], Counter[str]]:
        known = {t.id for t in await self._ledger.turns(run.owner, ids=[t.id for t in turns])}
        counts = Counter(known=len(known))
        if len(known) == len(turns):
            return (), counts
        fresh = await to_thread(self._admitted, run, [t for t in turns if t.id not in known])
        kept, _ = await self._admission.unerased(fresh, ())
        texts = {turn.id: turn.text for turn in fresh}
        counts["turns"] = len(kept)
        counts["erased"] = len(fresh) - len(kept)
        counts["turns_redacted"] = sum(turn.text != texts[turn.id] for turn in kept)
        added = await to_thread(_added, kept)
        vectors = await Embedding(self._encoder).of(kept, (), run.owner, run.now)
        return [*added, *vectors], counts

    def _admitted(self, run: _Run, turns: Sequence[Turn]) -> list[Turn]:
        admitted = []
        for turn in turns:
            one, notes = self._admission.turn(turn, now=run.now)
            run.notes |= dict.fromkeys(notes)
            admitted.append(one)
        return admitted

    # ── Units ──────────────────────────────────────────────────────────────────────────────────

    async def _lives(
        self, run: _Run, lives: Sequence[Life]
    ) -> tuple[Sequence[Change], Counter[str]]:
        there = await self._there(run.owner, [life.unit.id for life in lives])
        counts: Counter[str] = Counter()
        newer = [life for life in lives if life.unit.id in there]
        updates = [await self._newer(run, life, there[life.unit.id]) for life in newer]
        counts["updated"] = sum(map(bool, updates))
        fresh = [life for life in lives if life.unit.id not in there]
        fresh = await self._not_said_already(run, fresh)
        counts["known"] = len(lives) - counts["updated"] - len(fresh)
        secret_free = await to_thread(self._without_secrets, run, fresh)
        counts["refused"] = len(fresh) - len(secret_free)
        fresh = secret_free
        grounds = await self._grounds(run, [life.unit for life in fresh])
        found = await to_thread(grounded, fresh, grounds)
        counts["unsourced"] = len(found.unsourced)
        units = [life.unit for life in found.lives]
        _, kept = await self._admission.unerased(found.turns, units) if units else ((), ())
        kept_ids = {unit.id for unit in kept}
        coming = [life for life in found.lives if life.unit.id in kept_ids]
        counts["erased"] = len(fresh) - len(found.unsourced) - len(coming)
        coming, closing = settled(coming, await self._rivals(run, coming), now=run.now)
        counts["units"] = len(coming)
        secret = await self._ledger.secret()
        added = await to_thread(lambda: [c for life in coming for c in _living(life, secret)])
        vectors = await Embedding(self._encoder).of((), added, run.owner, run.now)
        return [*added, *vectors, *closing, *(c for one in updates for c in one)], counts

    def _without_secrets(self, run: _Run, lives: Sequence[Life]) -> list[Life]:
        return [life for life in lives if self._admission.unit(life.unit, now=run.now)]

    async def _there(self, owner: Scope, ids: Sequence[str]) -> dict[str, Unit]:
        where = UnitFilter(ids=tuple(ids), states=())
        return {unit.id: unit for unit in await self._ledger.units(owner, where)}

    async def _newer(self, run: _Run, life: Life, there: Unit) -> list[UpdateUnit]:
        """What makes a unit that is there as the file has it, where the file tells more of it.

        Where each has steps of its own, the later one decides. Its scope and its sources are those
        of the unit that is there.
        """
        steps = await self._ledger.history(run.owner, there.id)
        later = [step for step in life.history if step not in steps]
        if not later or life.unit.content != there.content:
            return []
        goes_on = all(step in life.history for step in steps)
        if not goes_on and max(s.at for s in later) <= max(s.at for s in steps):
            return []
        unit = replace(life.unit, scope=there.scope, sources=there.sources)
        return [UpdateUnit(unit=unit, entry=step) for step in later]

    async def _not_said_already(self, run: _Run, lives: Sequence[Life]) -> list[Life]:
        """Those that are not open under another id, from another telling, word for word."""
        secret = await self._ledger.secret()
        prints = {life.unit.id: digest(secret, life.unit.content) for life in lives}
        if not prints:
            return []
        where = UnitFilter(fingerprints=tuple(prints.values()))
        others = {
            (digest(secret, unit.content), unit.subject, unit.scope.agent)
            for unit in await self._ledger.units(run.owner, where)
            if unit.id not in run.part.units
        }
        return [
            life
            for life in lives
            if life.unit.state not in LIVE
            or (prints[life.unit.id], life.unit.subject, life.unit.scope.agent) not in others
        ]

    async def _grounds(self, run: _Run, units: Sequence[Unit]) -> Grounds:
        """The turns that units rest on, as they stand in the file and as they are there now."""
        named = list(dict.fromkeys(source.turn_id for unit in units for source in unit.sources))
        there = await self._ledger.turns(run.owner, ids=named) if named else []
        told = await to_thread(lambda: list(self._told(run, named)))
        return Grounds(
            told={turn.id: turn for turn in told}, there={turn.id: turn for turn in there}
        )

    def _told(self, run: _Run, turn_ids: Sequence[str]) -> Iterator[Turn]:
        for turn_id in turn_ids:
            if (offset := run.part.turns.get(turn_id)) is not None:
                turn = turn_at(run.file, offset, run.owner, run.part.name)
                yield self._admission.turn(turn, now=run.now)[0]

    async def _rivals(self, run: _Run, lives: Sequence[Life]) -> list[Unit]:
        slots = {(u.subject, u.slot) for u in (life.unit for life in lives) if excludes_others(u)}
        if not slots:
            return []
        found = await self._ledger.units(run.owner, UnitFilter(subject_slots=tuple(sorted(slots))))
        return [unit for unit in found if unit.id not in run.part.units]

    # ── Receipts ───────────────────────────────────────────────────────────────────────────────

    async def _receipts(
        self, run: _Run, several: Sequence[Kept]
    ) -> tuple[Sequence[Change], Counter[str]]:
        changes = []
        for kept in several:
            scope = replace(kept.scope, agent=kept.scope.agent or "")
            scope = replace(scope, session=kept.scope.session or "")
            if await self._ledger.receipt(scope, str(self._gateway.key(kept.receipt.key))) is None:
                receipt = await self._naming_what_is_there(run.owner, kept.receipt)
                changes.append(AddReceipt(scope=kept.scope, receipt=receipt))
        return changes, Counter(receipts=len(changes))

    async def _naming_what_is_there(self, owner: Scope, receipt: Receipt) -> Receipt:
        ids = {t.id for t in await self._ledger.turns(owner, ids=receipt.turn_ids)}
        return replace(
            receipt,
            turn_ids=tuple(i for i in receipt.turn_ids if i in ids),
            outcomes=tuple(o for o in receipt.outcomes if o.source.turn_id in ids),
        )


def _first(lines: Iterator[Line]) -> tuple[Line, ...]:
    return tuple(islice(lines, BATCH))


def _added(turns: Sequence[Turn]) -> list[AddTurn]:
    return [AddTurn(turn=turn, tokens=turn_tokens(turn)) for turn in turns]


def _living(life: Life, secret: bytes) -> Iterator[Change]:
    """What adds a unit with every step of its history."""
    unit = life.unit
    yield AddUnit(
        unit=unit,
        tokens=unit_tokens(unit),
        fingerprint=digest(secret, unit.content),
        entry=life.history[0],
    )
    for step in life.history[1:]:
        yield UpdateUnit(unit=unit, entry=step)
