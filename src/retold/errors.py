"""The errors a caller can meet, each with a hint that names the next step.

RetoldError
├── InputError            what was passed in cannot be accepted; nothing was written
│   ├── TooLargeError     it exceeds a limit of the settings
│   ├── TimeError         a time or a zone that cannot be understood, or lies in the future
│   └── DatasetError      a file to import or to evaluate does not follow its format
├── NotFoundError         no such unit, turn or user inside the caller's scope
├── SettingsError         an unknown key, a value out of range, a missing extra or driver
├── StoreError            the database refused
│   ├── StoreUnavailableError   missing or read-only directory, disk full, locked for too long
│   ├── NotAStoreError          the file is not a Retold database
│   ├── NewerStoreError         the file was written by a newer version
│   ├── MigrationError          an upgrade failed and was rolled back
│   ├── ConflictError           another writer came first; what was decided must be decided anew
│   └── LeaseError              another process does what one may do at a time
├── EmbedderError         the embedder failed, or is not what the store was written with
│   └── DimensionsError   vectors of the wrong length
├── ModelError            the language model failed, was too slow or answered nonsense
└── RerankerError         the reranker failed, was too slow or answered nonsense
"""

from __future__ import annotations


class RetoldError(Exception):
    """Base of every error that Retold raises on purpose.

    Attributes:
        message: what happened, naming the value and the limit.
        hint: what to do next; may be empty.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Keep the message and the hint apart, so that a page can show them apart."""
        super().__init__(message if not hint else f"{message} ({hint})")
        self.message = message
        self.hint = hint


class InputError(RetoldError):
    """What was passed in cannot be accepted; nothing was written."""


class TooLargeError(InputError):
    """The input exceeds a limit of the settings; nothing was written."""


class TimeError(InputError):
    """A time or a zone cannot be understood, or lies in the future; nothing was written."""


class DatasetError(InputError):
    """A file to import or to evaluate does not follow its format; the message names the line."""


class NotFoundError(RetoldError):
    """No such unit, turn or user inside the caller's scope."""


class SettingsError(RetoldError):
    """An unknown key, a value out of range, a missing extra, or a driver that cannot do it."""


class StoreError(RetoldError):
    """The database refused."""


class StoreUnavailableError(StoreError):
    """Missing or read-only directory, full disk, or locked for longer than the busy timeout."""


class NotAStoreError(StoreError):
    """The file exists and is not a Retold database; it was left as it was."""


class NewerStoreError(StoreError):
    """The file was written by a newer version of Retold; it was left as it was."""


class MigrationError(StoreError):
    """An upgrade of the file failed; it was rolled back and the backup kept."""


class ConflictError(StoreError):
    """Another writer changed the user's units since they were read; nothing was written."""


class LeaseError(StoreError):
    """Another process does what one may do at a time; nothing was written."""


class EmbedderError(RetoldError):
    """The embedder failed, or is not the one the vectors were made with."""


class DimensionsError(EmbedderError):
    """Vectors of the wrong length; nothing was written."""


class ModelError(RetoldError):
    """The language model failed, was too slow, answered nonsense, or is over its budget."""


class RerankerError(RetoldError):
    """The reranker failed, was too slow, or gave no score for each text."""
