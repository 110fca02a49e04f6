"""Turn retrieval and context coverage: is the evidence of a question found, and is it shown?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from retold.errors import DatasetError
from retold.evaluate.asking import (
    Asked,
    Asking,
    AskingOptions,
    Progress,
    Result,
    asking_only,
    chosen,
    heading,
    query_of,
    run_presets,
    settings_of,
    turns_found,
)
from retold.evaluate.datasets import Conversation, Dataset, Question, read_dataset
from retold.evaluate.metrics import measure
from retold.evaluate.noise import Noise
from retold.evaluate.report import report
from retold.reconstructor import STABLE_KINDS, reconstruct
from retold.records import Recall
from retold.settings import Settings
from retold.user_memory import AsyncUserMemory

_DEPTHS = (1, 5, 10, 25)
# Hits offered to a context: more than the largest of the budgets holds.
_CONTEXT_HITS = 80
# To rank k sessions takes more hits, for several fall into one session.
_HITS_A_SESSION = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalOptions(AskingOptions):
    """What to run.

    `k` is the number of hits a question; `only` uses one signal alone, with nothing of the
    conversation's structure; `undated` drops the time of every turn; `noise` mixes in so many
    times as many messages of other conversations; `categories` asks only questions of these;
    `budgets` in tokens may be empty.
    """

    k: int = 25
    only: Literal["keywords", "vectors"] | None = None
    undated: bool = False
    noise: int = 0
    categories: tuple[str, ...] = ()
    budgets: tuple[int, ...] = (250, 500, 1000, 2000)


def run_retrieval(
    path: str | Path, options: RetrievalOptions, progress: Progress | None = None
) -> Result | list[Result]:
    """Remember every conversation of a file as a user of its own, then ask its questions.

    Conversations without a question that is asked are not remembered; noise is drawn from them too.

    Args:
        path: a data set in either format that `read_dataset` reads.
        options: what to run.
        progress: told how many turns and questions of how many are done.

    Returns:
        The result as `retold eval retrieval --json` writes it; a list for the preset `all`.
        With noise it has the key `noise`.

    Raises:
        DatasetError: the file does not follow its format, no question of it has evidence, or it
            has too few messages for the noise.
        SettingsError: no such preset.
    """
    dataset = read_dataset(path)
    return run_presets(options, lambda one: _run_preset(dataset, one, progress))


def _run_preset(dataset: Dataset, options: RetrievalOptions, progress: Progress | None) -> Result:
    started = time.perf_counter()
    asked = asking_only(chosen(dataset, options), lambda question: _scored(question, options))
    asked = {name: conversation for name, conversation in asked.items() if conversation.questions}
    if not asked:
        of_these = f" of {', '.join(options.categories)}" if options.categories else ""
        raise DatasetError(f"no question{of_these} of this split names its evidence")
    settings = settings_of(options.preset)
    noise = Noise(dataset.conversations | asked, times=options.noise, seed=options.seed)
    run = _Retrieval(options=options, settings=settings)
    turns = sum(len(conversation.turns) for conversation in asked.values())
    questions = sum(len(conversation.questions) for conversation in asked.values())
    asking = Asking(
        settings=settings,
        asker=run,
        total=turns * (1 + options.noise) + questions,
        progress=progress,
        undated=options.undated,
        repeating=options.noise > 0,
    )
    embedder = asking.run((name, noise.mixed(name)) for name in asked)
    result = report(
        heading("eval retrieval", dataset, options, embedder),
        run.rows,
        run.categories,
        coverage=run.coverage,
        milliseconds=run.milliseconds,
        seconds=time.perf_counter() - started,
    )
    return result | ({"noise": options.noise} if options.noise else {})


@dataclass(slots=True, kw_only=True)
class _Retrieval:
    """What has been measured so far."""

    options: RetrievalOptions
    settings: Settings
    rows: list[dict[str, float]] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    coverage: list[dict[str, float]] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    async def question(self, asked: Asked) -> None:
        """Rank the turns, or the sessions, and see what a context would cite of them."""
        options, question = self.options, asked.question
        by_session = not question.evidence
        sessions = {str(turn.id): turn.session or "" for turn in asked.conversation.turns}
        gold = question.evidence_sessions if by_session else question.evidence
        hits = options.k * _HITS_A_SESSION if by_session else options.k
        if options.budgets:
            # One recall serves both: what it ranks, and what a context may draw on.
            hits = max(hits, _CONTEXT_HITS)
        k, signals = min(hits, self.settings.limits.k), options.only or "all"
        query = query_of(asked, k=k, signals=signals, threshold=0.0)
        started = time.perf_counter()
        recall = await asked.user.recall(query)
        self.milliseconds.append((time.perf_counter() - started) * 1000)
        found = turns_found(recall)
        if by_session:
            found = list(dict.fromkeys(sessions[turn_id] for turn_id in found))
        depths = {depth for depth in _DEPTHS if depth <= options.k} | {options.k}
        self.rows.append(measure(found[: options.k], gold, depths))
        self.categories.append(question.category)
        if options.budgets:
            cited = await self._cited(asked.user, recall)
            self.coverage.append(
                {
                    str(budget): _share(gold, (sessions[i] for i in ids) if by_session else ids)
                    for budget, ids in cited.items()
                }
            )

    async def finished(self, user: AsyncUserMemory, conversation: Conversation) -> None:
        """Nothing is counted of a conversation as a whole."""

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


def _scored(question: Question, options: RetrievalOptions) -> bool:
    wanted = not options.categories or question.category in options.categories
    return wanted and bool(question.evidence or question.evidence_sessions)


def _share(gold: Sequence[str], cited: Any) -> float:
    return len(set(gold).intersection(cited)) / len(set(gold))
