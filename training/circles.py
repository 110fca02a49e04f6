"""`python -m training.circles`: makes of the circles what the search reads.

In `circles/` there is a file for each area of life and a table for each circle, with words of both
languages that bring each other to mind. The same files give the same result.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import retold.retriever
from retold.evaluate.pairs import LANGUAGES
from retold.text.language import HAN
from retold.text.tokens import tokens

FOLDER = Path(__file__).parent / "circles"
MADE = Path(retold.retriever.__file__).parent / "circles.json"


def read(folder: Path = FOLDER) -> dict[str, dict[str, list[str]]]:
    """The words of every circle by its name and language."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(folder.glob("*.toml")):
        for name, entry in tomllib.loads(path.read_text("utf-8")).items():
            if name in found:
                raise ValueError(f"{path.name}: there is a circle {name!r} already")
            found[name] = {language: entry[language].split() for language in LANGUAGES}
    return found


def made(circles: dict[str, dict[str, list[str]]]) -> dict[str, Any]:
    """The tokens of all words, sorted, and each circle as places among them."""
    members = [
        sorted({token(word) for language in LANGUAGES for word in circle[language]})
        for circle in circles.values()
    ]
    every = sorted({one for some in members for one in some})
    place = {one: i for i, one in enumerate(every)}
    return {"tokens": every, "circles": [[place[one] for one in some] for some in members]}


def token(word: str) -> str:
    """The token by which a word is found in what is stored."""
    # Of what is joined by marks the whole, which is the last: "lefthanded".
    return word if re.search(f"[{HAN}]", word) else tokens(word)[-1]


def as_stored(content: dict[str, Any]) -> str:
    """The text of the file."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


def main() -> None:
    """Write the file and say how large it is."""
    content = made(read())
    MADE.write_text(as_stored(content), "utf-8")
    print(f"{len(content['circles'])} circles of {len(content['tokens'])} words: {MADE.name}")


if __name__ == "__main__":
    main()
