"""Remember conversations, each as a user of its own, and ask their questions.

This is the loop that the measurements share; what is asked for and counted is an `Asker`'s.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, Protocol, TypeVar

import anyio

from retold.changes import Vector
from retold.evaluate.datasets import Conversation, Dataset, Question
from retold.evaluate.present import UNDATED, moment, present
from retold.evaluate.report import Heading
from retold.evaluate.splits import Split, in_split
from retold.memory import AsyncMemory
from retold.ports import Embedder
from retold.records import Query, Recall, Said
from retold.registry import driver
from retold.settings import Settings, load, presets
from retold.user_memory import AsyncUserMemory

Progress = Callable[[int, int], None]
Result = dict[str, Any]

# Turns a write; larger batches gain nothing and make the progress jump.
_TURNS_A_WRITE = 128


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingOptions:
    """What every measurement with questions is told.

    `preset` may be `all`; `limit` takes the first few conversations of the split.
    """

    preset: str = "selective"
    split: Split = "all"
    limit: int | None = None
    seed: int = 0


Options = TypeVar("Options", bound=AskingOptions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, the conversation it is about, and who remembers that."""

    user: AsyncUserMemory
    conversation: Conversation
    question: Question


class Asker(Protocol):
    """What is done with a conversation that is remembered."""

    async def question(self, asked: Asked) -> None:
        """Ask one of its questions, and count."""

    async def finished(self, user: AsyncUserMemory, conversation: Conversation) -> None:
        """All of them were asked."""


def run_presets(options: Options, run: Callable[[Options], Result]) -> Result | list[Result]:
    """The result of one preset, or a list of them for `all`. Raises SettingsError."""
    if options.preset != "all":
        return run(options)
    return [run(replace(options, preset=name)) for name in presets()]


def chosen(dataset: Dataset, options: AskingOptions) -> dict[str, Conversation]:
    """The conversations that the split and the limit leave."""
    names = in_split(dataset.conversations, options.split)[: options.limit]
    return {name: dataset.conversations[name] for name in names}


def asking_only(
    conversations: Mapping[str, Conversation], wanted: Callable[[Question], bool]
) -> dict[str, Conversation]:
    """The conversations with only those of their questions that are wanted."""
    return {
        name: replace(conversation, questions=[q for q in conversation.questions if wanted(q)])
        for name, conversation in conversations.items()
    }


def heading(command: str, dataset: Dataset, options: AskingOptions, embedder: str) -> Heading:
    """What was run, on what, with what."""
    return Heading(
        command=command,
        dataset=dataset.meta["name"],
        preset=options.preset,
        split=options.split,
        embedder=embedder,
        seed=options.seed,
    )


def settings_of(preset: str) -> Settings:
    """The preset's settings, on all cores and without waiting for the disk."""
    settings = load({"storage.synchronous": "normal"}, preset=preset)
    if settings.embedder.threads > 1:
        return settings
    embedder = settings.embedder.model_copy(update={"threads": os.cpu_count() or 1})
    return settings.model_copy(update={"embedder": embedder})


def query_of(
    asked: Asked,
    *,
    k: int,
    threshold: float | None = None,
    signals: Literal["all", "keywords", "vectors"] = "all",
) -> Query:
    """The question as it is asked of all of the user's sessions."""
    return Query(
        text=asked.question.text,
        scope=replace(asked.user.scope, session=None),
        k=k,
        at=moment(asked.question.at),
        signals=signals,
        threshold=threshold,
    )


def turns_found(recall: Recall) -> list[str]:
    """The turns that the hits are or rest on, best first."""
    return list(dict.fromkeys(source for hit in recall.hits for source in hit.sources))


async def remember_all(
    user: AsyncUserMemory, turns: Sequence[Said], told: Callable[[int], None] = lambda _: None
) -> None:
    """Remember many turns, write by write; `told` hears how many there were in each."""
    for start in range(0, len(turns), _TURNS_A_WRITE):
        batch = turns[start : start + _TURNS_A_WRITE]
        await user.remember(batch)
        told(len(batch))


@dataclass(slots=True, kw_only=True)
class Asking:
    """One run of the loop.

    `total` is the number of turns and questions of which `progress` is told. With `undated` the
    time of every turn is dropped. With `repeating` the same messages are remembered for several
    users, so each is embedded once.
    """

    settings: Settings
    asker: Asker
    total: int
    progress: Progress | None = None
    undated: bool = False
    repeating: bool = False
    done: int = 0

    def run(self, conversations: Iterable[tuple[str, Conversation]]) -> str:
        """Remember each in a memory that is thrown away, and ask. The embedder's identity."""
        embedder = _embedding_once(self.settings) if self.repeating else None
        with TemporaryDirectory() as folder:
            path = Path(folder) / "memory.db"
            return anyio.run(self._conversations, path, conversations, embedder)

    async def _conversations(
        self,
        path: Path,
        conversations: Iterable[tuple[str, Conversation]],
        embedder: Embedder | None,
    ) -> str:
        clock = ConversationClock()
        opened = AsyncMemory.open(path, settings=self.settings, clock=clock, embedder=embedder)
        async with await opened as memory:
            for name, conversation in conversations:
                clock.present = present(conversation)
                await self._conversation(memory.user(name), conversation)
            return str((await memory.health())["embedder"])

    async def _conversation(self, user: AsyncUserMemory, conversation: Conversation) -> None:
        turns = conversation.turns
        if self.undated:
            turns = [replace(turn, at=None) for turn in turns]
        await remember_all(user, turns, self._advance)
        for question in conversation.questions:
            asked = Asked(user=user, conversation=conversation, question=question)
            await self.asker.question(asked)
            self._advance(1)
        await self.asker.finished(user, conversation)

    def _advance(self, count: int) -> None:
        self.done += count
        if self.progress is not None:
            self.progress(self.done, self.total)


class ConversationClock:
    """The end of the conversation that is being asked about."""

    def __init__(self) -> None:
        self.present = UNDATED

    def now(self) -> datetime:
        """The present, aware."""
        return self.present


def _embedding_once(settings: Settings) -> Embedder:
    embedder = driver("retold.embedders", settings.embedder.driver)(settings.embedder)
    return _EmbeddingOnce(embedder)


class _EmbeddingOnce:
    """An embedder that keeps what it made of passages, at most those of one data set.

    Questions are made anew: their time is part of what is measured.
    """

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._made: dict[str, Vector] = {}
        self.identity = embedder.identity
        self.dimensions = embedder.dimensions

    def embed(self, texts: Sequence[str], *, purpose: Literal["query", "passage"]) -> list[Vector]:
        """As the embedder it stands for."""
        if purpose == "query":
            return self._embedder.embed(texts, purpose=purpose)
        new = list(dict.fromkeys(text for text in texts if text not in self._made))
        if new:
            self._made.update(zip(new, self._embedder.embed(new, purpose=purpose), strict=True))
        return [self._made[text] for text in texts]
