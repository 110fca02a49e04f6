"""How an explanation of a recall looks on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.text import Text

from retold.cli.ids import short
from retold.cli.output import Output, joined, visible
from retold.cli.tables import facts, number
from retold.records import Corpus, Dropped, Explanation, Hit, Moment, Recall, Reranked

# More than the hits of a usual question: what came close is among them, and JSON has the rest.
_DROPPED_SHOWN = 12


def explanation_parts(output: Output, recall: Recall) -> list[RenderableType]:
    """How the question was read, what could be a hit, each signal of each hit, what was dropped."""
    told = recall.explanation
    if told is None:
        return []
    parts: list[RenderableType] = ["", facts(_read(output, told))]
    if recall.hits:
        parts += ["", _signals_table(output, recall)]
    if told.dropped:
        parts += ["", _dropped_table(output, told)]
    hidden = len(told.dropped) - _DROPPED_SHOWN
    if hidden > 0:
        note = output.words("and {count} more, which --json lists", count=hidden)
        parts.append(Text(note, "quiet"))
    return parts


def _read(output: Output, told: Explanation) -> Iterator[tuple[str, RenderableType]]:
    """The question as understood, and the filters, a line each; what is empty is left out."""
    read, filters = told.understood, told.filters
    words = output.words
    reply = f"{read.reply_weight:.0%} · {visible(read.reply)}" if read.reply else ""
    asker = words("the asker") if read.own else ""
    persons = (f"{visible(name)} ({words(corpus)})" for corpus, name in read.persons.items())
    lines = {
        "keywords": joined(_keyword(token, weight) for token, weight in read.tokens.items()),
        "language": read.language,
        "last reply": reply,
        "rewritten": joined(visible(text) for text in read.rewritten),
        "person": joined((asker, *persons)),
        "times": joined(_moment(moment) for moment in read.moments),
        "asked for": joined(words(slot) for slot in read.slots),
        "searched": joined(words(corpus) for corpus in filters.corpora),
        "states": joined(words(state) for state in filters.states),
        "kinds": joined(words(kind) for kind in filters.kinds),
        "true at": "" if filters.as_of is None else f"{filters.as_of:%Y-%m-%d %H:%M}",
        "signals": "" if filters.signals == "all" else words(filters.signals),
        "least score": f"{filters.threshold:.2f}",
        "at most": str(filters.k),
        "reranked": joined(_reranked(one) for one in told.reranked),
    }
    for name, line in lines.items():
        if line:
            yield words(name), Text(line)


def _reranked(one: Reranked) -> str:
    return f"{_name(one)} {one.score:.2f} ({one.before} → {one.after})"


def _keyword(token: str, weight: float) -> str:
    return visible(token) if weight == 1 else f"{visible(token)} ×{weight:g}"


def _moment(moment: Moment) -> str:
    return f"{visible(moment.words)} ({moment.start:%Y-%m-%d %H:%M} – {moment.end:%Y-%m-%d %H:%M})"


def _signals_table(output: Output, recall: Recall) -> RenderableType:
    table = output.table("score", "signals", "id", wide={"signals": 1})
    for hit in recall.hits:
        table.add_row(number(hit.score), _signals(output, hit.signals), Text(_name(hit), "quiet"))
    return table


def _dropped_table(output: Output, told: Explanation) -> RenderableType:
    table = output.table("score", "no hit", "why", wide={"no hit": 5, "why": 4})
    for one in told.dropped[:_DROPPED_SHOWN]:
        why = output.words(one.why.replace("_", " "))
        if one.other:
            why += f" → {short(one.other)}"
        text = Text(visible(one.text))
        text.append(f"\n{output.words(one.corpus.removesuffix('s'))} {_name(one)}", "quiet")
        reason = Text.assemble(why, "\n", _signals(output, one.signals))
        table.add_row(Text("–", "quiet") if one.score is None else number(one.score), text, reason)
    return table


def _name(one: Hit | Dropped | Reranked) -> str:
    return short(one.id) if one.corpus is Corpus.UNITS else one.id


def _signals(output: Output, signals: Mapping[str, float]) -> Text:
    shown = (f"{output.words(name)} {value:.2f}" for name, value in signals.items())
    return Text(joined(shown), "quiet")
