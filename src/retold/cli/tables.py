"""How records look on a terminal: calm tables that fit the width."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from retold.cli.ids import short
from retold.cli.output import Output, joined, visible
from retold.records import (
    Action,
    Answer,
    Context,
    HistoryEntry,
    Outcome,
    Recall,
    Receipt,
    State,
    Status,
    Unit,
)

STYLE_OF_ACTION = {
    Action.KEPT: "good",
    Action.MERGED: "accent",
    Action.SUPERSEDED: "accent",
    Action.WITHDRAWN: "weak",
    Action.REFUSED: "quiet",
}
STYLE_OF_STATUS = {Status.OK: "good", Status.DEGRADED: "weak", Status.FAILED: "bad"}


def number(score: float) -> Text:
    """A score of 0-1 with two decimals, brighter where it is higher."""
    style = "good" if score >= 0.7 else "" if score >= 0.4 else "quiet"
    return Text(f"{score:.2f}", style)


def unit_table(output: Output, units: Iterable[Unit], *, states: bool = False) -> Table:
    """Units with importance, kind, text, day and id; with their state where that is asked."""
    shown = ["state"] if states else []
    table = output.table("weight", "kind", "memory", *shown, "said on", "id", wide={"memory": 1})
    for unit in units:
        state = [Text(output.words(unit.state), _state_style(unit.state))] if states else []
        table.add_row(
            number(unit.importance),
            Text(output.words(unit.kind), "accent"),
            Text(visible(unit.content), "" if unit.state in _SHOWN else "quiet"),
            *state,
            Text(f"{unit.occurred_at:%Y-%m-%d}", "quiet"),
            Text(short(unit.id), "quiet"),
        )
    return table


def outcome_table(output: Output, rows: Iterable[tuple[Outcome, str, str]]) -> Table:
    """What became of each sentence: rows are the outcome, the sentence, and the unit's text."""
    table = output.table("", "score", "sentence", "rule", wide={"sentence": 5, "rule": 3})
    for outcome, sentence, content in rows:
        style = STYLE_OF_ACTION[outcome.action]
        said = Text(visible(sentence), "quiet" if outcome.action is Action.REFUSED else "")
        if content and content != sentence:
            said = Text.assemble(said, "\n→ ", (visible(content), style))
        table.add_row(
            Text(output.words(outcome.action), style),
            number(outcome.score),
            said,
            Text(joined((rule_words(output, outcome.rule), *outcome.reasons)), "quiet"),
        )
    return table


def rule_words(output: Output, rule: str) -> str:
    """A writer's rule in the reader's language; "frame" stands before the name of a slot."""
    if rule == "value":  # the score alone decided
        return output.words("worth keeping")
    kind, _, slot = rule.partition(" ")
    if kind == "frame" and slot:
        return f"{output.words(kind)} {output.words(slot)}"
    return output.words(rule)


def receipt_line(output: Output, receipt: Receipt) -> Text:
    """A receipt in one line: how many sentences were kept, merged, superseded, refused."""
    counts = {action: sum(o.action is action for o in receipt.outcomes) for action in Action}
    parts = [f"{output.words(action)} {count}" for action, count in counts.items() if count]
    if receipt.repeated:
        parts.append(output.words("already remembered under this key"))
    if receipt.vectors == "pending":
        parts.append(output.words("vectors follow later"))
    if receipt.keeping != "on":
        parts.append(keeping_words(output, receipt.keeping))
    parts.extend(receipt.notes)
    return Text(joined(parts) or output.words("nothing worth keeping"), "quiet")


def show_unit(output: Output, unit: Unit) -> None:
    """Print one memory with its state, or its JSON."""
    output.show(unit, unit_table(output, [unit], states=True))


def keeping_words(output: Output, keeping: str) -> str:
    """What a receipt says about keeping, as the user is told."""
    words = output.words
    return {
        "off": words("Not kept, as you asked."),
        "stopped": words(
            "From now on nothing you say is kept; “you can remember again” undoes it."
        ),
        "paused": words(
            "Nothing of this conversation is kept from now on; “you can remember again” undoes it."
        ),
        "resumed": words("From now on what you say is kept again."),
        "incognito": words("Not kept: this conversation is incognito."),
    }[keeping]


def recall_parts(output: Output, recall: Recall) -> list[RenderableType]:
    """The hits as a table, and a line on how the recall went."""
    table = output.table("score", "memory", "why", "said on", wide={"memory": 5, "why": 3})
    for hit in recall.hits:
        text = Text(visible(hit.text))
        name = short(hit.id) if hit.unit is not None else hit.id
        text.append(f"\n{output.words(hit.corpus.removesuffix('s'))} {name}", "quiet")
        table.add_row(
            number(hit.score),
            text,
            Text(joined(hit.reasons), "quiet"),
            Text(f"{hit.occurred_at:%Y-%m-%d}", "quiet"),
        )
    line = status_line(output, recall)
    return [table, line] if recall.hits else [line]


def status_line(output: Output, recall: Recall) -> Text:
    """Status, number of hits, confidence, note and time of a recall."""
    style = STYLE_OF_STATUS.get(recall.status, "weak")
    parts = [
        output.words("hits: {count}", count=len(recall.hits)),
        output.words("confidence {value:.2f}", value=recall.confidence),
        recall.note,
        milliseconds(recall.milliseconds),
    ]
    status = output.words(recall.status.replace("_", " "))
    return Text.assemble((status, style), (" · " + joined(parts), "quiet"))


def milliseconds(parts: Mapping[str, float]) -> str:
    """The whole time of a recall, where it was measured."""
    whole = parts.get("total", sum(parts.values()))
    return f"{whole:.0f} ms" if parts else ""


def context_parts(output: Output, context: Context) -> list[RenderableType]:
    """A context as the model gets it, and a line on its size and sources."""
    sources = dict.fromkeys(source for line in context.lines for source in line.sources)
    size = output.words("{tokens} of {budget} tokens", tokens=context.tokens, budget=context.budget)
    told = output.words("sources: {ids}", ids=", ".join(sources)) if sources else ""
    return [
        Padding(Text(visible(context.text)), (0, 0, 0, 2)),
        Text.assemble(status_line(output, context.recall), (" · " + joined((size, told)), "quiet")),
    ]


def answer_parts(output: Output, answer: Answer) -> list[RenderableType]:
    """An answer, and the turns that it rests on."""
    parts: list[RenderableType] = [Text(visible(answer.text), "" if answer.known else "weak")]
    if answer.sources:
        told = output.words("sources: {ids}", ids=", ".join(answer.sources))
        parts.append(Text(told, "quiet"))
    return parts


def history_table(output: Output, entries: Sequence[HistoryEntry]) -> Table:
    """The steps in a unit's life, oldest first."""
    table = output.table(
        "when", "step", "said afterwards", "reason", wide={"said afterwards": 3, "reason": 2}
    )
    for entry in entries:
        table.add_row(
            Text(f"{entry.at:%Y-%m-%d %H:%M}", "quiet"),
            Text(output.words(entry.event), "accent"),
            Text(visible(entry.content)),
            Text(joined((entry.reason, short(entry.other_id or ""))), "quiet"),
        )
    return table


def facts(pairs: Iterable[tuple[str, RenderableType]]) -> Table:
    """Names and values side by side, without lines."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="quiet", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in pairs:
        table.add_row(name, value)
    return table


def stacked(*parts: RenderableType) -> Group:
    """Parts one under another."""
    return Group(*parts)


_SHOWN = (State.ACTIVE, State.FADED)


def _state_style(state: State) -> str:
    return {"active": "good", "faded": "weak"}.get(state, "quiet")
