"""The pages agree with the code: settings, public names, promises, commands."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import retold
from checks import documents, names_reference, promises, settings_reference
from retold.settings import Section, Settings

ROOT = Path(__file__).parents[2]


def knobs(section, path=""):
    for name, field in section.model_fields.items():
        if isinstance(field.annotation, type) and issubclass(field.annotation, Section):
            yield from knobs(field.annotation, f"{path}{name}.")
        else:
            yield f"{path}{name}", field


def rows(page):
    """The tables of a page: first cell, without its backticks, to the last."""
    lines = (ROOT / page).read_text("utf-8").splitlines()
    cells = [line.strip("| ").split(" | ") for line in lines if line.startswith("| `")]
    return {row[0].strip("`"): row[-1] for row in cells}


def test_the_settings_reference_lists_every_setting_with_its_reason():
    assert rows(settings_reference.PAGE) == {
        name: field.description for name, field in knobs(Settings)
    }


def test_the_settings_reference_is_what_the_code_says():
    assert list(settings_reference.faults(ROOT)) == []


def test_a_change_of_the_settings_reference_is_found(tmp_path):
    page = tmp_path / settings_reference.PAGE
    assert len(list(settings_reference.faults(tmp_path))) == 1
    page.parent.mkdir(parents=True)
    page.write_text(settings_reference.page() + "more\n", "utf-8")
    assert len(list(settings_reference.faults(tmp_path))) == 1


def test_the_reference_of_names_lists_what_the_package_exports():
    assert set(rows(names_reference.PAGE)) == set(retold.__all__)
    assert list(names_reference.faults(ROOT)) == []


def test_every_public_name_says_what_it_is():
    assert [name for name, meaning in rows(names_reference.PAGE).items() if not meaning] == []


def test_nothing_is_exported_twice_or_missing():
    assert len(set(retold.__all__)) == len(retold.__all__)
    assert [name for name in retold.__all__ if not hasattr(retold, name)] == []


def test_every_promise_names_tests_that_exist():
    assert list(promises.faults(ROOT)) == []


def test_the_pages_are_sound():
    assert list(documents.faults(ROOT)) == []


def test_help_lists_every_target_of_the_makefile():
    text = (ROOT / "Makefile").read_text("utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", text, re.MULTILINE)
    help_command = [shutil.which("make"), "--no-print-directory"]
    shown = subprocess.run(
        help_command, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    assert re.findall(r"^  make ([a-z]+) ", shown, re.MULTILINE) == phony.split()


def test_ci_runs_the_checks_and_then_the_tests():
    lines = (ROOT / ".ci/run").read_text("utf-8").splitlines()
    assert lines[0] == "#!/usr/bin/env bash"
    assert "set -eu" in lines
    assert [line for line in lines if line.startswith("make")] == ["make check", "make test"]
    assert lines[-1] == "make test"


@pytest.mark.parametrize("page", ["README.md", "docs/guides/quickstart.md"])
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "hashing")
    blocks = [
        fence[2]
        for fence in documents.FENCE.finditer((ROOT / page).read_text("utf-8"))
        if fence[1] == "python"
    ]
    assert blocks
    exec("\n".join(blocks), {})  # noqa: S102 - it is our own page
