"""A store on disk, and an embedder that knows what a few words are about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from retold.changes import AddTurn
from retold.records import Query, Scope
from retold.retriever import Encoder, Retriever
from retold.settings import EmbedderSettings, RetrieverSettings
from retold.testing import samples
from retold.text.tokens import tokens
from retold.text.wording import turn_tokens, unit_tokens

# Tables for Chinese are read with the first text, which must not happen in an event loop.
tokens("表")

NOW = datetime(2026, 5, 3, 12, tzinfo=UTC)
ADA = samples.scope()
SUBJECTS = (
    ("eat", "allergic", "peanut", "nuts", "吃", "过敏"),
    ("dentist", "teeth", "牙"),
    ("birthday", "生日", "born"),
    ("fly", "flight", "trip", "lisbon", "飞", "航班"),
    ("tea", "coffee", "drink", "茶", "喝"),
    ("lives", "live", "flat", "住"),
    ("dog", "puppy", "pet", "狗", "宠物"),
)


class SubjectEmbedder:
    """One direction a subject, and a small one of its own for every text."""

    identity = "subjects/1/32"
    dimensions = 32

    def __init__(self):
        self.failure = None

    def embed(self, texts, *, purpose):
        if self.failure is not None:
            raise self.failure
        return [self._embed(text.lower()) for text in texts]

    def _embed(self, text):
        vector = np.zeros(self.dimensions, dtype=np.float32)
        for place, words in enumerate(SUBJECTS):
            vector[place] = float(any(word in text for word in words))
        vector[8 + sum(map(ord, text)) % 24] += 0.4
        return (vector / np.linalg.norm(vector))[None]


class Store:
    """Units and turns to recall from."""

    def __init__(self, ledger, index):
        self.ledger = ledger
        self.index = index
        self.embedder = SubjectEmbedder()
        self.encoder = Encoder(self.embedder, EmbedderSettings(retry_seconds=0))
        self._changes = 0

    async def add_turns(self, *turns, vectors=True):
        await self.ledger.apply([AddTurn(turn=turn, tokens=turn_tokens(turn)) for turn in turns])
        if vectors:
            await self.ledger.apply(await self.encoder.encode(turns, []))

    async def add_units(self, *units, vectors=True):
        changes = [samples.adding(unit, *unit_tokens(unit)) for unit in units]
        await self.ledger.apply(changes)
        if vectors:
            await self.ledger.apply(await self.encoder.encode([], units))

    async def recall(
        self,
        text,
        *,
        settings=None,
        now=NOW,
        scope=ADA,
        explain=False,
        reranking=None,
        **fields,
    ):
        retriever = Retriever(
            self.ledger, self.index, self.encoder, settings or RetrieverSettings(), reranking
        )
        query = Query(text=text, scope=scope, **fields)
        return await retriever.recall(query, now=now, explain=explain)


def said(turn_id, text, position=0, **fields):
    """A turn of today, in a session of its own unless `scope` says otherwise."""
    scope = fields.pop("scope", Scope(user="ada", session=fields.pop("session", turn_id)))
    at = fields.pop("at", NOW - timedelta(minutes=60 - position))
    return samples.turn(
        turn_id, scope, text=text, position=position, occurred_at=at, recorded_at=at, **fields
    )


def kept(unit_id, content, **fields):
    """A unit of today that is embedded as it reads."""
    scope = fields.pop("scope", ADA)
    at = fields.pop("at", NOW - timedelta(hours=1))
    values = {"first_person": content, "created_at": at, "occurred_at": at} | fields
    return samples.unit(unit_id, scope, content=content, **values)
