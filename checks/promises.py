"""docs/promises.md: ten promises, each with tests that exist, or the words "Not yet"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from checks.tree import parse

PAGE = "docs/promises.md"
PROMISES = 10
SECTION = re.compile(r"^## (\d+)\. .+$", re.MULTILINE)
TEST = re.compile(r"`((?:tests|src)/[\w/]+\.py)((?:::\w+)*)`")
NOT_YET = re.compile(r"^(?:- )?Not yet:", re.MULTILINE)


def faults(root: Path) -> Iterator[str]:
    """Promises that are missing, unproven without saying so, or proven by no test there is."""
    text = (root / PAGE).read_text("utf-8")
    headings = list(SECTION.finditer(text))
    numbers = [int(heading[1]) for heading in headings]
    if numbers != list(range(1, PROMISES + 1)):
        yield f"{PAGE}:1: has the promises {numbers}, not 1 to {PROMISES}"
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends, strict=True):
        body = text[heading.end() : end]
        if not TEST.search(body) and not NOT_YET.search(body):
            line = text.count("\n", 0, heading.start()) + 1
            yield f"{PAGE}:{line}: promise {heading[1]} names no test and does not say so"
    for test in TEST.finditer(text):
        if not exists(root / test[1], test[2].split("::")[1:]):
            line = text.count("\n", 0, test.start()) + 1
            yield f"{PAGE}:{line}: there is no {test[1]}{test[2]}"


def exists(path: Path, names: list[str]) -> bool:
    """Whether a file holds the function or class reached by these names."""
    if not path.is_file():
        return False
    body: list[ast.stmt] = parse(path).body
    for name in names:
        found = [
            node
            for node in body
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name == name
        ]
        if not found:
            return False
        body = found[0].body
    return True
