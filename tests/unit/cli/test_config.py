import tomllib

import pytest

from retold.cli.config import knobs, template
from retold.errors import SettingsError
from retold.settings import Section, Settings, load


@pytest.fixture(autouse=True)
def empty_directory(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("RETOLD_RETRIEVER__K", "RETOLD_EMBEDDER__DRIVER"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def knob(name, preset=None):
    return next(k for k in knobs(preset) if k.name == name)


def names(section, prefix=""):
    for name in type(section).model_fields:
        value = getattr(section, name)
        if isinstance(value, Section):
            yield from names(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def test_every_setting_is_there_with_a_reason():
    assert sorted(k.name for k in knobs()) == sorted(names(Settings()))
    assert all(k.why for k in knobs())


def test_ranges_are_told():
    assert knob("retriever.k").range == "≥ 1, ≤ 200"
    assert knob("embedder.when").range == "now | later"


def test_each_layer_is_named(empty_directory, monkeypatch):
    assert knob("retriever.k").origin == "default"
    (empty_directory / "retold.toml").write_text("[retriever]\nk = 9\n[writer]\nthreshold = 0.4\n")
    assert (knob("retriever.k").origin, knob("retriever.k").value) == ("retold.toml", 9)
    monkeypatch.setenv("RETOLD_RETRIEVER__K", "7")
    assert (knob("retriever.k").origin, knob("retriever.k").value) == ("environment", 7)
    assert (
        knob("writer.enabled", "verbatim").origin,
        knob("writer.enabled", "verbatim").value,
    ) == ("preset", False)
    assert knob("writer.threshold", "blenderbot2").origin == "retold.toml"
    assert knob("preset", "dual").origin == "argument"


def test_an_unknown_setting_is_an_error(monkeypatch):
    monkeypatch.setenv("RETOLD_RETRIEVER__KK", "7")
    with pytest.raises(SettingsError, match=r"retriever\.kk"):
        knobs()


def test_the_template_changes_nothing_as_it_is(empty_directory):
    (empty_directory / "retold.toml").write_text(template(), "utf-8")
    assert load(environment={}) == Settings()
    tables = list(tomllib.loads(template()).values())
    assert not [value for table in tables for value in table.values() if value != {}]


def test_the_template_uncommented_is_the_defaults(empty_directory):
    lines = [line.removeprefix("# ") if " = " in line else line for line in template().splitlines()]
    (empty_directory / "retold.toml").write_text("\n".join(lines))
    assert load(environment={}) == Settings()
