"""Commands for a clock: forget what is not used, and run the jobs that are due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.ids import short
from retold.cli.output import Output, visible
from retold.cli.tables import facts, number
from retold.forgetting import Move
from retold.records import Corpus, Unit
from retold.sweeping import Sweep
from retold.sync import UserMemory
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
    """Let fade and evict what is not used, as the settings say; what goes is told."""
    output = common.output
    with common.memory() as memory:
        mine = common.mine(memory)
        sweep = mine.sweep(plan=plan)
        units = [] if output.as_json else [mine.memory(m.unit_id) for m in sweep.moves[:_SHOWN]]
        gone = {} if output.as_json else _texts(mine, sweep)
    output.show(sweep, *_sweep_parts(output, sweep, units), *_gone_parts(output, sweep, gone))
    if plan and sweep.counts:
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
        if not sweep.gone:
            yield Text(
                words("Nothing to do: {units} memories stay as they are.", units=sweep.units)
            )
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


def _texts(mine: UserMemory, sweep: Sweep) -> dict[str, str]:
    """What the first of those say that a plan would let go; what is gone says nothing."""
    shown = sweep.gone[:_SHOWN] if sweep.planned else ()
    turns = [one.id for one in shown if one.corpus is Corpus.TURNS]
    said = {turn.id: turn.text for turn in mine.turns(ids=turns)}
    return said | {u.id: mine.memory(u.id).content for u in shown if u.corpus is Corpus.UNITS}


def _gone_parts(output: Output, sweep: Sweep, texts: Mapping[str, str]) -> Iterator[RenderableType]:
    words = output.words
    if texts:
        yield Text(words("For good, with nothing that could bring it back:"), "weak")
        table = output.table("what was said", "reason", "id", wide={"what was said": 1})
        for one in sweep.gone[: len(texts)]:
            table.add_row(
                Text(visible(texts[one.id])),
                Text(words(one.reason)),
                Text(short(one.id), "quiet"),
            )
        yield table
        if len(sweep.gone) > len(texts):
            yield Text(
                words("… and {count} more; --json has all", count=len(sweep.gone) - len(texts)),
                "quiet",
            )
    if sweep.counts:
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
    for note in done.notes:
        yield Text(note, "quiet")
    for failure in done.failures:
        yield Text(failure, "bad")
