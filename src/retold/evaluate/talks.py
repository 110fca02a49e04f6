"""Conversations of a data set as a writer meets them: turns, what is before each, vectors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from retold.changes import Vector
from retold.evaluate.datasets import Conversation, own_data
from retold.evaluate.present import UNDATED, moment
from retold.records import Said, Scope, Turn
from retold.retriever import Encoder
from retold.settings import Settings
from retold.writer import TurnVectors

# A support dialogue has some twenty turns.
TURNS_A_TALK = 20
# Turns a sentence is understood with: more than any rule looks back.
_CONTEXT_TURNS = 10


def labelled_folder() -> Path:
    """Where the labelled turns of this project are in a checkout of it; elsewhere, nothing is."""
    return own_data("training", "writing")


def turns_of(name: str, conversation: Conversation) -> list[Turn]:
    """A conversation as turns of the user `name`. A speaker who only repeats the role has no name.

    `turn.metadata` holds what else the line said, such as its label.
    """
    return [_turn(name, said) for said in conversation.turns]


async def vectors_of(turns: Sequence[Turn], encoder: Encoder, settings: Settings) -> TurnVectors:
    """The vectors that the turns have when they are judged. Raises EmbedderError."""
    by_id: dict[str, Vector] = {}
    if settings.embedder.when == "now":
        by_id = {put.item_id: put.vectors for put in await encoder.encode(turns, [])}
    return TurnVectors(embedder=encoder.identity, by_id=by_id)


def in_context(turns: Sequence[Turn]) -> Iterator[tuple[Turn, list[Turn]]]:
    """Each turn, with those before it in its session that it is understood with."""
    sessions: dict[str, list[Turn]] = {}
    for turn in turns:
        before = sessions.setdefault(turn.session, [])
        yield turn, before[-_CONTEXT_TURNS:]
        before.append(turn)


def _turn(name: str, said: Said) -> Turn:
    said = _nameless(said)
    at = moment(said.at) or UNDATED
    return Turn(
        id=str(said.id),
        scope=Scope(user=name, session=said.session),
        speaker=said.speaker,
        role=said.role,
        text=said.text,
        occurred_at=at,
        recorded_at=at,
        dated=said.at is not None,
        attachments=said.attachments,
        metadata=said.metadata,
    )


def _nameless(said: Said) -> Said:
    """Without a speaker that only repeats the role: it would be worded and read as a name."""
    return replace(said, speaker="") if said.speaker.lower() == said.role.value else said
