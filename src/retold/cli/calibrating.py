"""The command that finds a threshold for the writer: `calibrate`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.output import Output, joined
from retold.evaluate.calibrate import CalibrationOptions, run_calibration

app = typer.Typer()

# Characters of the longest bar: the table then fits into 80 columns.
_BAR = 24


@register(
    app,
    "calibrate",
    examples=(
        "retold calibrate chats.jsonl",
        "retold calibrate logs/ --golden must-keep.jsonl --least 2 --most 5 --golden-recall 95",
    ),
    without=("user", "db"),
)
def calibrate(
    common: Common,
    log: Annotated[
        Path, typer.Argument(help="Conversations: a file of the data format, or a folder of them.")
    ],
    *,
    golden: Annotated[
        Path | None,
        typer.Option(help="Statements that must be kept; without it, our own in a checkout."),
    ] = None,
    least: Annotated[float, typer.Option(help="Least units per 20 turns.")] = 3.0,
    most: Annotated[float, typer.Option(help="Most units per 20 turns.")] = 6.0,
    golden_recall: Annotated[
        float, typer.Option(help="Least share of the golden statements, in percent.")
    ] = 90.0,
) -> None:
    """Find the threshold at which a log leaves few units, and what must be kept is kept."""
    options = CalibrationOptions(
        preset=common.preset, least=least, most=most, golden_recall=golden_recall
    )
    with common.output.counting(log.name) as told:
        result = run_calibration(log, golden, options, told)
    common.output.show(result, *_parts(common.output, result))
    if result["threshold"] is None:
        raise typer.Exit(1)


def _parts(output: Output, result: Mapping[str, Any]) -> Iterator[RenderableType]:
    table = output.table("", "threshold", "units per 20 turns", "", "golden recall")
    longest = max(row["units_per_20_turns"] for row in result["rows"])
    for row in result["rows"]:
        chosen = row["threshold"] == result["threshold"]
        units, recall = row["units_per_20_turns"], row["golden_recall"]
        dense, recalled = (_style(row, goal) for goal in ("density", "golden_recall"))
        table.add_row(
            Text("→" if chosen else "", "good"),
            Text(f"{row['threshold']:.2f}", "accent" if chosen else ""),
            Text(f"{units:.1f}", dense),
            Text("█" * round(_BAR * units / max(longest, 1)), dense),
            Text("" if recall is None else f"{recall:.1f}", recalled),
        )
    for column in table.columns:
        column.justify = "left" if column is table.columns[3] else "right"
    yield table
    yield ""
    yield from _verdict(output, result)
    yield Text(_line(output, result), "quiet")


def _style(row: Mapping[str, Any], goal: str) -> str:
    return "good" if goal in row["met"] else "quiet"


def _verdict(output: Output, result: Mapping[str, Any]) -> Iterator[RenderableType]:
    threshold, goals = result["threshold"], result["goals"]
    if goals["golden_recall"] is None:
        note = output.words("There are no golden statements; only the units were counted.")
        yield Text(note, "weak")
    if threshold is None:
        for text in _missed(output, result):
            yield Text(text, "bad")
        for row in result["compromises"]:
            yield Text(_told(output, row))
        return
    found = f"{threshold:.2f}"
    heading = output.words(
        "Set writer.threshold = {threshold} in retold.toml, or in the environment:",
        threshold=found,
    )
    yield Text(heading, "good")
    yield Text(f"  [writer]\n  threshold = {found}\n\n  RETOLD_WRITER__THRESHOLD={found}\n")


def _missed(output: Output, result: Mapping[str, Any]) -> Iterator[str]:
    """What was not reached, and how near the best threshold came."""
    goals, rows, unmet = result["goals"], result["rows"], result["unmet"]
    span = {"least": f"{goals['least']:g}", "most": f"{goals['most']:g}"}
    if len(unmet) == 2 and result["compromises"]:
        yield output.words(
            "No threshold leaves {least} to {most} units per 20 turns and keeps {recall} % of the "
            "golden statements; each alone can be had:",
            recall=f"{goals['golden_recall']:g}",
            **span,
        )
        return
    if "density" in unmet:
        units = [row["units_per_20_turns"] for row in rows]
        yield output.words(
            "No threshold leaves {least} to {most} units per 20 turns; there are {fewest} to "
            "{highest}.",
            fewest=f"{min(units):.1f}",
            highest=f"{max(units):.1f}",
            **span,
        )
    if "golden_recall" in unmet:
        yield output.words(
            "No threshold keeps {recall} % of the golden statements; the most is {best} %.",
            recall=f"{goals['golden_recall']:g}",
            best=f"{_best(rows):.1f}",
        )


def _best(rows: Sequence[Mapping[str, Any]]) -> float:
    return max((float(row["golden_recall"] or 0) for row in rows), default=0.0)


def _told(output: Output, row: Mapping[str, Any]) -> str:
    threshold, units = f"{row['threshold']:.2f}", f"{row['units_per_20_turns']:.1f}"
    if row["golden_recall"] is None:
        return output.words(
            "At {threshold}: {units} units per 20 turns.", threshold=threshold, units=units
        )
    return output.words(
        "At {threshold}: {units} units per 20 turns, golden recall {recall} %.",
        threshold=threshold,
        units=units,
        recall=f"{row['golden_recall']:.1f}",
    )


def _line(output: Output, result: Mapping[str, Any]) -> str:
    golden = result["golden_statements"]
    return joined(
        (
            result["dataset"],
            output.words("{count} turns", count=f"{result['turns']:,}"),
            output.words("{count} golden statements", count=golden) if golden else "",
            f"preset {result['preset']}",
            result["embedder"],
            f"{result['seconds']:.0f} s",
        )
    )
