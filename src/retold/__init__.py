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
    LeaseError,
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
from retold.forgetting import Move
from retold.memory import AsyncMemory
from retold.ports import Trace, Traces
from retold.records import (
    Action,
    Answer,
    Attachment,
    BroughtBack,
    Context,
    Corpus,
    ErasureReceipt,
    Exported,
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
    Restored,
    Said,
    Scanned,
    Scope,
    Source,
    Speaking,
    State,
    Status,
    Turn,
    Unit,
)
from retold.settings import Settings, load
from retold.sweeping import Sweep
from retold.sync import Memory, UserMemory
from retold.upkeep import Maintained
from retold.user_memory import AsyncUserMemory

__all__ = [
    "Action",
    "Answer",
    "AsyncMemory",
    "AsyncUserMemory",
    "Attachment",
    "BroughtBack",
    "ConflictError",
    "Context",
    "Corpus",
    "DatasetError",
    "DimensionsError",
    "EmbedderError",
    "ErasureReceipt",
    "Exported",
    "HistoryEntry",
    "Hit",
    "InputError",
    "Kind",
    "LeaseError",
    "Line",
    "Maintained",
    "Memory",
    "MigrationError",
    "Moment",
    "Move",
    "NewerStoreError",
    "NotAStoreError",
    "NotFoundError",
    "Outcome",
    "Owner",
    "Query",
    "Rebuilt",
    "Recall",
    "Receipt",
    "Restored",
    "RetoldError",
    "Said",
    "Scanned",
    "Scope",
    "Settings",
    "SettingsError",
    "Source",
    "Speaking",
    "State",
    "Status",
    "StoreError",
    "StoreUnavailableError",
    "Sweep",
    "TimeError",
    "TooLargeError",
    "Trace",
    "Traces",
    "Turn",
    "Unit",
    "UserMemory",
    "load",
]
