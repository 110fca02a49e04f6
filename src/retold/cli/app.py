"""All commands together, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from io import TextIOWrapper
from typing import Annotated, Any, cast

import typer
from typer.core import TyperGroup

from retold.cli import (
    backing,
    bench,
    calibrating,
    chat,
    config,
    deleting,
    demo,
    doctor,
    embedding,
    evaluating,
    files,
    forgetting,
    keeping,
    questioning,
    reading,
    rebuilding,
    remembering,
    upkeep,
)
from retold.cli.language import Language, preferred, translated
from retold.cli.output import Output
from retold.errors import InputError, RetoldError, SettingsError

FAILED = 1
WRONG_USE = 2


class Commands(TyperGroup):
    """The commands, with errors as one line and a hint, and help in the reader's language."""

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> Any:
        """Run a command line, then exit with its code."""
        given = list(sys.argv[1:] if args is None else args) or ["--help"]
        output = _output(given)
        _translate(self, output.language)
        extra["standalone_mode"] = False
        try:
            code = super().main(given, *more, **extra)
        except RetoldError as error:
            output.failure(error)
            code = WRONG_USE if isinstance(error, InputError | SettingsError) else FAILED
        except typer.TyperException as error:
            output.failure(_explained(error))
            code = WRONG_USE
        except typer.Abort:
            code = FAILED
        sys.exit(code if isinstance(code, int) else 0)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"retold {version('retold')}")
        raise typer.Exit


app = typer.Typer(
    name="retold",
    cls=Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    epilog="Start with:  retold demo",
)


@app.callback()
def retold(
    _: Annotated[
        bool,
        typer.Option("--version", is_eager=True, callback=_print_version, help="Show the version."),
    ] = False,
) -> None:
    """A long-term memory for conversations: keeps what matters, forgets on purpose, retells it."""


for part in (
    demo,
    chat,
    remembering,
    reading,
    forgetting,
    keeping,
    upkeep,
    rebuilding,
    files,
    backing,
    evaluating,
    calibrating,
    embedding,
    bench,
    doctor,
    config,
):
    app.add_typer(part.app)
evaluating.evaluation.add_typer(questioning.app)
evaluating.evaluation.add_typer(deleting.app)


def run(arguments: Sequence[str]) -> None:
    """Run a command line and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        # What is remembered may hold characters that a terminal's encoding has no bytes for.
        cast("TextIOWrapper", stream).reconfigure(errors="backslashreplace")
    app(arguments, prog_name="retold")


def _output(arguments: Sequence[str]) -> Output:
    """Where errors go: known before the arguments are understood, as they may be what is wrong."""
    language = preferred(os.environ)
    for place, argument in enumerate(arguments):
        value = argument.partition("=")[2] or "".join(arguments[place + 1 : place + 2])
        if argument.partition("=")[0] == "--lang" and value in ("zh", "en"):
            language = cast("Language", value)
    return Output(
        as_json=any(a.partition("=")[0] == "--json" for a in arguments),
        language=language,
        colour="--no-color" not in arguments,
    )


def _explained(error: typer.TyperException) -> InputError:
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "retold"
    return InputError(error.format_message().rstrip("."), hint=f"{path} --help")


def _translate(command: Any, language: Language) -> None:
    """Put the help of a command, its options and its subcommands into the language."""
    for holder in _helped(command):
        english = vars(holder).setdefault("english_help", holder.help)
        if english:
            holder.help = translated(english, language)
    for child in getattr(command, "commands", {}).values():
        _translate(child, language)


def _helped(command: Any) -> Iterator[Any]:
    yield command
    yield from command.params
