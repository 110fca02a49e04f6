"""Questions about a crowded memory: does the one unit that answers come up, in either language?

Each language is a user of its own. What a person would say is remembered as it is said, on the
writer's own terms; distractors are kept whatever it thinks of them. Then every question is asked,
also those of the other language.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio

from retold.errors import DatasetError, SettingsError
from retold.evaluate.asking import remember_all, settings_of
from retold.evaluate.distractors import draw, read_parts
from retold.evaluate.metrics import by_group
from retold.evaluate.pairs import (
    FORMS,
    LANGUAGES,
    Form,
    Half,
    Pair,
    Spoken,
    own_folder,
    read_pairs,
)
from retold.evaluate.report import Heading, report, rounded
from retold.memory import AsyncMemory
from retold.records import Corpus, Hit, Query, Said
from retold.settings import Settings
from retold.user_memory import AsyncUserMemory

Progress = Callable[[int, int], None]

_DEPTHS = (1, 5, 10)
# As far as a small background reaches; what is ranked lower is listed as missed.
_SHOWN = 5
# When everything is asked. What was said was said half an hour apart until then.
_PRESENT = datetime(2026, 6, 1, 12, tzinfo=UTC)
_APART = timedelta(minutes=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionsOptions:
    """What to run: `k` hits a question, among so many `distractors`, drawn by the `seed`.

    `split` says which pairs: those that settings may be chosen by, or those that give the result.
    """

    preset: str = "selective"
    split: Half = "test"
    k: int = 10
    distractors: int = 2000
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and what came of it. `asked` and `memory` are the languages of both.

    `rank` counts the units from 1; it is None where the one that answers is not among them.
    """

    id: str
    about: str
    form: Form
    asked: Spoken
    memory: Spoken
    question: str
    said: str
    kept: bool
    rank: int | None
    first: str


def run_questions(
    folder: str | Path | None, options: QuestionsOptions, progress: Progress | None = None
) -> dict[str, Any]:
    """Remember the statements of both languages among distractors, then ask about them.

    Args:
        folder: `en.jsonl`, `zh.jsonl`, or the same to tune by, and `distractors.toml`, as
            `bench/questions` holds them; None means that folder, in a checkout of this project.
        options: what to run.
        progress: told how many statements and questions of how many are done.

    Returns:
        The result as `retold eval questions --json` writes it, shares in percent. `metrics` are of
        questions in the language of the memory, with `by_language`, `by_category` (language and
        form) and `by_about`; `across` are of questions in the other language (`zh-en` is Chinese
        about an English memory), with `across_by_category`. A statement that the writer did not
        keep is missed by all its questions; `writing` counts these, and `of_kept` leaves them out
        (`zh-en direct`: by the languages of question and memory, and form). `misses` lists what
        was not among the first five.

    Raises:
        DatasetError: a file is missing or does not follow its format.
        SettingsError: no such preset, or one that keeps no units.
    """
    place = _folder(folder)
    pairs = read_pairs(place, options.split)
    distractors: dict[Spoken, list[str]] = {spoken: [] for spoken in LANGUAGES}
    if options.distractors:
        distractors = draw(read_parts(place), options.distractors, seed=options.seed)
    settings = _settings(options.preset)
    run = _Run(
        options=options,
        settings=settings,
        pairs=pairs,
        distractors=distractors,
        progress=progress,
    )
    started = time.perf_counter()
    with TemporaryDirectory() as temporary:
        embedder = anyio.run(run.everything, Path(temporary) / "memory.db")
    heading = Heading(
        command="eval questions",
        dataset=place.name,
        preset=options.preset,
        split=options.split,
        embedder=embedder,
        seed=options.seed,
    )
    return _result(run, heading, seconds=time.perf_counter() - started)


@dataclass(slots=True, kw_only=True)
class _Run:
    """What has been measured so far."""

    options: QuestionsOptions
    settings: Settings
    pairs: Mapping[Spoken, Sequence[Pair]]
    distractors: Mapping[Spoken, Sequence[str]]
    progress: Progress | None = None
    done: int = 0
    asked: list[Asked] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    writing: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Statements and questions of both languages."""
        questions = len(FORMS) * len(LANGUAGES) * len(self.pairs["en"])
        said = len(self.pairs["en"]) + len(self.distractors["en"])
        return len(LANGUAGES) * (questions + said)

    async def everything(self, path: Path) -> str:
        """Measure both languages in a memory at `path`; the embedder's identity."""
        for settings, part in (
            (_keeping_all(self.settings), "distractor"),
            (self.settings, "pair"),
        ):
            async with await AsyncMemory.open(path, settings=settings, clock=_Clock()) as memory:
                for spoken in LANGUAGES:
                    turns = self._turns(spoken, part)
                    await remember_all(memory.user(spoken), turns, self._advance)
        async with await AsyncMemory.open(path, settings=self.settings, clock=_Clock()) as memory:
            for spoken in LANGUAGES:
                user = memory.user(spoken)
                kept = await self._kept(user, spoken)
                for asked, form in product(LANGUAGES, FORMS):
                    await self._ask(user, (spoken, asked, form), kept)
            return str((await memory.health())["embedder"])

    def _turns(self, spoken: Spoken, part: str) -> list[Said]:
        """The distractors or the pairs of a language, at times that lie among each other's.

        Each is said in a session of its own, so that none is understood by what another says.
        """
        said = [(_turn_id(pair), pair.said) for pair in self.pairs[spoken]]
        said += [(f"distractor:{i}", text) for i, text in enumerate(self.distractors[spoken])]
        random.Random(self.options.seed).shuffle(said)
        times = (_PRESENT - back * _APART for back in range(len(said), 0, -1))
        return [
            Said(id=turn_id, text=text, session=turn_id, at=at)
            for at, (turn_id, text) in zip(times, said, strict=True)
            if turn_id.startswith(part)
        ]

    async def _kept(self, user: AsyncUserMemory, spoken: Spoken) -> set[str]:
        """The turns that units rest on; what is lost of either is counted."""
        units = await user.memories()
        kept = {source.turn_id for unit in units for source in unit.sources}
        ids = [f"distractor:{i}" for i in range(len(self.distractors[spoken]))]
        self.writing[spoken] = {
            "pairs": len(self.pairs[spoken]),
            "pairs_kept": sum(_turn_id(pair) in kept for pair in self.pairs[spoken]),
            "distractors": len(ids),
            "distractors_kept": len(kept.intersection(ids)),
            "units": len(units),
            "not_kept": [pair.id for pair in self.pairs[spoken] if _turn_id(pair) not in kept],
        }
        return kept

    async def _ask(
        self, user: AsyncUserMemory, what: tuple[Spoken, Spoken, Form], kept: set[str]
    ) -> None:
        memory, asked, form = what
        for pair, told in zip(self.pairs[asked], self.pairs[memory], strict=True):
            query = Query(
                text=pair.question(form),
                scope=user.scope,
                k=self.options.k,
                corpora=(Corpus.UNITS,),
                threshold=0.0,
            )
            started = time.perf_counter()
            recall = await user.recall(query)
            self.milliseconds.append((time.perf_counter() - started) * 1000)
            gold = _turn_id(pair)
            self.asked.append(
                Asked(
                    id=pair.id,
                    about=pair.about,
                    form=form,
                    asked=asked,
                    memory=memory,
                    question=query.text,
                    said=told.said,
                    kept=gold in kept,
                    rank=_rank(recall.hits, gold),
                    first=recall.hits[0].text if recall.hits else "",
                )
            )
            self._advance(1)

    def _advance(self, count: int) -> None:
        self.done += count
        if self.progress is not None:
            self.progress(self.done, self.total)


class _Clock:
    """Stands still when everything was said."""

    def now(self) -> datetime:
        """The present, aware."""
        return _PRESENT


def _settings(preset: str) -> Settings:
    settings = settings_of(preset)
    if not settings.writer.enabled:
        raise SettingsError(
            f"preset {settings.preset!r} keeps no units, so there is nothing to find",
            hint="writer.enabled = true, or another --preset",
        )
    return settings


def _keeping_all(settings: Settings) -> Settings:
    """For distractors: both languages are to be equally crowded, whatever is worth keeping."""
    writer = settings.writer.model_copy(update={"threshold": 0.0})
    return settings.model_copy(update={"writer": writer})


def _turn_id(pair: Pair) -> str:
    return f"pair:{pair.id}"


def _rank(hits: Sequence[Hit], gold: str) -> int | None:
    return next((i for i, hit in enumerate(hits, start=1) if gold in hit.sources), None)


def _result(run: _Run, heading: Heading, *, seconds: float) -> dict[str, Any]:
    depths = sorted({depth for depth in _DEPTHS if depth <= run.options.k} | {run.options.k})
    own = [one for one in run.asked if one.asked == one.memory]
    across = [one for one in run.asked if one.asked != one.memory]
    rows = [_measures(one, depths) for one in own]
    crossed = [_measures(one, depths) for one in across]
    result = report(
        heading,
        rows,
        [f"{one.asked} {one.form}" for one in own],
        milliseconds=run.milliseconds,
        seconds=seconds,
    )
    # There is no context here.
    del result["coverage"]
    ways = [f"{one.asked}-{one.memory}" for one in across]
    forms = [f"{way} {one.form}" for way, one in zip(ways, across, strict=True)]
    return result | {
        "by_language": _rounded(by_group(rows, [one.asked for one in own])),
        "by_about": _rounded(by_group(rows, [f"{one.asked} {one.about}" for one in own])),
        "across": _rounded(by_group(crossed, ways)),
        "across_by_category": _rounded(by_group(crossed, forms)),
        "of_kept": _of_kept(run.asked, depths),
        "writing": run.writing,
        "questions": len(run.asked),
        "misses": [asdict(one) for one in run.asked if one.rank is None or one.rank > _SHOWN],
    }


def _of_kept(asked: Sequence[Asked], depths: Sequence[int]) -> dict[str, dict[str, float]]:
    """What the search alone does, by the languages of question and memory, and by form."""
    kept = [one for one in asked if one.kept]
    groups = [f"{one.asked}-{one.memory} {one.form}" for one in kept]
    return _rounded(by_group([_measures(one, depths) for one in kept], groups))


def _measures(one: Asked, depths: Sequence[int]) -> dict[str, float]:
    """R@k and the reciprocal rank, 0-1, where one unit alone answers."""
    rank = math.inf if one.rank is None else one.rank
    return {f"R@{depth}": float(rank <= depth) for depth in depths} | {"MRR": 1 / rank}


def _rounded(groups: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    return {name: rounded(group) for name, group in groups.items()}


def _folder(folder: str | Path | None) -> Path:
    place = own_folder() if folder is None else Path(folder)
    if not place.is_dir():
        if folder is None:
            raise DatasetError(
                "the questions are not installed", hint="run in a checkout, or name a folder"
            )
        raise DatasetError(f"{place.name} is not a folder")
    return place
