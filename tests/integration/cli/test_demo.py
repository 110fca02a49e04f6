"""The demo, with every outbound connection refused, and the guide."""

import json
import os
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


def refused(*arguments, **settings):
    """Run a command in a process of its own that ends at the first attempt to leave it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("RETOLD_")}
    return subprocess.run(
        [sys.executable, "-c", REFUSING, *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**environment, **settings},
    )


@pytest.fixture(scope="module")
def demo():
    """The demo as it comes, with every outbound connection refused."""
    return refused("demo", "--json")


@pytest.fixture(scope="module")
def story(demo):
    return json.loads(demo.stdout)


def test_the_refusal_refuses():
    result = refused(
        "remember",
        "I live in Oslo.",
        RETOLD_EMBEDDER__DRIVER="openai",
        RETOLD_EMBEDDER__URL="http://127.0.0.1:9/v1",
        RETOLD_EMBEDDER__MODEL="any",
        RETOLD_EMBEDDER__DIMENSIONS="8",
    )
    assert (result.returncode, "REFUSED" in result.stderr) == (77, True)


def test_1602_the_demo_opens_no_outbound_socket(demo, story):
    assert (demo.returncode, demo.stderr) == (0, "")
    assert "e5" in story["embedder"]


@pytest.mark.parametrize("person", [0, 1], ids=["zh", "en"])
@pytest.mark.parametrize("action", ["kept", "superseded", "withdrawn", "refused"])
def test_both_conversations_show_every_action(story, person, action):
    assert action in {s["outcome"]["action"] for s in story["people"][person]["sentences"]}


@pytest.mark.parametrize(
    ("person", "question", "told", "untold"),
    [
        (0, 0, "4000", "3000"),
        (0, 1, "花生", "4000"),
        (0, 2, "周二", "花生"),
        (1, 0, "1,100", "900"),
        (1, 1, "shellfish", "piano"),
        (1, 2, "Bath", "Ruth"),
    ],
)
def test_the_answers_are_right_and_have_sources(story, person, question, told, untold):
    asked = story["people"][person]["asked"][question]
    assert asked["known"]
    assert asked["sources"]
    assert told in asked["answer"]
    assert untold not in asked["answer"]


def test_what_was_erased_is_gone_and_stays_away(story):
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
