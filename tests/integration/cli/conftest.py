import json

import pytest
from typer.testing import CliRunner

from retold.cli.app import app


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """An empty directory, English, and an embedder that needs no weights."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "hashing")
    return tmp_path


@pytest.fixture
def run():
    """Run a command, check its exit code, and give its result."""

    def command(*arguments, given=None, code=0):
        result = CliRunner().invoke(app, list(arguments), input=given)
        assert code is None or result.exit_code == code, (result.output, result.exception)
        return result

    return command


@pytest.fixture
def value(run):
    """Run a command with --json, and give what it printed."""

    def command(*arguments, **options):
        return json.loads(run(*arguments, "--json", **options).stdout)

    return command


@pytest.fixture
def remembered(value):
    """Remember a text; the id of the memory that it made."""

    def remember(text="I'm allergic to peanuts.", **options):
        flags = [part for name, given in options.items() for part in (f"--{name}", given)]
        receipt = value("remember", text, *flags)
        (made,) = [o["unit_id"] for o in receipt["outcomes"] if o["action"] == "kept"]
        return made

    return remember


@pytest.fixture
def lines():
    """Turns of a conversation in the data format, a day apart."""

    def write(*turns, conversation="alice"):
        made = [
            {
                "type": "turn",
                "conversation": conversation,
                "session": "s1",
                "id": f"{conversation}-{number}",
                "speaker": "A",
                "role": "user",
                "at": f"2026-05-0{number + 1}T10:00:00+08:00",
                "text": text,
            }
            for number, text in enumerate(turns)
        ]
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in made)

    return write


@pytest.fixture
def question():
    """A question about the conversation of `lines`."""
    line = {
        "type": "question",
        "conversation": "alice",
        "id": "q1",
        "text": "Who is allergic to peanuts?",
        "evidence": ["alice-0"],
    }
    return json.dumps(line) + "\n"
