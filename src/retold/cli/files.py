"""Commands between a memory and files: import, export."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from retold.cli.common import Common, register
from retold.cli.output import Output, plain
from retold.cli.tables import facts
from retold.evaluate.datasets import read_dataset
from retold.records import Action, Receipt, Restored, Said, Scope
from retold.sync import Memory, UserMemory
from retold.transfer import is_export, users_in
from retold.whole_files import new_file

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
    file: Annotated[
        Path, typer.Argument(help="An export, JSONL of the data format, or LoCoMo's JSON.")
    ],
    as_user: Annotated[
        str | None,
        typer.Option("--user", "-u", "--as-user", help="One user for all; default: each its own."),
    ] = None,
) -> None:
    """Read conversations, or an export, into memory; a second run changes nothing."""
    if is_export(file):
        _restore(common, file, as_user)
        return
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
    examples=("retold export mine.jsonl", "retold export all.jsonl --all-users"),
)
def export(
    common: Common,
    file: Annotated[
        Path | None, typer.Argument(help="A new file; without it, standard output.")
    ] = None,
    *,
    all_users: Annotated[bool, typer.Option("--all-users", help="Not only --user's.")] = False,
) -> None:
    """Write turns, memories with their history, and receipts; `import` reads them back."""
    with common.memory() as memory:
        scopes = memory.users() if all_users else [common.mine(memory).scope]
        counts = _export(common, memory, scopes, file)
    if file is not None:
        common.output.show(
            counts, facts((common.output.words(k), f"{v:,}") for k, v in counts.items())
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


def _import(mine: UserMemory, batch: Sequence[Said], imported: Imported) -> None:
    """Remember the turns of a batch that are not in the log under their id yet."""
    known = {turn.id for turn in mine.turns(ids=[said.id for said in batch if said.id])}
    fresh = [said for said in batch if said.id not in known]
    imported.repeated_turns += len(batch) - len(fresh)
    if fresh:
        imported.count(mine.remember(fresh))


def _export(
    common: Common, memory: Memory, scopes: Sequence[Scope], path: Path | None
) -> dict[str, int]:
    """Export the users one after another; a file is there whole or not at all."""
    counts: Counter[str] = Counter(users=len(scopes))
    with ExitStack() as stack:
        progress = stack.enter_context(common.output.progress())
        task = progress.add_task(common.db.name, total=len(scopes))
        file: IO[str] = sys.stdout
        if path is not None:
            part = stack.enter_context(new_file(path))
            file = stack.enter_context(part.open("w", encoding="utf-8", newline="\n"))
        for scope in scopes:
            exported = memory.user(scope.user, tenant=scope.tenant).export(file)
            counts.update(turns=exported.turns, memories=exported.units)
            counts.update(receipts=exported.receipts)
            progress.advance(task)
    return dict(counts)


def _restore(common: Common, file: Path, as_user: str | None) -> None:
    """Read an export back: all its users, or the one that it holds as another."""
    if not common.db.exists():
        users_in(file)  # what is wrong with it is said before a store is made
    output = common.output
    with common.memory(create=True) as memory, output.counting(file.name) as told:
        if as_user is not None:
            found = [(memory.user(as_user).scope, memory.user(as_user).restore_from(file))]
        else:
            found = memory.restore_from(file, told)
    restored = total_of([one for _, one in found])
    result = {"users": len(found), **plain(restored)}
    output.show(result, restored_facts(output, len(found), restored))


def total_of(several: Sequence[Restored]) -> Restored:
    """The sums of all counts, and each note once."""
    counts: Counter[str] = Counter()
    for one in several:
        counts.update({k: v for k, v in plain(one).items() if isinstance(v, int)})
    return Restored(**counts, notes=tuple(dict.fromkeys(n for one in several for n in one.notes)))


def restored_facts(output: Output, users: int, restored: Restored) -> Any:
    """What came back and what did not, as names and values."""
    words = output.words
    rows = [
        (words("users"), users),
        (words("new turns"), restored.turns),
        (words("new memories"), restored.units),
        (words("brought up to date"), restored.updated),
        (words("known already"), restored.known),
        (words("erased since, kept away"), restored.erased),
        (words("turns that lost sentences"), restored.turns_redacted),
        (words("without a source, refused"), restored.unsourced),
        (words("with a secret, refused"), restored.refused),
    ]
    named = [(name, f"{count:,}") for name, count in rows if count]
    return facts([*named, *((words("note"), note) for note in restored.notes)])
