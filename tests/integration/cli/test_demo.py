"""The demo, with every outbound connection refused, and the guide."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

GUIDE = Path(__file__).parents[3] / "docs" / "guides" / "quickstart.md"
# The interpreter itself reports every attempt, also those of compiled modules that use its sockets.
REFUSING = """
import os, sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"):
        print("REFUSED", event, arguments[1:], file=sys.stderr, flush=True)
        os._exit(77)

sys.addaudithook(refuse)
from retold.cli import main
main()
"""


def refused(*arguments):
    return subprocess.run(
        [sys.executable, "-c", REFUSING, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_refusal_refuses(monkeypatch):
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "openai")
    monkeypatch.setenv("RETOLD_EMBEDDER__URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("RETOLD_EMBEDDER__MODEL", "any")
    monkeypatch.setenv("RETOLD_EMBEDDER__DIMENSIONS", "8")
    result = refused("remember", "I live in Oslo.")
    assert (result.returncode, "REFUSED" in result.stderr) == (77, True)


def test_1602_the_demo_opens_no_outbound_socket(monkeypatch):
    monkeypatch.delenv("RETOLD_EMBEDDER__DRIVER")
    result = refused("demo", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    story = json.loads(result.stdout)
    assert "e5" in story["embedder"]
    check_story(story)


def check_story(story):
    """What the demo is there to show."""
    for told in story["people"]:
        actions = {s["outcome"]["action"] for s in told["sentences"]}
        assert {"kept", "superseded", "withdrawn", "refused"} <= actions
        assert [asked["known"] for asked in told["asked"]] == [True] * 3
        assert all(asked["sources"] for asked in told["asked"])
    chinese, english = story["people"]
    assert "4000" in chinese["asked"][0]["answer"]
    assert "3000" not in chinese["asked"][0]["answer"]
    assert "花生" in chinese["asked"][1]["answer"]
    assert "周二" in chinese["asked"][2]["answer"]
    assert "1,100" in english["asked"][0]["answer"]
    assert "shellfish" in english["asked"][1]["answer"]
    assert "Bath" in english["asked"][2]["answer"]
    erased = story["erased"]
    assert erased["found_before"] > 0 < erased["bytes_before"]
    assert (erased["found_after"], erased["bytes_after"], erased["came_back"]) == (0, 0, 0)
    assert erased["history_is_gone"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_demo_fits_eighty_columns(run, monkeypatch, language):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("RETOLD_EMBEDDER__DRIVER")
    told = run("demo", "--lang", language).stdout
    assert max(cell_len(line) for line in told.splitlines()) <= 80
    assert ("脂肪肝" if language == "zh" else "asthma") in told
    assert "\x1b" not in told


def guide_commands():
    blocks = re.findall(r"```sh\n(.+?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("retold ")]


def test_every_command_of_the_guide_runs(run, value, lines, place):
    (place / "chats.jsonl").write_text(lines("I'm allergic to peanuts."), "utf-8")
    commands = guide_commands()
    assert len(commands) > 5
    for line in commands:
        words = shlex.split(line.partition(" #")[0].partition(" >")[0])[1:]
        if words[0] in ("demo", "chat"):
            continue  # these have their own tests
        if "ID" in words:
            words[words.index("ID")] = value("memories", "--all")[0]["id"]
        run(*words)


def test_the_demo_of_a_preset_that_makes_no_memories(value):
    story = value("demo", "--preset", "verbatim")
    assert [told["memories"] for told in story["people"]] == [[], []]
    assert story["erased"] is None
