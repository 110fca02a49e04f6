"""Files that are there whole or not at all, also after a kill or on a full disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from retold.errors import InputError, StoreUnavailableError


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A place beside `path` to write to; what was written there is at `path` afterwards.

    Blocking. After an error nothing is left of it.

    Raises:
        InputError: `path` exists, or its directory does not.
        StoreUnavailableError: the disk refused.
    """
    _refuse_taken(path)
    part = path.with_name(f".{path.name}.{uuid4().hex}.part")
    try:
        yield part
        synced(part)
        # A link, unlike a rename, never takes the place of what came there meanwhile.
        os.link(part, path)
        synced(path.parent)
    except FileExistsError:
        _refuse_taken(path)
        raise
    except OSError as error:
        raise StoreUnavailableError(
            f"{path} cannot be written: {error.strerror}", hint="check its directory and the disk"
        ) from error
    finally:
        part.unlink(missing_ok=True)


def synced(path: Path) -> None:
    """Wait until a file, or the names in a directory, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _refuse_taken(path: Path) -> None:
    if path.exists():
        raise InputError(f"{path} exists already", hint="name another file")
    if not path.parent.is_dir():
        raise InputError(f"there is no directory {path.parent}", hint="make it first")
