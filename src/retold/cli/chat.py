"""The command that talks: what is typed is answered from memory, then remembered."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.text import Text

from retold.cli.choosing import candidates_table, chosen, erase_chosen
from retold.cli.common import Common, register
from retold.cli.forgetting import erasure_line
from retold.cli.ids import unit_named
from retold.cli.outcomes import rows_of
from retold.cli.output import Output, plain, visible
from retold.cli.tables import STYLE_OF_ACTION, answer_parts, keeping_words, unit_table
from retold.errors import InputError, NotFoundError
from retold.forgetting import topic_to_forget, wish_about_conversation, wish_about_keeping
from retold.records import Action, Answer, ErasureReceipt, Hit, Outcome, Said, Unit
from retold.sync import UserMemory

app = typer.Typer()

QUIT = "/quit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What one line brought about: an answer and what was kept, or the result of a command."""

    line: str
    answer: Answer | None = None
    asked: bool = False
    rows: tuple[tuple[Outcome, str, str], ...] = ()
    units: tuple[Unit, ...] = ()
    erased: ErasureReceipt | None = None
    candidates: tuple[Hit, ...] = ()
    spared: bool = False
    keeping: str = "on"


@register(
    app,
    "chat",
    examples=(
        "retold chat --user alice",
        "printf 'I live in Oslo.\\nWhere do I live?\\n' | retold chat",
    ),
)
def chat(
    common: Common,
    session: Annotated[str | None, typer.Option(help="The conversation to go on with.")] = None,
    incognito: Annotated[
        bool, typer.Option("--incognito", help="Answer from memory and write nothing.")
    ] = False,
) -> None:
    """Talk to the memory: it answers with what it knows and keeps what matters."""
    output = common.output
    name = session or f"chat-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    output.note("/memories lists, /erase ID forgets, /quit leaves.")
    with common.memory(create=True) as memory:
        mine = memory.user(common.user, incognito=incognito)
        talk = _Talk(mine, name)
        for line in _lines(output):
            try:
                reply = talk.handle(line)
            except (InputError, NotFoundError) as error:
                output.failure(error)
                continue
            _show(output, reply)
        if not incognito:
            mine.scan()


def _lines(output: Output) -> Iterator[str]:
    """Lines as they are typed, or piped in, until the end or /quit; empty ones are passed over."""
    watched = sys.stdin.isatty() and not output.as_json
    while True:
        try:
            line = output.err.input("› ") if watched else sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            return
        if not line and not watched:
            return
        if line.strip() == QUIT:
            return
        if line.strip():
            yield line.strip()


class _Talk:
    """One conversation: whose memory, and the candidates that wait for a choice."""

    def __init__(self, mine: UserMemory, session: str) -> None:
        self._mine = mine
        self._session = session
        self._waiting: list[Hit] = []

    def handle(self, line: str) -> Reply:
        """What a line brings about."""
        waiting, self._waiting = self._waiting, []
        if waiting and (picked := chosen(line, waiting)) is not None:
            erased = erase_chosen(self._mine, picked) if picked else None
            return Reply(line=line, erased=erased, spared=not picked)
        command, _, rest = line.partition(" ")
        if command.startswith("/"):
            if command not in _COMMANDS:
                raise InputError(f"unknown command {command}", hint=", ".join((*_COMMANDS, QUIT)))
            return _COMMANDS[command](self._mine, line, rest.strip())
        if topic_to_forget(line) is not None:
            # The wish may hold what is to be forgotten, so it is not remembered itself.
            self._waiting = self._mine.candidates(line)
            return Reply(line=line, candidates=tuple(self._waiting), spared=not self._waiting)
        return self._told(line)

    def _told(self, line: str) -> Reply:
        mine = self._mine
        if {wish_about_keeping(line), wish_about_conversation(line)} != {None}:
            keeping = mine.remember(Said(text=line, session=self._session)).keeping
            return Reply(line=line, keeping=keeping)
        # Asked first: a question must not be answered by itself.
        answer = mine.answer(line)
        receipt = mine.remember(Said(text=line, session=self._session))
        kept = tuple(row for row in rows_of(mine, receipt) if row[0].action is not Action.REFUSED)
        # Without a writer nothing says what is a question, so everything gets an answer.
        asked = not receipt.outcomes or any(
            outcome.rule.startswith("question") for outcome in receipt.outcomes
        )
        return Reply(line=line, answer=answer, asked=asked, rows=kept, keeping=receipt.keeping)


def _memories(mine: UserMemory, line: str, _: str) -> Reply:
    return Reply(line=line, units=tuple(mine.memories()))


def _erase(mine: UserMemory, line: str, unit_id: str) -> Reply:
    return Reply(line=line, erased=mine.erase(unit_named(mine, unit_id).id))


_COMMANDS: dict[str, Callable[[UserMemory, str, str], Reply]] = {
    "/memories": _memories,
    "/erase": _erase,
}


def _show(output: Output, reply: Reply) -> None:
    if output.as_json:
        output.text(json.dumps(_object(reply), ensure_ascii=False))
        return
    # What was told needs no answer; what tells nothing may be a question without its mark.
    if reply.answer is not None and (reply.asked or (reply.answer.known and not reply.rows)):
        for part in answer_parts(output, reply.answer):
            output.out.print(part)
    for outcome, sentence, content in reply.rows:
        style = STYLE_OF_ACTION[outcome.action]
        said = visible(content or sentence)
        output.out.print(Text.assemble((f"  {output.words(outcome.action)} ", style), said))
    if reply.units:
        output.out.print(unit_table(output, reply.units))
    if reply.erased is not None:
        output.out.print(erasure_line(output, reply.erased))
    if reply.candidates:
        output.out.print(candidates_table(output, reply.candidates))
        output.out.print(Text(output.words("Which of them? Numbers, `all`, or `no`"), "quiet"))
    if reply.spared:
        output.out.print(Text(output.words("Nothing was erased."), "quiet"))
    if reply.keeping != "on":
        output.out.print(Text(keeping_words(output, reply.keeping), "quiet"))


def _object(reply: Reply) -> dict[str, Any]:
    """One line of JSON mode: only what the line brought about."""
    found: dict[str, Any] = {"line": reply.line}
    if reply.answer is not None:
        found["answer"] = {
            "text": reply.answer.text,
            "known": reply.answer.known,
            "sources": reply.answer.sources,
        }
        found["outcomes"] = [outcome for outcome, _, _ in reply.rows]
        found["keeping"] = reply.keeping
    elif reply.erased is not None:
        found["erased"] = reply.erased
    elif reply.candidates or reply.spared:
        found["candidates"] = [
            {"id": hit.id, "corpus": hit.corpus, "text": hit.text} for hit in reply.candidates
        ]
    elif reply.keeping != "on":
        found["keeping"] = reply.keeping
    else:
        found["memories"] = reply.units
    value: dict[str, Any] = plain(found)
    return value
