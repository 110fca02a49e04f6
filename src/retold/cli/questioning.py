"""The command that asks in both languages: `eval questions`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.output import Output, joined
from retold.cli.results import Json, deliver
from retold.evaluate.pairs import Half
from retold.evaluate.questions import QuestionsOptions, run_questions

app = typer.Typer()


@register(
    app,
    "questions",
    examples=(
        "retold eval questions",
        "retold eval questions --distractors 500 --json misses.json",
    ),
    without=("user", "db", "preset", "json"),
)
def questions(
    common: Common,
    folder: Annotated[
        Path | None,
        typer.Argument(help="Pairs in both languages; without it, our own in a checkout."),
    ] = None,
    *,
    preset: Annotated[str, typer.Option(help="A preset.")] = "selective",
    split: Annotated[
        Half, typer.Option(help="Pairs that settings may be chosen by, or that give the result.")
    ] = "test",
    k: Annotated[int, typer.Option(min=5, help="Hits a question.")] = 10,
    distractors: Annotated[
        int, typer.Option(min=0, help="Other statements in each language's memory.")
    ] = 2000,
    seed: Annotated[int, typer.Option(help="Seed of everything that is drawn.")] = 0,
    json: Json = None,
) -> None:
    """Ask about a crowded memory in Chinese and English, also across the two."""
    options = QuestionsOptions(preset=preset, split=split, k=k, distractors=distractors, seed=seed)
    with common.output.counting("questions") as told:
        result = run_questions(folder, options, told)
    deliver(common, result, list(_parts(common.output, result)), json)


def _parts(output: Output, result: Mapping[str, Any]) -> Iterator[RenderableType]:
    table = output.table("asked", *result["metrics"])
    for group in ("by_language", "by_category", "across", "across_by_category"):
        for name, shares in result[group].items():
            style = "" if " " in name else "accent"
            table.add_row(
                Text(_named(output, name), style), *(f"{share:.1f}" for share in shares.values())
            )
    for column in table.columns[1:]:
        column.justify = "right"
    yield table
    yield ""
    for spoken, counts in result["writing"].items():
        yield Text(
            output.words(
                "{language}: {kept} of {pairs} statements and {others} of {distractors} "
                "distractors were kept, as {units} memories.",
                language=spoken,
                kept=counts["pairs_kept"],
                pairs=counts["pairs"],
                others=f"{counts['distractors_kept']:,}",
                distractors=f"{counts['distractors']:,}",
                units=f"{counts['units']:,}",
            )
        )
    yield Text(
        joined(
            (
                result["dataset"],
                result["split"],
                f"preset {result['preset']}",
                output.words("{count} questions", count=f"{result['questions']:,}"),
                result["embedder"],
                output.words("seed {seed}", seed=result["seed"]),
                f"{result['seconds']:.0f} s",
            )
        ),
        "quiet",
    )


def _named(output: Output, name: str) -> str:
    """A group's name: `zh-en` is asked in Chinese of an English memory."""
    ways, _, form = name.partition(" ")
    forms = {"direct": output.words("direct"), "implicit": output.words("implicit")}
    return joined((ways.replace("-", " → "), forms.get(form, "")))
