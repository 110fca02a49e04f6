"""The same memory without `await`: every method calls its namesake over a blocking portal.

One event loop in one background thread serves a `Memory`; calls from several threads are safe.
It is closed by `close`, by leaving the `with` block, or when the program ends.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any, ParamSpec, Self, TypeVar
from weakref import WeakSet

from anyio.from_thread import BlockingPortal, start_blocking_portal

from retold.memory import AsyncMemory
from retold.ports import LIVE, ChatModel, Clock, Embedder, Reranker, Traces
from retold.records import (
    NO_METADATA,
    Answer,
    BroughtBack,
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
from retold.settings import Settings
from retold.sweeping import Sweep
from retold.telemetry import Listener
from retold.upkeep import Maintained, Progress
from retold.user_memory import AsyncUserMemory

P = ParamSpec("P")
T = TypeVar("T")


class _Loop:
    """An event loop in a thread of its own, and the way to call into it."""

    def __init__(self) -> None:
        self._manager = start_blocking_portal()
        self._portal: BlockingPortal | None = self._manager.__enter__()
        _open_loops.add(self)
        _watch_for_the_end()

    def call(self, function: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._portal is None:
            raise RuntimeError("this memory is closed")

        async def run() -> T:
            return await function(*args, **kwargs)

        return self._portal.call(run)

    def close(self) -> None:
        if self._portal is not None:
            self._portal = None
            self._manager.__exit__(None, None, None)


_open_loops: WeakSet[_Loop] = WeakSet()
_watching = threading.Lock()


def _watch_for_the_end() -> None:
    """End the loops with the main thread: the interpreter waits for their threads."""
    if _watching.acquire(blocking=False):
        threading.Thread(target=_close_at_the_end, name="retold-at-exit").start()


def _close_at_the_end() -> None:
    threading.main_thread().join()
    for loop in tuple(_open_loops):
        loop.close()


class Memory:
    """A store of many users' memories. Open it with `Memory.open(path)`."""

    def __init__(self, memory: AsyncMemory, loop: _Loop) -> None:
        """Wrap an open memory; callers use `open`."""
        self._memory = memory
        self._loop = loop

    @classmethod
    def open(  # noqa: PLR0913 - as its namesake
        cls,
        path: str | Path = "memory.db",
        *,
        preset: str | None = None,
        settings: Settings | None = None,
        embedder: Embedder | None = None,
        clock: Clock | None = None,
        model: ChatModel | None = None,
        reranker: Reranker | None = None,
    ) -> Memory:
        """See `AsyncMemory.open`."""
        loop = _Loop()
        try:
            memory = loop.call(
                AsyncMemory.open,
                path,
                preset=preset,
                settings=settings,
                embedder=embedder,
                clock=clock,
                model=model,
                reranker=reranker,
            )
        except BaseException:
            loop.close()
            raise
        return cls(memory, loop)

    @property
    def settings(self) -> Settings:
        """See `AsyncMemory.settings`."""
        return self._memory.settings

    def user(
        self,
        user: str,
        *,
        tenant: str = "default",
        agent: str | None = None,
        session: str | None = None,
        incognito: bool = False,
    ) -> UserMemory:
        """See `AsyncMemory.user`."""
        bound = self._memory.user(
            user, tenant=tenant, agent=agent, session=session, incognito=incognito
        )
        return UserMemory(bound, self._loop)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """See `AsyncMemory.listen`; the listener runs in the loop's thread."""
        return self._memory.listen(listener)

    def users(self, tenant: str | None = None) -> list[Scope]:
        """See `AsyncMemory.users`."""
        return self._loop.call(self._memory.users, tenant)

    def fill(self, progress: Callable[[int], None] | None = None) -> int:
        """See `AsyncMemory.fill`; `progress` runs in the loop's thread."""
        return self._loop.call(self._memory.fill, progress)

    def backup(self, path: str | Path) -> None:
        """See `AsyncMemory.backup`."""
        self._loop.call(self._memory.backup, path)

    @classmethod
    def restore_backup(
        cls,
        backup: str | Path,
        path: str | Path = "memory.db",
        *,
        settings: Settings | None = None,
        progress: Progress | None = None,
    ) -> BroughtBack:
        """See `AsyncMemory.restore_backup`."""
        loop = _Loop()
        try:
            return loop.call(
                AsyncMemory.restore_backup, backup, path, settings=settings, progress=progress
            )
        finally:
            loop.close()

    def restore_from(
        self, path: str | Path, progress: Progress | None = None
    ) -> list[tuple[Scope, Restored]]:
        """See `AsyncMemory.restore_from`; `progress` runs in the loop's thread."""
        return self._loop.call(self._memory.restore_from, path, progress)

    def verify(self, receipt: ErasureReceipt) -> bool:
        """See `AsyncMemory.verify`."""
        return self._loop.call(self._memory.verify, receipt)

    def traces(self, *texts: str) -> Traces:
        """See `AsyncMemory.traces`."""
        return self._loop.call(self._memory.traces, *texts)

    def purge(self) -> None:
        """See `AsyncMemory.purge`."""
        self._loop.call(self._memory.purge)

    def health(self) -> dict[str, Any]:
        """See `AsyncMemory.health`."""
        return self._loop.call(self._memory.health)

    def maintain(self, progress: Progress | None = None) -> Maintained:
        """See `AsyncMemory.maintain`; `progress` runs in the loop's thread."""
        return self._loop.call(self._memory.maintain, progress)

    def close(self) -> None:
        """See `AsyncMemory.close`."""
        self._loop.call(self._memory.close)
        self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class UserMemory:
    """What one user's memory can do. Get it from `Memory.user`."""

    def __init__(self, memory: AsyncUserMemory, loop: _Loop) -> None:
        """Wrap a user's memory."""
        self._memory = memory
        self._loop = loop

    @property
    def scope(self) -> Scope:
        """Whose memory this is."""
        return self._memory.scope

    def remember(
        self,
        said: str | Said | Sequence[str | Said],
        *,
        at: datetime | str | None = None,
        role: Speaking | str = Speaking.USER,
        speaker: str = "",
        key: str | None = None,
        metadata: Metadata = NO_METADATA,
    ) -> Receipt:
        """See `AsyncUserMemory.remember`."""
        return self._loop.call(
            self._memory.remember,
            said,
            at=at,
            role=role,
            speaker=speaker,
            key=key,
            metadata=metadata,
        )

    def recall(  # noqa: PLR0913 - as its namesake
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
        """See `AsyncUserMemory.recall`."""
        return self._loop.call(
            self._memory.recall,
            question,
            k=k,
            as_of=as_of,
            kinds=kinds,
            threshold=threshold,
            last_reply=last_reply,
            explain=explain,
        )

    def context(
        self,
        question: str | Query,
        *,
        k: int | None = None,
        tokens: int | None = None,
        last_reply: str = "",
    ) -> Context:
        """See `AsyncUserMemory.context`."""
        return self._loop.call(
            self._memory.context, question, k=k, tokens=tokens, last_reply=last_reply
        )

    def answer(
        self, question: str | Query, *, k: int | None = None, tokens: int | None = None
    ) -> Answer:
        """See `AsyncUserMemory.answer`."""
        return self._loop.call(self._memory.answer, question, k=k, tokens=tokens)

    def memories(self, *, states: Sequence[State] = LIVE, kinds: Sequence[Kind] = ()) -> list[Unit]:
        """See `AsyncUserMemory.memories`."""
        return self._loop.call(self._memory.memories, states=states, kinds=kinds)

    def memory(self, unit_id: str) -> Unit:
        """See `AsyncUserMemory.memory`."""
        return self._loop.call(self._memory.memory, unit_id)

    def turns(self, *, ids: Sequence[str] | None = None, last: int | None = None) -> list[Turn]:
        """See `AsyncUserMemory.turns`."""
        return self._loop.call(self._memory.turns, ids=ids, last=last)

    def history(self, unit_id: str) -> list[HistoryEntry]:
        """See `AsyncUserMemory.history`."""
        return self._loop.call(self._memory.history, unit_id)

    def retire(self, unit_id: str, *, reason: str = "") -> Unit:
        """See `AsyncUserMemory.retire`."""
        return self._loop.call(self._memory.retire, unit_id, reason=reason)

    def restore(self, unit_id: str) -> Unit:
        """See `AsyncUserMemory.restore`."""
        return self._loop.call(self._memory.restore, unit_id)

    def pin(self, unit_id: str) -> Unit:
        """See `AsyncUserMemory.pin`."""
        return self._loop.call(self._memory.pin, unit_id)

    def unpin(self, unit_id: str) -> Unit:
        """See `AsyncUserMemory.unpin`."""
        return self._loop.call(self._memory.unpin, unit_id)

    def erase(
        self,
        *unit_ids: str,
        turns: Sequence[str] = (),
        session: str | None = None,
        tag: str | None = None,
        sources: bool = True,
    ) -> ErasureReceipt:
        """See `AsyncUserMemory.erase`."""
        return self._loop.call(
            self._memory.erase, *unit_ids, turns=turns, session=session, tag=tag, sources=sources
        )

    def erase_all(self) -> ErasureReceipt:
        """See `AsyncUserMemory.erase_all`."""
        return self._loop.call(self._memory.erase_all)

    def candidates(self, text: str) -> list[Hit]:
        """See `AsyncUserMemory.candidates`."""
        return self._loop.call(self._memory.candidates, text)

    def keeping(self, *, session: str | None = None) -> bool:
        """See `AsyncUserMemory.keeping`."""
        return self._loop.call(self._memory.keeping, session=session)

    def keep_nothing(self, *, session: str | None = None) -> None:
        """See `AsyncUserMemory.keep_nothing`."""
        self._loop.call(self._memory.keep_nothing, session=session)

    def keep_again(self, *, session: str | None = None) -> None:
        """See `AsyncUserMemory.keep_again`."""
        self._loop.call(self._memory.keep_again, session=session)

    def export(self, to: str | Path | IO[str]) -> Exported:
        """See `AsyncUserMemory.export`."""
        return self._loop.call(self._memory.export, to)

    def restore_from(self, path: str | Path) -> Restored:
        """See `AsyncUserMemory.restore_from`."""
        return self._loop.call(self._memory.restore_from, path)

    def rebuild(self) -> Rebuilt:
        """See `AsyncUserMemory.rebuild`."""
        return self._loop.call(self._memory.rebuild)

    def scan(self) -> Scanned:
        """See `AsyncUserMemory.scan`."""
        return self._loop.call(self._memory.scan)

    def sweep(self, *, plan: bool = False) -> Sweep:
        """See `AsyncUserMemory.sweep`."""
        return self._loop.call(self._memory.sweep, plan=plan)
