"""A user's memories made fewer and shorter: duplicates merged, periods that are over summed up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from uuid import uuid4

from anyio.to_thread import run_sync

from retold.backfill import Embedding
from retold.changes import Change, MoveUnits
from retold.forgetting import (
    IN_QUOTATIONS,
    MODEL,
    SUMMED_UP,
    Making,
    Summing,
    Twins,
    blocks,
    changes_of_summaries,
    periods,
    plan_merges,
    plan_summaries,
    summed_up,
    twins,
)
from retold.forgetting.periods import TURNS
from retold.gateway import Gateway
from retold.ports import OPEN, Ledger, UnitFilter
from retold.records import Corpus, Kind, Scope, State, Unit
from retold.retriever import Encoder
from retold.settings import Settings
from retold.text.normal import digest
from retold.text.wording import quotations
from retold.writer import Retelling, Retold

# Written together, with their vectors: little is done anew after a kill.
PAGE_SUMMARIES = 20
# A first run over a long history is spread over several days.
MOST_SUMMARIES = 200
# More cannot be asked of vectors that are missing; then what is summed up waits.
_MOST_LACKING = 10_000

# Why a summary stands in quotations.
_BEFORE = "what the model said of them before would drift"
_ERASED = "what the model said was erased by the user"

# What stands in the same transaction as what is written.
Beside = Callable[[], Sequence[Change]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condensed:
    """How many units were merged into others, summaries written, and originals put to rest.

    `notes` say, each once, why summaries stand in quotations that a model was to word.
    """

    merged: int = 0
    summaries: int = 0
    archived: int = 0
    notes: tuple[str, ...] = ()

    def with_more(self, other: Condensed) -> Condensed:
        """Both together."""
        return Condensed(
            merged=self.merged + other.merged,
            summaries=self.summaries + other.summaries,
            archived=self.archived + other.archived,
            notes=tuple(dict.fromkeys((*self.notes, *other.notes))),
        )


class Condensing:
    """Condenses the memories of one user at a time."""

    def __init__(
        self,
        ledger: Ledger,
        gateway: Gateway,
        encoder: Encoder,
        settings: Settings,
        retelling: Retelling | None = None,
    ) -> None:
        """Condense what is in this ledger, and write through the gateway.

        With `retelling` summaries are in the words of a model, where these hold.
        """
        self._ledger = ledger
        self._gateway = gateway
        self._encoder = encoder
        self._settings = settings
        self._retelling = retelling

    async def condense(
        self, scope: Scope, *, now: datetime, beside: Beside = lambda: ()
    ) -> Condensed:
        """Merge duplicates; where the settings ask for it, sum up and archive what is summed up.

        A summary that is there and of the same units stays as it is; one whose units changed makes
        place for a new one. Only what has faded is archived, that is, goes cold, and only once the
        summary is there with its vectors; a strong match brings it back. No lock is held while a
        model is asked; what changed meanwhile is summed up by the next run.

        Raises:
            StoreError: what was written until then stays, and is whole.
        """
        merged = await self._merge(scope, now, beside)
        if not self._settings.forgetting.summaries or not await self._ledger.keeping(scope):
            return Condensed(merged=merged)
        written = 0
        told: dict[str, Retold] = {}
        while written < MOST_SUMMARIES:
            await self._tell(scope, now, beside, told)
            number = await self._summarise(scope, now, beside, told)
            written += number
            if number < PAGE_SUMMARIES:
                break
        archived = await self._archive(scope, now, beside)
        notes = dict.fromkeys(f"{IN_QUOTATIONS}: {one.why}" for one in told.values() if one.why)
        return Condensed(merged=merged, summaries=written, archived=archived, notes=tuple(notes))

    async def _merge(self, scope: Scope, now: datetime, beside: Beside) -> int:
        async def decide() -> tuple[Sequence[Change], int]:
            units = await self._ledger.units(scope)
            found = [pair for pair in await run_sync(twins, units) if await self._is_ours(pair)]
            changes = plan_merges(found, now=now)
            return ((*beside(), *changes) if changes else ()), len(found)

        return await self._gateway.decided(scope, decide)

    async def _is_ours(self, pair: Twins) -> bool:
        """Whether no person has parted the two already."""
        history = await self._ledger.history(pair.younger.scope, pair.younger.id)
        return not any(step.event == "restored" for step in history)

    async def _tell(
        self, scope: Scope, now: datetime, beside: Beside, told: dict[str, Retold]
    ) -> None:
        """Let the model word the next page of summaries into `told`, by their quotations.

        What it has worded before, or could not word, is not asked for again.
        """
        if self._retelling is None:
            return
        plans, there, _ = await self._plans(scope, now)
        for plan in plans:
            if plan.unit is None or plan.unit.content in told:
                continue
            found = _told_before(plan.unit, there, self._retelling.version)
            if found is None:
                longest = self._settings.forgetting.summary_tokens
                found = await self._retelling.retold(
                    plan.opening, plan.quotes, longest_tokens=longest, now=now
                )
                # Whoever runs this holds a lease, and calls may be slow.
                await self._gateway.write(beside())
            told[plan.unit.content] = found

    async def _summarise(
        self, scope: Scope, now: datetime, beside: Beside, told: Mapping[str, Retold]
    ) -> int:
        """Write a page of summaries; how many periods it was of."""

        async def decide() -> tuple[Sequence[Change], int]:
            plans, _, making = await self._plans(scope, now)
            if self._retelling is not None:
                plans = [plan for plan in plans if plan.unit is None or plan.unit.content in told]
                plans = [_worded(plan, told, making) for plan in plans]
            changes = changes_of_summaries(plans, secret=making.secret, now=now)
            if not changes:
                return (), 0
            vectors = await Embedding(self._encoder).of((), changes, scope, now)
            return (*beside(), *changes, *vectors), len(plans)

        return await self._gateway.decided(scope, decide)

    async def _plans(self, scope: Scope, now: datetime) -> tuple[list[Summing], list[Unit], Making]:
        """What is to be done for the next page of periods, the summaries there are, and how."""
        units, there = await self._units(scope)
        block_of = await self._blocks(scope, units, there)
        making = Making(
            scope=scope,
            now=now,
            settings=self._settings.forgetting,
            secret=await self._ledger.secret(),
            graves=(await self._ledger.tombstones(scope, None)).keys(),
            new_id=lambda: uuid4().hex,
        )

        def plan() -> list[Summing]:
            found = plan_summaries(periods(units, block_of, now=now), there, making)
            return list(islice(found, PAGE_SUMMARIES))

        return await run_sync(plan), there, making

    async def _archive(self, scope: Scope, now: datetime, beside: Beside) -> int:
        async def decide() -> tuple[Sequence[Change], int]:
            units, there = await self._units(scope)
            lacking = await self._ledger.lacking_vectors(
                scope, Corpus.UNITS, self._encoder.identity, limit=_MOST_LACKING
            )
            if len(lacking) == _MOST_LACKING:
                return (), 0
            searchable = {unit.id for unit in there} - {unit_id for _, unit_id in lacking}
            rested = [unit for unit in there if unit.id in searchable and unit.state in OPEN]
            ids = summed_up(units, rested, settings=self._settings.forgetting)
            if not ids:
                return (), 0
            move = MoveUnits(
                scope=scope,
                unit_ids=ids,
                before=State.FADED,
                after=State.COLD,
                event="cooled",
                at=now,
                reason=SUMMED_UP,
                untouched_since=now,
            )
            return (*beside(), move), len(ids)

        return await self._gateway.decided(scope, decide)

    async def _units(self, scope: Scope) -> tuple[list[Unit], list[Unit]]:
        """The user's open units, and their summaries in every state."""
        units = await self._ledger.units(scope, UnitFilter(states=OPEN))
        there = await self._ledger.units(scope, UnitFilter(kinds=(Kind.SUMMARY,), states=()))
        return [unit for unit in units if unit.kind is not Kind.SUMMARY], there

    async def _blocks(
        self, scope: Scope, units: Sequence[Unit], there: Sequence[Unit]
    ) -> dict[str, str]:
        """By the id of a turn that units rest on, the name of the ten turns that it is one of.

        What a summary tells is not read from the log again.
        """
        known = {
            source.turn_id: unit.tags[0]
            for unit in there
            for source in unit.sources
            if unit.tags and unit.tags[0].startswith("turns:")
        }
        ids = {source.turn_id for unit in units for source in unit.sources} - known.keys()
        if not ids:
            return known
        outlines = await self._ledger.outlines(scope, sorted(ids), radius=TURNS - 1)
        return known | await run_sync(blocks, outlines)


def _told_before(unit: Unit, there: Sequence[Unit], version: str) -> Retold | None:
    """What this model made of the same quotations, if a summary that stands tells so."""
    for one in there:
        same = one.first_person == unit.first_person and quotations(one) == unit.content
        if same and one.state in OPEN and one.metadata.get(MODEL) == version:
            text = one.content if one.value else ""
            return Retold(text=text, why="" if text else _BEFORE, by=version)
    return None


def _worded(plan: Summing, told: Mapping[str, Retold], making: Making) -> Summing:
    """The plan with what the model made of its quotations."""
    if plan.unit is None:
        return plan
    found = told[plan.unit.content]
    if found.text and digest(making.secret, found.text) in making.graves:
        found = replace(found, text="", why=_ERASED)
    return plan.worded(found.text, by=found.by, why=found.why)
