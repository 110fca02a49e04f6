"""A rest after a failure, so that recalls do not wait for a dead endpoint each time."""

from __future__ import annotations

import time


class Pause:
    """Lasts so many seconds from the last failure."""

    def __init__(self, seconds: float) -> None:
        """None has begun."""
        self._seconds = seconds
        self._until_seconds = 0.0
        self.reason = ""

    @property
    def lasts(self) -> bool:
        """Whether a failure was a moment ago."""
        return time.monotonic() < self._until_seconds

    def begin(self, reason: str) -> None:
        """It has just failed, and why."""
        self._until_seconds = time.monotonic() + self._seconds
        self.reason = reason
