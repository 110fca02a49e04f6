"""How the demo looks: one scene after another, on any width from 80 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from retold.cli.demo.story import Asked, Erased, Sentence, Story, Told
from retold.cli.output import Output, joined, visible
from retold.cli.tables import STYLE_OF_ACTION, facts, number
from retold.records import Action

# Longer lines are hard to read, however wide the terminal is.
WIDEST = 110
CHANGES = (Action.SUPERSEDED, Action.WITHDRAWN, Action.MERGED)
NEXT_STEPS = (
    ("retold chat", "talk to it"),
    ("retold import FILE", "bring your own conversations"),
    ("retold recall 'QUESTION'", "look something up"),
    ("retold --help", "everything else"),
)


class Scenes:
    """The demo's scenes; in JSON mode they stay silent."""

    def __init__(self, output: Output) -> None:
        """Print to this output, no wider than can be read."""
        self._output = output
        output.out.width = min(output.out.width, WIDEST)

    def title(self) -> None:
        """What is about to happen."""
        words = self._output.words
        told = words(
            "Two weeks of conversation in a temporary file: no key, no server, no network."
        )
        self._print(Text.assemble(("Retold", "heading"), "  ", (told, "quiet")), Text())

    def person(self, told: Told) -> None:
        """What became of one conversation, and three questions about it."""
        words = self._output.words
        self._rule(
            told.name,
            words("{count} turns", count=told.turns),
            words("{first} to {last}", first=told.first_day, last=told.last_day),
            words("{milliseconds:.0f} ms a turn", milliseconds=told.milliseconds_a_turn),
        )
        kept = [s for s in told.sentences if s.outcome.action is Action.KEPT]
        changed = [s for s in told.sentences if s.outcome.action in CHANGES]
        refused = [s for s in told.sentences if s.outcome.action is Action.REFUSED]
        self._section(words("Kept: {count} memories", count=len(kept)), self._kept(kept))
        self._section(words("Changed: {count}", count=len(changed)), self._changed(changed))
        self._section(
            words("Not kept: {count} sentences", count=len(refused)), self._refused(refused)
        )
        for place, asked in enumerate(told.asked):
            self._asked(asked, with_context=place == 0)

    def erasing(self, erased: Erased) -> None:
        """One memory before and after it was erased."""
        words = self._output.words
        self._rule(
            words("Forgotten on request"),
            erased.user,
            words("{milliseconds:.0f} ms", milliseconds=erased.milliseconds),
        )
        table = self._output.table(f"“{erased.word}” is found in", "before", "after")
        history = words("none") if erased.history_is_gone else words("still there")
        rows = (
            (words("recall"), erased.found_before, erased.found_after),
            (words("bytes of the files"), erased.bytes_before, erased.bytes_after),
            (words("history"), words("its steps"), history),
            (words("memories, after the old sentence was imported again"), "", erased.came_back),
        )
        for name, before, after in rows:
            table.add_row(name, Text(str(before)), Text(str(after), "accent"))
        self._print(
            Padding(Text(visible(erased.content)), (0, 0, 0, 2)),
            Padding(table, (0, 0, 0, 2)),
            Padding(
                Text(f"{words('The turn now reads')}: {visible(erased.turn.text)}", "quiet"),
                (0, 0, 1, 2),
            ),
        )

    def end(self, story: Story) -> None:
        """Totals, and where to go from here."""
        words = self._output.words
        turns = sum(told.turns for told in story.people)
        memories = sum(len(told.memories) for told in story.people)
        self._rule(words("In short"))
        line = words(
            "{turns} turns became {memories} memories in {seconds:.1f} s "
            "({opening:.1f} s to load {embedder}). Nothing left this machine.",
            turns=turns,
            memories=memories,
            seconds=story.seconds,
            opening=story.seconds_to_open,
            embedder=story.embedder,
        )
        steps = facts((command, Text(words(what), "quiet")) for command, what in NEXT_STEPS)
        self._print(Padding(Text(line), (0, 0, 1, 2)), Padding(steps, (0, 0, 0, 2)))

    def _kept(self, sentences: Sequence[Sentence]) -> Table:
        table = self._output.table("score", "kind", "memory", "why", wide={"memory": 5, "why": 3})
        for sentence in sentences:
            outcome = sentence.outcome
            table.add_row(
                number(outcome.score),
                Text(self._output.words(sentence.kind), "accent"),
                Text(visible(sentence.content)),
                Text(joined((outcome.rule, *outcome.reasons)), "quiet"),
            )
        return table

    def _changed(self, sentences: Sequence[Sentence]) -> Table:
        table = self._output.table(
            "", "before", "after", "rule", wide={"before": 4, "after": 4, "rule": 3}
        )
        for sentence in sentences:
            outcome = sentence.outcome
            table.add_row(
                Text(self._output.words(outcome.action), STYLE_OF_ACTION[outcome.action]),
                Text(visible("\n".join(sentence.affected)), "quiet"),
                Text(visible(sentence.content)),
                Text(outcome.rule, "quiet"),
            )
        return table

    def _refused(self, sentences: Sequence[Sentence]) -> Table:
        """The rules that refused, how often, and one sentence each."""
        counts = Counter(sentence.outcome.rule for sentence in sentences)
        table = self._output.table(
            "rule", "count", "for example", wide={"rule": 3, "for example": 5}
        )
        for rule, count in counts.most_common():
            example = next(s.text for s in sentences if s.outcome.rule == rule)
            table.add_row(Text(rule, "quiet"), str(count), Text(visible(example), "quiet"))
        return table

    def _asked(self, asked: Asked, *, with_context: bool) -> None:
        words = self._output.words
        parts: list[RenderableType] = [Text.assemble(("? ", "accent"), (asked.question, "heading"))]
        if with_context and asked.context:
            parts.append(Padding(Text(visible(asked.context), "quiet"), (0, 0, 0, 4)))
        parts.append(Padding(Text(visible(asked.answer)), (0, 0, 0, 2)))
        for turn in asked.sources:
            said = f"← {turn.occurred_at:%Y-%m-%d} {turn.speaker}: {visible(turn.text)}"
            line = Text(said, "quiet", no_wrap=True, overflow="ellipsis")
            parts.append(Padding(line, (0, 0, 0, 4)))
        size = words(
            "context: {tokens} of {budget} tokens", tokens=asked.tokens, budget=asked.budget
        )
        taken = words("{milliseconds:.0f} ms", milliseconds=asked.milliseconds)
        parts.append(Padding(Text(joined((taken, size)), "quiet"), (0, 0, 1, 2)))
        self._print(*parts)

    def _section(self, title: str, body: Table) -> None:
        if body.row_count:
            self._print(Text(title, "heading"), body)

    def _rule(self, title: str, *notes: str) -> None:
        if not self._output.as_json:
            line = Text.assemble((title, "heading"), (f"  {joined(notes)}", "quiet"))
            self._output.out.rule(line, align="left", style="quiet")

    def _print(self, *parts: RenderableType) -> None:
        if not self._output.as_json:
            for part in parts:
                self._output.out.print(part)
