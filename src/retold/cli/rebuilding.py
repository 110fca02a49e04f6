"""The command that derives memories anew from the turn log."""

from __future__ import annotations

import typer
from rich.table import Table

from retold.cli.common import Common, register
from retold.cli.output import Output
from retold.cli.tables import facts
from retold.records import Rebuilt

app = typer.Typer()


@register(app, "rebuild", examples=("retold rebuild", "retold rebuild --user alice --json"))
def rebuild(common: Common) -> None:
    """Derive the memories anew from the turn log, by the rules and settings of now."""
    output = common.output
    with common.memory() as memory:
        output.note("Reading the turns again …")
        rebuilt = common.mine(memory).rebuild()
    output.show(rebuilt, rebuilt_facts(output, rebuilt))


def rebuilt_facts(output: Output, rebuilt: Rebuilt) -> Table:
    """What a rebuild did, as names and counts."""
    words = output.words
    return facts(
        [
            (words("turns"), str(rebuilt.turns)),
            (words("unchanged"), str(rebuilt.unchanged)),
            (words("changed"), str(rebuilt.changed)),
            (words("added"), str(rebuilt.added)),
            (words("closed"), str(rebuilt.closed)),
        ]
    )
