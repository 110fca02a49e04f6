from datetime import UTC, datetime, timedelta

import pytest

from retold import Memory, load


class SteppingClock:
    """Starts at a fixed moment and moves only when told."""

    def __init__(self):
        self.moment = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)

    def now(self):
        return self.moment

    def pass_time(self, **delta):
        self.moment += timedelta(**delta)


@pytest.fixture
def clock():
    return SteppingClock()


@pytest.fixture
def quick_settings():
    return load({"embedder.driver": "hashing"}, environment={})


@pytest.fixture
def memory(tmp_path, quick_settings, clock):
    with Memory.open(tmp_path / "memory.db", settings=quick_settings, clock=clock) as opened:
        yield opened
