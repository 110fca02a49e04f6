"""Wrong use and failures: an exit code, one line, no trace, nothing half-written."""

import json
import shlex

import pytest

WRONG = [
    ["remember", ""],
    ["remember", " \n"],
    ["remember", "hello", "--at", "the day after never"],
    ["remember", "hello", "--at", "2999-01-01"],
    ["remember", "hello", "--role", "ghost"],
    ["remember"],
    ["recall", ""],
    ["recall", "x", "--k", "0"],
    ["recall", "x", "--k", "many"],
    ["recall", "x", "--kind", "nonsense"],
    ["recall", "x", "--as-of", "soon"],
    ["recall", "x", "--threshold", "2"],
    ["recall", "x", "--no-such-option"],
    ["recall", "x", "--preset", "unheard-of"],
    ["memories", "--user", ""],
    ["memories", "--db", "nowhere.db"],
    ["import", "nowhere.jsonl"],
    ["export", "--output", "no/such/directory/file.jsonl"],
    ["bench", "--units", "0"],
    ["eval"],
    ["eval", "retrieval", "nowhere.jsonl"],
    ["sing"],
]


@pytest.mark.parametrize("arguments", WRONG, ids=shlex.join)
def test_wrong_use_is_2_and_one_error_without_a_trace(run, value, remembered, arguments):
    remembered("I live in Oslo.")
    result = run(*arguments, code=2)
    assert result.stderr.startswith("Error: ")
    assert len(result.stderr.splitlines()) <= 2
    assert result.stdout == ""
    assert len(value("memories")) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["recall", "x", "--no-such-option"],
        ["recall", "", "--lang", "zh"],
        ["import", "nowhere.jsonl"],
    ],
)
def test_errors_in_json(run, remembered, arguments):
    remembered("I live in Oslo.")
    told = json.loads(run(*arguments, "--json", code=2).stderr)
    assert set(told) == {"error", "hint", "type"}
    assert told["type"] in ("InputError", "DatasetError")


def test_a_failure_is_1(run, remembered):
    remembered("I live in Oslo.")
    assert json.loads(run("history", "nothing", "--json", code=1).stderr)["type"] == "NotFoundError"


def test_a_file_that_is_no_memory_is_left_as_it_was(run, place):
    (place / "notes.db").write_text("my notes, not a database\n" * 100)
    before = (place / "notes.db").read_bytes()
    run("remember", "I live in Oslo.", "--db", "notes.db", code=1)
    assert (place / "notes.db").read_bytes() == before


def test_a_missing_directory_is_a_clear_error(run):
    assert (
        "Error: " in run("remember", "hello", "--db", "no/such/directory/memory.db", code=1).stderr
    )


def test_an_unknown_setting_is_an_error_everywhere(run, value, monkeypatch):
    monkeypatch.setenv("RETOLD_RETRIEVER__KAY", "3")
    assert "retriever.kay" in run("remember", "hello", code=2).stderr
    assert "retriever.kay" in run("config", code=2).stderr
    assert not value("doctor", code=1)["healthy"]
