"""docs/reference/commands.md says what the commands take, no more and no less."""

import re
from pathlib import Path

import pytest
import typer

from retold.cli.app import app
from retold.cli.common import PANEL

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "commands.md"
ROW = re.compile(r"^\| (`[^|]+`) \| ([^|]*) \| (.+) \|$", re.MULTILINE)


def leaves(command, path="retold"):
    for name, child in command.commands.items():
        if hasattr(child, "commands"):
            yield from leaves(child, f"{path} {name}")
        else:
            yield f"{path} {name}", child


COMMANDS = dict(leaves(typer.main.get_command(app)))


def shared(parameter):
    return getattr(parameter, "rich_help_panel", None) == PANEL


def described(parameters):
    """Names, as the page writes them, to help."""
    return {
        ", ".join(f"`{o}`" for o in p.opts)
        if p.param_type_name == "option"
        else f"`{p.name.upper()}`": p.help
        for p in parameters
        if p.name != "help"
    }


def defaults(parameters):
    return {
        p.opts[0]: str(p.default)
        for p in parameters
        if p.param_type_name == "option" and p.default not in (None, "") and p.default is not False
    }


def sections():
    parts = re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return {part.split("\n", 1)[0].strip("`"): part for part in parts}


def test_every_command_has_its_section_and_no_other():
    assert {name for name in sections() if name.startswith("retold")} == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_section_lists_the_options_of_its_command(name):
    own = [p for p in COMMANDS[name].params if not shared(p)]
    rows = ROW.findall(sections()[name])
    assert {names: meaning for names, _, meaning in rows} == described(own)
    told = {
        names.split("`")[1]: default.strip("`") for names, default, _ in rows if default.strip()
    }
    assert told == defaults(own)
    assert COMMANDS[name].help in sections()[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_section_says_which_shared_options_are_missing(name):
    everything = described([p for p in COMMANDS["retold recall"].params if shared(p)])
    missing = set(everything) - set(described(COMMANDS[name].params))
    own = {o for p in COMMANDS[name].params if not shared(p) for o in p.opts}
    missing = {names.split("`")[1] for names in missing} - own
    line = re.search(r"^Without (.+)\.$", sections()[name], re.MULTILINE)
    assert set(re.findall(r"`([^`]+)`", line[1] if line else "")) == missing


def test_the_shared_options():
    rows = ROW.findall(sections()["Common options"])
    common = [p for p in COMMANDS["retold recall"].params if shared(p)]
    assert {names: meaning for names, _, meaning in rows} == described(common)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_are_those_of_the_help(name):
    block = re.search(r"```sh\n(.+?)\n```", sections()[name], re.DOTALL)[1]
    assert block.split("\n") == COMMANDS[name].epilog.split("\n\n")
