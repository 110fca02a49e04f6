"""From the names in settings to driver classes, found by entry point and imported when needed."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from retold.errors import SettingsError


def names(group: str) -> tuple[str, ...]:
    """Names of the drivers that are installed for a group, sorted."""
    return tuple(sorted({point.name for point in entry_points(group=group)}))


def driver(group: str, name: str) -> Any:
    """The class of the driver `name`.

    Raises:
        SettingsError: no such driver, or a package that it needs is not installed.
    """
    found: list[EntryPoint] = [p for p in entry_points(group=group) if p.name == name]
    if not found:
        kind = group.removeprefix("retold.").removesuffix("s")
        raise SettingsError(f"unknown {kind} {name!r}", hint=f"one of {', '.join(names(group))}")
    try:
        return found[0].load()
    except ImportError as error:
        raise SettingsError(
            f"driver {name!r} needs a package that is not installed: {error.name}",
            hint=f'pip install "retold[{name}]"',
        ) from error
