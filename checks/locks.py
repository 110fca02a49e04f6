"""The lock files: every package pinned and hashed, no address, in step with pyproject.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FOLDER = "requirements"
RUNTIME = "runtime.txt"
DEV = "dev.txt"
# Installed alone, without what it depends on, so no declaration names it.
MODEL = "model.txt"
# An address of any kind, an option that would carry one, or the path of one machine.
ADDRESS = re.compile(r"\w+://|^\s*-[a-z-]*(?:index|find-links|trusted-host)|(?:^|\s|@)/\w+")
# Extras that no test needs and that are too large to be installed on every machine.
UNLOCKED = frozenset(("train",))
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)")


def faults(root: Path) -> Iterator[str]:
    """Addresses, pins without a hash, and requirements that no lock or another version meets."""
    declared = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    pins = {}
    for name in (RUNTIME, DEV):
        text = (root / FOLDER / name).read_text("utf-8")
        yield from _unsafe(f"{FOLDER}/{name}", text)
        pins[name] = pinned(text)
        for requirement in _required(declared, name):
            yield from _unmet(requirement, pins[name], f"{FOLDER}/{name}")
    yield from _unsafe(f"{FOLDER}/{MODEL}", (root / FOLDER / MODEL).read_text("utf-8"))
    for package, version in sorted(pins[RUNTIME].items()):
        if pins[DEV].get(package) != version:
            yield f"{FOLDER}/{DEV}:1: {package} is not {version}, as in {RUNTIME}; make lock"


def pinned(text: str) -> dict[str, str]:
    """Package to version, of a lock file's text."""
    found = (PIN.match(line) for line in text.splitlines())
    return {canonicalize_name(pin[1]): pin[2] for pin in found if pin}


def requirements(declared: Mapping[str, Any]) -> Iterator[Requirement]:
    """All that pyproject.toml asks for, of every extra that is locked, and group."""
    for texts in (
        declared["project"]["dependencies"],
        *(
            texts
            for extra, texts in declared["project"]["optional-dependencies"].items()
            if extra not in UNLOCKED
        ),
        *declared["dependency-groups"].values(),
        declared["build-system"]["requires"],
    ):
        yield from map(Requirement, texts)


def _required(declared: Mapping[str, Any], name: str) -> Iterator[Requirement]:
    if name == DEV:
        yield from requirements(declared)
        return
    yield from map(Requirement, declared["project"]["dependencies"])
    yield from map(Requirement, declared["project"]["optional-dependencies"]["cli"])
    yield from map(Requirement, declared["build-system"]["requires"])


def _unmet(requirement: Requirement, pins: Mapping[str, str], where: str) -> Iterator[str]:
    version = pins.get(canonicalize_name(requirement.name))
    if version is None or not requirement.specifier.contains(version, prereleases=True):
        yield f"{where}:1: {requirement} is not met by {version or 'any pin'}; make lock"


def _unsafe(where: str, text: str) -> Iterator[str]:
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        if ADDRESS.search(line):
            yield f"{where}:{number}: holds an address or a path"
        if line[:1] in ("", " ", "#"):
            continue
        if not PIN.match(line):
            yield f"{where}:{number}: is not a pin"
        elif number == len(lines) or "--hash=sha256:" not in lines[number]:
            yield f"{where}:{number}: has no hash"
