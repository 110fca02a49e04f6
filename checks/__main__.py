"""`python -m checks`: print every fault; the exit code says whether there was one."""

from __future__ import annotations

import sys
from pathlib import Path

from checks import catches, documents, locks, names_reference, promises, settings_reference, sizes

CHECKS = (sizes, catches, locks, documents, promises, settings_reference, names_reference)


def main(root: Path) -> int:
    """Run every check on a working tree; the number of faults."""
    found = [fault for check in CHECKS for fault in check.faults(root)]
    for fault in found:
        print(fault)
    print(f"{len(found)} faults" if found else f"{len(CHECKS)} checks, no fault")
    return len(found)


if __name__ == "__main__":
    sys.exit(min(main(Path(__file__).parents[1]), 1))
