"""docs/reference/names.md: the public names, made from what `retold` exports.

`python -m checks.names_reference --write` makes it anew. A name that comes or goes therefore shows
in a change of that page, and belongs in CHANGELOG.md.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import retold

PAGE = "docs/reference/names.md"
COMMAND = "python -m checks.names_reference --write"
HEAD = f"""\
# Public names

What `from retold import …` offers, and all that is kept stable between releases. Made by
`{COMMAND}`; do not edit it here.
"""


def page() -> str:
    """The whole page: names under their modules, each with the first line of its docstring."""
    modules: dict[str, list[str]] = {}
    for name in sorted(retold.__all__):
        thing = getattr(retold, name)
        module = getattr(thing, "__module__", "retold")
        modules.setdefault(module, []).append(f"| `{name}` | {_sentence(thing)} |")
    parts = [HEAD]
    for module in sorted(modules):
        source = f"../../src/{module.replace('.', '/')}"
        source += "/__init__.py" if hasattr(sys.modules[module], "__path__") else ".py"
        parts.append(f"## [{module}]({source})\n\n| name | what it is |\n|---|---|")
        parts.extend((*modules[module], ""))
    return "\n".join(parts)


def faults(root: Path) -> Iterator[str]:
    """The page, where it is missing or names anything else than the package."""
    path = root / PAGE
    if not path.exists() or path.read_text("utf-8") != page():
        yield f"{PAGE}:1: is not what retold exports; {COMMAND}"


def _sentence(thing: Any) -> str:
    doc = inspect.getdoc(thing) or ""
    paragraph = doc.split("\n\n", 1)[0].replace("\n", " ")
    return paragraph.replace("|", "\\|")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    (Path(__file__).parents[1] / PAGE).write_text(page(), "utf-8")
