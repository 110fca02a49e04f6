"""The memory: a conversation goes in, a remembered background comes out.

Read it from top to bottom: open, remember, recall, context, answer, look, forget.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import anyio.to_thread

from retold.answer import compose
from retold.changes import Change, UpdateUnit
from retold.errors import InputError, NotFoundError
from retold.forgetting import plan_erase, plan_restore, plan_retire, quoting
from retold.forgetting.erase import said_in
from retold.ports import LIVE, ChatModel, Clock, Embedder, UnitFilter
from retold.reconstructor import STABLE_KINDS, reconstruct
from retold.records import (
    NO_METADATA,
    Answer,
    Context,
    ErasureReceipt,
    HistoryEntry,
    Kind,
    Metadata,
    Query,
    Rebuilt,
    Recall,
    Receipt,
    Said,
    Scope,
    Speaking,
    State,
    Turn,
    Unit,
)
from retold.settings import Settings, load
from retold.store import Store, open_store
from retold.sweeping import Sweep
from retold.telemetry import Event, Listener
from retold.upkeep import Maintained, Progress


class AsyncMemory:
    """A store of many users' memories. Open it with `await AsyncMemory.open(path)`."""

    def __init__(self, store: Store) -> None:
        """Wrap an open store; callers use `open`."""
        self._store = store

    @classmethod
    async def open(
        cls,
        path: str | Path = "memory.db",
        *,
        preset: str | None = None,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        clock: Clock | None = None,
        model: ChatModel | None = None,
    ) -> AsyncMemory:
        """Open the store at `path`, making it where there is none.

        Args:
            path: the file; its directory must exist.
            preset: one of `retold.settings.presets()`.
            settings: all settings; without them they are loaded as `retold.settings.load` says.
            embedder: yours instead of the one that the settings name.
            clock: yours instead of the machine's.
            model: a language model that helps the writer, instead of the one in the settings.

        Raises:
            SettingsError: an unknown setting, preset or driver, or a missing extra.
            StoreUnavailableError, NotAStoreError, NewerStoreError, MigrationError: the file
                cannot be used; it is left as it was.
        """
        chosen = settings
        if chosen is None:
            chosen = await anyio.to_thread.run_sync(partial(load, preset=preset))
        return cls(await open_store(path, chosen, embedder=embedder, clock=clock, model=model))

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._store.settings

    def user(
        self,
        user: str,
        *,
        tenant: str = "default",
        agent: str | None = None,
        session: str | None = None,
    ) -> AsyncUserMemory:
        """The memory of one user.

        `session` is where what is said belongs; reading covers all of the user's sessions.
        `agent` narrows both to what was said to that agent.

        Raises:
            InputError: an empty or too long name, or one with control characters.
        """
        scope = Scope(user=user, tenant=tenant, agent=agent, session=session)
        return AsyncUserMemory(self._store, self._store.gateway.scope(scope))

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every finished operation; the result stops it."""
        return self._store.listeners.add(listener)

    async def users(self, tenant: str | None = None) -> list[Scope]:
        """Every user that has turns or units; None means of every tenant."""
        return await self._store.ledger.users(tenant)

    async def fill(self, progress: Callable[[int], None] | None = None) -> int:
        """Make every missing vector; the number of items filled.

        Raises:
            EmbedderError: the embedder failed; what was filled until then is kept.
        """
        now = self._store.clock.now()
        return await self._store.backfill.everything(now=now, progress=progress)

    async def health(self) -> dict[str, Any]:
        """Counts, jobs that are due with their age in seconds, and missing vectors."""
        return await self._store.health()

    async def maintain(self, progress: Progress | None = None) -> Maintained:
        """Run every job that is due once; see `retold.upkeep.Upkeep.maintain`."""
        return await self._store.maintain(progress)

    async def close(self) -> None:
        """Write what is held back and release the store."""
        await self._store.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


class AsyncUserMemory:
    """What one user's memory can do. Get it from `AsyncMemory.user`."""

    def __init__(self, store: Store, scope: Scope) -> None:
        """Bind a scope to an open store."""
        self._store = store
        self.scope = scope
        self._reach = replace(scope, session=None)

    async def remember(
        self,
        said: str | Said | Sequence[str | Said],
        *,
        at: datetime | str | None = None,
        role: Speaking | str = Speaking.USER,
        speaker: str = "",
        key: str | None = None,
        metadata: Metadata = NO_METADATA,
    ) -> Receipt:
        """Log what was said and keep what is worth keeping. When it returns, it is durable.

        Args:
            said: a text, a `Said`, or a list of them in the order they were said.
            at: when it was said, where a text or a `Said` does not say so itself; None means now.
            role: who spoke, for texts.
            speaker: the speaker's name, for texts.
            key: makes a retry safe: a second call with it returns the first receipt.
            metadata: kept with the turn, for texts.

        Returns:
            What became of each sentence: kept, merged, superseded, withdrawn or refused, by which
            rule and at which score.

        Raises:
            InputError, TooLargeError, TimeError: nothing was written.
            StoreError: nothing was written.
        """
        started = time.perf_counter()
        plain = Said(text="", at=at, role=_speaking(role), speaker=speaker, metadata=metadata)
        listed = isinstance(said, Sequence) and not isinstance(said, str)
        several: Sequence[object] = said if listed else [said]  # type: ignore[assignment]
        receipt = await self._store.remembering.remember(
            [_as_said(one, plain) for one in several], self.scope, key=key, now=self._now()
        )
        self._tell("remember", started, turns=len(receipt.turn_ids), units=len(receipt.unit_ids))
        return receipt

    async def recall(  # noqa: PLR0913 - `explain` asks for nothing, it only tells more
        self,
        question: str | Query,
        *,
        k: int | None = None,
        as_of: datetime | None = None,
        kinds: Sequence[Kind] = (),
        threshold: float | None = None,
        last_reply: str = "",
        explain: bool = False,
    ) -> Recall:
        """What is remembered that bears on a question, best first, each hit with its reasons.

        Args:
            question: a text, or a `Query` for full control.
            k: hard upper bound of hits.
            as_of: what was true then, in place of what is true now.
            kinds: only units of these kinds.
            threshold: least score, 0-1; 0 returns everything up to `k`.
            last_reply: what the assistant said last; follow-ups often attach to it.
            explain: also say how the question was read and what was dropped, and change nothing:
                no access is counted, and missing vectors stay missing.

        Raises:
            InputError, TooLargeError: an empty or too long question, or `k` over the limit.
            StoreError: the ledger could not be read.
        """
        started = time.perf_counter()
        asked = question
        if isinstance(asked, str):
            most = self._store.settings.retriever.k if k is None else k
            asked = Query(text=asked, scope=self._reach, k=most, as_of=as_of, kinds=tuple(kinds))
            asked = replace(asked, threshold=threshold, last_reply=last_reply)
        query = self._store.gateway.question(asked, self._reach)
        now = self._now()
        if not explain:
            await self._store.backfill.before_recall(query.scope, now=now)
        recall = await self._store.retriever.recall(query, now=now, explain=explain)
        if not explain:
            await self._store.count_accesses(recall, now)
        self._tell("recall", started, hits=len(recall.hits))
        return recall

    async def context(
        self,
        question: str | Query,
        *,
        k: int | None = None,
        tokens: int | None = None,
        last_reply: str = "",
    ) -> Context:
        """The background that a model gets for a question, within a hard budget of `tokens`.

        Raises:
            InputError, TooLargeError, StoreError: as `recall`.
        """
        settings = self._store.settings.reconstructor
        budget = settings.budget_tokens if tokens is None else tokens
        if budget < 1:
            raise InputError(f"a budget of {budget} tokens holds nothing", hint="1 or more")
        recall = await self.recall(question, k=k, last_reply=last_reply)
        profile = await self._store.ledger.units(self._reach, UnitFilter(kinds=STABLE_KINDS))
        return reconstruct(recall, profile, budget_tokens=budget, settings=settings)

    async def answer(
        self, question: str | Query, *, k: int | None = None, tokens: int | None = None
    ) -> Answer:
        """A reply composed from memories alone; it says so when nothing is known.

        Raises:
            InputError, TooLargeError, StoreError: as `recall`.
        """
        context = await self.context(question, k=k, tokens=tokens)
        return compose(context, self._store.settings.answer)

    async def memories(
        self, *, states: Sequence[State] = LIVE, kinds: Sequence[Kind] = ()
    ) -> list[Unit]:
        """The user's units, oldest first."""
        where = UnitFilter(states=tuple(states), kinds=tuple(kinds))
        return await self._store.ledger.units(self._reach, where)

    async def memory(self, unit_id: str) -> Unit:
        """One unit, in whatever state. Raises NotFoundError."""
        where = UnitFilter(ids=(unit_id,), states=())
        found = await self._store.ledger.units(self._reach, where)
        if not found:
            raise NotFoundError(f"no memory {unit_id!r}", hint="`memories` lists them")
        return found[0]

    async def turns(
        self, *, ids: Sequence[str] | None = None, last: int | None = None
    ) -> list[Turn]:
        """The user's turns as they were recorded: those named, or the last few, or all."""
        return await self._store.ledger.turns(self._reach, ids=ids, last=last)

    async def history(self, unit_id: str) -> list[HistoryEntry]:
        """The steps in a unit's life, oldest first. Raises NotFoundError."""
        unit = await self.memory(unit_id)
        return await self._store.ledger.history(self._reach, unit.id)

    async def retire(self, unit_id: str, *, reason: str = "") -> Unit:
        """Hide a unit from every recall; `restore` brings it back.

        Raises:
            NotFoundError: no such unit.
            InputError: it is retired already.
        """
        now = self._now()
        return await self._moved(unit_id, lambda unit: plan_retire(unit, now=now, reason=reason))

    async def restore(self, unit_id: str) -> Unit:
        """Bring a retired unit back.

        Raises:
            NotFoundError: no such unit.
            InputError: it is not retired.
        """
        now = self._now()
        return await self._moved(unit_id, lambda unit: plan_restore(unit, now=now))

    async def erase(self, unit_id: str, *, sources: bool = True) -> ErasureReceipt:
        """Remove a unit beyond recovery, and blank the sentences it came from in the turn log.

        A tombstone keeps it from coming back out of old text; the user may say it anew.

        Args:
            unit_id: what to erase.
            sources: False leaves the turn log as it is.

        Raises:
            NotFoundError: no such unit.
            StoreError: nothing was erased.
        """
        started = time.perf_counter()
        ledger, now = self._store.ledger, self._now()
        before = await ledger.counts(self._reach)

        async def decide() -> tuple[Sequence[Change], ErasureReceipt]:
            unit = await self.memory(unit_id)
            turn_ids = tuple(dict.fromkeys(source.turn_id for source in unit.sources))
            turns = {turn.id: turn for turn in await ledger.turns(self._reach, ids=turn_ids)}
            quotes = await quoting(ledger, self._reach, said_in(unit, turns))
            derived = [other for other in quotes if other.id != unit.id]
            secret = await ledger.secret()
            plans = partial(plan_erase, derived=derived, secret=secret, now=now, sources=sources)
            plan = await anyio.to_thread.run_sync(plans, unit, turns)
            steps = 0
            for gone in (unit, *derived):
                steps += len(await ledger.history(self._reach, gone.id))
            return plan.changes, plan.receipt(history=steps)

        receipt = await self._store.gateway.decided(self._reach, decide)
        self._store.forget_accesses(unit_id)
        await ledger.purge()
        after = await ledger.counts(self._reach)
        self._tell("erase", started, units=receipt.units)
        return replace(receipt, vectors=before["vectors"] - after["vectors"])

    async def rebuild(self) -> Rebuilt:
        """Derive the units anew from the turn log; see `retold.rebuilding.Rebuilding.rebuild`."""
        return await self._store.rebuilding.rebuild(self._reach, now=self._now())

    async def sweep(self, *, plan: bool = False) -> Sweep:
        """Let fade and evict what should; with `plan` only tell. See `retold.sweeping`."""
        return await self._store.sweep(self._reach, planned=plan)

    async def _moved(self, unit_id: str, plan: Callable[[Unit], UpdateUnit]) -> Unit:
        async def decide() -> tuple[Sequence[Change], Unit]:
            change = plan(await self.memory(unit_id))
            return [change], change.unit

        return await self._store.gateway.decided(self._reach, decide)

    def _now(self) -> datetime:
        return self._store.clock.now()

    def _tell(self, name: str, started: float, **counts: int) -> None:
        milliseconds = (time.perf_counter() - started) * 1000
        event = Event(name=name, scope=self.scope, milliseconds=milliseconds, counts=counts)
        self._store.listeners.tell(event)


def _as_said(one: object, plain: Said) -> Said:
    if isinstance(one, str):
        return replace(plain, text=one)
    if isinstance(one, Said):
        at = one.at if one.at is not None else plain.at
        return replace(one, at=at, role=_speaking(one.role))
    raise InputError(f"a {type(one).__name__} cannot be remembered", hint="pass a text or a Said")


def _speaking(role: Speaking | str) -> Speaking:
    if role not in tuple(Speaking):
        raise InputError(f"unknown role {role!r}", hint=f"one of {', '.join(Speaking)}")
    return Speaking(role)
