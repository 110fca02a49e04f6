"""Commands that copy the whole store and put a copy back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from retold.cli.common import Common, register
from retold.cli.tables import facts
from retold.settings import load
from retold.sync import Memory

app = typer.Typer()


@register(app, "backup", examples=("retold backup monday.db",), without=("user",))
def backup(
    common: Common, file: Annotated[Path, typer.Argument(help="A new file for the copy.")]
) -> None:
    """Copy the whole store to a new file, while others use it."""
    with common.memory() as memory:
        memory.backup(file)
        counts = memory.health()["counts"]
    output = common.output
    result = {"file": str(file), "bytes": file.stat().st_size, **counts}
    words = output.words
    rows = (
        (words("turns"), counts["turns"]),
        (words("memories"), counts["units"]),
        (words("bytes"), result["bytes"]),
    )
    output.show(result, facts((name, f"{count:,}") for name, count in rows))


@register(app, "restore-backup", examples=("retold restore-backup monday.db",), without=("user",))
def restore_backup(
    common: Common,
    file: Annotated[Path, typer.Argument(help="A file that `backup` made.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Put a backup in the store's place, without what was erased since."""
    output = common.output
    if common.db.exists() and not yes:
        question = output.words("Everything since the backup is lost. Go on?")
        typer.confirm(question, abort=True, err=True)
    with output.counting(file.name) as told:
        settings = load(preset=common.preset)
        done = Memory.restore_backup(file, common.db, settings=settings, progress=told)
    words = output.words
    rows = (
        (words("users"), done.users),
        (words("memories erased since"), done.units_erased),
        (words("turns erased since"), done.turns_erased),
        (words("turns that lost sentences"), done.turns_redacted),
    )
    output.show(done, facts((name, f"{count:,}") for name, count in rows))
