"""The commands about vectors, all under `embed`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import RenderableType
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.output import Output, joined
from retold.evaluate.adapting import AdaptingOptions, Form, run_adapting

app = typer.Typer()
embedding = typer.Typer(help="Fit vectors to a log.")
app.add_typer(embedding, name="embed")


@register(
    embedding,
    "train",
    examples=("retold embed train chats.jsonl --out adapter.npz", "retold embed train logs/"),
    without=("user", "db"),
)
def train(
    common: Common,
    log: Annotated[
        Path, typer.Argument(help="Conversations: a file of the data format, or a folder of them.")
    ],
    *,
    out: Annotated[Path, typer.Option(help="A new file.")] = Path("adapter.npz"),
    form: Annotated[
        Form, typer.Option(help="A matrix, or a hidden layer, which needs torch.")
    ] = "linear",
    seed: Annotated[int, typer.Option(help="Seed of everything that is drawn.")] = 0,
) -> None:
    """Learn from a log to turn questions towards what answers them, and measure what it gains."""
    options = AdaptingOptions(out=out, form=form, preset=common.preset, seed=seed)
    with common.output.counting(log.name) as told:
        result = run_adapting(log, options, told)
    common.output.show(result, *_parts(common.output, result))
    if result["adapter"] is None:
        raise typer.Exit(1)


def _parts(output: Output, result: Mapping[str, Any]) -> Iterator[RenderableType]:
    names = list(result["before"])
    table = output.table("", *names)
    for when in ("before", "after"):
        values = (Text(f"{result[when][name]:.1f}") for name in names)
        table.add_row(Text(output.words(when), "quiet"), *values)
    for column in table.columns[1:]:
        column.justify = "right"
    yield table
    yield ""
    adapter = result["adapter"]
    if adapter is None:
        yield Text(output.words("It does not help on this log; nothing is written."), "bad")
    else:
        path = str(Path(adapter["path"]).absolute())
        heading = output.words(
            "Set embedder.adapter in retold.toml, or in the environment, to use it:"
        )
        yield Text(heading, "good")
        yield Text(f"  [embedder]\n  adapter = '{path}'\n\n  RETOLD_EMBEDDER__ADAPTER={path}\n")
    yield Text(_line(output, result), "quiet")


def _line(output: Output, result: Mapping[str, Any]) -> str:
    parts, adapter = result["parts"], result["adapter"]
    counts = {name: part["questions"] for name, part in parts.items()}
    return joined(
        (
            result["dataset"],
            output.words("{learnt} pairs learnt, {stop} to stop, {measured} measured", **counts),
            output.words("cut by {kind}", kind=output.words(result["cut_by"])),
            result["embedder"],
            adapter["name"] if adapter else "",
            f"seed {result['seed']}",
            f"{result['seconds']:.0f} s",
        )
    )
