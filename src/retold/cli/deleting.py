"""The command that tries to bring back what was erased: `eval deletion`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.output import Output, joined
from retold.cli.results import Json, deliver
from retold.cli.tables import facts
from retold.evaluate.deletion import DeletionOptions, run_deletion

app = typer.Typer()


@register(
    app,
    "deletion",
    examples=("retold eval deletion", "retold eval deletion --statements 10 --json deletion.json"),
    without=("user", "db", "preset", "json"),
)
def deletion(
    common: Common,
    *,
    preset: Annotated[str, typer.Option(help="A preset.")] = "selective",
    statements: Annotated[
        int, typer.Option(min=10, help="Statements in each language that are erased.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="Seed of everything that is drawn.")] = 0,
    json: Json = None,
) -> None:
    """Erase statements, then try every way back; exit with 1 if one comes back."""
    options = DeletionOptions(preset=preset, statements=statements, seed=seed)
    with common.output.counting("deletion") as told:
        result = run_deletion(options, told)
    deliver(common, result, list(_parts(common.output, result)), json)
    metrics = result["metrics"]
    if metrics["came_back"] or metrics["bytes_found"] or metrics["relearned"] < metrics["facts"]:
        raise typer.Exit(1)


def _parts(output: Output, result: Mapping[str, Any]) -> Iterator[RenderableType]:
    words, metrics = output.words, result["metrics"]
    named = {
        "facts": words("statements erased"),
        "came_back": words("came back"),
        "relearned": words("learned anew"),
        "bytes_found": words("places in files"),
        "bystanders_lost": words("others lost"),
    }
    yield facts((name, f"{metrics[key]:,}") for key, name in named.items())
    back = [(name, count) for name, count in result["by_step"].items() if count]
    for name, count in back:
        yield Text(words("{count} came back by: {way}", count=count, way=name), "bad")
    yield ""
    yield Text(
        joined(
            (
                f"preset {result['preset']}",
                words("{count} ways back", count=len(result["by_step"])),
                result["embedder"],
                words("seed {seed}", seed=result["seed"]),
                f"{result['seconds']:.0f} s",
            )
        ),
        "quiet",
    )
