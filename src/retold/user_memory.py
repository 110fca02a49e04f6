"""What one user's memory can do: a conversation goes in, a remembered background comes out.

Read it from top to bottom: remember, recall, context, answer, look, forget.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import IO

from retold.answer import compose
from retold.changes import Change, SetKeeping, UpdateUnit
from retold.erasing import Selection
from retold.errors import InputError, NotFoundError
from retold.forgetting import plan_pin, plan_restore, plan_retire
from retold.ports import LIVE, UnitFilter
from retold.reconstructor import STABLE_KINDS, reconstruct
from retold.records import (
    NO_METADATA,
    Answer,
    Context,
    ErasureReceipt,
    Exported,
    HistoryEntry,
    Hit,
    Kind,
    Metadata,
    Query,
    Rebuilt,
    Recall,
    Receipt,
    Restored,
    Said,
    Scanned,
    Scope,
    Speaking,
    State,
    Turn,
    Unit,
)
from retold.remembering import as_said, as_speaking
from retold.store import Store
from retold.sweeping import Sweep
from retold.telemetry import Event


class AsyncUserMemory:
    """What one user's memory can do. Get it from `AsyncMemory.user`."""

    def __init__(self, store: Store, scope: Scope, *, incognito: bool = False) -> None:
        """Bind a scope to an open store; incognito it reads and writes nothing."""
        self._store = store
        self._incognito = incognito
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
            rule and at which score. Of a user who asked that nothing be kept, and in an incognito
            session, nothing is written, and the receipt's `keeping` says so. A user asks for it
            by "don't save what I say" or 别记我的信息, until "you can remember again" or
            可以继续记了; of one session by "don't save this conversation" or 这次对话别记.

        Raises:
            InputError, TooLargeError, TimeError: nothing was written.
            StoreError: nothing was written.
        """
        started = time.perf_counter()
        plain = Said(text="", at=at, role=as_speaking(role), speaker=speaker, metadata=metadata)
        listed = isinstance(said, Sequence) and not isinstance(said, str)
        several: Sequence[object] = said if listed else [said]  # type: ignore[assignment]
        receipt = await self._store.remembering.remember(
            [as_said(one, plain) for one in several],
            self.scope,
            key=key,
            now=self._now(),
            incognito=self._incognito,
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

        With `retriever.rewrite_by_model` a language model is asked for other words, which are
        searched as well; where it fails, the recall's `note` says so.

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
        silent = explain or self._incognito
        recall = await self._store.recall(query, self.scope, explain=explain, silent=silent)
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

    async def erase(
        self,
        *unit_ids: str,
        turns: Sequence[str] = (),
        session: str | None = None,
        tag: str | None = None,
        sources: bool = True,
    ) -> ErasureReceipt:
        """Remove units beyond recovery, with all that was made of them; or turns as a whole.

        Tombstones keep it from coming back out of old text; the user may say it anew. All of it
        goes or, when an error is raised before it went, nothing.

        Args:
            unit_ids: units, in whatever state; the sentences they came from are blanked.
            turns: ids of turns that go from the log, with every unit that rests on one of them.
            session: every turn and unit of this session.
            tag: every unit with this tag.
            sources: False leaves sentences in turns that stay as they are.

        Raises:
            InputError: nothing was named.
            NotFoundError: something that was named is not there, or is somebody else's.
            StoreUnavailableError: nothing was erased; or, where the message says so, it was and
                only its bytes wait to be overwritten, see `AsyncMemory.purge`.
        """
        named = Selection(unit_ids=unit_ids, turn_ids=tuple(turns), session=session, tag=tag)
        return await self._erased(named, sources=sources)

    async def erase_all(self) -> ErasureReceipt:
        """Remove every turn and unit of the user beyond recovery, as `erase` does.

        What stays is the user's name, the tombstones, and whether they want to be remembered.
        Where nothing is kept the receipt says so in zeros. Raises StoreUnavailableError.
        """
        return await self._erased(Selection(everything=True), sources=True)

    async def candidates(self, text: str) -> list[Hit]:
        """What "forget my address" may mean: units and turns to choose from. Nothing is erased.

        Pass the ids of those that are meant to `erase`: of units as they are, of turns as `turns`.
        At most 20 are found by recall, the likeliest first; then every unit, also superseded and
        retired ones, of a slot that the text names.

        Args:
            text: what to forget ("my address"), or the wish as it was said, in Chinese or English.

        Raises:
            InputError, TooLargeError, StoreError: as `recall`.
        """
        asked = self._store.gateway.question(Query(text=text, scope=self._reach), self._reach)
        return await self._store.erasing.candidates(asked.text, asked, now=self._now())

    async def pin(self, unit_id: str) -> Unit:
        """Keep a unit from fading. Raises NotFoundError, and InputError if it is pinned already."""
        now = self._now()
        return await self._moved(unit_id, lambda unit: plan_pin(unit, now=now, pinned=True))

    async def unpin(self, unit_id: str) -> Unit:
        """Let a unit fade again. Raises NotFoundError, and InputError if it is not pinned."""
        now = self._now()
        return await self._moved(unit_id, lambda unit: plan_pin(unit, now=now, pinned=False))

    async def keeping(self, *, session: str | None = None) -> bool:
        """Whether what the user says is kept: until they ask otherwise, it is."""
        ledger = self._store.ledger
        silent = session is not None and session in await ledger.silences(self._reach)
        return not silent and await ledger.keeping(self._reach)

    async def keep_nothing(self, *, session: str | None = None) -> None:
        """Keep nothing of what the user says from now on, in any session or the one that is named.

        It holds on any path. What is there stays, and is recalled. Raises InputError, StoreError.
        """
        await self._set_keeping(session, keeping=False)

    async def keep_again(self, *, session: str | None = None) -> None:
        """Keep again what the user says, or says in a session. Raises as `keep_nothing`."""
        await self._set_keeping(session, keeping=True)

    async def export(self, to: str | Path | IO[str]) -> Exported:
        """Write everything of the user to a new file, or an open text file, as lines of JSON.

        Turns, units in every state with their history, and receipts: see
        `docs/reference/data-format.md`. Memory does not grow with it.

        Raises:
            InputError: the file exists, or its directory does not.
            ConflictError: something was erased meanwhile, which may be in what was written.
            StoreError: nothing is left of a file that was named.
        """
        await self._store.write_accesses()
        return await self._store.exporting.export(self._reach, to, now=self._now())

    async def restore_from(self, path: str | Path) -> Restored:
        """Read an export of one user, whoever it was of, into this user's memory.

        What was erased stays away, nothing comes twice, and of two tellings the newer wins. The
        file is looked through first; then it is written in batches, each whole: what is cut off is
        completed by doing it again.

        Raises:
            DatasetError: a line does not follow the format, or a limit; nothing was written.
            InputError: the exports of several users, or the user wants nothing kept.
            StoreError: whole batches were written.
        """
        self._writing()
        return await self._store.restoring.restore(path, self._reach, now=self._now())

    async def rebuild(self) -> Rebuilt:
        """Derive the units anew from the turn log; see `retold.rebuilding.Rebuilding.rebuild`."""
        self._writing()
        return await self._store.rebuilding.rebuild(self._reach, now=self._now())

    async def sweep(self, *, plan: bool = False) -> Sweep:
        """Let fade and evict what should; with `plan` only tell. See `retold.sweeping`."""
        if not plan:
            self._writing()
        return await self._store.sweep(self._reach, planned=plan)

    async def scan(self) -> Scanned:
        """Let the language model look once more at the last turns that came one by one.

        It does so by itself after `model.scan_turns` turns or a silence; call this when a session
        ends. Without a model nothing is done.

        Returns:
            An outcome for each statement that it found, and notes on what went wrong.

        Raises:
            StoreError: what was not looked at yet waits on.
        """
        self._writing()
        return await self._store.scanning.everything(self._reach, now=self._now())

    async def _erased(self, selection: Selection, *, sources: bool) -> ErasureReceipt:
        started = time.perf_counter()
        self._writing()
        receipt = await self._store.erasing.erase(
            selection, self._reach, sources=sources, now=self._now()
        )
        self._tell("erase", started, units=receipt.units, turns=receipt.turns)
        return receipt

    async def _set_keeping(self, session: str | None, *, keeping: bool) -> None:
        self._writing()
        self._store.gateway.scope(replace(self._reach, session=session))
        change = SetKeeping(scope=self._reach, keeping=keeping, only=session)
        await self._store.gateway.write([change])

    def _writing(self) -> None:
        if self._incognito:
            raise InputError("an incognito session writes nothing", hint="open one that is not")

    async def _moved(self, unit_id: str, plan: Callable[[Unit], UpdateUnit]) -> Unit:
        self._writing()

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
