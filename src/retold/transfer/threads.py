"""Files in an event loop: what opens and closes them blocks, so it is done in a thread."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, AbstractContextManager
from types import TracebackType
from typing import Generic, TypeVar

from anyio import CancelScope
from anyio.to_thread import run_sync as to_thread

Opened = TypeVar("Opened")


class InThreads(AbstractAsyncContextManager[Opened, None], Generic[Opened]):
    """A context manager that is entered and left in worker threads."""

    def __init__(self, manager: AbstractContextManager[Opened]) -> None:
        """Wrap a manager that was not entered yet."""
        self._manager = manager

    async def __aenter__(self) -> Opened:
        return await to_thread(self._manager.__enter__)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # What opens a file swallows no error.
        with CancelScope(shield=True):
            await to_thread(self._manager.__exit__, kind, error, trace)
