"""A file of exports is read once, whole, before anything of it is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from retold.errors import DatasetError, InputError
from retold.records import Scope, Turn
from retold.transfer.lines import Head, Kept, Life, Line, Tail, read

# The longest turn that the limits allow in any setting, many times over.
_LINE_BYTES = 64 * 1024 * 1024
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_NOBODY = Scope(user="")


@dataclass(slots=True, kw_only=True)
class Part:
    """One user's part of a file: where its lines are, and the ids of what it holds."""

    head: Head
    name: str
    line: int
    offset: int
    turns: dict[str, int] = field(default_factory=dict)
    units: set[str] = field(default_factory=set)
    receipts: int = 0
    whole: bool = False

    @property
    def owner(self) -> Scope:
        """Whose it was."""
        return Scope(user=self.head.user, tenant=self.head.tenant)

    @property
    def size(self) -> int:
        """How many lines there are between the first and the last one."""
        return len(self.turns) + len(self.units) + self.receipts


def opened(path: str | Path) -> BinaryIO:
    """The file, to be surveyed and read. Raises DatasetError."""
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise DatasetError(f"{Path(path).name} cannot be read: {error.strerror}") from None


def is_export(path: str | Path) -> bool:
    """Whether a file begins as an export does; another may be a data set. Raises DatasetError."""
    with opened(path) as file:
        for _, _, raw in _lines(file, Path(path).name):
            try:
                value = json.loads(raw)
            except (ValueError, RecursionError):
                return False
            return isinstance(value, dict) and value.get("type") == "export"
    return False


def users_in(path: str | Path) -> list[Scope]:
    """Whose exports a file holds, every line of it read. Raises DatasetError."""
    with opened(path) as file:
        return [part.owner for part in survey(file, Path(path).name, lambda _: None)]


def survey(file: BinaryIO, name: str, check: Callable[[Line], None]) -> list[Part]:
    """The parts of a file, after a look at every line.

    Args:
        file: at its beginning.
        name: what errors call it.
        check: raises InputError for a line that is not to be accepted.

    Raises:
        DatasetError: a line does not follow the format, or a part is not whole.
    """
    parts: list[Part] = []
    seen: set[Scope] = set()
    for number, offset, raw in _lines(file, name):
        where = f"{name}, line {number}"
        line = read(_text(raw, where), parts[-1].owner if parts else _NOBODY, where)
        current = parts[-1] if parts and not parts[-1].whole else None
        if isinstance(line, Head):
            part = Part(head=line, name=name, line=number, offset=offset + len(raw))
            if current is not None or part.owner in seen:
                raise DatasetError(f"{where}: an export begins inside another, or twice")
            seen.add(part.owner)
            parts.append(part)
            continue
        if current is None:
            raise DatasetError(f"{where}: no line of 'type' 'export' comes before it")
        _note(current, line, offset, where)
        try:
            check(line)
        except InputError as error:
            raise DatasetError(f"{where}: {error.message}", hint=error.hint) from None
    if not parts or not parts[-1].whole:
        raise DatasetError(f"{name} is cut off: its last line is not of 'type' 'end'")
    return parts


def lines_of(file: BinaryIO, part: Part, owner: Scope) -> Iterator[Line]:
    """The lines of a part between its first and its last one, as the owner's. Blocking."""
    file.seek(part.offset)
    for number, _, raw in _lines(file, part.name):
        where = f"{part.name}, line {part.line + number}"
        line = read(_text(raw, where), owner, where)
        if isinstance(line, Tail):
            return
        yield line


def turn_at(file: BinaryIO, offset: int, owner: Scope, name: str) -> Turn:
    """The turn whose line begins there. Blocking."""
    file.seek(offset)
    line = read(_text(file.readline(), name), owner, name)
    if not isinstance(line, Turn):
        raise DatasetError(f"{name} was changed while it was read")
    return line


def _note(part: Part, line: Line, offset: int, where: str) -> None:
    """Keep what a line holds, after a look at whether it fits what came before."""
    if isinstance(line, Turn):
        if line.id in part.turns:
            raise DatasetError(f"{where}: a second turn with the id {line.id!r}")
        part.turns[line.id] = offset
    elif isinstance(line, Life):
        if line.unit.id in part.units:
            raise DatasetError(f"{where}: a second unit with the id {line.unit.id!r}")
        if any(not 0 <= source.start <= source.end for source in line.unit.sources):
            raise DatasetError(f"{where}: 'sources' holds a span that ends before it begins")
        part.units.add(line.unit.id)
    elif isinstance(line, Kept):
        part.receipts += 1
    elif isinstance(line, Tail):
        told = Tail(turns=len(part.turns), units=len(part.units), receipts=part.receipts)
        if line != told:
            raise DatasetError(f"{where}: lines are missing, or too many; {told} came before it")
        part.whole = True


def _lines(file: BinaryIO, name: str) -> Iterator[tuple[int, int, bytes]]:
    """Number, offset and bytes of each line that is not blank; numbers count from here."""
    offset, number = file.tell(), 0
    while raw := file.readline(_LINE_BYTES):
        number += 1
        if len(raw) == _LINE_BYTES:
            raise DatasetError(f"{name}, line {number}: longer than {_LINE_BYTES:,} bytes")
        start, offset = offset, offset + len(raw)
        if start == 0 and raw.startswith(_BYTE_ORDER_MARK):
            start, raw = len(_BYTE_ORDER_MARK), raw.removeprefix(_BYTE_ORDER_MARK)
        if raw.strip():
            yield number, start, raw
            # Who is given a line may look up others meanwhile.
            file.seek(offset)


def _text(raw: bytes, where: str) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise DatasetError(f"{where}: not UTF-8") from None
