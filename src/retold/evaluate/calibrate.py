"""Calibration: the threshold at which a log leaves few units and what must be kept is kept.

Two goals pull in opposite directions. A high threshold leaves few units, a low one loses nothing;
where one threshold does both, it is found by letting the writer judge everything at each of many.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Literal

import anyio
from anyio import to_thread

from retold.errors import DatasetError, InputError, SettingsError
from retold.evaluate.datasets import Conversation, read_log
from retold.evaluate.report import machine
from retold.evaluate.talks import (
    TURNS_A_TALK,
    in_context,
    labelled_folder,
    turns_of,
    vectors_of,
)
from retold.records import Turn
from retold.registry import driver
from retold.retriever import Encoder
from retold.settings import Settings, WriterSettings, load
from retold.writer import Sieve, TurnVectors
from retold.writer.drafts import Draft

Goal = Literal["density", "golden_recall"]
Progress = Callable[[int, int], None]

# Thresholds in hundredths. Between two steps of five, recall moves by a few points; single
# hundredths are tried only where a goal begins or ceases to be met.
GRID = tuple(range(5, 100, 5))
_DECIMALS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationOptions:
    """What is to be reached: `least` to `most` units per 20 turns, `golden_recall` in percent.

    `preset` None means the one that the settings name.
    """

    preset: str | None = None
    least: float = 3.0
    most: float = 6.0
    golden_recall: float = 90.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one threshold does to the log and to the golden statements.

    `golden_recall` is in percent, and None where there are no golden statements.
    """

    threshold: float
    units_per_20_turns: float
    golden_recall: float | None = None


def run_calibration(
    log: str | Path,
    golden: str | Path | None,
    options: CalibrationOptions,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Let the writer judge a log and the golden statements at every threshold of a grid.

    Args:
        log: a data set in either format that `read_dataset` reads, or a folder of JSONL files.
            Conversations that are golden as well are left out of it.
        golden: such a file too: every turn of it must be kept, except one with `keep`: false.
            None means the golden files of this project, in a checkout of it, and else none.
        options: the goals.
        progress: told how many turns of how many are judged, each once per threshold.

    Returns:
        The result as `retold calibrate --json` writes it. `rows` holds what every threshold does,
        `threshold` the chosen one or None, `unmet` the goals that no threshold meets (both, where
        each is met but never both at once), `compromises` for each goal that some threshold meets
        the one of these that comes nearest to the other goal.

    Raises:
        InputError: a goal that is out of its range.
        DatasetError: a file does not follow its format, or holds nothing to judge.
        SettingsError: no such preset, or one that keeps no units.
        EmbedderError: the turns' vectors could not be made.
    """
    _check(options)
    settings = _settings(options.preset)
    must_be_kept = _golden(golden)
    conversations = _log(Path(log), must_be_kept)
    embedder = driver("retold.embedders", settings.embedder.driver)(settings.embedder)
    encoder = Encoder(embedder, settings.embedder)
    run = _Run(settings=settings, encoder=encoder, options=options, progress=progress)
    started = time.perf_counter()
    rows = anyio.run(run.everything, conversations, must_be_kept)
    return {
        "command": "calibrate",
        "dataset": Path(log).name,
        "preset": settings.preset,
        "writer": settings.writer.scorer,
        "embedder": encoder.identity,
        "machine": machine(),
        **_findings(rows, options),
        "turns": sum(len(c.turns) for c in conversations),
        "conversations": len(conversations),
        "golden_statements": sum(len(_wanted(c)) for c in must_be_kept),
        "seconds": round(time.perf_counter() - started, 1),
    }


def met(row: Row, options: CalibrationOptions) -> frozenset[Goal]:
    """The goals that a threshold meets. Without golden statements, none of them is lost."""
    goals: set[Goal] = set()
    if options.least <= row.units_per_20_turns <= options.most:
        goals.add("density")
    if row.golden_recall is None or row.golden_recall >= options.golden_recall:
        goals.add("golden_recall")
    return frozenset(goals)


def choose(rows: Sequence[Row], options: CalibrationOptions) -> Row | None:
    """The middle of the longest run of thresholds that meet both goals, or None.

    The middle is farthest from where a goal fails, so a log that is a little different from this
    one does not break it. Of two middles it is the lower, which loses less.
    """
    runs = [
        list(members)
        for both, members in groupby(rows, key=lambda row: len(met(row, options)) == 2)
        if both
    ]
    if not runs:
        return None
    longest = max(runs, key=len)
    return longest[(len(longest) - 1) // 2]


def closer(rows: Sequence[Row], options: CalibrationOptions) -> list[int]:
    """The thresholds, in hundredths, between neighbours that do not meet the same goals.

    Where no row meets both goals, one of these still may.
    """
    return [
        between
        for one, other in pairwise(rows)
        if _side(one, options) != _side(other, options)
        for between in range(round(100 * one.threshold) + 1, round(100 * other.threshold))
    ]


def compromises(rows: Sequence[Row], options: CalibrationOptions) -> list[Row]:
    """The best threshold within the density, then that with the golden recall and least off it."""
    dense = [row for row in rows if "density" in met(row, options)]
    recalled = [row for row in rows if "golden_recall" in met(row, options)]
    found: list[Row] = []
    if dense:
        found.append(max(dense, key=lambda row: row.golden_recall or 0.0))
    if recalled:
        found.append(min(recalled, key=lambda row: _off(row, options)))
    return found


def _findings(rows: Sequence[Row], options: CalibrationOptions) -> dict[str, Any]:
    chosen = choose(rows, options)
    ever = frozenset[Goal]().union(*(met(row, options) for row in rows))
    both: tuple[Goal, ...] = ("density", "golden_recall")
    missed = [goal for goal in both if goal not in ever] or list(both)
    return {
        "goals": {
            "least": options.least,
            "most": options.most,
            "golden_recall": None if rows[0].golden_recall is None else options.golden_recall,
        },
        "threshold": None if chosen is None else chosen.threshold,
        "unmet": missed if chosen is None else [],
        "compromises": [asdict(r) for r in compromises(rows, options)] if chosen is None else [],
        "rows": [asdict(row) | {"met": sorted(met(row, options))} for row in rows],
    }


def _side(row: Row, options: CalibrationOptions) -> tuple[bool, bool, bool]:
    """Where a row stands: a step may lead from too many units to too few, past the goal."""
    many, few = row.units_per_20_turns > options.most, row.units_per_20_turns < options.least
    return many, few, "golden_recall" in met(row, options)


def _off(row: Row, options: CalibrationOptions) -> float:
    units = row.units_per_20_turns
    return max(units - options.most, options.least - units, 0.0)


def _check(options: CalibrationOptions) -> None:
    least, most, recall = options.least, options.most, options.golden_recall
    for name, units in (("least", least), ("most", most)):
        if not 0 <= units < math.inf:
            raise InputError(f"{name} {units:g} is not a number of units, 0 or more")
    if least > most:
        raise InputError(f"least {least:g} is more than most {most:g}")
    if not 0 <= recall <= 100:
        raise InputError(f"golden recall {recall:g} is not from 0 to 100 percent")


def _settings(preset: str | None) -> Settings:
    settings = load(preset=preset)
    if not settings.writer.enabled:
        raise SettingsError(
            f"preset {settings.preset!r} keeps no units, so there is no threshold to find",
            hint="writer.enabled = true, or another --preset",
        )
    return settings


# ── Judging ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class _Talk:
    """The turns of a conversation with their vectors, and the ids of those that must be kept."""

    turns: Sequence[Turn]
    vectors: TurnVectors
    wanted: frozenset[str]


@dataclass(slots=True, kw_only=True)
class _Run:
    """Judges everything at one threshold after the other, and says how far it is."""

    settings: Settings
    encoder: Encoder
    options: CalibrationOptions
    progress: Progress | None
    done: int = 0
    total: int = 0

    async def everything(
        self, log: Sequence[Conversation], golden: Sequence[Conversation]
    ) -> list[Row]:
        """The rows of the grid, and those between them where the grid is too coarse."""
        said = [await self._talk(conversation, frozenset()) for conversation in log]
        must = [await self._talk(c, _wanted(c)) for c in golden]
        rows = await to_thread.run_sync(self._rows, GRID, said, must)
        if choose(rows, self.options) is None:
            more = closer(rows, self.options)
            rows += await to_thread.run_sync(self._rows, more, said, must)
        return sorted(rows, key=lambda row: row.threshold)

    async def _talk(self, conversation: Conversation, wanted: frozenset[str]) -> _Talk:
        turns = turns_of("user", conversation)
        vectors = await vectors_of(turns, self.encoder, self.settings)
        return _Talk(turns=turns, vectors=vectors, wanted=wanted)

    def _rows(
        self, hundredths: Sequence[int], log: Sequence[_Talk], golden: Sequence[_Talk]
    ) -> list[Row]:
        self.total += len(hundredths) * sum(len(talk.turns) for talk in (*log, *golden))
        return [self._row(each / 100, log, golden) for each in hundredths]

    def _row(self, threshold: float, log: Sequence[_Talk], golden: Sequence[_Talk]) -> Row:
        # A threshold also decides which sentences join, so drafts are made anew at each.
        writer = self.settings.writer.model_copy(update={"threshold": threshold})
        units = [count for talk in log for _, count in self._counts(talk, writer)]
        kept = [
            count > 0
            for talk in golden
            for turn, count in self._counts(talk, writer)
            if turn.id in talk.wanted
        ]
        return Row(
            threshold=threshold,
            units_per_20_turns=round(TURNS_A_TALK * sum(units) / len(units), _DECIMALS),
            golden_recall=round(100 * sum(kept) / len(kept), _DECIMALS) if kept else None,
        )

    def _counts(self, talk: _Talk, writer: WriterSettings) -> Iterator[tuple[Turn, int]]:
        """Each turn, and how many units it would become."""
        sieve = Sieve(writer)
        for turn, context in in_context(talk.turns):
            results = sieve.drafted([turn], context, talk.vectors)
            yield turn, sum(isinstance(result, Draft) for result in results)
            self.done += 1
            if self.progress is not None:
                self.progress(self.done, self.total)


# ── Reading ────────────────────────────────────────────────────────────────────────────────────


def _log(path: Path, golden: Sequence[Conversation]) -> list[Conversation]:
    found = [conversation for conversation in read_log(path) if conversation not in golden]
    if not found:
        raise DatasetError(f"every conversation of {path.name} is a golden one")
    return found


def _golden(path: str | Path | None) -> list[Conversation]:
    if path is None:
        return [
            c for file in sorted(labelled_folder().glob("golden-*.jsonl")) for c in read_log(file)
        ]
    found = read_log(Path(path))
    if not any(_wanted(conversation) for conversation in found):
        raise DatasetError(
            f"{Path(path).name} holds no statement that must be kept",
            hint="a turn with `keep`: false is not one",
        )
    return found


def _wanted(conversation: Conversation) -> frozenset[str]:
    """The turns that must be kept: all of a golden file, but those labelled otherwise."""
    return frozenset(
        str(said.id) for said in conversation.turns if said.metadata.get("keep") is not False
    )
