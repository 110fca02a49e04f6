"""The command that shows what a memory does, on two bundled conversations."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import typer

from retold.cli.common import Common, register
from retold.cli.demo.scenes import Scenes
from retold.cli.demo.story import Story, erase_one, open_story, people, tell

app = typer.Typer()


@register(
    app,
    "demo",
    examples=("retold demo", "retold demo --lang zh", "retold demo --json"),
    without=("user", "db"),
)
def demo(common: Common) -> None:
    """Watch two real conversations being remembered, corrected, recalled and forgotten."""
    output = common.output
    scenes = Scenes(output)
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="retold-demo-") as directory:
        path = Path(directory) / "demo.db"
        scenes.title()
        with open_story(path, preset=common.preset) as memory:
            opened = time.perf_counter() - started
            told = []
            for person in people():
                scenes.conversation(person)
                with output.progress() as progress:
                    told.append(tell(memory, person, progress))
                scenes.kept(told[-1])
                scenes.asked(told[-1])
            erased = erase_one(memory, path, language=output.language)
            scenes.erasing(erased)
            embedder = memory.health()["embedder"]
    story = Story(
        embedder=embedder,
        seconds_to_open=opened,
        seconds=time.perf_counter() - started,
        people=tuple(told),
        erased=erased,
    )
    scenes.end(story)
    if output.as_json:
        output.json(story)
