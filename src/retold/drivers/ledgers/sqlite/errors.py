"""SQLite's errors in Retold's words, each with the next step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import apsw

from retold.errors import InputError, NotAStoreError, StoreError, StoreUnavailableError

_UNAVAILABLE: tuple[tuple[type[apsw.Error], str, str], ...] = (
    (
        apsw.BusyError,
        "is locked by another process",
        "end what holds it, or raise storage.busy_timeout_seconds",
    ),
    (
        apsw.LockedError,
        "is locked by another connection",
        "end what holds it, or raise storage.busy_timeout_seconds",
    ),
    (
        apsw.ReadOnlyError,
        "cannot be written",
        "make the file and its directory writable for this user",
    ),
    (
        apsw.CantOpenError,
        "cannot be opened",
        "check that its directory exists and that this user may write there",
    ),
    (apsw.FullError, "cannot grow: the disk is full", "free some space and try again"),
    (apsw.IOError, "cannot be read or written", "check the disk, its free space and quota"),
    (apsw.PermissionsError, "may not be opened", "check the permissions of the file"),
    (apsw.NoMemError, "needs more memory than there is", "free some memory and try again"),
)

_TAKEN = (apsw.SQLITE_CONSTRAINT_UNIQUE, apsw.SQLITE_CONSTRAINT_PRIMARYKEY)


def not_a_store(path: str) -> NotAStoreError:
    """The error for a file that belongs to something else."""
    return NotAStoreError(
        f"{path} is not a Retold database; it was left as it was", hint="choose another path"
    )


def is_taken(error: apsw.ConstraintError) -> bool:
    """Whether an insert was refused because its id or key is there already."""
    # Set by SQLite on every error that it raises; apsw's types do not name it.
    return getattr(error, "extendedresult", None) in _TAKEN


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Raise what SQLite says about the file at `path` as a StoreError or one of its kinds."""
    try:
        yield
    except apsw.NotADBError:
        raise not_a_store(path) from None
    except apsw.CorruptError as error:
        raise StoreError(f"{path} is damaged: {error}", hint="restore a backup") from error
    except apsw.Error as error:
        for kind, what, hint in _UNAVAILABLE:
            if isinstance(error, kind):
                raise StoreUnavailableError(f"{path} {what}", hint=hint) from error
        raise StoreError(f"{path}: {error}") from error
    except OSError as error:
        raise StoreUnavailableError(
            f"{error.filename or path}: {error.strerror}", hint="check its directory and the disk"
        ) from error
    except UnicodeEncodeError as error:
        raise InputError(
            "text with a lone surrogate cannot be stored", hint="clean the text before it is kept"
        ) from error
