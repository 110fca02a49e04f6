"""The command that remembers what was said."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from retold.cli.common import Common, register
from retold.cli.outcomes import rows_of
from retold.cli.tables import outcome_table, receipt_line
from retold.records import Said, Speaking

app = typer.Typer()


@register(
    app,
    "remember",
    examples=(
        'retold remember "I\'m allergic to nuts." --at 2026-05-04T20:11+08:00',
        "retold remember 我下周三去看牙医 --user alice",
        "cat note.txt | retold remember -",
    ),
)
def remember(
    common: Common,
    text: Annotated[str, typer.Argument(help="What was said; `-` reads standard input.")],
    *,
    at: Annotated[str | None, typer.Option(help="When (ISO 8601); default now.")] = None,
    role: Annotated[Speaking, typer.Option(help="Who spoke.")] = Speaking.USER,
    speaker: Annotated[str, typer.Option(help="The speaker's name.")] = "",
    session: Annotated[str | None, typer.Option(help="The conversation it belongs to.")] = None,
    key: Annotated[str | None, typer.Option(help="Makes a retry safe.")] = None,
) -> None:
    """Log what was said, keep what is worth keeping, and show what became of each sentence."""
    output = common.output
    said = sys.stdin.read() if text == "-" else text
    with common.memory(create=True) as memory:
        mine = common.mine(memory)
        message = Said(text=said, at=at, role=role, speaker=speaker, session=session)
        receipt = mine.remember(message, key=key)
        rows = [] if output.as_json else rows_of(mine, receipt)
    parts = [outcome_table(output, rows)] if rows else []
    output.show(receipt, *parts, receipt_line(output, receipt))
