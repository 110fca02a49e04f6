"""What happened, told to whoever listens in this process. Nothing leaves the process.

A listener is any callable that takes an `Event`. It runs in the caller's task, so it must be
quick; what it raises is the caller's to see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from retold.records import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One finished operation: its name, whose it was, how long it took, and its counts."""

    name: str
    scope: Scope
    milliseconds: float
    counts: Mapping[str, int] = field(default_factory=dict)


Listener = Callable[[Event], None]


class Listeners:
    """The listeners of one memory."""

    def __init__(self) -> None:
        """Start with no listener."""
        self._listeners: list[Listener] = []

    def add(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every event from now on; the result removes it again."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def tell(self, event: Event) -> None:
        """Pass an event to every listener, in the order they were added."""
        for listener in tuple(self._listeners):
            listener(event)
