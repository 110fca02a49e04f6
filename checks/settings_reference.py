"""docs/reference/settings.md, made from src/retold/settings/.

`python -m checks.settings_reference --write` makes it anew.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from retold.settings import FILE, PREFIX, SECRETS, Section, Settings, presets

PAGE = "docs/reference/settings.md"
COMMAND = "python -m checks.settings_reference --write"
BOUNDS = (
    ("minimum", "≥"),
    ("exclusiveMinimum", ">"),
    ("maximum", "≤"),
    ("exclusiveMaximum", "<"),
)
HEAD = f"""\
# Settings

Made from [the sections](../../src/retold/settings/) by `{COMMAND}`; do not edit it here.

A value comes from the first of these that names it:

1. an argument: `load({{"retriever.k": 5}})`, or `Settings(…)` given to `Memory.open`;
2. the environment: `{PREFIX}RETRIEVER__K=5`, sections joined by two underscores;
3. `{FILE}` in the working directory: `k = 5` under `[retriever]`;
4. the preset ({", ".join(f"`{name}`" for name in presets())});
5. the default below.

An unknown name or a value out of range is a `SettingsError` when settings are loaded. Nothing is
read when the package is imported. Secrets come from the environment only and are never part of the
settings: {", ".join(f"`{name}`" for name in SECRETS)}. The command `retold config` shows the values
in force and where each comes from.
"""


def page() -> str:
    """The whole page."""
    return "\n".join((HEAD, *_parts("", Settings))) + "\n"


def faults(root: Path) -> Iterator[str]:
    """The page, where it is missing or says anything else than the code."""
    path = root / PAGE
    if not path.exists() or path.read_text("utf-8") != page():
        yield f"{PAGE}:1: is not what the settings say; {COMMAND}"


def _parts(path: str, section: type[Section]) -> Iterator[str]:
    """The table of a section's own settings, then its inner sections under their headings."""
    inner = {
        name: kind
        for name, field in section.model_fields.items()
        if isinstance(kind := field.annotation, type) and issubclass(kind, Section)
    }
    yield _table(path, section, [name for name in section.model_fields if name not in inner])
    for name, kind in inner.items():
        yield f"\n## `[{path}{name}]`\n\n{inspect.getdoc(kind)}\n"
        yield from _parts(f"{path}{name}.", kind)


def _table(path: str, section: type[Section], names: Sequence[str]) -> str:
    schema = section.model_json_schema()["properties"]
    rows = ["| setting | default | range | why |", "|---|---|---|---|"]
    for name in names:
        field = section.model_fields[name]
        default = json.dumps(field.default, ensure_ascii=False)
        rows.append(
            f"| `{path}{name}` | `{default}` | {_range(schema[name])} | {field.description} |"
        )
    return "\n".join(rows)


def _range(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "boolean":
        return "`true`, `false`"
    return ", ".join(f"{sign} {schema[name]:,}" for name, sign in BOUNDS if name in schema)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {COMMAND}")
    (Path(__file__).parents[1] / PAGE).write_text(page(), "utf-8")
