"""Commands about what is to be kept: nothing from now on, everything again, and what for good."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.ids import UnitId, unit_named
from retold.cli.tables import show_unit

app = typer.Typer()


class Switch(StrEnum):
    """Whether what is said is kept."""

    ON = "on"
    OFF = "off"


@register(
    app,
    "keep",
    examples=("retold keep", "retold keep off --session monday", "retold keep on --json"),
)
def keep(
    common: Common,
    switch: Annotated[
        Switch | None, typer.Argument(help="Without it, only how it is is shown.")
    ] = None,
    *,
    session: Annotated[str | None, typer.Option(help="Of this conversation alone.")] = None,
) -> None:
    """Say whether what is said from now on is kept; what is there stays."""
    output = common.output
    with common.memory(create=switch is not None) as memory:
        mine = common.mine(memory)
        if switch is Switch.OFF:
            mine.keep_nothing(session=session)
        elif switch is Switch.ON:
            mine.keep_again(session=session)
        keeping = mine.keeping(session=session)
    told = output.words("What is said is kept.") if keeping else output.words("Nothing is kept.")
    result = {"user": common.user, "session": session, "keeping": keeping}
    output.show(result, Text(told, "good" if keeping else "weak"))


@register(app, "pin", examples=("retold pin 4f1c9a0b",))
def pin(common: Common, unit_id: UnitId) -> None:
    """Keep a memory from fading, whether it is used or not."""
    with common.memory() as memory:
        mine = common.mine(memory)
        unit = mine.pin(unit_named(mine, unit_id).id)
    show_unit(common.output, unit)


@register(app, "unpin", examples=("retold unpin 4f1c9a0b",))
def unpin(common: Common, unit_id: UnitId) -> None:
    """Let a pinned memory fade again like others."""
    with common.memory() as memory:
        mine = common.mine(memory)
        unit = mine.unpin(unit_named(mine, unit_id).id)
    show_unit(common.output, unit)
