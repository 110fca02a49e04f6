"""Whose it is, and what was said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from retold.records.kinds import Speaking

Metadata = Mapping[str, str | int | float | bool | None]
# Given by a factory below: Python 3.11 takes an unhashable default for a mutable one.
NO_METADATA: Metadata = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Who may see it. A caller may narrow it, never widen it.

    `agent` and `session` are optional narrowings: None means all of the user's.
    """

    user: str
    tenant: str = "default"
    agent: str | None = None
    session: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """Something a turn shares besides text: its caption counts as text."""

    caption: str
    url: str = ""
    media: str = "image"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message as the caller hands it in: everything but the text is optional.

    `at` may be an aware datetime, an ISO 8601 text, or None for now. `key` makes a retry safe.
    """

    text: str
    speaker: str = ""
    role: Speaking = Speaking.USER
    at: datetime | str | None = None
    id: str | None = None
    session: str | None = None
    attachments: tuple[Attachment, ...] = ()
    metadata: Metadata = field(default_factory=lambda: NO_METADATA)
    key: str | None = None
    origin: Literal["live", "import", "restore"] = "live"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message in the turn log. `position` counts the turns of its session from 0."""

    id: str
    scope: Scope
    speaker: str
    role: Speaking
    text: str
    occurred_at: datetime
    recorded_at: datetime
    dated: bool = True
    position: int = 0
    attachments: tuple[Attachment, ...] = ()
    metadata: Metadata = field(default_factory=lambda: NO_METADATA)
    origin: Literal["live", "import", "restore"] = "live"

    @property
    def session(self) -> str:
        """The session it belongs to; the empty text where the caller named none."""
        return self.scope.session or ""
