"""The result of a run as plain data, as `--json` writes it."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from retold.evaluate.metrics import average, bootstrap, by_group, percentile

Rows = Sequence[Mapping[str, float]]
Shares = Mapping[str, float]

NOTHING: Shares = MappingProxyType({})
# The one measure that is a share of 1.
AREA = "auroc"
_DECIMALS = 2
_AREA_DECIMALS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What was run, on what, with what."""

    command: str
    dataset: str
    preset: str
    split: str
    embedder: str
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a run found: shares as they are reported, and the time of each recall."""

    metrics: Shares
    interval: Mapping[str, Sequence[float]]
    by_category: Mapping[str, Shares]
    coverage: Shares = field(default_factory=lambda: NOTHING)
    milliseconds: Sequence[float]
    questions: int


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
    return outline(
        heading,
        Measured(
            metrics=average(rows),
            interval=bootstrap(rows, seed=heading.seed),
            by_category=groups,
            coverage=average(coverage),
            milliseconds=milliseconds,
            questions=len(rows),
        ),
        seconds=seconds,
    )


def outline(heading: Heading, measured: Measured, *, seconds: float) -> dict[str, Any]:
    """The outer keys around measures; `macro` is their mean over the categories that have them."""
    return {
        "command": heading.command,
        "dataset": heading.dataset,
        "preset": heading.preset,
        "split": heading.split,
        "embedder": heading.embedder,
        "seed": heading.seed,
        "machine": machine(),
        "metrics": rounded(measured.metrics),
        "interval": {
            name: [round(end, _decimals(name)) for end in ends]
            for name, ends in measured.interval.items()
        },
        "macro": rounded(_macro(measured.by_category)),
        "by_category": {name: rounded(group) for name, group in measured.by_category.items()},
        "coverage": rounded(measured.coverage),
        "latency_ms": {
            "p50": round(percentile(measured.milliseconds, 50), _DECIMALS),
            "p99": round(percentile(measured.milliseconds, 99), _DECIMALS),
        },
        "questions": measured.questions,
        "seconds": round(seconds, 1),
    }


def machine() -> str:
    """Processor, cores and Python, in a line."""
    cores = os.cpu_count() or 1
    processor = platform.processor() or platform.machine()
    return f"{processor}, {cores} cores, {platform.system()}, Python {platform.python_version()}"


def _macro(by_category: Mapping[str, Shares]) -> dict[str, float]:
    names = dict.fromkeys(name for group in by_category.values() for name in group)
    return {
        name: statistics.fmean(group[name] for group in by_category.values() if name in group)
        for name in names
    }


def rounded(shares: Shares) -> dict[str, float]:
    """Shares with as many decimals as tell something."""
    return {name: round(value, _decimals(name)) for name, value in shares.items()}


def _decimals(name: str) -> int:
    """An area under a curve is a share of 1, everything else one of 100."""
    return _AREA_DECIMALS if name == AREA else _DECIMALS
