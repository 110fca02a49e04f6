"""The pages: links that lead somewhere, code that parses, commands and rooms that exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import retold
from checks.tree import pages

CONTRIBUTING_LINES = 120
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
ELSEWHERE = re.compile(r"[a-z]+:")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
MAKE = re.compile(r"(?:`|^\$ |\n)make ([a-z]+)")
PLACEHOLDER = re.compile(r"@@\w+@@|\bTODO\b|\bTBD\b|\bFIXME\b")
HEADING = re.compile(r"^#+ +(.+?)\s*$", re.MULTILINE)
DECISION = re.compile(r"\d{4}-[a-z0-9-]+\.md")
ROOM = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


def faults(root: Path) -> Iterator[str]:
    """What is wrong with the pages, each by itself and together."""
    targets = set(re.findall(r"^([a-z]+):", (root / "Makefile").read_text("utf-8"), re.MULTILINE))
    for path in pages(root):
        name = path.relative_to(root)
        text = path.read_text("utf-8")
        for number, fault in (*_links(root, path, text), *_code(text), *_words(text, targets)):
            yield f"{name}:{number}: {fault}"
    yield from _contributing(root)
    yield from _map(root)
    yield from _decisions(root)


def anchors(text: str) -> set[str]:
    """What a link may name after `#` in a page: its headings in small letters, with dashes."""
    prose = FENCE.sub("", text)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in HEADING.findall(prose)
    }


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


def _links(root: Path, path: Path, text: str) -> Iterator[tuple[int, str]]:
    for link in LINK.finditer(text):
        if ELSEWHERE.match(link[1]):
            continue
        place, _, anchor = link[1].partition("#")
        target = (path.parent / place).resolve() if place else path
        if not target.exists() or not target.is_relative_to(root.resolve()):
            yield _line(text, link.start()), f"{link[1]} leads nowhere"
        elif anchor and anchor not in anchors(target.read_text("utf-8")):
            yield _line(text, link.start()), f"{link[1]} names no heading"


def _code(text: str) -> Iterator[tuple[int, str]]:
    for fence in FENCE.finditer(text):
        if fence[1] != "python":
            continue
        line = _line(text, fence.start())
        try:
            tree = ast.parse(fence[2])
        except SyntaxError as error:
            yield line + (error.lineno or 0), f"code that does not parse: {error.msg}"
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module == "retold":
                for alias in node.names:
                    if alias.name not in retold.__all__:
                        yield line + node.lineno, f"retold has no public name {alias.name}"


def _words(text: str, targets: set[str]) -> Iterator[tuple[int, str]]:
    for command in MAKE.finditer(text):
        if command[1] not in targets:
            yield _line(text, command.end()), f"there is no `make {command[1]}`"
    for placeholder in PLACEHOLDER.finditer(text):
        yield _line(text, placeholder.start()), f"{placeholder[0]} is to be filled in"


def _contributing(root: Path) -> Iterator[str]:
    lines = len((root / "CONTRIBUTING.md").read_text("utf-8").splitlines())
    if lines > CONTRIBUTING_LINES:
        yield f"CONTRIBUTING.md:{lines}: has {lines} lines, at most {CONTRIBUTING_LINES}"


def _map(root: Path) -> Iterator[str]:
    """The map names every room of the package, and none that is not there."""
    rooms = set(ROOM.findall((root / "docs/map.md").read_text("utf-8")))
    package = root / "src/retold"
    for path in sorted(package.iterdir()):
        if path.suffix == ".py" or (path.is_dir() and path.name != "__pycache__"):
            name = f"{path.name}/" if path.is_dir() else path.name
            if name not in rooms:
                yield f"docs/map.md:1: does not name src/retold/{name}"
    for room in sorted(rooms):
        if not (package / room).exists() and not (root / room).exists():
            yield f"docs/map.md:1: names {room}, which does not exist"


def _decisions(root: Path) -> Iterator[str]:
    text = (root / "docs/map.md").read_text("utf-8")
    numbers: set[str] = set()
    for path in sorted((root / "docs/decisions").iterdir()):
        where = f"docs/decisions/{path.name}:1:"
        if not DECISION.fullmatch(path.name):
            yield f"{where} is not named like 0001-what-was-decided.md"
        if path.name[:4] in numbers:
            yield f"{where} has the number of another decision"
        numbers.add(path.name[:4])
        if f"decisions/{path.name}" not in text:
            yield f"{where} is not listed in docs/map.md"
