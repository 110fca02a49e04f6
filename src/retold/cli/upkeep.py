"""Commands for a clock: forget what is not used, and run the jobs that are due."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.ids import short
from retold.cli.output import Output, visible
from retold.cli.tables import facts, number
from retold.forgetting import Move
from retold.records import Unit
from retold.sweeping import Sweep
from retold.upkeep import Maintained

app = typer.Typer()

# A screen of them; --json has all.
_SHOWN = 20


@register(
    app,
    "forget",
    examples=("retold forget --plan", "retold forget --user alice --json"),
)
def forget(
    common: Common,
    plan: Annotated[bool, typer.Option("--plan", help="Only show what would go, and why.")] = False,
) -> None:
    """Let fade and evict what is not used, as the settings say; nothing is erased."""
    output = common.output
    with common.memory() as memory:
        mine = common.mine(memory)
        sweep = mine.sweep(plan=plan)
        units = [] if output.as_json else [mine.memory(m.unit_id) for m in sweep.moves[:_SHOWN]]
    output.show(sweep, *_sweep_parts(output, sweep, units))
    if plan and sweep.moves:
        output.note("Nothing was changed. `retold forget` carries it out.")


@register(
    app,
    "maintain",
    examples=("retold maintain", "retold maintain --json"),
    without=("user",),
)
def maintain(common: Common) -> None:
    """Run the jobs that are due, once, for every user: a sweep, and missing vectors."""
    output = common.output
    with common.memory() as memory, output.counting(output.words("users")) as told:
        done = memory.maintain(told)
    output.show(done, *_maintained_parts(output, done))
    if done.failures:
        raise typer.Exit(1)


def _sweep_parts(output: Output, sweep: Sweep, units: Sequence[Unit]) -> Iterator[RenderableType]:
    words = output.words
    if not sweep.moves:
        yield Text(words("Nothing to do: {units} memories stay as they are.", units=sweep.units))
        return
    table = output.table(
        "left", "kind", "memory", "was", "becomes", "reason", "id", wide={"memory": 1}
    )
    for move, unit in zip(sweep.moves, units, strict=False):
        table.add_row(*_row(output, move, unit))
    yield table
    if len(sweep.moves) > len(units):
        yield Text(
            words("… and {count} more; --json has all", count=len(sweep.moves) - len(units)),
            "quiet",
        )
    yield facts(_counts(output, list(sweep.counts.items())))


def _row(output: Output, move: Move, unit: Unit) -> Iterator[Text]:
    yield number(move.retention)
    yield Text(output.words(move.kind), "accent")
    yield Text(visible(unit.content))
    yield Text(output.words(move.before), "quiet")
    yield Text(output.words(move.after), "weak")
    yield Text(output.words(move.reason))
    yield Text(short(move.unit_id), "quiet")


def _counts(output: Output, counts: Sequence[tuple[str, int]]) -> list[tuple[str, str]]:
    named = []
    for name, count in counts:
        state, _, reason = name.partition(": ")
        named.append((f"{output.words(state)} · {output.words(reason)}", f"{count:,}"))
    return named


def _maintained_parts(output: Output, done: Maintained) -> Iterator[RenderableType]:
    words = output.words
    if done.busy:
        yield Text(words("Another process is at it; nothing was done."), "weak")
        return
    rows: list[tuple[str, str]] = []
    if done.swept is not None:
        rows += [(words("users"), f"{done.users:,}"), (words("memories"), f"{done.units:,}")]
        rows += _counts(output, list(done.swept.items()))
    condensed = (
        (words("merged"), done.merged),
        (words("summaries"), done.summaries),
        (words("summed up"), done.archived),
    )
    rows += [(name, f"{count:,}") for name, count in condensed if count]
    if done.vectors:
        rows.append((words("vectors"), f"{done.vectors:,}"))
    if done.next_sweep_at is not None:
        rows.append((words("next sweep"), f"{done.next_sweep_at:%Y-%m-%d %H:%M %Z}"))
    yield facts(rows)
    for failure in done.failures:
        yield Text(failure, "bad")
