"""Commands that read: recall, context, answer, memories, history."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.explaining import explanation_parts
from retold.cli.ids import unit_named
from retold.cli.output import visible
from retold.cli.tables import (
    answer_parts,
    context_parts,
    history_table,
    recall_parts,
    status_line,
    unit_table,
)
from retold.ports import LIVE
from retold.records import Kind, State
from retold.text.times import parse_time

app = typer.Typer()

Question = Annotated[str, typer.Argument(help="What to look for, in Chinese or English.")]
Most = Annotated[int | None, typer.Option("--k", "-k", help="At most this many memories.")]
Kinds = Annotated[list[Kind] | None, typer.Option("--kind", help="Only this kind; repeatable.")]


@register(
    app,
    "recall",
    examples=(
        "retold recall 'what may I eat?'",
        "retold recall 预算多少 --as-of 2026-05-05",
        "retold recall 预算多少 --explain",
    ),
)
def recall(
    common: Common,
    question: Question,
    k: Most = None,
    kind: Kinds = None,
    *,
    as_of: Annotated[str | None, typer.Option(help="What was true then (ISO 8601).")] = None,
    threshold: Annotated[float | None, typer.Option(min=0, max=1, help="Least score.")] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also how it was read and what was dropped.")
    ] = False,
) -> None:
    """Find what is remembered about a question, best first, with scores and reasons."""
    then = parse_time(as_of, now=datetime.now(UTC)) if as_of else None
    with common.memory() as memory:
        found = common.mine(memory).recall(
            question,
            k=k,
            kinds=tuple(kind or ()),
            as_of=then,
            threshold=threshold,
            explain=explain,
        )
    output = common.output
    output.show(found, *recall_parts(output, found), *explanation_parts(output, found))


@register(app, "context", examples=("retold context 'recommend a fanless model' --tokens 300",))
def context(
    common: Common,
    question: Question,
    k: Most = None,
    tokens: Annotated[int | None, typer.Option(min=1, help="Budget; a hard bound.")] = None,
) -> None:
    """Print the background that a model would get for a question; notes go to standard error."""
    output = common.output
    with common.memory() as memory:
        built = common.mine(memory).context(question, k=k, tokens=tokens)
    if output.as_json:
        output.json(built)
        return
    if built.text:
        output.text(built.text)
    output.err.print(context_parts(output, built)[-1])


@register(app, "answer", examples=("retold answer 'Where do I work?'", "retold answer 我住在哪里"))
def answer(common: Common, question: Question, k: Most = None) -> None:
    """Answer from memory alone, with the sources; say so when nothing is known."""
    with common.memory() as memory:
        reply = common.mine(memory).answer(question, k=k)
    parts = [*answer_parts(common.output, reply), status_line(common.output, reply.context.recall)]
    common.output.show(reply, *parts)


@register(app, "memories", examples=("retold memories --kind preference", "retold memories --all"))
def memories(
    common: Common,
    kind: Kinds = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what is superseded, retired or cold.")
    ] = False,
) -> None:
    """List what is remembered, oldest first."""
    states = tuple(State) if everything else LIVE
    with common.memory() as memory:
        units = common.mine(memory).memories(states=states, kinds=tuple(kind or ()))
    if units or common.output.as_json:
        common.output.show(units, unit_table(common.output, units, states=everything))
    else:
        common.output.note("Nothing is remembered about {user} yet.", user=common.user)


@register(app, "history", examples=("retold history 4f1c9a0b",))
def history(
    common: Common,
    unit_id: Annotated[str, typer.Argument(help="Id of the memory, or its start.")],
) -> None:
    """Show the steps in a memory's life."""
    with common.memory() as memory:
        mine = common.mine(memory)
        unit = unit_named(mine, unit_id)
        entries = mine.history(unit.id)
    heading = Text(visible(unit.content), "heading")
    common.output.show(entries, heading, history_table(common.output, entries))
