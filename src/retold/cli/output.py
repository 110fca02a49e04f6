"""What a command prints: words and tables on standard output, everything else on standard error."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from retold.cli.language import Language, translated
from retold.errors import RetoldError

# Few colours, from the terminal's own palette, so that light and dark backgrounds both work.
THEME = Theme(
    {
        "heading": "bold",
        "quiet": "dim",
        "good": "green",
        "weak": "yellow",
        "bad": "red",
        "accent": "cyan",
        "progress.elapsed": "dim",
        "bar.complete": "cyan",
        "bar.finished": "cyan",
    }
)
# Tables without columns that share the room are as narrow as their content.
NO_SHARES: Mapping[str, int] = MappingProxyType({})
# Remembered text may hold control characters; on a terminal they could move the cursor or worse.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def plain(value: Any) -> Any:
    """The value as JSON can hold it: records become objects, times ISO 8601, enums their value."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Sequence | AbstractSet) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value if value is None or isinstance(value, str | int | float) else str(value)


def visible(text: str) -> str:
    """The text with control characters replaced, safe to print on a terminal."""
    return _CONTROL.sub("\ufffd", text)


class Output:
    """Where a command's words go, in which language, with or without colour.

    Attributes:
        as_json: results are printed as one JSON object and nothing else.
        language: of the command line's own words; what is remembered keeps its own.
        out: the console of results.
        err: the console of progress, questions and errors.
    """

    def __init__(self, *, as_json: bool, language: Language, colour: bool) -> None:
        self.as_json = as_json
        self.language = language
        self.out = _console(stderr=False, colour=colour)
        self.err = _console(stderr=True, colour=colour)

    def words(self, text: str, /, **values: object) -> str:
        """The command line's own text in the reader's language, with its blanks filled."""
        return translated(text, self.language).format(**values)

    def show(self, record: object, *parts: RenderableType) -> None:
        """Print the record as JSON if that was asked for, else the parts."""
        if self.as_json:
            self.json(record)
            return
        for part in parts:
            self.out.print(part)

    def json(self, record: object) -> None:
        """Print the record as one indented JSON value."""
        text = json.dumps(plain(record), ensure_ascii=False, indent=2)
        self.out.print(Text(text), soft_wrap=True)

    def text(self, text: str) -> None:
        """Print a text as it is; on a terminal without its control characters."""
        shown = visible(text) if self.out.is_terminal else text
        self.out.print(Text(shown), soft_wrap=True)

    def note(self, text: str, /, **values: object) -> None:
        """Say something beside the result, on standard error; silent in JSON mode."""
        if not self.as_json:
            self.err.print(Text(self.words(text, **values), "quiet"))

    def failure(self, error: RetoldError) -> None:
        """Print an error on standard error: one line and its hint, or one JSON object."""
        if self.as_json:
            value = {"error": error.message, "hint": error.hint, "type": type(error).__name__}
            self.err.print(Text(json.dumps(value, ensure_ascii=False)), soft_wrap=True)
            return
        line = Text.assemble((self.words("Error"), "bad"), ": ", visible(error.message))
        self.err.print(line, soft_wrap=True)
        if error.hint:
            self.err.print(Text(f"  {visible(error.hint)}", "quiet"), soft_wrap=True)

    def table(self, *headings: str, wide: Mapping[str, int] = NO_SHARES) -> Table:
        """An empty table with headings in the reader's language.

        Columns in `wide` share the room by their numbers; the others are as narrow as they can be.
        """
        table = Table(
            box=SIMPLE_HEAD,
            pad_edge=False,
            header_style="quiet",
            expand=bool(wide),
            show_edge=False,
        )
        for heading in headings:
            table.add_column(
                self.words(heading),
                overflow="fold",
                ratio=wide.get(heading),
                no_wrap=bool(wide) and heading not in wide,
            )
        return table

    def progress(self) -> Progress:
        """A progress bar on standard error; silent in JSON mode and where nobody watches."""
        return Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self.err,
            disable=self.as_json or not self.err.is_terminal,
        )

    @contextmanager
    def counting(self, name: str) -> Iterator[Callable[[int, int], None]]:
        """A bar for one thing that is counted: to be told how many of how many are done."""
        with self.progress() as progress:
            task = progress.add_task(name, total=None)
            yield lambda done, total: progress.update(task, completed=done, total=total)


def joined(texts: Iterable[str]) -> str:
    """Short texts side by side, the empty ones left out."""
    return " · ".join(text for text in texts if text)


def _console(*, stderr: bool, colour: bool) -> Console:
    return Console(
        file=sys.stderr if stderr else sys.stdout,
        no_color=None if colour else True,
        theme=THEME,
        markup=False,
        highlight=False,
        emoji=False,
    )
