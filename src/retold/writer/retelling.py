"""A summary in a language model's words: asking for it, reading it, and holding it to its notes.

The notes are the quotations that the summary would be made of. What the model says of them is no
more than a proposal: it passes the checklist of every unit, and a stricter one for what is joined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from anyio.to_thread import run_sync

from retold.errors import ModelError
from retold.model_calls import Asker, ModelCalls, ReplyError, Terms, instructed, json_of
from retold.records import Unit
from retold.settings import ModelSettings
from retold.text.counts import count_tokens
from retold.text.language import language
from retold.text.names import names
from retold.text.negation import negations
from retold.text.normal import fold
from retold.text.numbers import quantities
from retold.text.secrets import find_secrets
from retold.text.similarity import differing
from retold.text.times import find_moments
from retold.text.tokens import token_set, tokens, words
from retold.writer.check import drifts

PROMPT = "retell-1"
SCHEMA = {
    "type": "object",
    "properties": {
        "sentences": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "notes": {"type": "array", "items": {"type": "integer"}},
                    "text": {"type": "string"},
                },
                "required": ["notes", "text"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["sentences"],
    "additionalProperties": False,
}
_LONGEST_CHARACTERS = 400
_STOPS = ".!?。！？"
# Of the words of a sentence and of its notes, those that both have. One other verb turns a short
# statement round (报了一门课, 退了一门课), and so does one left out ("plans to quit"); to refuse a
# faithful sentence costs no more than its style.
_LEAST_SHARED = 0.85


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as the model gave it, and the numbers of the notes that it tells, from 1."""

    notes: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retold:
    """The text with its opening, or, where it is empty, why there is none.

    `by` is the model and the prompt, where it answered at all: asked the same, it says the same.
    """

    text: str = ""
    why: str = ""
    by: str = ""


class Retelling:
    """Asks a model to word summaries."""

    def __init__(self, calls: ModelCalls, settings: ModelSettings) -> None:
        """Ask within the budget of `calls`."""
        self._calls = calls
        terms = Terms(
            schema=SCHEMA,
            timeout_seconds=settings.timeout_seconds,
            rest_seconds=settings.retry_seconds,
        )
        self._asker = Asker(calls, terms)

    @property
    def version(self) -> str:
        """The model and the prompt, as summaries record it."""
        return f"{self._calls.identity}/{PROMPT}"

    async def retold(
        self, opening: str, units: Sequence[Unit], *, longest_tokens: int, now: datetime
    ) -> Retold:
        """The units in the model's words after the opening; no text where it failed or drifted."""
        tenant = units[0].scope.tenant
        try:
            asked = await run_sync(messages, units)
            said = await self._asker.ask(asked, read, tenant=tenant, now=now)
        except ModelError as error:
            return Retold(why=error.message)
        except ReplyError:
            return Retold(why="the model's reply cannot be read", by=self.version)
        text = opening + text_of(said)
        # In a thread, for the first text of a process loads tables.
        found = await run_sync(faults, said, units)
        if await run_sync(count_tokens, text) > longest_tokens:
            found = (*found, "length")
        if found:
            why = f"what the model said would drift: {', '.join(dict.fromkeys(found))}"
            return Retold(why=why, by=self.version)
        return Retold(text=text, by=self.version)


def messages(units: Sequence[Unit]) -> list[tuple[str, str]]:
    """What the model is asked, as `(role, text)`."""
    notes = [{"note": number, "text": unit.content} for number, unit in enumerate(units, 1)]
    return instructed("retold.writer.prompts", PROMPT, {"notes": notes})


def read(reply: str) -> list[Sentence]:
    """The sentences of a reply. Raises ReplyError."""
    listed = json_of(reply).get("sentences")
    if not isinstance(listed, list) or not listed:
        raise ReplyError('The JSON has no list "sentences", or an empty one.')
    return [_sentence(item) for item in listed]


def _sentence(item: Any) -> Sentence:
    try:
        notes = tuple(int(number) for number in item["notes"])
        return Sentence(notes=notes, text=" ".join(str(item["text"]).split()))
    except (KeyError, TypeError, ValueError) as error:
        raise ReplyError(f"A sentence does not follow the format: {error!r}.") from None


def text_of(said: Sequence[Sentence]) -> str:
    """The sentences as one text."""
    text = ""
    for sentence in said:
        chinese = language(sentence.text) == "zh"
        stop = "" if sentence.text[-1:] in _STOPS else "。" if chinese else "."
        between = "" if not text or (chinese and text[-1:] in "。！？") else " "
        text += f"{between}{sentence.text}{stop}"
    return text


def faults(said: Sequence[Sentence], units: Sequence[Unit]) -> tuple[str, ...]:
    """What keeps a reply from being stored, each once; empty if nothing does."""
    told = [number for sentence in said for number in sentence.notes]
    if sorted(told) != list(range(1, len(units) + 1)):
        return ("what it tells",)
    every = (
        fault
        for sentence in said
        for fault in _faults(sentence.text, [units[number - 1] for number in sentence.notes])
    )
    return tuple(dict.fromkeys(every))


def _faults(text: str, units: Sequence[Unit]) -> Iterator[str]:
    """What is wrong with one sentence of these notes."""
    if not units or not words(text):
        yield "empty"
        return
    source = " ".join(unit.content for unit in units)
    spoken = language(text)
    yield from drifts(source, text, language=spoken)
    moments = find_moments(text, at=units[-1].occurred_at)
    wrong = {
        "length": len(text) > _LONGEST_CHARACTERS,
        "language": any(language(unit.content) != spoken for unit in units),
        "meaning": differing(source, text),
        "negation": _denies_otherwise(text, units),
        "order": _details(text) != _details(source),
        "time": any(fold(one.moment.words) not in fold(source) for one in moments),
        "other words": min(_shared(text, source), _shared(source, text)) < _LEAST_SHARED,
        "several subjects": len({unit.subject for unit in units}) > 1,
        "secret": bool(find_secrets(text)),
    }
    yield from (name for name, holds in wrong.items() if holds)


def _denies_otherwise(text: str, units: Sequence[Unit]) -> bool:
    """Whether it denies more or less than its notes, or joins one that denies with others.

    In a sentence that joins, nothing tells which part is denied.
    """
    denied = [len(negations(unit.content)) for unit in units]
    return len(negations(text)) != sum(denied) or (len(units) > 1 and any(denied))


def _shared(text: str, other: str) -> float:
    """Share of the telling words of a text that the other has, whatever their form."""
    telling, folded, held = words(text), fold(other), token_set(other)
    shared = sum(
        held.issuperset(tokens(word)) if word.isascii() else word in folded for word in telling
    )
    return shared / max(len(telling), 1)


def _details(text: str) -> list[str]:
    """Names and numbers in their order, each once: who met whom, and what cost how much."""
    found = {text.find(name): fold(name) for name in names(text)}
    found |= {one.start: f"{one.value.normalize()} {one.unit}" for one in quantities(text)}
    return list(dict.fromkeys(found[place] for place in sorted(found)))
