"""Tables of what was measured on a data set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from retold.cli.output import Output, joined, visible

Run = Mapping[str, Any]

# An area under a curve is a share of 1, everything else of 100 or of 1,000.
_AREAS = ("auc", "auroc")


def measured_parts(output: Output, runs: Sequence[Run]) -> list[RenderableType]:
    """Runs of one measurement on one data set: all questions, each category, and a line."""
    metrics = list(runs[0]["metrics"])
    metrics += [name for run in runs for name in run["metrics"] if name not in metrics]
    table = output.table("preset", *map(_heading, metrics), "p50/p99 ms")
    table.columns[0].no_wrap = True
    for run in runs:
        table.add_row(
            Text(run["preset"], "accent"),
            *(
                _score(name, run["metrics"].get(name), run["interval"].get(name))
                for name in metrics
            ),
            f"{run['latency_ms']['p50']:.0f}/{run['latency_ms']['p99']:.0f}",
        )
    _numbers_right(table, after=1)
    run = runs[0]
    line = joined(
        (
            run["dataset"],
            output.words("split {split}", split=run["split"]),
            output.words("{count} questions", count=f"{run['questions']:,}"),
            output.words("noise {times} times", times=run["noise"]) if "noise" in run else "",
            run["embedder"],
            output.words("seed {seed}", seed=run["seed"]),
            f"{sum(r['seconds'] for r in runs):.0f} s",
        )
    )
    parts = [table, "", *_by_category(output, runs), *_coverage(output, runs)]
    return [*parts, Text(line, "quiet")]


def _by_category(output: Output, runs: Sequence[Run]) -> list[RenderableType]:
    """The measures of each category, where there are several."""
    if all(len(run["by_category"]) < 2 for run in runs):
        return []
    groups = [(run, name, shares) for run in runs for name, shares in run["by_category"].items()]
    metrics = list(dict.fromkeys(name for _, _, shares in groups for name in shares))
    table = output.table("preset", "category", *map(_heading, metrics))
    for run, name, shares in groups:
        values = (_score(metric, shares.get(metric), None) for metric in metrics)
        table.add_row(Text(run["preset"], "accent"), Text(name), *values)
    _numbers_right(table, after=2)
    return [table, ""]


def _coverage(output: Output, runs: Sequence[Run]) -> list[RenderableType]:
    """How much of the evidence a context cites, by its budget of tokens."""
    if not runs[0].get("coverage"):
        return []
    budgets = list(runs[0]["coverage"])
    table = output.table("context of … tokens", *budgets)
    for run in runs:
        shares = (f"{run['coverage'][budget]:.1f}" for budget in budgets)
        table.add_row(Text(run["preset"], "accent"), *shares)
    return [table, ""]


def writing_parts(output: Output, runs: Sequence[Run]) -> list[RenderableType]:
    """Runs of `eval writing`: all turns, each language, and a line."""
    # A writer that keeps nothing has no precision.
    metrics = list(dict.fromkeys(name for run in runs for name in run["metrics"]))
    table = output.table("writer", "preset", *map(_heading, metrics))
    for run in runs:
        table.add_row(
            Text(run["writer"], "accent"),
            run["preset"],
            *(
                _score(name, run["metrics"].get(name), run["interval"].get(name))
                for name in metrics
            ),
        )
    by_language = output.table("writer", "preset", "language", "precision", "recall", "golden")
    for run in runs:
        for language, shares in run["by_language"].items():
            values = (shares.get(name) for name in ("precision", "recall", "golden_recall"))
            shown = ("" if value is None else f"{value:.1f}" for value in values)
            by_language.add_row(Text(run["writer"], "accent"), run["preset"], language, *shown)
    run = runs[0]
    line = joined(
        (
            run["dataset"],
            output.words("split {split}", split=run["split"]),
            f"{run['turns']:,} turns",
            run["embedder"],
            # The writers of a preset are measured in one run.
            f"{sum({r['preset']: r['seconds'] for r in runs}.values()):.0f} s",
        )
    )
    parts: list[RenderableType] = [table, ""]
    parts += [by_language, ""] if by_language.rows else []
    for run in runs:
        parts += _model(output, run["model"]) if "model" in run else []
    return [*parts, Text(line, "quiet")]


def _model(output: Output, told: Mapping[str, Any]) -> list[RenderableType]:
    """What a model did, and why it did not where calls failed."""
    table = output.table("model", "calls", "failed", "added", "refused", "left out")
    counts = (told[name] for name in ("calls", "failed", "added", "refused", "left_out"))
    table.add_row(Text(visible(told["name"]), "accent"), *(f"{count:,}" for count in counts))
    notes = [Text(f"{count:,} × {visible(note)}", "weak") for note, count in told["notes"].items()]
    return [table, *notes, ""]


def _heading(metric: str) -> str:
    return metric.replace("_", " ")


def _numbers_right(table: Table, *, after: int) -> None:
    for column in table.columns[after:]:
        column.justify = "right"


def _score(name: str, value: float | None, interval: Sequence[float] | None) -> Text:
    if value is None:
        return Text("")
    is_area = name in _AREAS
    shown = Text(f"{value:.3f}" if is_area else f"{value:.1f}")
    if interval:
        low, high = (f"{end:.2f}" if is_area else f"{end:.0f}" for end in interval)
        shown.append(f"\n{low}-{high}", "quiet")
    return shown
