"""The options that commands share, and how a command is registered."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Concatenate, ParamSpec

import typer

from retold.cli.language import Language, preferred
from retold.cli.output import Output
from retold.errors import InputError
from retold.sync import Memory, UserMemory

P = ParamSpec("P")
PANEL = "Common options"


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What every command is told: whose memory, which file, which design, how to print."""

    user: str
    db: Path
    preset: str | None
    output: Output

    def memory(self, *, create: bool = False) -> Memory:
        """Open the memory. Raises InputError where the file is missing and may not be created."""
        if not create and not self.db.exists():
            raise InputError(
                f"there is no memory at {self.db}",
                hint="`retold remember` or `retold import` makes one; --db names another file",
            )
        return Memory.open(self.db, preset=self.preset)

    def mine(self, memory: Memory) -> UserMemory:
        """The part of the memory that belongs to the user named by --user."""
        return memory.user(self.user)


def gather(
    *,
    user: Annotated[
        str, typer.Option("--user", "-u", help="Whose memory.", rich_help_panel=PANEL)
    ] = "me",
    db: Annotated[
        Path, typer.Option("--db", help="The memory's file.", rich_help_panel=PANEL)
    ] = Path("memory.db"),
    preset: Annotated[
        str | None,
        typer.Option("--preset", help="The design to run.", rich_help_panel=PANEL),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the result as JSON.", rich_help_panel=PANEL)
    ] = False,
    no_color: Annotated[
        bool, typer.Option("--no-color", help="Print without colour.", rich_help_panel=PANEL)
    ] = False,
    lang: Annotated[
        Language | None,
        typer.Option("--lang", help="Language of messages.", rich_help_panel=PANEL),
    ] = None,
) -> Common:
    """Gather the shared options into one record; its signature is what commands are given."""
    output = Output(as_json=json, language=lang or preferred(os.environ), colour=not no_color)
    return Common(user=user, db=db, preset=preset, output=output)


def register(
    app: typer.Typer,
    name: str,
    *,
    examples: tuple[str, ...],
    without: tuple[str, ...] = (),
) -> Callable[[Callable[Concatenate[Common, P], None]], Callable[Concatenate[Common, P], None]]:
    """Make a function a command that also takes the shared options, except those in `without`.

    The function gets them as one `Common` in front of its own arguments. The examples are shown
    at the end of the command's help.
    """
    shared = [p for p in _parameters(gather) if p.name not in without]

    def decorate(
        function: Callable[Concatenate[Common, P], None],
    ) -> Callable[Concatenate[Common, P], None]:
        @wraps(function)
        def command(**given: object) -> None:
            common = gather(**{p.name: given.pop(p.name) for p in shared})  # type: ignore[arg-type]
            function(common, **given)  # type: ignore[call-arg,arg-type]

        own = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in _parameters(function)[1:]]
        command.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
        command.__annotations__ = {p.name: p.annotation for p in [*own, *shared]}
        app.command(name, epilog="\n\n".join(examples))(command)
        return function

    return decorate


def _parameters(function: Callable[..., object]) -> list[inspect.Parameter]:
    return list(inspect.signature(function, eval_str=True).parameters.values())
