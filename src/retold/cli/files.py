"""Commands between a memory and files: import, export."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from retold.cli.common import Common, register
from retold.cli.output import plain
from retold.cli.tables import facts
from retold.errors import InputError
from retold.evaluate.datasets import read_dataset
from retold.records import Action, Receipt, Said, Scope, State, Turn, Unit
from retold.sync import Memory, UserMemory

app = typer.Typer()

# Turns written in one transaction: large enough that the disk is no bottleneck, small enough that
# progress is seen and an interruption loses little.
BATCH_TURNS = 64


@dataclass(slots=True)
class Imported:
    """What an import did, in counts."""

    users: int = 0
    turns: int = 0
    repeated_turns: int = 0
    sentences: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)

    def count(self, receipt: Receipt) -> None:
        """Add what one batch did."""
        self.turns += len(receipt.turn_ids)
        self.sentences.update(outcome.action.value for outcome in receipt.outcomes)
        self.notes.update(receipt.notes)


@register(
    app,
    "import",
    examples=("retold import chats.jsonl", "retold import locomo10.json --as-user everyone"),
    without=("user",),
)
def import_file(
    common: Common,
    file: Annotated[Path, typer.Argument(help="JSONL of the data format, or LoCoMo's JSON.")],
    as_user: Annotated[
        str | None,
        typer.Option("--user", "-u", "--as-user", help="One user for all; default: each its own."),
    ] = None,
) -> None:
    """Read conversations into memory; a second run of the same file changes nothing."""
    dataset = read_dataset(file)
    conversations = {name: c.turns for name, c in dataset.conversations.items() if c.turns}
    imported = Imported(users=1 if as_user else len(conversations))
    output = common.output
    with common.memory(create=True) as memory, output.progress() as progress:
        task = progress.add_task(file.name, total=sum(map(len, conversations.values())))
        for name, turns in conversations.items():
            progress.update(task, description=as_user or name)
            mine = memory.user(as_user or name)
            told = named_apart(turns, name) if as_user and len(conversations) > 1 else turns
            for start in range(0, len(told), BATCH_TURNS):
                batch = told[start : start + BATCH_TURNS]
                _import(mine, batch, imported)
                progress.advance(task, len(batch))
    output.show(imported, import_facts(common, imported))


@register(
    app,
    "export",
    examples=("retold export > mine.jsonl", "retold export --all-users --output backup.jsonl"),
)
def export(
    common: Common,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A new file.")] = None,
    all_users: Annotated[bool, typer.Option("--all-users", help="Not only --user's.")] = False,
) -> None:
    """Write turns, memories and their history as JSON lines; `import` reads them again."""
    with common.memory() as memory:
        scopes = memory.users() if all_users else [common.mine(memory).scope]
        with _target(output) as file:
            counts = _export(common, memory, scopes, file)
    if output is not None:
        common.output.show(
            counts, facts((common.output.words(k), str(v)) for k, v in counts.items())
        )


def named_apart(turns: Sequence[Said], conversation: str) -> list[Said]:
    """The turns with the conversation's name in front of id and session."""
    return [
        replace(
            said,
            id=f"{conversation}/{said.id}",
            session=f"{conversation}/{said.session}" if said.session else conversation,
        )
        for said in turns
    ]


def import_facts(common: Common, imported: Imported) -> Any:
    """What an import did, as names and values."""
    words = common.output.words
    sentences = [f"{words(a)} {imported.sentences[a]}" for a in Action if imported.sentences[a]]
    return facts(
        [
            (words("users"), str(imported.users)),
            (words("new turns"), str(imported.turns)),
            (words("known already"), str(imported.repeated_turns)),
            (words("sentences"), " · ".join(sentences) or "0"),
            *((words("note"), f"{note} ({count})") for note, count in imported.notes.items()),
        ]
    )


def turn_line(turn: Turn) -> dict[str, Any]:
    """A turn as a line of the data format. What the format has no place for is kept beside."""
    captions = [a.caption for a in turn.attachments if a.caption]
    return {
        **{k: v for k, v in turn.metadata.items() if v is not None},
        "type": "turn",
        "conversation": turn.scope.user,
        "session": turn.scope.session,
        "id": turn.id,
        "speaker": turn.speaker,
        "role": turn.role.value,
        "at": turn.occurred_at.isoformat() if turn.dated else None,
        "text": turn.text,
        **({"caption": "; ".join(captions)} if captions else {}),
        **({"attachments": plain(turn.attachments)} if turn.attachments else {}),
    }


def unit_line(unit: Unit, history: Sequence[Any]) -> dict[str, Any]:
    """A unit with its history as one line; an import makes units anew from the turns."""
    return {
        "type": "unit",
        "conversation": unit.scope.user,
        **plain(unit),
        "history": plain(history),
    }


def _import(mine: UserMemory, batch: Sequence[Said], imported: Imported) -> None:
    """Remember the turns of a batch that are not in the log under their id yet."""
    known = {turn.id for turn in mine.turns(ids=[said.id for said in batch if said.id])}
    fresh = [said for said in batch if said.id not in known]
    imported.repeated_turns += len(batch) - len(fresh)
    if fresh:
        imported.count(mine.remember(fresh))


def _export(
    common: Common, memory: Memory, scopes: Sequence[Scope], file: IO[str]
) -> dict[str, int]:
    counts = {"users": len(scopes), "turns": 0, "memories": 0}
    meta = {"type": "meta", "name": common.db.stem, "source": "retold export"}
    _write(file, meta)
    with common.output.progress() as progress:
        task = progress.add_task(common.db.name, total=len(scopes))
        for scope in scopes:
            mine = memory.user(scope.user, tenant=scope.tenant, agent=scope.agent)
            for turn in mine.turns():
                _write(file, turn_line(turn))
                counts["turns"] += 1
            counts["memories"] += _export_units(mine, file)
            progress.advance(task)
    return counts


def _export_units(mine: UserMemory, file: IO[str]) -> int:
    units = mine.memories(states=tuple(State))
    for unit in units:
        _write(file, unit_line(unit, mine.history(unit.id)))
    return len(units)


def _write(file: IO[str], line: dict[str, Any]) -> None:
    file.write(json.dumps(line, ensure_ascii=False) + "\n")


@contextmanager
def _target(path: Path | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
        return
    try:
        # "x": an export never overwrites; what is there may be the only backup.
        with path.open("x", encoding="utf-8") as file:
            yield file
    except FileExistsError:
        raise InputError(f"{path} exists already", hint="name another file") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
