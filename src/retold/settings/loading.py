"""Settings are read from arguments, environment, `retold.toml` and presets, in that order."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from retold.errors import SettingsError
from retold.settings.sections import Settings

PREFIX = "RETOLD_"
FILE = "retold.toml"
# Read by the drivers that need them; listed here so that they are not taken for unknown settings.
SECRETS = ("RETOLD_OPENAI_API_KEY", "RETOLD_RERANKER_API_KEY")


def presets() -> tuple[str, ...]:
    """Names of the presets that come with the package, sorted."""
    folder = resources.files("retold").joinpath("presets")
    return tuple(sorted(p.name[:-5] for p in folder.iterdir() if p.name.endswith(".toml")))


def load(
    overrides: Mapping[str, Any] | None = None,
    *,
    preset: str | None = None,
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> Settings:
    """The settings in force.

    Args:
        overrides: values by dotted name (`"retriever.k"`) that win over everything.
        preset: the preset to start from; wins over the one that file or environment name.
        environment: what to read instead of the process's environment.
        directory: where to look for `retold.toml` instead of the working directory.

    Raises:
        SettingsError: an unknown name or preset, or a value out of range.
    """
    given = _from_file((directory or Path.cwd()) / FILE)
    _merge(given, _from_environment(os.environ if environment is None else environment))
    for name, value in (overrides or {}).items():
        _merge(given, _nested(name.split("."), value))
    if preset is not None:
        given["preset"] = preset
    values = _from_preset(str(given.get("preset", "selective")))
    _merge(values, given)
    try:
        return Settings(**values)
    except ValidationError as error:
        raise _explained(error) from None


def _from_preset(name: str) -> dict[str, Any]:
    if name not in presets():
        raise SettingsError(f"unknown preset {name!r}", hint=f"one of {', '.join(presets())}")
    text = resources.files("retold").joinpath("presets", f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(
            f"{path.name} cannot be read: {error}", hint="mend or remove it"
        ) from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in environment.items():
        if name.startswith(PREFIX) and name not in SECRETS:
            _merge(found, _nested(name[len(PREFIX) :].lower().split("__"), value))
    return found


def _nested(path: list[str], value: Any) -> dict[str, Any]:
    for key in reversed(path):
        value = {key: value}
    result: dict[str, Any] = value
    return result


def _merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = dict(value) if isinstance(value, Mapping) else value


def _explained(error: ValidationError) -> SettingsError:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return SettingsError(f"unknown setting {name!r}", hint="`retold config` lists them all")
    return SettingsError(f"setting {name} = {first['input']!r}: {first['msg'].lower()}")
