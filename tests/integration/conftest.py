from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from retold import EmbedderError, Memory, load


class SteppingClock:
    """Starts at a fixed moment and moves only when told."""

    def __init__(self):
        self.moment = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)

    def now(self):
        return self.moment

    def pass_time(self, **delta):
        self.moment += timedelta(**delta)


class MoodyEmbedder:
    """Works, fails or answers in the wrong length, as told."""

    identity = "moody/1/8"
    dimensions = 8

    def __init__(self):
        self.mood = "well"
        self.calls = 0

    def embed(self, texts, *, purpose):
        self.calls += 1
        if self.mood == "ill":
            raise EmbedderError("the embedder is down")
        length = 8 if self.mood == "well" else 7
        vectors = []
        for text in texts:
            seed = np.frombuffer(text.encode().ljust(8, b"\0")[:8], dtype=np.uint8).astype(
                np.float32
            )
            vector = (seed + 1)[:length]
            vectors.append((vector / np.linalg.norm(vector))[None, :])
        return vectors


@pytest.fixture
def clock():
    return SteppingClock()


@pytest.fixture
def embedder():
    return MoodyEmbedder()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory.db"


@pytest.fixture
def opened(path, clock):
    memories = []

    def open_one(settings=None, **options):
        chosen = load({"embedder.driver": "hashing", **(settings or {})}, environment={})
        memory = Memory.open(path, settings=chosen, clock=clock, **options)
        memories.append(memory)
        return memory

    yield open_one
    for memory in memories:
        try:
            memory.close()
        except RuntimeError:
            continue  # the test closed it itself
