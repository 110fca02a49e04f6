"""The files that the checks read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("src", "tests", "checks", "bench")


def python_files(root: Path) -> Iterator[Path]:
    """Every Python file of the project, sorted inside its folder."""
    for folder in FOLDERS:
        yield from sorted((root / folder).rglob("*.py"))


def pages(root: Path) -> Iterator[Path]:
    """Every page of documentation: those at the top, and all below docs/."""
    yield from sorted(root.glob("*.md"))
    yield from sorted((root / "docs").rglob("*.md"))


def parse(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"), filename=str(path))
