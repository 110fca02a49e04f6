"""Abstention: does the memory know when nothing in it answers a question?"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from retold.errors import DatasetError
from retold.evaluate.asking import (
    Asked,
    Asking,
    AskingOptions,
    Progress,
    Result,
    chosen,
    heading,
    query_of,
    run_presets,
    settings_of,
)
from retold.evaluate.datasets import Conversation, Dataset, Question, read_dataset
from retold.evaluate.metrics import area_under_curve, average, bootstrap, bootstrap_area
from retold.evaluate.report import AREA, Measured, outline
from retold.settings import Settings
from retold.user_memory import AsyncUserMemory


@dataclass(frozen=True, slots=True, kw_only=True)
class AbstentionOptions(AskingOptions):
    """What to run. With `categories`, it is questions of these that nothing answers."""

    categories: tuple[str, ...] = ()


def run_abstention(
    path: str | Path, options: AbstentionOptions, progress: Progress | None = None
) -> Result | list[Result]:
    """Ask every question for its context as a model would get it, with the preset's own settings.

    Args:
        path: a data set in either format that `read_dataset` reads.
        options: what to run.
        progress: told how many turns and questions of how many are done.

    Returns:
        The result as `retold eval abstention --json` writes it; a list for the preset `all`.
        `auroc` (0-1) is the probability that the recall is surer (`Recall.confidence`) of a
        question that memory answers than of one that nothing answers; `injected_answerable` and
        `injected_unanswerable` are the shares, in percent, of questions whose context is not
        empty. Categories that memory answers have the area against all that nothing answers.

    Raises:
        DatasetError: the file does not follow its format, or not both sorts of question are in it.
        SettingsError: no such preset.
    """
    dataset = read_dataset(path)
    return run_presets(options, lambda one: _run_preset(dataset, one, progress))


def _run_preset(dataset: Dataset, options: AbstentionOptions, progress: Progress | None) -> Result:
    started = time.perf_counter()
    asked = {name: c for name, c in chosen(dataset, options).items() if c.questions}
    sorts = {_answerable(q, options) for c in asked.values() for q in c.questions}
    if sorts != {True, False}:
        raise DatasetError(
            "there must be questions that memory answers, and some that nothing answers",
            hint="the latter have `abstain`, or the category that is named",
        )
    settings = settings_of(options.preset)
    run = _Abstention(options=options, settings=settings)
    total = sum(len(c.turns) + len(c.questions) for c in asked.values())
    asking = Asking(settings=settings, asker=run, total=total, progress=progress)
    embedder = asking.run(asked.items())
    scores, right = np.array(run.confidence), np.array(run.answerable)
    groups = {
        "injected_answerable": _shares(run.injected, right),
        "injected_unanswerable": _shares(run.injected, ~right),
    }
    shares = {name: average(rows)["share"] for name, rows in groups.items()}
    intervals = {n: bootstrap(rows, seed=options.seed)["share"] for n, rows in groups.items()}
    return outline(
        heading("eval abstention", dataset, options, embedder),
        Measured(
            metrics={AREA: area_under_curve(scores, right)} | shares,
            interval={AREA: bootstrap_area(scores, right, seed=options.seed)} | intervals,
            by_category=_by_category(run),
            milliseconds=run.milliseconds,
            questions=len(scores),
        ),
        seconds=time.perf_counter() - started,
    )


@dataclass(slots=True, kw_only=True)
class _Abstention:
    """What has been measured so far, by question."""

    options: AbstentionOptions
    settings: Settings
    answerable: list[bool] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)
    injected: list[bool] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)

    async def question(self, asked: Asked) -> None:
        """Ask for the context."""
        context = await asked.user.context(query_of(asked, k=self.settings.retriever.k))
        self.answerable.append(_answerable(asked.question, self.options))
        self.confidence.append(context.recall.confidence)
        self.injected.append(bool(context.text))
        self.categories.append(asked.question.category)
        self.milliseconds.append(context.recall.milliseconds["total"])

    async def finished(self, user: AsyncUserMemory, conversation: Conversation) -> None:
        """Nothing is counted of a conversation as a whole."""


def _answerable(question: Question, options: AbstentionOptions) -> bool:
    if options.categories:
        return question.category not in options.categories
    return not question.abstain


def _shares(injected: Sequence[bool], where: np.typing.NDArray[np.bool_]) -> list[dict[str, float]]:
    return [{"share": float(one)} for one in np.asarray(injected)[where]]


def _by_category(run: _Abstention) -> dict[str, dict[str, float]]:
    scores, right = np.array(run.confidence), np.array(run.answerable)
    found: dict[str, dict[str, float]] = {}
    for name in sorted(set(run.categories)):
        inside = np.array([category == name for category in run.categories])
        shares = {"injected": average(_shares(run.injected, inside))["share"]}
        if (inside & right).any():
            against = (inside & right) | ~right
            found[name] = {AREA: area_under_curve(scores[against], right[against])} | shares
        else:
            found[name] = shares
    return found
