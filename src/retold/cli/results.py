"""How a measurement is delivered: a table, and JSON to a file or to standard output."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType

from retold.cli.common import Common
from retold.cli.output import plain
from retold.errors import InputError

# Where the JSON of a measurement goes; a command that has it says so in `without`.
Json = Annotated[
    str | None, typer.Option("--json", metavar="FILE", help="Write JSON; `-` is stdout.")
]


def deliver(
    common: Common, result: object, parts: Sequence[RenderableType], target: str | None
) -> None:
    """Print the table, and write the JSON to `target`; with `-` print the JSON instead.

    Raises:
        InputError: the file cannot be written.
    """
    if target == "-":
        common.output.json(result)
        return
    for part in parts:
        common.output.out.print(part)
    if target is not None:
        text = json.dumps(plain(result), ensure_ascii=False, indent=2) + "\n"
        try:
            Path(target).write_text(text, "utf-8")
        except OSError as error:
            raise InputError(f"{target} cannot be written: {error.strerror}") from None
