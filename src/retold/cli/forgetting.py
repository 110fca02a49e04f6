"""Commands that forget: retire and restore, erase, and the proof that it is gone."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from retold.cli.choosing import candidates_table, chosen, erase_chosen
from retold.cli.common import Common, register
from retold.cli.ids import UnitId, unit_named
from retold.cli.output import Output, visible
from retold.cli.tables import show_unit, unit_table
from retold.errors import InputError, NotFoundError
from retold.forgetting import read_receipt
from retold.ports import Traces
from retold.records import ErasureReceipt, Hit, State, Turn, Unit
from retold.sync import UserMemory

app = typer.Typer()

# More than a screen of what is about to go is not read.
MOST_SHOWN = 20


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
    show_unit(common.output, unit)


@register(app, "restore", examples=("retold restore 4f1c9a0b",))
def restore(common: Common, unit_id: UnitId) -> None:
    """Bring a retired memory back."""
    with common.memory() as memory:
        mine = common.mine(memory)
        unit = mine.restore(unit_named(mine, unit_id).id)
    show_unit(common.output, unit)


@register(
    app,
    "erase",
    examples=(
        "retold erase 4f1c9a0b",
        "retold erase 4f1c9a0b --yes --json",
        'retold erase --text "my address"',
        "retold erase --session monday --tag private",
        "retold erase --all --yes > receipt.json --json",
    ),
)
def erase(
    common: Common,
    unit_ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="UNIT_IDS", help="Ids of memories, or their starts, as `retold memories` shows."
        ),
    ] = None,
    *,
    turn: Annotated[
        list[str] | None, typer.Option(help="A turn, with what was made of it; repeatable.")
    ] = None,
    session: Annotated[str | None, typer.Option(help="Everything of a conversation.")] = None,
    tag: Annotated[str | None, typer.Option(help="Every memory with this tag.")] = None,
    text: Annotated[
        str | None, typer.Option(help="What to forget; shows candidates to choose from.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything of the user.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    keep_sources: Annotated[
        bool, typer.Option("--keep-sources", help="Leave the turn log as it is.")
    ] = False,
) -> None:
    """Remove memories or turns beyond recovery, with all that was made of them."""
    named = bool(unit_ids or turn or session or tag)
    if named + everything + (text is not None) != 1:
        raise InputError(
            "say what to erase: ids, --turn, --session, --tag, or --text, or --all",
            hint="`retold memories` shows ids; --text finds candidates",
        )
    with common.memory() as memory:
        mine = common.mine(memory)
        if text is not None:
            receipt = _erase_text(common, mine, text, yes=yes, sources=not keep_sources)
        else:
            ids = [unit_named(mine, given).id for given in unit_ids or ()]
            doomed = _Doomed(ids, turn or [], session, tag, everything=everything)
            if not yes and not _confirmed(common, mine, doomed):
                raise InputError("nothing was erased", hint="--yes erases without asking")
            receipt = doomed.erase(mine, sources=not keep_sources)
    if receipt is not None:
        common.output.show(receipt, erasure_line(common.output, receipt))


@register(
    app,
    "verify-erasure",
    examples=(
        "retold verify-erasure < secrets.txt",
        'retold verify-erasure --text "12 Harbour Lane"',
        "retold verify-erasure --receipt receipt.json",
    ),
    without=("user",),
)
def verify_erasure(
    common: Common,
    text: Annotated[
        list[str] | None,
        typer.Option(help="A text to look for; repeatable. Standard input stays out of history."),
    ] = None,
    receipt: Annotated[
        list[Path] | None, typer.Option(help="A receipt of an erase, as JSON; repeatable.")
    ] = None,
) -> None:
    """Look for erased texts in every row and every byte of the store; exit with 1 if found."""
    output = common.output
    receipts = [_read_receipt(path) for path in receipt or ()]
    texts = list(text or ())
    if not texts and not receipts:
        texts = [line for line in (line.strip() for line in sys.stdin) if line]
    if not texts and not receipts:
        raise InputError("there is no text to look for", hint="one a line on standard input")
    with common.memory() as memory:
        output.note("Reading every row and every byte …")
        traces = memory.traces(*texts) if texts else None
        genuine = {one.id: memory.verify(one) for one in receipts}
    clean = all(genuine.values()) and not (traces and traces.found)
    result = {"clean": clean, "traces": traces, "receipts": genuine}
    output.show(result, *_verified(output, traces, genuine))
    if not clean:
        raise typer.Exit(1)


def erasure_line(output: Output, receipt: ErasureReceipt) -> Text:
    """What went, in counts."""
    return Text(
        output.words(
            "Erased. Memories: {units}, turns: {gone}, steps of history: {history}, vectors: "
            "{vectors}, turns blanked: {turns}. Tombstones that keep it from coming back: "
            "{tombstones}.",
            units=receipt.units,
            gone=receipt.turns,
            history=receipt.history,
            vectors=receipt.vectors,
            turns=receipt.turns_redacted,
            tombstones=receipt.tombstones,
        )
    )


@dataclass(frozen=True, slots=True)
class _Doomed:
    """What the command line names."""

    unit_ids: list[str]
    turn_ids: list[str]
    session: str | None
    tag: str | None
    everything: bool

    def erase(self, mine: UserMemory, *, sources: bool) -> ErasureReceipt:
        if self.everything:
            return mine.erase_all()
        return mine.erase(
            *self.unit_ids,
            turns=self.turn_ids,
            session=self.session,
            tag=self.tag,
            sources=sources,
        )

    def units(self, mine: UserMemory) -> list[Unit]:
        """The memories that are named; what was made of them goes too and is not among them."""
        return [
            unit
            for unit in mine.memories(states=tuple(State))
            if self.everything
            or unit.id in self.unit_ids
            or (self.session is not None and unit.scope.session == self.session)
            or (self.tag is not None and self.tag in unit.tags)
        ]

    def turns(self, mine: UserMemory) -> list[Turn]:
        """The turns that go as a whole."""
        return [
            turn
            for turn in mine.turns()
            if self.everything
            or turn.id in self.turn_ids
            or (self.session is not None and turn.scope.session == self.session)
        ]


def _confirmed(common: Common, mine: UserMemory, doomed: _Doomed) -> bool:
    output = common.output
    units, turns = doomed.units(mine), doomed.turns(mine)
    if units:
        output.err.print(unit_table(output, units[:MOST_SHOWN], states=True))
    for turn in turns[:MOST_SHOWN]:
        output.err.print(Text(visible(turn.text), "quiet"))
    counts = output.words("memories: {units}, turns: {turns}", units=len(units), turns=len(turns))
    question = output.words("Erase this beyond recovery?")
    try:
        return typer.confirm(f"{counts}. {question}", err=True)
    except typer.Abort:
        return False


def _erase_text(
    common: Common, mine: UserMemory, text: str, *, yes: bool, sources: bool
) -> ErasureReceipt | None:
    """Erase those of the candidates that are chosen; with --json and no --yes only list them."""
    output = common.output
    hits = mine.candidates(text)
    if not hits:
        raise NotFoundError(f"nothing fits {text!r}", hint="`retold memories` lists everything")
    if not yes and output.as_json:
        output.json(hits)
        return None
    if not yes:
        output.err.print(candidates_table(output, hits))
        hits = _picked(output, hits)
    if not hits:
        raise InputError("nothing was erased", hint="name numbers, or `all`")
    return erase_chosen(mine, hits, sources=sources)


def _picked(output: Output, hits: Sequence[Hit]) -> list[Hit]:
    question = output.words("Which of them? Numbers, `all`, or `no`")
    try:
        return chosen(typer.prompt(question, err=True), hits) or []
    except typer.Abort:
        return []


def _read_receipt(path: Path) -> ErasureReceipt:
    try:
        value = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise InputError(f"{path} is not JSON", hint="`retold erase --json` prints one") from None
    if not isinstance(value, dict):
        raise InputError(f"{path} holds no receipt", hint="`retold erase --json` prints one")
    return read_receipt(value)


def _verified(output: Output, traces: Traces | None, genuine: dict[str, bool]) -> list[Text]:
    words, lines = output.words, []
    for name, holds in genuine.items():
        held = words("genuine, and nothing it names is there")
        broken = words("not of this store, changed, or what it names is there")
        lines.append(Text(f"{name}: {held if holds else broken}", "good" if holds else "bad"))
    if traces is None:
        return lines
    for trace in traces.found:
        name = visible(trace.where)
        place = words("table {name}, row {place}", name=name, place=trace.place)
        if trace.what == "bytes":
            place = words("file {name}, byte {place}", name=name, place=trace.place)
        lines.append(Text(place, "bad"))
    if not traces.found:
        nothing = words("Nothing is left: no row holds it, and no run of its bytes is anywhere.")
        lines.append(Text(nothing, "good"))
    looked = words(
        "Looked at {rows} rows and {files} files. Of {runs} runs of eight bytes, {shared} also "
        "stand in rows that are there.",
        rows=traces.rows,
        files=len(traces.files),
        runs=traces.runs,
        shared=traces.shared,
    )
    return [*lines, Text(looked, "quiet")]
