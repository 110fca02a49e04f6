"""When something was said, and the present in which a conversation is asked about. Pure."""

from __future__ import annotations

from datetime import UTC, datetime

from retold.evaluate.datasets import Conversation

# The present of a conversation in which nothing has a date.
UNDATED = datetime(2024, 1, 1, tzinfo=UTC)


def moment(at: datetime | str | None) -> datetime | None:
    """A time of the file, aware; one without a zone is taken for UTC."""
    if at is None:
        return None
    told = datetime.fromisoformat(at) if isinstance(at, str) else at
    return told if told.utcoffset() is not None else told.replace(tzinfo=UTC)


def present(conversation: Conversation) -> datetime:
    """The latest time that a turn or a question tells."""
    told = [moment(turn.at) for turn in conversation.turns]
    asked = [moment(question.at) for question in conversation.questions]
    return max((at for at in (*told, *asked) if at is not None), default=UNDATED)
