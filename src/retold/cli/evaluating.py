"""The commands that measure quality on a data set: `eval retrieval`, `eval writing`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import typer
from rich.console import RenderableType
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.output import joined, visible
from retold.cli.results import deliver
from retold.errors import SettingsError
from retold.evaluate.retrieval import RetrievalOptions, run_retrieval
from retold.evaluate.writers import WriterName
from retold.evaluate.writing import WritingOptions, run_writing

app = typer.Typer()
evaluation = typer.Typer(help="Measure quality on a data set.")
app.add_typer(evaluation, name="eval")


@register(
    evaluation,
    "retrieval",
    examples=(
        "retold eval retrieval locomo.jsonl --preset verbatim",
        "retold eval retrieval locomo.jsonl --preset all --json results.json",
    ),
    without=("user", "db", "preset", "json"),
)
def retrieval(
    common: Common,
    file: Annotated[Path, typer.Argument(help="JSONL of the data format, or LoCoMo's JSON.")],
    *,
    preset: Annotated[str, typer.Option(help="A preset, or `all` of them.")] = "selective",
    split: Annotated[
        Literal["tune", "test", "all"], typer.Option(help="Which conversations.")
    ] = "all",
    k: Annotated[int, typer.Option(min=1, help="Hits a question.")] = 25,
    only: Annotated[
        Literal["keywords", "vectors"] | None, typer.Option(help="One signal alone.")
    ] = None,
    undated: Annotated[bool, typer.Option("--undated", help="Keep dates out of the text.")] = False,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only the first few conversations.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the intervals.")] = 0,
    json: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write JSON; `-` is stdout.")
    ] = None,
) -> None:
    """Ask the questions of a data set, and count how often the evidence is found."""
    options = RetrievalOptions(
        preset=preset, split=split, k=k, only=only, undated=undated, limit=limit, seed=seed
    )
    with common.output.progress() as progress:
        task = progress.add_task(file.name, total=None)
        result = run_retrieval(
            file, options, lambda done, total: progress.update(task, completed=done, total=total)
        )
    runs = result if isinstance(result, list) else [result]
    deliver(common, result, _parts(common, runs), json)


@register(
    evaluation,
    "writing",
    examples=(
        "retold eval writing",
        "retold eval writing locomo.jsonl --split test --writers trained,rules",
        "retold eval writing --writers rules,trained,model --limit 2",
    ),
    without=("user", "db", "preset", "json"),
)
def writing(
    common: Common,
    file: Annotated[
        Path | None,
        typer.Argument(help="A data set or a folder of them; without it, our own labelled turns."),
    ] = None,
    *,
    writers: Annotated[
        str,
        typer.Option(help="Who writes: `trained`, `rules`, `model`, or several, with commas."),
    ] = "trained",
    preset: Annotated[str, typer.Option(help="A preset.")] = "selective",
    split: Annotated[
        Literal["tune", "test", "all"], typer.Option(help="Which conversations.")
    ] = "test",
    limit: Annotated[
        int | None, typer.Option(min=1, help="Only the first few conversations.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the intervals.")] = 0,
    json: Annotated[
        str | None, typer.Option("--json", metavar="FILE", help="Write JSON; `-` is stdout.")
    ] = None,
) -> None:
    """Judge the turns of a data set, and count how many of those that matter are kept."""
    options = WritingOptions(
        preset=preset, writers=_writers(writers), split=split, limit=limit, seed=seed
    )
    with common.output.progress() as progress:
        task = progress.add_task(writers, total=None)
        runs = run_writing(
            file, options, lambda done, total: progress.update(task, completed=done, total=total)
        )
    deliver(common, runs if len(runs) > 1 else runs[0], _judged(common, runs), json)


def _writers(names: str) -> tuple[WriterName, ...]:
    known: dict[str, WriterName] = {name: name for name in get_args(WriterName)}
    asked = dict.fromkeys(name.strip() for name in names.split(","))
    for name in asked:
        if name not in known:
            raise SettingsError(f"no writer {name!r}", hint=f"one of: {', '.join(known)}")
    return tuple(known[name] for name in asked)


def _judged(common: Common, runs: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    output = common.output
    # A writer that keeps nothing has no precision.
    metrics = list(dict.fromkeys(name for run in runs for name in run["metrics"]))
    table = output.table("writer", *(name.replace("_", " ") for name in metrics))
    for run in runs:
        table.add_row(
            Text(run["writer"], "accent"),
            *(_score(run["metrics"].get(name), run["interval"].get(name)) for name in metrics),
        )
    by_language = output.table("writer", "language", "precision", "recall", "golden")
    for run in runs:
        for language, shares in run["by_language"].items():
            values = (shares.get(name) for name in ("precision", "recall", "golden_recall"))
            shown = ("" if value is None else f"{value:.1f}" for value in values)
            by_language.add_row(Text(run["writer"], "accent"), language, *shown)
    run = runs[0]
    line = joined(
        (
            run["dataset"],
            output.words("split {split}", split=run["split"]),
            f"{run['turns']:,} turns",
            run["embedder"],
            f"{run['seconds']:.0f} s",
        )
    )
    parts: list[RenderableType] = [table, ""]
    parts += [by_language, ""] if by_language.rows else []
    for run in runs:
        parts += _model(common, run["model"]) if "model" in run else []
    return [*parts, Text(line, "quiet")]


def _model(common: Common, told: Mapping[str, Any]) -> list[RenderableType]:
    """What a model did, and why it did not where calls failed."""
    output = common.output
    table = output.table("model", "calls", "failed", "added", "refused", "left out")
    counts = (told[name] for name in ("calls", "failed", "added", "refused", "left_out"))
    table.add_row(Text(visible(told["name"]), "accent"), *(f"{count:,}" for count in counts))
    notes = [Text(f"{count:,} × {visible(note)}", "weak") for note, count in told["notes"].items()]
    return [table, *notes, ""]


def _parts(common: Common, runs: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    output = common.output
    metrics = list(runs[0]["metrics"])
    table = output.table("preset", *metrics, "p50/p99 ms")
    table.columns[0].no_wrap = True
    for run in runs:
        intervals = run.get("interval", {})
        table.add_row(
            Text(run["preset"], "accent"),
            *(_score(run["metrics"][name], intervals.get(name)) for name in metrics),
            f"{run['latency_ms']['p50']:.0f}/{run['latency_ms']['p99']:.0f}",
        )
    for column in table.columns[1:]:
        column.justify = "right"
    run = runs[0]
    line = joined(
        (
            run["dataset"],
            output.words("split {split}", split=run["split"]),
            output.words("{count} questions", count=f"{run['questions']:,}"),
            run["embedder"],
            output.words("seed {seed}", seed=run["seed"]),
            f"{sum(r['seconds'] for r in runs):.0f} s",
        )
    )
    return [table, "", *_coverage(common, runs), Text(line, "quiet")]


def _coverage(common: Common, runs: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    """How much of the evidence a context cites, by its budget of tokens."""
    if not runs[0].get("coverage"):
        return []
    budgets = list(runs[0]["coverage"])
    table = common.output.table("context of … tokens", *budgets)
    for run in runs:
        shares = (f"{run['coverage'][budget]:.1f}" for budget in budgets)
        table.add_row(Text(run["preset"], "accent"), *shares)
    return [table, ""]


def _score(value: float | None, interval: Sequence[float] | None) -> Text:
    if value is None:
        return Text()
    # An area under a curve is a share of 1, everything else of 100.
    shown = Text(f"{value:.3f}" if value < 1 else f"{value:.1f}")
    if interval:
        shown.append(f"\n{interval[0]:.0f}-{interval[1]:.0f}", "quiet")
    return shown
