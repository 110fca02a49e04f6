"""Speed of remembering one turn at a time, vectors left for later, beside the disk's own sync.

    python bench/remember.py [--turns 2000] [--directory .] [--json]

The turns are those of `training/writing`, in both languages, a user a conversation. `remember_ms`
is synced to disk; `sync_ms` is a plain append and sync of as many bytes as one turn leaves in the
log, taken in turn with it; `beyond_ms` is the median of what a call takes longer than that. More
turns than there are go round again, with new users: with `--turns 100000`, `most_megabytes` tells
whether memory stays flat. It is the most that the process ever held, after each tenth of the turns.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

import anyio

from retold import AsyncMemory, Said
from retold.settings import load

WRITING = Path(__file__).parent.parent / "training" / "writing"
# The first turns load dictionaries and fill caches.
WARM_UP = 100


class Later:
    """A present after every turn."""

    def now(self) -> datetime:
        return datetime(2027, 6, 1, tzinfo=UTC)


def said(limit: int) -> list[tuple[str, Said]]:
    """Conversation and message, English and Chinese conversations in turn."""
    files = [sorted(WRITING.glob(f"{language}-0*.jsonl")) for language in ("en", "zh")]
    lines = [
        [json.loads(line) for file in some for line in file.read_text("utf-8").splitlines()]
        for some in files
    ]
    turns = [
        (
            row["conversation"],
            Said(
                text=row["text"],
                speaker=row["speaker"],
                role=row["role"],
                at=row["at"],
                session=row["session"],
            ),
        )
        for both in zip(*lines, strict=False)
        for row in both
        if row["type"] == "turn"
    ]
    rounds = -(-limit // len(turns))
    again = [(f"{name} {round_}", one) for round_ in range(rounds) for name, one in turns]
    return again[:limit]


def most_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def bytes_of(file: Path) -> int:
    return file.stat().st_size


def sync_milliseconds(file: BinaryIO, size: int) -> float:
    file.write(os.urandom(size))
    file.flush()
    started = time.perf_counter()
    os.fsync(file.fileno())
    return (time.perf_counter() - started) * 1000


async def measure(directory: Path, turns: int) -> dict[str, Any]:
    settings = load({"embedder.when": "later"})
    taken: list[float] = []
    syncs: list[float] = []
    processor: list[float] = []
    most: list[float] = []
    with (
        tempfile.TemporaryDirectory(dir=directory) as folder,
        tempfile.TemporaryFile(dir=directory) as plain,
    ):
        path = Path(folder) / "memory.db"
        log = Path(f"{path}-wal")
        async with await AsyncMemory.open(path, settings=settings, clock=Later()) as memory:
            size = 0
            for conversation, one in said(turns + WARM_UP):
                before = bytes_of(log)
                spent = time.process_time()
                started = time.perf_counter()
                await memory.user(conversation).remember(one)
                taken.append((time.perf_counter() - started) * 1000)
                processor.append((time.process_time() - spent) * 1000)
                size = max(bytes_of(log) - before, 0) or size
                syncs.append(sync_milliseconds(plain, size))
                if len(taken) % (turns // 10 or 1) == 0:
                    most.append(round(most_megabytes(), 1))
    beyond = [one - sync for one, sync in zip(taken, syncs, strict=True)]
    return {
        "turns": len(taken) - WARM_UP,
        "remember_ms": statistics.median(taken[WARM_UP:]),
        "sync_ms": statistics.median(syncs[WARM_UP:]),
        "beyond_ms": statistics.median(beyond[WARM_UP:]),
        "processor_ms": statistics.median(processor[WARM_UP:]),
        "most_megabytes": most,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=2000)
    parser.add_argument("--directory", type=Path, default=Path(), help="a disk to measure")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    result = anyio.run(measure, given.directory, given.turns)
    if given.json:
        print(json.dumps(result))
        return
    for name, value in result.items():
        shown = f"{value:9.3f}" if isinstance(value, float) else f"{value!s:>9}"
        print(f"{name:14} {shown}")


if __name__ == "__main__":
    main()
