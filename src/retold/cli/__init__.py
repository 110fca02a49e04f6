"""The command line: `retold demo`, `chat`, `remember`, `recall` and the rest."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and exit with its code: 0 done, 1 failed, 2 wrong use."""
    try:
        from retold.cli.app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("typer", "rich"):
            raise
        sys.exit('the command line needs typer and rich: pip install "retold[cli]"')
    run(sys.argv[1:])
