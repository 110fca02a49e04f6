"""How the demo looks: one scene after another, on any width from 80 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from retold.cli.demo.story import Asked, Erased, Person, Sentence, Story, Told
from retold.cli.output import Output, joined, visible
from retold.cli.tables import STYLE_OF_ACTION, facts, number, rule_words
from retold.records import Action, Speaking

# Longer lines are hard to read, however wide the terminal is.
WIDEST = 110
# Turns that are shown of a conversation, as a taste of it.
TASTE = 6
MARGIN = (0, 0, 0, 2)
MARGIN_AND_SPACE = (0, 0, 1, 2)
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
        promise = self._output.words("Two people, two weeks. No key, no server, no network.")
        self._print(Text.assemble(("Retold", "heading"), "  ", (promise, "quiet")), "")

    def conversation(self, person: Person) -> None:
        """Who talks, and the first few turns."""
        words = self._output.words
        first, last = (str(person.turns[place].at)[:10] for place in (0, -1))
        self._rule(
            person.name,
            words("{count} turns", count=len(person.turns)),
            words("{first} to {last}", first=first, last=last),
        )
        for said in person.turns[:TASTE]:
            style = "" if said.role is Speaking.USER else "quiet"
            self._print(Padding(_one_line(f"{said.speaker}: {said.text}", style), MARGIN))
        more = words("… and {count} more turns", count=len(person.turns) - TASTE)
        self._print(Padding(Text(more, "quiet"), MARGIN_AND_SPACE))

    def kept(self, told: Told) -> None:
        """What became of a conversation: what was kept, what changed, what was refused."""
        words = self._output.words
        kept = [s for s in told.sentences if s.outcome.action is Action.KEPT]
        changed = [s for s in told.sentences if s.outcome.action in CHANGES]
        refused = [s for s in told.sentences if s.outcome.action is Action.REFUSED]
        self._section(words("Kept: {count} memories", count=len(kept)), self._kept(kept))
        self._section(words("Changed: {count}", count=len(changed)), self._changed(changed))
        title = words("Not kept: {count} sentences", count=len(refused))
        self._section(title, self._refused(refused))

    def asked(self, told: Told) -> None:
        """The questions, each with its answer and sources; the first with its context."""
        for place, asked in enumerate(told.asked):
            self._asked(asked, with_context=place == 0)

    def erasing(self, erased: Erased | None) -> None:
        """One memory before and after it was erased."""
        if erased is None:
            return
        words = self._output.words
        taken = words("{milliseconds:.0f} ms", milliseconds=erased.milliseconds)
        self._rule(words("Forgotten on request"), erased.name, taken)
        looking = words("looking for “{word}”", word=erased.word)
        table = self._output.table(looking, "before", "after")
        history = words("none") if erased.history_is_gone else words("still there")
        rows: Iterable[tuple[str, object, object]] = (
            (words("hits of a recall"), erased.found_before, erased.found_after),
            (words("places in the file's bytes"), erased.bytes_before, erased.bytes_after),
            (words("steps of its history"), erased.receipt.history, history),
            (words("memories, once the old sentence was imported again"), "", erased.came_back),
        )
        for name, before, after in rows:
            table.add_row(name, Text(str(before)), Text(str(after), "accent"))
        reads = f"{words('The turn now reads')}: {visible(erased.turn.text)}"
        self._print(
            Padding(Text(visible(erased.content)), MARGIN),
            Padding(table, MARGIN),
            Padding(Text(reads, "quiet"), MARGIN_AND_SPACE),
        )

    def end(self, story: Story) -> None:
        """Totals, and where to go from here."""
        words = self._output.words
        self._rule(words("In short"))
        turns = sum(told.turns for told in story.people)
        spent = sum(told.turns * told.milliseconds_a_turn for told in story.people)
        line = words(
            "{turns} turns became {memories} memories, at {each:.0f} ms a turn; "
            "{seconds:.1f} s in all. Nothing left this machine.",
            turns=turns,
            memories=sum(len(told.memories) for told in story.people),
            each=spent / turns,
            seconds=story.seconds,
        )
        embedder = words("embedder {name}", name=story.embedder)
        steps = facts((command, Text(words(what), "quiet")) for command, what in NEXT_STEPS)
        self._print(
            Padding(Text(line), MARGIN),
            Padding(Text(embedder, "quiet"), MARGIN_AND_SPACE),
            Padding(steps, MARGIN),
        )

    def _kept(self, sentences: Sequence[Sentence]) -> Table:
        table = self._output.table("score", "kind", "memory", "rule", wide={"memory": 1})
        for sentence in sentences:
            table.add_row(
                number(sentence.outcome.score),
                Text(self._output.words(sentence.kind), "accent"),
                Text(visible(sentence.content)),
                Text(rule_words(self._output, sentence.outcome.rule), "quiet"),
            )
        return table

    def _changed(self, sentences: Sequence[Sentence]) -> Table:
        table = self._output.table("", "before", "after", "rule", wide={"before": 1, "after": 1})
        for sentence in sentences:
            action = sentence.outcome.action
            table.add_row(
                Text(self._output.words(action), STYLE_OF_ACTION[action]),
                Text(visible("\n".join(sentence.affected)), "quiet"),
                Text(visible(sentence.content)),
                Text(rule_words(self._output, sentence.outcome.rule), "quiet"),
            )
        return table

    def _refused(self, sentences: Sequence[Sentence]) -> Table:
        """The rules that refused, how often, and one sentence each."""
        counts = Counter(sentence.outcome.rule for sentence in sentences)
        table = self._output.table("rule", "count", "for example", wide={"for example": 1})
        for rule, count in counts.most_common():
            example = next(s.text for s in sentences if s.outcome.rule == rule)
            table.add_row(
                Text(rule_words(self._output, rule), "quiet"),
                Text(str(count), justify="right"),
                _one_line(example, "quiet"),
            )
        return table

    def _asked(self, asked: Asked, *, with_context: bool) -> None:
        words = self._output.words
        parts: list[RenderableType] = [Text.assemble(("? ", "accent"), (asked.question, "heading"))]
        if with_context and asked.context:
            parts.append(Padding(Text(visible(asked.context), "quiet"), (0, 0, 0, 4)))
        parts.append(Padding(Text(visible(asked.answer)), MARGIN))
        for turn in asked.sources:
            said = f"← {turn.occurred_at:%Y-%m-%d} {turn.speaker}: {turn.text}"
            parts.append(Padding(_one_line(said, "quiet"), (0, 0, 0, 4)))
        size = words(
            "context: {tokens} of {budget} tokens", tokens=asked.tokens, budget=asked.budget
        )
        taken = words("{milliseconds:.0f} ms", milliseconds=asked.milliseconds)
        parts.append(Padding(Text(joined((taken, size)), "quiet"), MARGIN_AND_SPACE))
        self._print(*parts)

    def _section(self, title: str, body: Table) -> None:
        if body.row_count:
            self._print(Text(title, "heading"), Padding(body, MARGIN_AND_SPACE))

    def _rule(self, title: str, *notes: str) -> None:
        if not self._output.as_json:
            line = Text(title, "heading")
            if notes:
                line.append(f"  {joined(notes)}", "quiet")
            self._output.out.rule(line, align="left", style="quiet")

    def _print(self, *parts: RenderableType) -> None:
        if not self._output.as_json:
            for part in parts:
                self._output.out.print(part)


def _one_line(text: str, style: str) -> Text:
    """The text on one line, its end cut off where the room ends."""
    return Text(" ".join(visible(text).split()), style, no_wrap=True, overflow="ellipsis")
