"""No error is swallowed unseen: catching everything is for two places, named here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from checks.tree import parse, python_files

# The HTTP boundary and the background worker, once they exist, as paths below the root: there an
# unknown error has no caller to go to. No third place is to be added.
ALLOWED: tuple[str, ...] = ()
MOST_ALLOWED = 2
EVERYTHING = frozenset({"Exception", "BaseException"})


def faults(root: Path, allowed: tuple[str, ...] = ALLOWED) -> Iterator[str]:
    """Handlers of every exception, save those that tidy up and raise it again."""
    if len(allowed) > MOST_ALLOWED:
        yield f"checks/catches.py:1: {len(allowed)} places may catch all, at most {MOST_ALLOWED}"
    for path in python_files(root):
        name = path.relative_to(root)
        if name.as_posix() in allowed or name.parts[0] != "src":
            continue
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.ExceptHandler) and _catches_all(node):
                yield f"{name}:{node.lineno}: catches every exception"
            elif isinstance(node, ast.Call) and _suppresses_all(node):
                yield f"{name}:{node.lineno}: suppresses every exception"


def _catches_all(handler: ast.ExceptHandler) -> bool:
    if handler.type is not None and not _names(handler.type) & EVERYTHING:
        return False
    last = handler.body[-1]
    return not (isinstance(last, ast.Raise) and last.exc is None)


def _suppresses_all(call: ast.Call) -> bool:
    if _names(call.func) != {"suppress"}:
        return False
    return any(_names(argument) & EVERYTHING for argument in call.args)


def _names(node: ast.expr) -> set[str]:
    if isinstance(node, ast.Tuple):
        return {name for element in node.elts for name in _names(element)}
    if isinstance(node, ast.Attribute):
        return {node.attr}
    return {node.id} if isinstance(node, ast.Name) else set()
