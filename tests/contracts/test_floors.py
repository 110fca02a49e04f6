"""The import contracts of pyproject.toml catch a deliberate violation of each."""

import itertools
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONTRACTS = {c["id"]: c for c in PROJECT["tool"]["importlinter"]["contracts"]}
FLOORS = [
    [room.strip(" ()") for room in floor.split("|")] for floor in CONTRACTS["floors"]["layers"]
]
ROOMS = [room for floor in FLOORS for room in floor]
PAIRS = list(itertools.pairwise(FLOORS))
STAGES = next(floor for floor in FLOORS if "drivers" in floor)
DRIVERS = sorted(
    point.value.partition(":")[0].removeprefix("retold.")
    for group in ("retold.ledgers", "retold.indexes", "retold.embedders", "retold.rerankers")
    for point in entry_points(group=group)
)


@pytest.fixture
def package(tmp_path):
    """A copy of the package in which every floor has all its rooms."""
    copy = tmp_path / "src/retold"
    shutil.copytree(ROOT / "src/retold", copy, ignore=shutil.ignore_patterns("__pycache__"))
    for room in ROOMS:
        if not (copy / room).exists() and not (copy / f"{room}.py").exists():
            (copy / f"{room}.py").write_text('"""A room to come."""\n')
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return copy


def plant(package, room, *imported):
    """Add imports to a room; the name of the module that now has them."""
    path = package.joinpath(*room.split("."))
    module = path / "planted.py" if path.is_dir() else path.with_suffix(".py")
    text = module.read_text("utf-8") if module.exists() else ""
    module.write_text(text + "".join(f"\nimport {name}" for name in imported) + "\n", "utf-8")
    return ".".join(module.relative_to(package.parent).with_suffix("").parts)


def lint(package):
    """Exit code and output of the import contracts over a copy of the package."""
    command = "from importlinter.cli import lint_imports_command as lint; lint()"
    done = subprocess.run(
        [sys.executable, "-c", command, "--no-cache", "--no-logo"],
        env={**os.environ, "PYTHONPATH": str(package.parent), "COLUMNS": "400"},
        cwd=package.parents[1],
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    return done.returncode, done.stdout + done.stderr


def assert_refused(package, imports):
    """Plant imports, a dictionary of room to what it imports, and find each of them named."""
    planted = [(plant(package, room, *names), names) for room, names in imports.items()]
    code, output = lint(package)
    assert code == 1, output
    for module, names in planted:
        for name in names:
            assert f"{module} -> {name} " in output


def test_the_package_as_it_is_breaks_no_contract(package):
    code, output = lint(package)
    assert code == 0, output


@pytest.mark.parametrize(
    ("above", "below"), [pytest.param(*p, id=f"{p[1][0]}-{p[0][0]}") for p in PAIRS]
)
def test_a_floor_may_not_import_the_one_above(package, above, below):
    assert_refused(package, {low: [f"retold.{high}" for high in above] for low in below})


@pytest.mark.parametrize("floor", [floor for floor in FLOORS if len(floor) > 1], ids="|".join)
def test_a_room_may_not_import_its_neighbour(package, floor):
    ring = itertools.pairwise([*floor, floor[0]])
    assert_refused(package, {one: [f"retold.{other}"] for one, other in ring})


def test_a_room_on_no_floor_is_refused(package):
    (package / "attic.py").write_text('"""On no floor."""\n')
    code, output = lint(package)
    assert code == 1, output
    assert "retold.attic" in output


def test_a_driver_may_not_import_another(package):
    ring = itertools.pairwise([*DRIVERS, DRIVERS[0]])
    assert_refused(package, {one: [f"retold.{other}"] for one, other in ring})


def test_no_stage_may_import_an_io_library(package):
    libraries = CONTRACTS["stages"]["forbidden_modules"]
    stages = [stage.removeprefix("retold.") for stage in CONTRACTS["stages"]["source_modules"]]
    assert_refused(package, dict.fromkeys(stages, libraries))


def test_every_stage_there_is_keeps_to_the_contract_of_stages():
    stages = {stage for stage in STAGES if stage not in ("drivers", "testing")}
    there = {f"retold.{stage}" for stage in stages if (ROOT / "src/retold" / stage).exists()}
    assert set(CONTRACTS["stages"]["source_modules"]) == there


def test_only_rooms_to_come_are_in_parentheses():
    listed = [r.strip() for floor in CONTRACTS["floors"]["layers"] for r in floor.split("|")]
    package = ROOT / "src/retold"
    assert {room.strip("()") for room in listed if room.startswith("(")} == {
        room
        for room in ROOMS
        if not (package / room).exists() and not (package / f"{room}.py").exists()
    }
