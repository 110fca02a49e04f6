"""The command line's own words: complete in Chinese, in both directions."""

import ast
import string
import tomllib
from importlib import resources
from typing import get_args

import pytest
import typer

from retold.cli import language
from retold.cli.app import app
from retold.cli.demo.scenes import NEXT_STEPS
from retold.forgetting import evict, letting_go
from retold.records import Action, Event, Kind, State, Status, Why

SPOKEN = ("words", "note", "table", "_section")
HISTORY = get_args(Event)
MOVES = (evict.FADED, evict.STRONGER, evict.TOO_OLD, evict.TOO_MANY, evict.TOO_LITTLE)
GONE = ("gone", letting_go.COLD_FOR_LONG, letting_go.TOLD_OF_IT, letting_go.UNUSED_TURN)
ORIGINS = ("default", "preset", "retold.toml", "environment", "argument")
# Names of the doctor's checks, of what the bench measures, what an export counts, a heading of some tables.
NAMES = (
    *("settings", "file", "memory", "embedder", "reranker", "contents", "vectors", "jobs"),
    *("sync", "add", "recall", "context"),
    *("users", "turns", "memories"),
    *("state", "unit", "turn"),
    *("conversations", "sessions"),
)
# What an explanation names: its lines, and the signals.
EXPLAINED = (
    *("keywords", "language", "last reply", "person", "times", "asked for", "searched", "states"),
    *("kinds", "true at", "signals", "least score", "at most", "units"),
    *("vectors", "neighbours", "session", "statement", "time", "slot", "importance", "freshness"),
    *("linked", "reranked", "rewritten", "associations", "others"),
)

RULES = (
    "about the one spoken to",
    "below the threshold",
    "depends on what was said before",
    "empty talk",
    "erased by the user",
    "frame",
    "hypothetical",
    "joke",
    "not self-contained",
    "question",
    "quotation",
    "recalled text",
    "request",
    "role play",
    "said by the assistant",
    "small talk",
    "system or tool text",
    "too short",
    "unclear subject",
)


def slots():
    text = resources.files("retold.writer.frames").joinpath("slots.toml").read_text("utf-8")
    return {*tomllib.loads(text), "ending"}


def sources():
    for folder in ("retold.cli", "retold.cli.demo"):
        for file in resources.files(folder).iterdir():
            if file.name.endswith(".py"):
                yield ast.parse(file.read_text("utf-8"))


def spoken() -> set[str]:
    """Every literal text that the code hands to the reader."""
    texts = set()
    for tree in sources():
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "attr", getattr(node.func, "id", "")) in SPOKEN
            ):
                given = [*node.args, *(k.value for k in node.keywords if k.arg == "title")]
                texts |= {a.value for a in given if isinstance(a, ast.Constant) and a.value}
    return texts


def helps(command) -> set[str]:
    texts = {command.help} | {p.help for p in command.params if p.name != "help"}
    for child in getattr(command, "commands", {}).values():
        texts |= helps(child)
    return {text for text in texts if text}


def wanted() -> set[str]:
    records = {str(name) for name in (*Action, *Kind, *State)}
    statuses = {status.replace("_", " ") for status in Status}
    steps = {what for _, what in NEXT_STEPS}
    dropped = {why.replace("_", " ") for why in get_args(Why)}
    tables = {*HISTORY, *MOVES, *GONE, *ORIGINS, *NAMES, *EXPLAINED, *RULES, *slots()}
    return (
        dropped
        | spoken()
        | helps(typer.main.get_command(app))
        | records
        | statuses
        | steps
        | tables
    )


def test_every_text_has_its_chinese():
    assert wanted() - set(language.chinese()) == set()


def test_no_chinese_is_left_over():
    assert set(language.chinese()) - wanted() == set()


@pytest.mark.parametrize("english", sorted(language.chinese()))
def test_both_have_the_same_blanks(english):
    def blanks(text):
        return sorted(name for _, name, _, _ in string.Formatter().parse(text) if name)

    assert blanks(language.chinese()[english]) == blanks(english)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "zh_TW"}, "zh"),
    ],
)
def test_the_locale_decides(environment, expected):
    assert language.preferred(environment) == expected


def test_text_of_others_is_left_alone():
    assert language.translated("something nobody translated", "zh") == "something nobody translated"
