"""Questions in other words, by a language model that sees what was said just before them."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime

from anyio.to_thread import run_sync

from retold.errors import ModelError
from retold.model_calls import Asker, ModelCalls, ReplyError, Terms
from retold.ports import Ledger
from retold.records import Query, Scope, Turn
from retold.retriever import Rewritten, rewrites
from retold.settings import Settings
from retold.window import in_view


class Rewriting:
    """Asks a model once for each question. It reads, and writes nothing."""

    def __init__(self, ledger: Ledger, calls: ModelCalls, settings: Settings) -> None:
        """Ask within the budget of `calls`."""
        self._ledger = ledger
        self._window = settings.window
        terms = Terms(
            schema=rewrites.SCHEMA,
            timeout_seconds=settings.retriever.rewrite_timeout_seconds,
            repairs=0,
            rest_seconds=settings.model.retry_seconds,
        )
        self._asker = Asker(calls, terms)

    async def of(self, query: Query, scope: Scope, *, now: datetime) -> Rewritten:
        """What else to search for, asked in the session of `scope`; or why there is nothing.

        Raises StoreError.
        """
        started = time.perf_counter()
        before = await self._before(query, scope, now)
        asked = await run_sync(rewrites.messages, query, before)
        texts: tuple[str, ...] = ()
        note = ""
        try:
            texts = await self._asker.ask(asked, rewrites.read, tenant=scope.tenant, now=now)
        except ModelError as error:
            note = f"searched as it was asked: {error.message}"
        except ReplyError:
            note = "searched as it was asked: the model's reply cannot be read"
        texts = await run_sync(rewrites.others, query, texts)
        spent = (time.perf_counter() - started) * 1000
        return Rewritten(texts=texts, note=note, milliseconds=spent)

    async def _before(self, query: Query, scope: Scope, now: datetime) -> list[Turn]:
        """The turns of the session that are in view."""
        last = min(self._window.turns, rewrites.BEFORE + 1)
        if not last:
            return []
        session = replace(scope, session=query.scope.session or scope.session or "")
        recent = await self._ledger.turns(session, last=last)
        return in_view(recent, at=query.at or now, settings=self._window)
