"""The command that shows every setting, and writes a file to start from."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

import typer
from annotated_types import Ge, Gt, Le, Lt
from pydantic.fields import FieldInfo
from rich.text import Text

from retold.cli.common import Common, register
from retold.cli.output import Output
from retold.errors import InputError
from retold.settings import FILE, PREFIX, Section, Settings, load

app = typer.Typer()

Origin = Literal["default", "preset", "retold.toml", "environment", "argument"]
# The marks that pydantic leaves on a field, the name of their bound, and how it is written.
_BOUNDS = ((Ge, "ge", "≥"), (Gt, "gt", ">"), (Le, "le", "≤"), (Lt, "lt", "<"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Knob:
    """One setting: its dotted name, value, default, range, reason, and where the value is from."""

    name: str
    value: Any
    default: Any
    range: str
    why: str
    origin: Origin


@register(
    app,
    "config",
    examples=("retold config", "retold config --preset dual --changed", "retold config --init"),
    without=("user", "db"),
)
def config(
    common: Common,
    changed: Annotated[
        bool, typer.Option("--changed", help="Only what differs from its default.")
    ] = False,
    init: Annotated[bool, typer.Option("--init", help=f"Write a commented {FILE}.")] = False,
) -> None:
    """Show every setting: value, default, range, reason, and where the value comes from."""
    output = common.output
    if init:
        path = Path(FILE)
        _write(path, template())
        output.show({"written": str(path)}, Text(output.words("wrote {path}", path=path)))
        return
    shown = [k for k in knobs(common.preset) if not changed or k.value != k.default]
    table = output.table("setting", "value", "why", wide={"why": 1})
    section = ""
    for knob in shown:
        head, _, key = knob.name.rpartition(".")
        if head != section:
            table.add_row(Text(f"[{head}]", "heading"))
            section = head
        table.add_row(
            Text(f"  {key}" if head else key),
            _value(output, knob),
            Text.assemble(knob.why, (f" {knob.range}", "quiet")),
        )
    output.show(shown, table)


def _value(output: Output, knob: Knob) -> Text:
    """The value; where it is not simply the default, what that would be and who set it."""
    value = Text(_toml(knob.value), "accent" if knob.value != knob.default else "")
    if knob.origin != "default":
        value.append(f"\n{output.words('from')} {output.words(knob.origin)}", "quiet")
    if knob.value != knob.default:
        value.append(f"\n{output.words('default')} {_toml(knob.default)}", "quiet")
    return value


def knobs(preset: str | None = None) -> list[Knob]:
    """Every setting as it stands in this directory and environment. Raises SettingsError."""
    settings = load(preset=preset)
    written = _file()
    design = resources.files("retold").joinpath("presets", f"{settings.preset}.toml")
    layers: tuple[tuple[Origin, set[str]], ...] = (
        ("argument", {"preset"} if preset is not None else set()),
        ("environment", {_dotted(name) for name in os.environ if name.startswith(PREFIX)}),
        ("retold.toml", set(_names(written))),
        ("preset", set(_names(tomllib.loads(design.read_text("utf-8")))) - {"preset"}),
    )
    return [
        Knob(
            name=name,
            value=value,
            default=field.default,
            range=_range(field),
            why=field.description or "",
            origin=next((origin for origin, names in layers if name in names), "default"),
        )
        for name, field, value in _fields(settings)
    ]


def template() -> str:
    """A `retold.toml` in which every setting stands, commented out, at its default."""
    lines = ["# Settings of Retold. Remove the # in front of what you want to change.", ""]
    section = ""
    for name, field, _ in _fields(Settings()):
        head, _, key = name.rpartition(".")
        if head != section:
            lines += ["", f"[{head}]"]
            section = head
        limits = _range(field)
        lines.append(f"# {field.description}{f' ({limits})' if limits else ''}")
        lines.append(f"# {key} = {_toml(field.default)}")
    return "\n".join(lines) + "\n"


def _fields(section: Section, prefix: str = "") -> Iterator[tuple[str, FieldInfo, Any]]:
    """A section's own settings, then those of the sections in it, as TOML must have them."""
    inner = []
    for name, field in type(section).model_fields.items():
        value = getattr(section, name)
        if isinstance(value, Section):
            inner.append((name, value))
        else:
            yield f"{prefix}{name}", field, value
    for name, value in inner:
        yield from _fields(value, f"{prefix}{name}.")


def _range(field: FieldInfo) -> str:
    if get_origin(field.annotation) is Literal:
        return " | ".join(map(str, get_args(field.annotation)))
    bounds = []
    for mark in field.metadata:
        for kind, name, sign in _BOUNDS:
            if isinstance(mark, kind):
                bounds.append(f"{sign} {getattr(mark, name):,}")
    return ", ".join(bounds)


def _file() -> dict[str, Any]:
    path = Path(FILE)
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def _names(tree: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from _names(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def _dotted(variable: str) -> str:
    return variable.removeprefix(PREFIX).lower().replace("__", ".")


def _toml(value: Any) -> str:
    """A value as TOML writes it; JSON agrees for texts, numbers, booleans and lists."""
    return json.dumps(value, ensure_ascii=False)


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise InputError(f"{path} exists already", hint="edit it, or move it away first") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
