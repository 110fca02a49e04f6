"""The result of a run as plain data, as `--json` writes it."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retold.evaluate.metrics import average, bootstrap, by_group, percentile

Rows = Sequence[Mapping[str, float]]

_DECIMALS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What was run, on what, with what."""

    command: str
    dataset: str
    preset: str
    split: str
    embedder: str
    seed: int


def report(
    heading: Heading,
    rows: Rows,
    categories: Sequence[str],
    *,
    coverage: Rows = (),
    milliseconds: Sequence[float] = (),
    seconds: float = 0.0,
) -> dict[str, Any]:
    """The outer keys that all commands share.

    Args:
        heading: what was run.
        rows: the measures of each question, 0-1.
        categories: the category of each question.
        coverage: the covered share of each question's evidence, 0-1, by budget.
        milliseconds: the time of each recall.
        seconds: the time of the whole run.

    Returns:
        Shares in percent: `metrics` are means over questions, `macro` over categories, and
        `interval` is the 95 % bootstrap interval of `metrics`.
    """
    groups = by_group(rows, categories)
    return {
        "command": heading.command,
        "dataset": heading.dataset,
        "preset": heading.preset,
        "split": heading.split,
        "embedder": heading.embedder,
        "seed": heading.seed,
        "machine": machine(),
        "metrics": _rounded(average(rows)),
        "interval": {
            name: [round(end, _DECIMALS) for end in ends]
            for name, ends in bootstrap(rows, seed=heading.seed).items()
        },
        "macro": _rounded(
            average([{n: v / 100 for n, v in group.items()} for group in groups.values()])
        ),
        "by_category": {name: _rounded(group) for name, group in groups.items()},
        "coverage": _rounded(average(coverage)),
        "latency_ms": {
            "p50": round(percentile(milliseconds, 50), _DECIMALS),
            "p99": round(percentile(milliseconds, 99), _DECIMALS),
        },
        "questions": len(rows),
        "seconds": round(seconds, 1),
    }


def machine() -> str:
    """Processor, cores and Python, in a line."""
    cores = os.cpu_count() or 1
    processor = platform.processor() or platform.machine()
    return f"{processor}, {cores} cores, {platform.system()}, Python {platform.python_version()}"


def _rounded(shares: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, _DECIMALS) for name, value in shares.items()}
