"""A language model as a second writer: what it proposes is merged with what the rules found.

Whatever it does, nothing is lost: where it fails, is too slow or is over its budget, the rules'
result stands.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from anyio.to_thread import run_sync

from retold.errors import ModelError
from retold.model_calls import Asker, ModelCalls, ReplyError, Terms
from retold.records import Scope, Speaking, Turn
from retold.settings import ModelSettings
from retold.writer import proposals
from retold.writer.drafts import Draft, Refusal, Result, turn_of
from retold.writer.rewrite import Speaker

# Turns before the first that is asked about, and characters of each.
_BEFORE = 5
_BEFORE_CHARACTERS = 500
_ANSWERS_KEPT = 64
_Key = tuple[tuple[Scope, str, str], ...]


class ModelWriter:
    """Asks a model about turns, a bounded number of times."""

    def __init__(self, calls: ModelCalls, settings: ModelSettings) -> None:
        """Ask this model, within these limits."""
        self._calls = calls
        self._settings = settings
        terms = Terms(schema=proposals.SCHEMA, timeout_seconds=settings.timeout_seconds)
        self._asker = Asker(calls, terms)
        # A write that comes second is decided anew; the model is not asked anew. An id alone is no
        # key: callers choose ids, so two users may share one, and the text behind it may change.
        self._answered: OrderedDict[_Key, list[Draft | Refusal]] = OrderedDict()

    @property
    def version(self) -> str:
        """The model and the prompt, as units record it."""
        return f"{self._calls.identity}/{proposals.PROMPT}"

    async def improved(
        self,
        turns: Sequence[Turn],
        context: Sequence[Turn],
        results: Sequence[Result],
        speakers: Mapping[str, Speaker],
        *,
        now: datetime,
    ) -> tuple[list[Result], tuple[str, ...]]:
        """The results with what the model makes of the turns, and notes on what it failed to do.

        Args:
            turns: turns of one user, in order.
            context: turns before them.
            results: what the rules made of the turns.
            speakers: who speaks in each turn, by its id.
            now: the present, for the day's budget.
        """
        by_turn = {turn.id: [r for r in results if turn_of(r) == turn.id] for turn in turns}
        found, asked, notes = await self.proposed(turns, context, speakers, now=now)
        for turn_id in asked:
            own = [result for result in found if turn_of(result) == turn_id]
            by_turn[turn_id] = proposals.merged(by_turn[turn_id], own)
        return [result for own in by_turn.values() for result in own], notes

    async def proposed(
        self,
        turns: Sequence[Turn],
        context: Sequence[Turn],
        speakers: Mapping[str, Speaker],
        *,
        now: datetime,
    ) -> tuple[list[Draft | Refusal], list[str], tuple[str, ...]]:
        """What the model makes of the turns, the ids of those it spoke of, and its failures."""
        found: list[Draft | Refusal] = []
        answered: list[str] = []
        notes: dict[str, None] = {}
        for asked in self._batches(turns):
            first = next(i for i, turn in enumerate(turns) if turn.id == asked[0].id)
            before = [*context, *turns[:first]][-_BEFORE:]
            try:
                found += await self._proposed(tuple(asked), before, speakers, now)
            except ModelError as error:
                notes[f"by rules alone: {error.message}"] = None
                continue
            answered += [turn.id for turn in asked]
        return found, answered, tuple(notes)

    def _batches(self, turns: Sequence[Turn]) -> list[list[Turn]]:
        """What to ask in one call each; what is beyond the last call is left to the rules."""
        batches: list[list[Turn]] = []
        size = 0
        for turn in turns:
            length = len(turn.text)
            if turn.role not in (Speaking.USER, Speaking.ASSISTANT) or not turn.text.strip():
                continue
            if length > self._settings.characters_a_call:
                continue
            full = batches and len(batches[-1]) == self._settings.turns_a_call
            if not batches or full or size + length > self._settings.characters_a_call:
                batches.append([])
                size = 0
            batches[-1].append(turn)
            size += length
        return batches[: self._settings.calls_a_write]

    async def _proposed(
        self,
        turns: tuple[Turn, ...],
        before: Sequence[Turn],
        speakers: Mapping[str, Speaker],
        now: datetime,
    ) -> list[Draft | Refusal]:
        """Raises ModelError."""
        key = tuple((turn.scope, turn.id, turn.text) for turn in turns)
        if key in self._answered:
            return self._answered[key]
        heard = [_shortened(turn) for turn in before]
        messages = await run_sync(proposals.messages, turns, heard)
        read = partial(proposals.read, turns=len(turns))
        try:
            found = await self._asker.ask(messages, read, tenant=turns[0].scope.tenant, now=now)
        except ReplyError as error:
            raise ModelError(f"the model's reply cannot be read: {error}") from None
        drafts = partial(proposals.drafts, found, turns, before, speakers, writer=self.version)
        made = await run_sync(drafts)
        self._answered[key] = made
        while len(self._answered) > _ANSWERS_KEPT:
            self._answered.popitem(last=False)
        return made


def _shortened(turn: Turn) -> Turn:
    if len(turn.text) <= _BEFORE_CHARACTERS:
        return turn
    return replace(turn, text=turn.text[:_BEFORE_CHARACTERS] + "…")
