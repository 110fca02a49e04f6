"""A file that fits into a head, a function that fits on a screen."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from checks.tree import parse, python_files

FILE_LINES = 400
FUNCTION_LINES = 50


def faults(root: Path) -> Iterator[str]:
    """Files and functions that are too long, the signature and docstring included."""
    for path in python_files(root):
        name = path.relative_to(root)
        lines = len(path.read_text("utf-8").splitlines())
        if lines > FILE_LINES:
            yield f"{name}:{lines}: the file has {lines} lines, at most {FILE_LINES}"
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    yield (
                        f"{name}:{node.lineno}: {node.name} has {lines} lines, "
                        f"at most {FUNCTION_LINES}"
                    )
