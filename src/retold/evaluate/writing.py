"""Writing: are the turns kept that matter, and how many units does a talk leave behind?

Of a data set with questions, the turns that some question cites are those that matter. Of labelled
turns (a turn line with `keep`: true or false) it is those whose label says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import anyio
import numpy as np
import numpy.typing as npt

from retold.errors import DatasetError
from retold.evaluate.datasets import Conversation, read_dataset
from retold.evaluate.metrics import area_under_curve, average, bootstrap, percentile
from retold.evaluate.report import Heading, machine
from retold.evaluate.splits import Split, in_split
from retold.evaluate.talks import (
    TURNS_A_TALK,
    labelled_folder,
    turns_of,
    vectors_of,
)
from retold.evaluate.writers import Contestant, Told, WriterName, contestant
from retold.records import Turn
from retold.registry import driver
from retold.retriever import Encoder
from retold.settings import Settings, load
from retold.text.language import language
from retold.writer import TurnVectors

Part = Literal["train", "validation", "test"]
Progress = Callable[[int, int], None]
Rows = list[dict[str, float]]

_DECIMALS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingOptions:
    """What to run.

    `writers` are compared over the same vectors: `rules` and `trained` are the setting
    `writer.scorer`, `model` is `trained` with the language model of the settings. `limit` takes
    the first few conversations of the split.
    """

    preset: str = "selective"
    writers: tuple[WriterName, ...] = ("trained",)
    split: Split = "all"
    limit: int | None = None
    seed: int = 0


def run_writing(
    path: str | Path | None, options: WritingOptions, progress: Progress | None = None
) -> list[dict[str, Any]]:
    """Let each writer judge every turn, as when it is remembered.

    Args:
        path: a data set in either format that `read_dataset` reads, or a folder of such files;
            None means the labelled turns of this project, in a checkout of it.
        options: what to run. Labelled conversations have their own split (`part_of`), in which
            `tune` is what the weights were made from.
        progress: told how many turns of how many are judged, each by every writer.

    Returns:
        A result a writer, as `retold eval writing --json` writes it. With questions its `metrics`
        hold `kept_at_half` and `auc`, with labels `precision`, `recall` and `f1`, which
        `by_language` gives for each language too, with `golden_recall` over conversations in
        which everything is to be kept. `units_per_20_turns` and `ms_per_turn` (the median of what
        the writer takes for one turn, whose vector is there already) are there in any case, and
        so are the `seconds` that all writers took together. The writer `model` has `model`: its
        `name`, `calls` with the `requests` they took, how many `failed` so that the rules' result
        stands, with the reasons in `notes`, statements `added` and `refused`, and those of the
        rules that it `left_out`.

    Raises:
        DatasetError: a file does not follow its format, or nothing in it says what matters.
        SettingsError: no such preset, or the writer is `model` and the settings name none.
    """
    name, conversations = _read(path)
    chosen = dict(list(_in_split(conversations, options.split).items())[: options.limit])
    if not any(_cited(c) or _labels(c) for c in chosen.values()):
        raise DatasetError("no question of this split names its evidence, and no turn has a label")
    settings = load(preset=options.preset)
    embedder = driver("retold.embedders", settings.embedder.driver)(settings.embedder)
    encoder = Encoder(embedder, settings.embedder)
    runs = [
        _Run(name=each, writer=contestant(each, settings), conversations=chosen)
        for each in dict.fromkeys(options.writers)
    ]
    started = time.perf_counter()
    anyio.run(_everything, runs, encoder, settings, progress)
    heading = Heading(
        command="eval writing",
        dataset=name,
        preset=options.preset,
        split=options.split,
        embedder=encoder.identity,
        seed=options.seed,
    )
    seconds = time.perf_counter() - started
    return [_result(run, heading, seconds=seconds) for run in runs]


def part_of(conversation: str) -> Part:
    """Which part of the labelled set a conversation belongs to: 60, 20 and 20 percent.

    By the last digit of the first eight bytes of the SHA-256 of its id, as a number.
    """
    digit = int.from_bytes(sha256(conversation.encode()).digest()[:8], "big") % 10
    if digit < 6:
        return "train"
    return "validation" if digit < 8 else "test"


@dataclass(slots=True, kw_only=True)
class _Run:
    """What has been measured so far of one writer."""

    name: WriterName
    writer: Contestant
    conversations: Mapping[str, Conversation]
    units: int = 0
    milliseconds: list[float] = field(default_factory=list)
    standings: dict[str, list[float]] = field(default_factory=dict)
    kept: dict[str, list[bool]] = field(default_factory=dict)

    @property
    def turns(self) -> int:
        return sum(len(c.turns) for c in self.conversations.values())

    async def conversation(
        self, name: str, turns: Sequence[Turn], vectors: TurnVectors, told: Told
    ) -> None:
        """Let the writer judge a conversation."""
        verdicts = await self.writer.verdicts(turns, vectors, told)
        self.units += sum(verdict.units for verdict in verdicts)
        self.milliseconds += [verdict.milliseconds for verdict in verdicts]
        self.standings[name] = [verdict.standing for verdict in verdicts]
        self.kept[name] = [verdict.units > 0 for verdict in verdicts]


async def _everything(
    runs: Sequence[_Run], encoder: Encoder, settings: Settings, progress: Progress | None
) -> None:
    """Every writer judges every conversation, over the same vectors."""
    done, total = 0, sum(run.turns for run in runs)

    def told(turns: int) -> None:
        nonlocal done
        done += turns
        if progress is not None:
            progress(done, total)

    for name, conversation in runs[0].conversations.items():
        turns = turns_of(name, conversation)
        vectors = await vectors_of(turns, encoder, settings)
        for run in runs:
            await run.conversation(name, turns, vectors, told)


def _result(run: _Run, heading: Heading, *, seconds: float) -> dict[str, Any]:
    measured = _by_questions(run) | _by_labels(run)
    metrics = {name: value for rows in measured.values() for name, value in average(rows).items()}
    interval = {
        name: ends
        for rows in measured.values()
        for name, ends in bootstrap(rows, seed=heading.seed).items()
    }
    shares = {name: round(value, _DECIMALS) for name, value in metrics.items()}
    if "precision" in shares and "recall" in shares:
        shares["f1"] = _f1(shares["precision"], shares["recall"])
    scores, cited = _pooled(run)
    auc = {"auc": round(area_under_curve(scores, cited), 4)} if cited.any() else {}
    told = run.writer.told_of_model()
    return {
        "command": heading.command,
        "dataset": heading.dataset,
        "preset": heading.preset,
        "writer": run.name,
        "split": heading.split,
        "embedder": heading.embedder,
        "seed": heading.seed,
        "machine": machine(),
        "metrics": {
            **shares,
            **auc,
            "units_per_20_turns": round(TURNS_A_TALK * run.units / run.turns, _DECIMALS),
            "ms_per_turn": round(percentile(run.milliseconds, 50), _DECIMALS),
        },
        "interval": {n: [round(end, _DECIMALS) for end in ends] for n, ends in interval.items()},
        "by_language": _by_language(run),
        **({} if told is None else {"model": told}),
        "latency_ms": {
            "p50": round(percentile(run.milliseconds, 50), _DECIMALS),
            "p99": round(percentile(run.milliseconds, 99), _DECIMALS),
        },
        "turns": run.turns,
        "questions": sum(len(c.questions) for c in run.conversations.values()),
        "seconds": round(seconds, 1),
    }


# ── With questions ─────────────────────────────────────────────────────────────────────────────


def _by_questions(run: _Run) -> dict[str, Rows]:
    """For each turn that a question cites, whether it is in the better half of its talk."""
    rows: Rows = []
    for name, conversation in run.conversations.items():
        kept = best_half(run.standings[name])
        cited = _cited(conversation)
        rows += [
            {"kept_at_half": float(i in kept)}
            for i, said in enumerate(conversation.turns)
            if said.id in cited
        ]
    return {"kept_at_half": rows} if rows else {}


def best_half(scores: Sequence[float]) -> set[int]:
    """Positions of the better half of the scores; of equal ones the earlier, of odd ones less."""
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    return set(order[: len(scores) // 2])


def _pooled(run: _Run) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Scores of all turns of conversations with questions, and whether each is cited."""
    scores: list[float] = []
    cited: list[bool] = []
    for name, conversation in run.conversations.items():
        wanted = _cited(conversation)
        if wanted:
            scores += run.standings[name]
            cited += [said.id in wanted for said in conversation.turns]
    return np.array(scores, np.float64), np.array(cited, bool)


def _cited(conversation: Conversation) -> set[str]:
    return {turn_id for question in conversation.questions for turn_id in question.evidence}


# ── With labels ────────────────────────────────────────────────────────────────────────────────


def _by_labels(run: _Run) -> dict[str, Rows]:
    mixed = [name for name in run.conversations if not _is_golden(run.conversations[name])]
    return _judged(run, mixed)


def _by_language(run: _Run) -> dict[str, dict[str, float]]:
    """Precision, recall and their mean of each language, in percent."""
    found: dict[str, dict[str, float]] = {}
    spoken = {name: _language(c) for name, c in run.conversations.items() if _labels(c)}
    for each in sorted(set(spoken.values())):
        names = [name for name in spoken if spoken[name] == each]
        golden = [name for name in names if _is_golden(run.conversations[name])]
        mixed = _judged(run, [name for name in names if name not in golden])
        shares = {n: round(average(rows)[n], _DECIMALS) for n, rows in mixed.items()}
        if len(shares) == 2:
            shares["f1"] = _f1(shares["precision"], shares["recall"])
        if golden:
            rows = _judged(run, golden)["recall"]
            shares["golden_recall"] = round(average(rows)["recall"], _DECIMALS)
        found[each] = shares
    return found


def _judged(run: _Run, names: Iterable[str]) -> dict[str, Rows]:
    """Of each turn that is to be kept, whether it is; of each that is kept, whether rightly."""
    pairs = [
        (label, kept)
        for name in names
        for label, kept in zip(_labels(run.conversations[name]), run.kept[name], strict=False)
    ]
    rows = {
        "precision": [{"precision": float(label)} for label, kept in pairs if kept],
        "recall": [{"recall": float(kept)} for label, kept in pairs if label],
    }
    return {name: found for name, found in rows.items() if found}


def _labels(conversation: Conversation) -> list[bool]:
    """The label of every turn; none where not every turn has one."""
    labels = [said.metadata.get("keep") for said in conversation.turns]
    known = [label for label in labels if isinstance(label, bool)]
    return known if len(known) == len(labels) else []


def _is_golden(conversation: Conversation) -> bool:
    return all(_labels(conversation))


def _language(conversation: Conversation) -> str:
    return language("\n".join(said.text for said in conversation.turns))


def _f1(precision: float, recall: float) -> float:
    return round(2 * precision * recall / max(precision + recall, 1e-9), _DECIMALS)


# ── Reading ────────────────────────────────────────────────────────────────────────────────────


def _read(path: str | Path | None) -> tuple[str, dict[str, Conversation]]:
    """The name of the set and its conversations."""
    file = _own_labels() if path is None else Path(path)
    if not file.is_dir():
        dataset = read_dataset(file)
        return dataset.meta["name"], dataset.conversations
    conversations: dict[str, Conversation] = {}
    for one in sorted(file.glob("*.jsonl")):
        conversations |= read_dataset(one).conversations
    if not conversations:
        raise DatasetError(f"{file.name} holds no JSONL files")
    return file.name, conversations


def _own_labels() -> Path:
    folder = labelled_folder()
    if not folder.is_dir():
        raise DatasetError(
            "the labelled turns are not installed", hint="run in a checkout, or name a file"
        )
    return folder


def _in_split(conversations: Mapping[str, Conversation], split: Split) -> dict[str, Conversation]:
    labelled = {name for name, c in conversations.items() if _labels(c)}
    unlabelled = set(in_split([n for n in conversations if n not in labelled], split))
    return {
        name: conversation
        for name, conversation in conversations.items()
        if name in unlabelled or (name in labelled and _in_part(name, conversation, split))
    }


def _in_part(name: str, conversation: Conversation, split: Split) -> bool:
    """Nothing is made from golden conversations, so they are for testing as a whole."""
    if split == "all":
        return True
    test = _is_golden(conversation) or part_of(name) == "test"
    return test == (split == "test")
