"""Turn retrieval and context coverage: is the evidence of a question found, and is it shown?"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import anyio

from retold.errors import DatasetError
from retold.evaluate.datasets import Conversation, Dataset, Question, read_dataset
from retold.evaluate.metrics import measure
from retold.evaluate.report import Heading, report
from retold.evaluate.splits import Split, in_split
from retold.memory import AsyncMemory
from retold.reconstructor import STABLE_KINDS, reconstruct
from retold.records import Query, Recall
from retold.settings import Settings, load, presets
from retold.user_memory import AsyncUserMemory

Progress = Callable[[int, int], None]

_DEPTHS = (1, 5, 10, 25)
# Turns a write; larger batches gain nothing and make the progress jump.
_TURNS_A_WRITE = 128
# Hits offered to a context: more than the largest of the budgets holds.
_CONTEXT_HITS = 80
# To rank k sessions takes more hits, for several fall into one session.
_HITS_A_SESSION = 4
# The present of a conversation in which nothing has a date.
_UNDATED = datetime(2024, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalOptions:
    """What to run.

    `preset` may be `all`. `k` is the number of hits a question; `only` uses one signal alone, with
    nothing of the conversation's structure; `undated` drops the time of every turn; `limit` takes
    the first few conversations of the split; `budgets` in tokens may be empty.
    """

    preset: str = "selective"
    split: Split = "all"
    k: int = 25
    only: Literal["keywords", "vectors"] | None = None
    undated: bool = False
    seed: int = 0
    limit: int | None = None
    budgets: tuple[int, ...] = (250, 500, 1000, 2000)


def run_retrieval(
    path: str | Path, options: RetrievalOptions, progress: Progress | None = None
) -> dict[str, Any] | list[dict[str, Any]]:
    """Remember every conversation of a file as a user of its own, then ask its questions.

    Args:
        path: a data set in either format that `read_dataset` reads.
        options: what to run.
        progress: told how many turns and questions of how many are done.

    Returns:
        The result as `retold eval retrieval --json` writes it; a list for the preset `all`.

    Raises:
        DatasetError: the file does not follow its format, or no question of it has evidence.
        SettingsError: no such preset.
    """
    dataset = read_dataset(path)
    names = presets() if options.preset == "all" else (options.preset,)
    results = [_run_preset(dataset, replace(options, preset=name), progress) for name in names]
    return results if options.preset == "all" else results[0]


def _run_preset(
    dataset: Dataset, options: RetrievalOptions, progress: Progress | None
) -> dict[str, Any]:
    started = time.perf_counter()
    names = in_split(dataset.conversations, options.split)[: options.limit]
    chosen = {name: dataset.conversations[name] for name in names}
    scored = sum(len(_scored(conversation)) for conversation in chosen.values())
    if not scored:
        raise DatasetError("no question of this split names its evidence")
    run = _Run(
        options=options,
        settings=_settings(options.preset),
        total=scored + sum(len(conversation.turns) for conversation in chosen.values()),
        progress=progress,
    )
    with TemporaryDirectory() as folder:
        embedder = anyio.run(run.conversations, Path(folder) / "memory.db", chosen)
    heading = Heading(
        command="eval retrieval",
        dataset=dataset.meta["name"],
        preset=options.preset,
        split=options.split,
        embedder=embedder,
        seed=options.seed,
    )
    return report(
        heading,
        run.rows,
        run.categories,
        coverage=run.coverage,
        milliseconds=run.milliseconds,
        seconds=time.perf_counter() - started,
    )


@dataclass(slots=True, kw_only=True)
class _Run:
    """What has been measured so far."""

    options: RetrievalOptions
    settings: Settings
    total: int
    progress: Progress | None
    done: int = 0
    rows: list[dict[str, float]] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    coverage: list[dict[str, float]] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    async def conversations(self, path: Path, chosen: Mapping[str, Conversation]) -> str:
        """Measure them in a memory at `path`; the embedder's identity."""
        clock = _ConversationClock()
        async with await AsyncMemory.open(path, settings=self.settings, clock=clock) as memory:
            for name, conversation in chosen.items():
                clock.present = _present(conversation)
                await self._conversation(memory.user(name), conversation)
            return str((await memory.health())["embedder"])

    async def _conversation(self, user: AsyncUserMemory, conversation: Conversation) -> None:
        turns = conversation.turns
        if self.options.undated:
            turns = [replace(turn, at=None) for turn in turns]
        for start in range(0, len(turns), _TURNS_A_WRITE):
            batch = turns[start : start + _TURNS_A_WRITE]
            await user.remember(batch)
            self._advance(len(batch))
        sessions = {str(turn.id): turn.session or "" for turn in turns}
        for question in _scored(conversation):
            await self._question(user, question, sessions)
            self._advance(1)

    async def _question(
        self, user: AsyncUserMemory, question: Question, sessions: Mapping[str, str]
    ) -> None:
        options = self.options
        by_session = not question.evidence
        gold = question.evidence_sessions if by_session else question.evidence
        hits = options.k * _HITS_A_SESSION if by_session else options.k
        if options.budgets:
            # One recall serves both: what it ranks, and what a context may draw on.
            hits = max(hits, _CONTEXT_HITS)
        query = Query(
            text=question.text,
            scope=replace(user.scope, session=None),
            k=min(hits, self.settings.limits.k),
            at=_moment(question.at),
            signals=options.only or "all",
            threshold=0.0,
        )
        started = time.perf_counter()
        recall = await user.recall(query)
        self.milliseconds.append((time.perf_counter() - started) * 1000)
        found = _turns_of(recall)
        if by_session:
            found = list(dict.fromkeys(sessions[turn_id] for turn_id in found))
        depths = {depth for depth in _DEPTHS if depth <= options.k} | {options.k}
        self.rows.append(measure(found[: options.k], gold, depths))
        self.categories.append(question.category)
        if options.budgets:
            cited = await self._cited(user, recall)
            self.coverage.append(
                {
                    str(budget): _share(gold, (sessions[i] for i in ids) if by_session else ids)
                    for budget, ids in cited.items()
                }
            )

    async def _cited(self, user: AsyncUserMemory, recall: Recall) -> dict[int, set[str]]:
        """Ids of the turns that the context cites at each budget, at the usual threshold."""
        least = self.settings.retriever.threshold
        offered = tuple(hit for hit in recall.hits[:_CONTEXT_HITS] if hit.score >= least)
        recall = replace(recall, hits=offered)
        profile = await user.memories(kinds=STABLE_KINDS)
        cited: dict[int, set[str]] = {}
        for budget in self.options.budgets:
            context = reconstruct(
                recall, profile, budget_tokens=budget, settings=self.settings.reconstructor
            )
            cited[budget] = {source for line in context.lines for source in line.sources}
        return cited

    def _advance(self, count: int) -> None:
        self.done += count
        if self.progress is not None:
            self.progress(self.done, self.total)


class _ConversationClock:
    """The end of the conversation that is being asked about."""

    def __init__(self) -> None:
        self.present = _UNDATED

    def now(self) -> datetime:
        """The present, aware."""
        return self.present


def _settings(preset: str) -> Settings:
    """The preset's settings, on all cores and without waiting for the disk."""
    settings = load({"storage.synchronous": "normal"}, preset=preset)
    if settings.embedder.threads > 1:
        return settings
    embedder = settings.embedder.model_copy(update={"threads": os.cpu_count() or 1})
    return settings.model_copy(update={"embedder": embedder})


def _scored(conversation: Conversation) -> list[Question]:
    return [q for q in conversation.questions if q.evidence or q.evidence_sessions]


def _present(conversation: Conversation) -> datetime:
    told = [_moment(str(turn.at)) for turn in conversation.turns if turn.at is not None]
    asked = [_moment(question.at) for question in conversation.questions]
    return max((at for at in (*told, *asked) if at is not None), default=_UNDATED)


def _moment(at: str | None) -> datetime | None:
    """A time of the file; one without a zone is taken for UTC."""
    if at is None:
        return None
    moment = datetime.fromisoformat(at)
    return moment if moment.utcoffset() is not None else moment.replace(tzinfo=UTC)


def _turns_of(recall: Recall) -> list[str]:
    """The turns that the hits are or rest on, best first."""
    return list(dict.fromkeys(source for hit in recall.hits for source in hit.sources))


def _share(gold: Sequence[str], cited: Any) -> float:
    return len(set(gold).intersection(cited)) / len(set(gold))
