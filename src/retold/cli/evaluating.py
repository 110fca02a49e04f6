"""The commands that measure quality on a data set, all under `eval`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, get_args

import typer

from retold.cli.common import Common, register
from retold.cli.measured import measured_parts, writing_parts
from retold.cli.results import Json, deliver
from retold.errors import InputError, SettingsError
from retold.evaluate.abstention import AbstentionOptions, run_abstention
from retold.evaluate.asking import Progress, Result
from retold.evaluate.retrieval import RetrievalOptions, run_retrieval
from retold.evaluate.splits import Split
from retold.evaluate.updates import UpdatesOptions, run_updates
from retold.evaluate.writers import WriterName
from retold.evaluate.writing import WritingOptions, run_writing
from retold.settings import presets

app = typer.Typer()
evaluation = typer.Typer(help="Measure quality on a data set.")
app.add_typer(evaluation, name="eval")

DataSet = Annotated[Path, typer.Argument(help="JSONL of the data format, or LoCoMo's JSON.")]
Preset = Annotated[str, typer.Option(help="A preset, or `all` of them.")]
Part = Annotated[Split, typer.Option(help="Which conversations.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first few conversations.")]
Seed = Annotated[int, typer.Option(help="Seed of the intervals.")]


@register(
    evaluation,
    "retrieval",
    examples=(
        "retold eval retrieval locomo.jsonl --preset verbatim",
        "retold eval retrieval locomo.jsonl --preset all --json results.json",
        "retold eval retrieval chats.jsonl --noise 10 --categories simple,post",
    ),
    without=("user", "db", "preset", "json"),
)
def retrieval(
    common: Common,
    file: DataSet,
    *,
    preset: Preset = "selective",
    split: Part = "all",
    k: Annotated[int, typer.Option(min=1, help="Hits a question.")] = 25,
    only: Annotated[
        Literal["keywords", "vectors"] | None, typer.Option(help="One signal alone.")
    ] = None,
    undated: Annotated[bool, typer.Option("--undated", help="Keep dates out of the text.")] = False,
    noise: Annotated[
        int, typer.Option(min=0, help="So many times as many messages of others are mixed in.")
    ] = 0,
    categories: Annotated[
        str | None, typer.Option(metavar="NAME,…", help="Only questions of these categories.")
    ] = None,
    limit: Limit = None,
    seed: Annotated[int, typer.Option(help="Seed of the intervals and of the noise.")] = 0,
    json: Json = None,
) -> None:
    """Ask the questions of a data set, and count how often the evidence is found."""
    options = RetrievalOptions(
        preset=preset,
        split=split,
        k=k,
        only=only,
        undated=undated,
        noise=noise,
        categories=_named(categories),
        limit=limit,
        seed=seed,
    )
    _measure(common, file.name, partial(run_retrieval, file, options), json)


@register(
    evaluation,
    "updates",
    examples=(
        "retold eval updates",
        "retold eval updates beam.jsonl --preset all --json updates.json",
    ),
    without=("user", "db", "preset", "json"),
)
def updates(
    common: Common,
    file: Annotated[
        Path | None,
        typer.Argument(help="JSONL of the data format; without it, our own labelled updates."),
    ] = None,
    *,
    preset: Preset = "selective",
    split: Part = "all",
    limit: Limit = None,
    seed: Seed = 0,
    json: Json = None,
) -> None:
    """Ask about what changed: does what holds now come first, and is nothing closed wrongly?"""
    options = UpdatesOptions(preset=preset, split=split, limit=limit, seed=seed)
    name = "updates" if file is None else file.name
    _measure(common, name, partial(run_updates, file, options), json)


@register(
    evaluation,
    "abstention",
    examples=(
        "retold eval abstention beam.jsonl",
        "retold eval abstention locomo.jsonl --category 5",
    ),
    without=("user", "db", "preset", "json"),
)
def abstention(
    common: Common,
    file: DataSet,
    *,
    category: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,…", help="Nothing answers questions of these; default: by `abstain`."
        ),
    ] = None,
    preset: Preset = "selective",
    split: Part = "all",
    limit: Limit = None,
    seed: Seed = 0,
    json: Json = None,
) -> None:
    """Ask what memory answers and what nothing answers: is it surer of the former?"""
    options = AbstentionOptions(
        preset=preset, split=split, categories=_named(category), limit=limit, seed=seed
    )
    _measure(common, file.name, partial(run_abstention, file, options), json)


@register(
    evaluation,
    "writing",
    examples=(
        "retold eval writing",
        "retold eval writing locomo.jsonl --split test --writers trained,rules",
        "retold eval writing --writers rules,trained,model --limit 2",
    ),
    without=("user", "db", "preset", "json"),
)
def writing(
    common: Common,
    file: Annotated[
        Path | None,
        typer.Argument(help="A data set or a folder of them; without it, our own labelled turns."),
    ] = None,
    *,
    writers: Annotated[
        str,
        typer.Option(help="Who writes: `trained`, `rules`, `model`, or several, with commas."),
    ] = "trained",
    preset: Preset = "selective",
    split: Part = "test",
    limit: Limit = None,
    seed: Seed = 0,
    json: Json = None,
) -> None:
    """Judge the turns of a data set, and count how many of those that matter are kept."""
    names = presets() if preset == "all" else (preset,)
    runs: list[Result] = []
    for name in names:
        options = WritingOptions(
            preset=name, writers=_writers(writers), split=split, limit=limit, seed=seed
        )
        with common.output.counting(name) as told:
            runs += run_writing(file, options, told)
    one = len(runs) == 1 and preset != "all"
    deliver(common, runs[0] if one else runs, writing_parts(common.output, runs), json)


def _writers(names: str) -> tuple[WriterName, ...]:
    known: dict[str, WriterName] = {name: name for name in get_args(WriterName)}
    asked = dict.fromkeys(name.strip() for name in names.split(","))
    for name in asked:
        if name not in known:
            raise SettingsError(f"no writer {name!r}", hint=f"one of: {', '.join(known)}")
    return tuple(known[name] for name in asked)


def _measure(
    common: Common, name: str, run: Callable[[Progress], Result | list[Result]], json: str | None
) -> None:
    """Run it with a progress bar, and deliver what it found."""
    with common.output.counting(name) as told:
        result = run(told)
    runs = result if isinstance(result, list) else [result]
    deliver(common, result, measured_parts(common.output, runs), json)


def _named(listed: str | None) -> tuple[str, ...]:
    """Names with commas between them. Raises InputError where one of them is empty."""
    names = tuple(name.strip() for name in listed.split(",")) if listed is not None else ()
    if not all(names):
        raise InputError(f"an empty name in {listed!r}", hint="names with commas between them")
    return names
