"""Updates: does what holds now come before what is out of date, and is nothing closed wrongly?"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

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
from retold.evaluate.datasets import Conversation, Dataset, Question, own_data, read_dataset
from retold.evaluate.metrics import average, bootstrap, by_group, recall_at
from retold.evaluate.report import Measured, outline
from retold.records import State, Unit
from retold.settings import Settings
from retold.user_memory import AsyncUserMemory

UpdatesOptions = AskingOptions

# A question about a contradiction has a category that begins so.
CONTRADICTION = "contradiction"
_CONTRADICTION_DEPTH = 10
_CONTRADICTION_MEASURE = f"contradiction_R@{_CONTRADICTION_DEPTH}"
_SUPERSEDED = "superseded_per_1000"
_FALSE = "false_supersessions_per_1000"


def labelled_updates() -> Path:
    """Where the updates and look-alikes of this project are in a checkout; elsewhere, nothing is.

    Raises DatasetError there.
    """
    file = own_data("training", "updates.jsonl")
    if not file.is_file():
        raise DatasetError(
            "the labelled updates are not installed", hint="run in a checkout, or name a file"
        )
    return file


def run_updates(
    path: str | Path | None, options: UpdatesOptions, progress: Progress | None = None
) -> Result | list[Result]:
    """Remember every conversation of a file, then ask what changed in it.

    Args:
        path: a data set in either format that `read_dataset` reads; None means the labelled
            updates of this project, in a checkout of it.
        options: what to run.
        progress: told how many turns and questions of how many are done.

    Returns:
        The result as `retold eval updates --json` writes it; a list for the preset `all`. Its
        `metrics` are, as far as the file tells what they need:

        `newest_first`: of questions with `evidence` and `stale`, the share whose first evidence
        turn is ranked above every stale one; a stale turn that is not found is below.
        `newest_in_context`, `stale_in_context`: of questions with `stale` (the former: and with
        evidence), the share whose context, at the default budget, rests on such a turn.
        `contradiction_R@10`: recall of the evidence of questions on contradictions.
        `superseded_per_1000`: of a thousand units, those that were closed by a later one or
        withdrawn, rightly or not: without labels nobody can say.
        `false_supersessions_per_1000`: of a thousand units of conversations whose turns all say
        whether they change something (`update`: true or false), those closed by a turn that
        does not.

        The key `units` tells how many units there are.

    Raises:
        DatasetError: the file does not follow its format, or tells none of this.
        SettingsError: no such preset.
    """
    dataset = read_dataset(labelled_updates() if path is None else path)
    return run_presets(options, lambda one: _run_preset(dataset, one, progress))


def _run_preset(dataset: Dataset, options: UpdatesOptions, progress: Progress | None) -> Result:
    started = time.perf_counter()
    asked = asking_only(chosen(dataset, options), lambda q: bool(q.stale) or _is_contradiction(q))
    if not any(c.questions or _labels(c) for c in asked.values()):
        raise DatasetError(
            "no question of this split has `stale` turns or is about a contradiction, and no "
            "conversation says of all turns whether they change something"
        )
    settings = settings_of(options.preset)
    run = _Updates(settings=settings)
    total = sum(len(c.turns) + len(c.questions) for c in asked.values())
    asking = Asking(settings=settings, asker=run, total=total, progress=progress)
    embedder = asking.run(asked.items())
    units = len(run.measured[_SUPERSEDED].values)
    measured = {name: rows for name, rows in run.measured.items() if rows.values}
    result = outline(
        heading("eval updates", dataset, options, embedder),
        Measured(
            metrics={name: rows.mean() for name, rows in measured.items()},
            interval={name: rows.interval(options.seed) for name, rows in measured.items()},
            by_category=_by_category(measured),
            milliseconds=run.milliseconds,
            questions=sum(len(c.questions) for c in asked.values()),
        ),
        seconds=time.perf_counter() - started,
    )
    return result | {"units": units}


@dataclass(slots=True, kw_only=True)
class _Rows:
    """One measure: its value 0-1 for each question or unit, and the category of each.

    `whole` is what it is a share of: 100, or 1,000 for units, which have no category.
    """

    whole: int = 100
    values: list[dict[str, float]] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)

    def add(self, value: float, category: str = "") -> None:
        self.values.append({"value": float(value)})
        self.categories.append(category)

    def mean(self) -> float:
        return average(self.values)["value"] * self.whole / 100

    def interval(self, seed: int) -> list[float]:
        return [end * self.whole / 100 for end in bootstrap(self.values, seed=seed)["value"]]


@dataclass(slots=True, kw_only=True)
class _Updates:
    """What has been measured so far."""

    settings: Settings
    milliseconds: list[float] = field(default_factory=list)
    measured: dict[str, _Rows] = field(
        default_factory=lambda: {
            "newest_first": _Rows(),
            "newest_in_context": _Rows(),
            "stale_in_context": _Rows(),
            _CONTRADICTION_MEASURE: _Rows(),
            _SUPERSEDED: _Rows(whole=1000),
            _FALSE: _Rows(whole=1000),
        }
    )

    async def question(self, asked: Asked) -> None:
        """Rank as deep as can be asked, and build the context that a model would get."""
        user, question = asked.user, asked.question
        query = query_of(asked, k=self.settings.limits.k, threshold=0.0)
        started = time.perf_counter()
        recall = await user.recall(query)
        self.milliseconds.append((time.perf_counter() - started) * 1000)
        found = turns_found(recall)
        if _is_contradiction(question):
            share = recall_at(found, question.evidence, _CONTRADICTION_DEPTH)
            self._add(_CONTRADICTION_MEASURE, share, question)
        if not question.stale:
            return
        context = await user.context(query_of(asked, k=self.settings.retriever.k))
        cited = {source for line in context.lines for source in line.sources}
        self._add("stale_in_context", not cited.isdisjoint(question.stale), question)
        if question.evidence:
            self._add("newest_in_context", not cited.isdisjoint(question.evidence), question)
            decided = next((i for i in found if i in {*question.evidence, *question.stale}), None)
            self._add("newest_first", decided in question.evidence, question)

    async def finished(self, user: AsyncUserMemory, conversation: Conversation) -> None:
        """Count the units that were closed, and by what."""
        labels = _labels(conversation)
        for unit in await user.memories(states=tuple(State)):
            closed = unit.state is State.SUPERSEDED
            self.measured[_SUPERSEDED].add(closed)
            if labels:
                wrong = closed and not labels[await _closing_turn(user, unit)]
                self.measured[_FALSE].add(wrong)

    def _add(self, measure: str, value: float, question: Question) -> None:
        self.measured[measure].add(value, question.category)


async def _closing_turn(user: AsyncUserMemory, unit: Unit) -> str:
    """The turn that closed the unit; of one that was outdated when it came, the turn it is from."""
    steps = await user.history(unit.id)
    closing = next(step for step in steps if step.state is State.SUPERSEDED)
    return closing.turn_id or unit.sources[0].turn_id


def _is_contradiction(question: Question) -> bool:
    return question.category.startswith(CONTRADICTION) and bool(question.evidence)


def _labels(conversation: Conversation) -> dict[str, bool]:
    """Of every turn whether it changes something; empty where not every turn says so."""
    told = {str(turn.id): turn.metadata.get("update") for turn in conversation.turns}
    known = {turn_id: label for turn_id, label in told.items() if isinstance(label, bool)}
    return known if len(known) == len(told) else {}


def _by_category(measured: dict[str, _Rows]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for name, rows in measured.items():
        if rows.whole == 100:
            for category, group in by_group(rows.values, rows.categories).items():
                found.setdefault(category, {})[name] = group["value"]
    return dict(sorted(found.items()))
