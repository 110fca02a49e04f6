"""Asking a language model: one budget a day for all who ask, and a reply that can be read."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from anyio import fail_after

from retold.errors import ModelError
from retold.ports import ChatModel

Read = TypeVar("Read")


class ReplyError(ValueError):
    """A reply that cannot be read; the text tells the model what is wrong."""


class ModelCalls:
    """A model, and how often it was asked today; the writer, summaries and recalls share it."""

    def __init__(self, model: ChatModel, *, calls_a_day: int) -> None:
        """Ask this model, at most so often for a tenant and day."""
        self._model = model
        self._calls_a_day = calls_a_day
        self._calls: dict[tuple[str, date], int] = {}

    @property
    def identity(self) -> str:
        """Name of the model."""
        return self._model.identity

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: Mapping[str, Any],
        timeout_seconds: float,
        tenant: str,
        now: datetime,
    ) -> str:
        """The reply. Raises ModelError: it failed, it took too long, the budget is used up."""
        day = (tenant, now.date())
        if self._calls.get(day, 0) >= self._calls_a_day:
            raise ModelError(
                f"the budget of {self._calls_a_day:,} calls a day is used up",
                hint="raise model.calls_a_day",
            )
        self._calls = {key: count for key, count in self._calls.items() if key[1] == day[1]}
        self._calls[day] = self._calls.get(day, 0) + 1
        try:
            # A model that a caller brought may not keep to the time it is given.
            with fail_after(timeout_seconds):
                return await self._model.complete(
                    messages, schema=schema, timeout_seconds=timeout_seconds
                )
        except TimeoutError:
            raise ModelError(f"the model did not answer in {timeout_seconds:g} s") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How one use of the model asks.

    `repairs` are how often a reply that cannot be read is asked about again. For `rest_seconds`
    after a failure it does not ask, so that nobody waits for a dead endpoint each time.
    """

    schema: Mapping[str, Any]
    timeout_seconds: float
    repairs: int = 1
    rest_seconds: float = 0.0


class Asker:
    """Asks the model on the terms of one use."""

    def __init__(self, calls: ModelCalls, terms: Terms) -> None:
        """Ask within the budget of `calls`."""
        self._calls = calls
        self._terms = terms
        self._failed_at: datetime | None = None
        self._reason = ""

    async def ask(
        self,
        messages: Sequence[tuple[str, str]],
        read: Callable[[str], Read],
        *,
        tenant: str,
        now: datetime,
    ) -> Read:
        """What `read` makes of the reply; where it raises ReplyError, the model is told why.

        Raises:
            ModelError: there is no reply: it failed, now or a moment ago, or the budget is used up.
            ReplyError: no reply could be read.
        """
        asked = list(messages)
        for _ in range(self._terms.repairs):
            reply = await self._reply(asked, tenant, now)
            try:
                return read(reply)
            except ReplyError as error:
                repair = ("user", f"{error} Answer again, with the JSON alone.")
                asked += [("assistant", reply), repair]
        return read(await self._reply(asked, tenant, now))

    async def _reply(self, messages: Sequence[tuple[str, str]], tenant: str, now: datetime) -> str:
        rest = timedelta(seconds=self._terms.rest_seconds)
        if self._failed_at is not None and timedelta(0) <= now - self._failed_at < rest:
            raise ModelError(
                f"the model failed a moment ago: {self._reason}",
                hint=f"it is asked again {self._terms.rest_seconds:g} s after a failure",
            )
        try:
            return await self._calls.complete(
                messages,
                schema=self._terms.schema,
                timeout_seconds=self._terms.timeout_seconds,
                tenant=tenant,
                now=now,
            )
        except ModelError as error:
            self._failed_at, self._reason = now, error.message
            raise


def instructed(prompts: str, name: str, material: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the model is asked, as `(role, text)`: a prompt, and what it is about as JSON.

    `prompts` is the package with the file of the prompt, `name` with its version.
    """
    return [("system", _prompt(prompts, name)), ("user", json.dumps(material, ensure_ascii=False))]


@cache
def _prompt(prompts: str, name: str) -> str:
    return resources.files(prompts).joinpath(f"{name}.md").read_text("utf-8")


def json_of(reply: str) -> dict[str, Any]:
    """The JSON object of a reply; prose around it is passed over. Raises ReplyError."""
    start, end = reply.find("{"), reply.rfind("}")
    if start < 0 or end < start:
        raise ReplyError("The reply holds no JSON object.")
    try:
        found: dict[str, Any] = json.loads(reply[start : end + 1])
    except (ValueError, RecursionError) as error:
        raise ReplyError(f"The JSON cannot be read: {error}.") from None
    return found
