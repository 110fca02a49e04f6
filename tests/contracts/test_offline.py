"""The default needs no network: what `make demo` runs opens no socket to anywhere."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(folder, *command):
    """Run a command where every way out of the machine is refused, with nothing cached."""
    here = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder), "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, ROOT / "tests/offline.py", *command],
        env={**os.environ, **here},
        cwd=folder,
        check=False,
        capture_output=True,
        encoding="utf-8",
    )


def test_the_demo_opens_no_outbound_socket(tmp_path):
    done = run(tmp_path, "retold", "demo")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_command_that_needs_the_network_is_stopped_that_way(tmp_path):
    (tmp_path / "retold.toml").write_text(
        '[embedder]\ndriver = "openai"\nurl = "http://192.0.2.1/v1"\nmodel = "a"\ndimensions = 8\n'
    )
    done = run(tmp_path, "retold", "remember", "I live in Oslo.")
    assert "LeavesTheMachineError" in done.stderr
