"""Commands that forget: retire and restore, and erase."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.ids import unit_named
from retold.cli.output import Output
from retold.cli.tables import unit_table
from retold.errors import InputError
from retold.records import ErasureReceipt, Unit

app = typer.Typer()

UnitId = Annotated[
    str, typer.Argument(help="Id of the memory, or its start, as `retold memories` shows it.")
]


@register(app, "retire", examples=("retold retire 4f1c9a0b --reason outdated",))
def retire(
    common: Common,
    unit_id: UnitId,
    reason: Annotated[str, typer.Option(help="Kept in the memory's history.")] = "",
) -> None:
    """Hide a memory from every recall; `restore` brings it back."""
    with common.memory() as memory:
        mine = common.mine(memory)
        unit = mine.retire(unit_named(mine, unit_id).id, reason=reason)
    _show_unit(common, unit)


@register(app, "restore", examples=("retold restore 4f1c9a0b",))
def restore(common: Common, unit_id: UnitId) -> None:
    """Bring a retired memory back."""
    with common.memory() as memory:
        mine = common.mine(memory)
        unit = mine.restore(unit_named(mine, unit_id).id)
    _show_unit(common, unit)


@register(
    app,
    "erase",
    examples=("retold erase 4f1c9a0b", "retold erase 4f1c9a0b --yes --json"),
)
def erase(
    common: Common,
    unit_id: UnitId,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    keep_sources: Annotated[
        bool, typer.Option("--keep-sources", help="Leave the turn log as it is.")
    ] = False,
) -> None:
    """Remove a memory beyond recovery, with the sentences it came from."""
    output = common.output
    with common.memory() as memory:
        mine = common.mine(memory)
        unit = unit_named(mine, unit_id)
        if not yes and not _confirmed(common, unit):
            raise InputError("nothing was erased", hint="--yes erases without asking")
        receipt = mine.erase(unit.id, sources=not keep_sources)
    output.show(receipt, erasure_line(output, receipt))


def erasure_line(output: Output, receipt: ErasureReceipt) -> Text:
    """What went, in counts."""
    return Text(
        output.words(
            "Erased. Memories: {units}, steps of history: {history}, vectors: {vectors}, "
            "turns blanked: {turns}. Tombstones that keep it from coming back: {tombstones}.",
            units=receipt.units,
            history=receipt.history,
            vectors=receipt.vectors,
            turns=receipt.turns_redacted,
            tombstones=receipt.tombstones,
        )
    )


def _confirmed(common: Common, unit: Unit) -> bool:
    output = common.output
    output.err.print(unit_table(output, [unit]))
    question = output.words("Erase this beyond recovery?")
    try:
        return typer.confirm(question, err=True)
    except typer.Abort:
        return False


def _show_unit(common: Common, unit: Unit) -> None:
    common.output.show(unit, unit_table(common.output, [unit], states=True))
