"""The parts of an open memory, put together as the settings say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anyio.to_thread

from retold.backfill import Backfill
from retold.changes import Change, TouchUnits
from retold.condensing import Condensing
from retold.drivers.embedders.adapters import read_adapter
from retold.erasing import Erasing
from retold.errors import SettingsError
from retold.forgetting import waking
from retold.gateway import Gateway
from retold.model_calls import ModelCalls
from retold.ports import Adapter, ChatModel, Clock, Embedder, Index, Ledger, Reranker
from retold.rebuilding import Rebuilding
from retold.records import BroughtBack, Hit, Query, Recall, Scope, State
from retold.registry import driver
from retold.remembering import Remembering
from retold.retriever import AS_ASKED, Encoder, Reranking, Retriever, unassociated
from retold.rewriting import Rewriting
from retold.scanning import Scanning
from retold.settings import Settings
from retold.sweeping import Sweep, Sweeping
from retold.telemetry import Listeners
from retold.transfer import Exporting, Restoring, apply_erasures
from retold.upkeep import Maintained, Progress, Tasks, Upkeep
from retold.writer import ModelWriter, Retelling, Writer

# Accesses are counted in memory and written with later ones: a recall must not wait for a disk.
ACCESSES_HELD = 200


class SystemClock:
    """The clock of the machine, in UTC."""

    def now(self) -> datetime:
        """The present."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Models:
    """Models that take part where there are any: one of language, and a reranker."""

    chat: ChatModel | None = None
    reranker: Reranker | None = None


class Store:
    """Ledger, index, embedder and the stages over them, for as long as a memory is open."""

    def __init__(
        self,
        ledger: Ledger,
        index: Index,
        encoder: Encoder,
        clock: Clock,
        settings: Settings,
        models: Models,
    ) -> None:
        """Put the parts together; `open_store` finds them by the settings."""
        self.settings = settings
        self.clock = clock
        self.listeners = Listeners()
        self.ledger = ledger
        self.gateway = Gateway(ledger, settings.limits)
        self.encoder = encoder
        self.backfill = Backfill(ledger, self.gateway, self.encoder, settings.embedder)
        reranker = models.reranker
        reranking = None if reranker is None else Reranking(reranker, settings.reranker)
        self.retriever = Retriever(ledger, index, self.encoder, settings.retriever, reranking)
        calls = None if models.chat is None else _calls(models.chat, settings)
        asks = calls is not None and settings.retriever.rewrite_by_model
        self._rewriting = Rewriting(ledger, calls, settings) if calls and asks else None
        helper = None if calls is None else ModelWriter(calls, settings.model)
        writer = Writer(ledger, settings.writer, helper)
        self.scanning = Scanning(ledger, self.gateway, writer, self.encoder, settings)
        self.remembering = Remembering(
            ledger, self.gateway, writer, self.encoder, self.scanning, settings
        )
        self.rebuilding = Rebuilding(ledger, self.gateway, self.encoder, settings)
        self.sweeping = Sweeping(ledger, self.gateway, settings, reach=self.encoder.reach)
        tasks = Tasks(
            backfill=self.backfill,
            sweeping=self.sweeping,
            condensing=Condensing(
                ledger, self.gateway, self.encoder, settings, _retelling(calls, settings)
            ),
            scanning=self.scanning,
        )
        self.upkeep = Upkeep(ledger, self.gateway, tasks, settings.forgetting)
        # What may be meant by "forget it" is a list to choose from, made by several recalls: no
        # endpoint is asked to put it in order, and what merely comes to mind is not meant.
        plain = Retriever(ledger, index, self.encoder, unassociated(settings.retriever))
        self.erasing = Erasing(
            ledger, index, self.gateway, self.encoder, plain, self.forget_accesses
        )
        self.exporting = Exporting(ledger)
        self.restoring = Restoring(ledger, self.gateway, self.encoder)
        self._index = index
        self._accesses: dict[Scope, dict[str, datetime]] = {}

    async def recall(self, query: Query, scope: Scope, *, explain: bool, silent: bool) -> Recall:
        """What a question in the session of `scope` finds; `silent` it leaves no trace.

        Raises StoreError.
        """
        now = self.clock.now()
        if not silent:
            await self.backfill.before_recall(query.scope, now=now)
        rewritten = AS_ASKED
        if self._rewriting is not None:
            rewritten = await self._rewriting.of(query, scope, now=now)
        recall = await self.retriever.recall(query, now=now, explain=explain, rewritten=rewritten)
        if not silent:
            await self.count_accesses(recall, now)
        return recall

    async def count_accesses(self, recall: Recall, now: datetime) -> None:
        """Count that these units were recalled; those that had faded or gone cold are active again.

        What scores below the settings' threshold, and was asked for all the same, is not counted.
        """
        scope = recall.query.scope
        least = self.settings.retriever.threshold
        hits = [hit for hit in recall.hits if hit.unit is not None and hit.score >= least]
        self._accesses.setdefault(scope, {}).update({hit.id: now for hit in hits})
        woken = [
            waking(scope, ids, state, now=now)
            for state in (State.FADED, State.COLD)
            if (ids := _in_state(hits, state))
        ]
        if woken or sum(map(len, self._accesses.values())) > ACCESSES_HELD:
            await self.write_accesses(woken)

    def forget_accesses(self, scope: Scope, unit_ids: Collection[str]) -> None:
        """Drop what was counted for units of a user that are erased."""
        for asked, seen in self._accesses.items():
            if (asked.tenant, asked.user) == (scope.tenant, scope.user):
                for unit_id in unit_ids:
                    seen.pop(unit_id, None)

    async def write_accesses(self, beside: Sequence[Change] = ()) -> None:
        """Write the counted accesses to the ledger, and other changes with them."""
        held, self._accesses = self._accesses, {}
        await self.gateway.write(
            [
                *beside,
                *(
                    TouchUnits(scope=scope, unit_ids=tuple(seen), at=max(seen.values()))
                    for scope, seen in held.items()
                    if seen
                ),
            ]
        )

    async def sweep(self, scope: Scope, *, planned: bool) -> Sweep:
        """Sweep one user's units, every access counted. Raises StoreError."""
        await self.write_accesses()
        return await self.sweeping.sweep(scope, now=self.clock.now(), planned=planned)

    async def maintain(self, progress: Progress | None) -> Maintained:
        """Run the jobs that are due, every access counted. Raises StoreError."""
        await self.write_accesses()
        return await self.upkeep.maintain(self.clock.now, progress=progress)

    async def health(self) -> dict[str, Any]:
        """Counts, jobs that are due and missing vectors. Raises StoreError."""
        return {
            "counts": await self.ledger.counts(),
            "embedder": self.encoder.name,
            "missing_vectors": await self.backfill.missing(None),
            "jobs": await self.upkeep.jobs(self.clock.now()),
        }

    async def close(self) -> None:
        """Write what is held back and release the engines."""
        await self.write_accesses()
        await self._index.close()
        await self.ledger.close()


def _calls(model: ChatModel, settings: Settings) -> ModelCalls:
    return ModelCalls(model, calls_a_day=settings.model.calls_a_day)


def _retelling(calls: ModelCalls | None, settings: Settings) -> Retelling | None:
    wanted = settings.forgetting.summaries_by_model
    return Retelling(calls, settings.model) if calls is not None and wanted else None


def _in_state(hits: Sequence[Hit], state: State) -> list[str]:
    return [hit.id for hit in hits if hit.unit is not None and hit.unit.state is state]


async def open_store(
    path: str | Path,
    settings: Settings,
    *,
    embedder: Embedder | None,
    clock: Clock | None,
    model: ChatModel | None = None,
    reranker: Reranker | None = None,
) -> Store:
    """The store at `path`, with the drivers that the settings name.

    Raises:
        SettingsError: an unknown driver, a missing extra, an adapter that does not fit, or a use of
            a language model where there is none.
        StoreError: the file cannot be used.
    """
    # Finding and importing drivers reads files, which an event loop must not wait for.
    parts = await anyio.to_thread.run_sync(_drivers, settings, embedder, Models(model, reranker))
    ledger = await parts.ledger.open(path, settings.storage)
    index = parts.index(ledger, settings.storage)
    encoder = Encoder(parts.embedder, settings.embedder, parts.adapter)
    store = Store(ledger, index, encoder, clock or SystemClock(), settings, parts.models)
    await store.erasing.finish_purge()
    return store


async def put_back(
    path: str | Path, backup: Path, settings: Settings, progress: Progress | None
) -> BroughtBack:
    """Put a backup in the place of a store, as `AsyncMemory.restore_backup` promises."""
    ledgers = await anyio.to_thread.run_sync(driver, "retold.ledgers", settings.storage.ledger)
    async with ledgers.replacing(path, backup, settings.storage) as ledger:
        return await apply_erasures(ledger, Gateway(ledger, settings.limits), progress)


@dataclass(frozen=True, slots=True)
class _Drivers:
    ledger: Any
    index: Any
    embedder: Embedder
    models: Models
    adapter: Adapter | None


def _drivers(settings: Settings, embedder: Embedder | None, brought: Models) -> _Drivers:
    if embedder is None:
        embedder = driver("retold.embedders", settings.embedder.driver)(settings.embedder)
    model, reranker = brought.chat, brought.reranker
    if model is None and settings.model.driver:
        model = driver("retold.models", settings.model.driver)(settings.model)
    if reranker is None and settings.reranker.driver:
        reranker = driver("retold.rerankers", settings.reranker.driver)(settings.reranker)
    asking = {
        "forgetting.summaries_by_model": settings.forgetting.summaries_by_model,
        "retriever.rewrite_by_model": settings.retriever.rewrite_by_model,
    }
    for name, asks in asking.items():
        if asks and model is None:
            raise SettingsError(
                f"{name} needs a language model, and there is none",
                hint="set model.driver, model.url and model.name, or pass a model",
            )
    path = settings.embedder.adapter
    adapter = read_adapter(path, embedder.identity, embedder.dimensions) if path else None
    return _Drivers(
        ledger=driver("retold.ledgers", settings.storage.ledger),
        index=driver("retold.indexes", settings.storage.index),
        embedder=embedder,
        models=Models(model, reranker),
        adapter=adapter,
    )
