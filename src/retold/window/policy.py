"""Which of the recent turns still belong to what is being talked about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from retold.records import Turn
from retold.settings import WindowSettings


def in_view(turns: Sequence[Turn], *, at: datetime, settings: WindowSettings) -> list[Turn]:
    """The last turns, oldest first, that a reader of the session would still have in mind.

    A turn leaves when `settings.turns` newer ones came, or when it was followed by a silence
    longer than `settings.idle_minutes`: after such a pause "it" means something else.
    """
    kept: list[Turn] = []
    newer = at
    for turn in reversed(turns[-settings.turns :] if settings.turns else ()):
        if abs((newer - turn.occurred_at).total_seconds()) > settings.idle_minutes * 60:
            break
        kept.append(turn)
        newer = turn.occurred_at
    return kept[::-1]
