"""The writers that `eval writing` compares: rules, a trained scorer, a language model beside it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

from anyio.to_thread import run_sync

from retold.errors import SettingsError
from retold.evaluate.talks import in_context
from retold.model_calls import ModelCalls
from retold.ports import ChatModel
from retold.records import Turn
from retold.registry import driver
from retold.settings import ModelSettings, Settings, WriterSettings
from retold.writer import ModelWriter, Sieve, TurnVectors
from retold.writer.drafts import RULES, Draft, Result, turn_of
from retold.writer.proposals import LEFT_OUT, is_refused_proposal

WriterName = Literal["rules", "trained", "model"]
Told = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a writer made of one turn: units it would become, its standing 0-1, and the time."""

    units: int
    standing: float
    milliseconds: float


class SieveWriter:
    """Rules alone, weighed by the scorer that the settings name."""

    def __init__(self, settings: WriterSettings) -> None:
        """Judge under these settings."""
        self._sieve = Sieve(settings)

    async def verdicts(
        self, turns: Sequence[Turn], vectors: TurnVectors, told: Told
    ) -> list[Verdict]:
        """One for each turn of a conversation; `told` hears of each."""

        def every() -> Iterator[Verdict]:
            for turn, context in in_context(turns):
                results, standing, milliseconds = _judged(self._sieve, turn, context, vectors)
                yield Verdict(units=_units(results), standing=standing, milliseconds=milliseconds)
                told(1)

        return await run_sync(lambda: list(every()))

    def told_of_model(self) -> dict[str, Any] | None:
        """No model is asked."""
        return None


class AssistedWriter:
    """The same with a language model as second writer, asked as when turns are remembered.

    A call is about as many turns of one session as `model.turns_a_call` allows, so 1 is a talk that
    is remembered turn by turn.
    """

    def __init__(self, settings: Settings) -> None:
        """Ask the model of the settings. Raises SettingsError if they name none."""
        if not settings.model.driver:
            raise SettingsError(
                'the writer "model" needs a language model, and the settings name none',
                hint="set model.driver, model.url and model.name, as docs/guides/model.md shows",
            )
        made = driver("retold.models", settings.model.driver)(settings.model)
        self._model = _Counted(made)
        self._limits = settings.model
        self._sieve = Sieve(settings.writer)
        calls = ModelCalls(self._model, calls_a_day=settings.model.calls_a_day)
        self._writer = ModelWriter(calls, settings.model)
        self._counts: Counter[str] = Counter()
        self._notes: Counter[str] = Counter()

    async def verdicts(
        self, turns: Sequence[Turn], vectors: TurnVectors, told: Told
    ) -> list[Verdict]:
        """One for each turn of a conversation; `told` hears of each call's."""
        found: dict[str, Verdict] = {}
        for asked in calls(turns, self._limits):
            found |= await self._asked(asked, vectors)
            told(len(asked))
        return [found[turn.id] for turn in turns]

    def told_of_model(self) -> dict[str, Any] | None:
        """Which model, how often it was asked, what it did, and why calls failed."""
        named = ("calls", "failed", "added", "refused", "left_out")
        return {
            "name": self._writer.version,
            "requests": self._model.requests,
            **{name: self._counts[name] for name in named},
            "notes": dict(self._notes),
        }

    async def _asked(
        self, asked: Sequence[tuple[Turn, Sequence[Turn]]], vectors: TurnVectors
    ) -> dict[str, Verdict]:
        judge = partial(_all_judged, self._sieve, asked, vectors)
        by_rules = await run_sync(judge)
        speakers = {
            turn_id: speaker
            for turn, context in asked
            for turn_id, speaker in self._sieve.speakers([turn], context).items()
        }
        requests, started = self._model.requests, time.perf_counter()
        results, notes = await self._writer.improved(
            [turn for turn, _ in asked],
            asked[0][1],
            [result for own, _, _ in by_rules.values() for result in own],
            speakers,
            now=datetime.now(UTC),
        )
        each = (time.perf_counter() - started) * 1000 / len(asked)
        self._count(results, notes, asked=self._model.requests > requests)
        return {
            turn_id: _assisted(before, [r for r in results if turn_of(r) == turn_id], each)
            for turn_id, before in by_rules.items()
        }

    def _count(self, results: Sequence[Result], notes: Sequence[str], *, asked: bool) -> None:
        self._notes.update(notes)
        self._counts["calls"] += asked or bool(notes)
        self._counts["failed"] += bool(notes)
        for result in results:
            if isinstance(result, Draft):
                self._counts["added"] += result.writer != RULES
            else:
                self._counts["refused"] += is_refused_proposal(result)
                self._counts["left_out"] += result.rule == LEFT_OUT


Contestant = SieveWriter | AssistedWriter


def contestant(name: WriterName, settings: Settings) -> Contestant:
    """The writer of this name, under these settings but for their scorer. Raises SettingsError."""
    scorer = "rules" if name == "rules" else "trained"
    chosen = settings.writer.model_copy(update={"scorer": scorer})
    if name != "model":
        return SieveWriter(chosen)
    return AssistedWriter(settings.model_copy(update={"writer": chosen}))


def calls(
    turns: Sequence[Turn], limits: ModelSettings
) -> Iterator[list[tuple[Turn, Sequence[Turn]]]]:
    """Turns in a row of one session with those before them, as many as one call is asked about."""
    asked: list[tuple[Turn, Sequence[Turn]]] = []
    size = 0
    for turn, context in in_context(turns):
        size += len(turn.text)
        full = len(asked) == limits.turns_a_call or size > limits.characters_a_call
        if asked and (full or turn.session != asked[-1][0].session):
            yield asked
            asked, size = [], len(turn.text)
        asked.append((turn, context))
    if asked:
        yield asked


@dataclass(slots=True)
class _Counted:
    """A model that counts what it is asked."""

    model: ChatModel
    requests: int = field(default=0, init=False)

    @property
    def identity(self) -> str:
        return self.model.identity

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: Mapping[str, Any] | None = None,
        timeout_seconds: float,
    ) -> str:
        self.requests += 1
        return await self.model.complete(messages, schema=schema, timeout_seconds=timeout_seconds)


_Judged = tuple[list[Result], float, float]


def _judged(sieve: Sieve, turn: Turn, context: Sequence[Turn], vectors: TurnVectors) -> _Judged:
    """What the rules make of a turn, its standing, and the milliseconds that took."""
    started = time.perf_counter()
    ((results, standing),) = sieve.judged([turn], context, vectors)
    return results, standing, (time.perf_counter() - started) * 1000


def _all_judged(
    sieve: Sieve, asked: Sequence[tuple[Turn, Sequence[Turn]]], vectors: TurnVectors
) -> dict[str, _Judged]:
    return {turn.id: _judged(sieve, turn, context, vectors) for turn, context in asked}


def _assisted(before: _Judged, after: Sequence[Result], milliseconds: float) -> Verdict:
    """A turn with what the model made of it.

    It stands as high as the model's own statements if that is higher, at 0 where the model left out
    all that the rules would keep, and everywhere else where the scorer puts it.
    """
    by_rules, standing, own_milliseconds = before
    written = [r.score for r in after if isinstance(r, Draft) and r.writer != RULES]
    emptied = _units(by_rules) and not _units(after)
    return Verdict(
        units=_units(after),
        standing=0.0 if emptied else max(standing, *written, 0.0),
        milliseconds=own_milliseconds + milliseconds,
    )


def _units(results: Sequence[Result]) -> int:
    return sum(isinstance(result, Draft) for result in results)
