"""Retold: a long-term memory for conversational AI.

Example:
    >>> from retold import Memory
    >>> memory = Memory.open("memory.db")
    >>> alice = memory.user("alice")
    >>> receipt = alice.remember("I'm in Guangzhou and want a low-power mini PC.")
    >>> background = alice.context("recommend a fanless model").text
"""

from retold.errors import (
    ConflictError,
    DatasetError,
    DimensionsError,
    EmbedderError,
    InputError,
    MigrationError,
    NewerStoreError,
    NotAStoreError,
    NotFoundError,
    RetoldError,
    SettingsError,
    StoreError,
    StoreUnavailableError,
    TimeError,
    TooLargeError,
)
from retold.memory import AsyncMemory
from retold.ports import Trace, Traces
from retold.records import (
    Action,
    Answer,
    Attachment,
    Context,
    Corpus,
    ErasureReceipt,
    HistoryEntry,
    Hit,
    Kind,
    Line,
    Moment,
    Outcome,
    Owner,
    Query,
    Rebuilt,
    Recall,
    Receipt,
    Said,
    Scope,
    Source,
    Speaking,
    State,
    Status,
    Turn,
    Unit,
)
from retold.settings import Settings, load
from retold.sync import Memory, UserMemory
from retold.user_memory import AsyncUserMemory

__all__ = [
    "Action",
    "Answer",
    "AsyncMemory",
    "AsyncUserMemory",
    "Attachment",
    "ConflictError",
    "Context",
    "Corpus",
    "DatasetError",
    "DimensionsError",
    "EmbedderError",
    "ErasureReceipt",
    "HistoryEntry",
    "Hit",
    "InputError",
    "Kind",
    "Line",
    "Memory",
    "MigrationError",
    "Moment",
    "NewerStoreError",
    "NotAStoreError",
    "NotFoundError",
    "Outcome",
    "Owner",
    "Query",
    "Rebuilt",
    "Recall",
    "Receipt",
    "RetoldError",
    "Said",
    "Scope",
    "Settings",
    "SettingsError",
    "Source",
    "Speaking",
    "State",
    "Status",
    "StoreError",
    "StoreUnavailableError",
    "TimeError",
    "TooLargeError",
    "Trace",
    "Traces",
    "Turn",
    "Unit",
    "UserMemory",
    "load",
]
