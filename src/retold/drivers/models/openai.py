"""A language model behind any endpoint that speaks OpenAI's `POST /chat/completions`.

Needs the extra `openai`. The key comes from the environment variable `RETOLD_OPENAI_API_KEY` and
goes nowhere but into the request's header. Endpoints that need none get none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from anyio.to_thread import run_sync

from retold.drivers.endpoints import KEY, Endpoint, Service
from retold.errors import ModelError
from retold.settings import ModelSettings

_SERVICE = Service(
    path="/chat/completions",
    section="model",
    smaller="turns_a_call",
    hints={
        400: "the endpoint may not know JSON schemas; update it, or take another",
        401: f"set {KEY} to a valid key",
        403: f"the key in {KEY} may not use this model",
        404: "check model.url, which ends before /chat/completions, and model.name",
        413: "lower model.characters_a_call",
        429: "the endpoint's limit is reached; wait, or lower model.calls_a_day",
    },
    failure=ModelError,
)
# A reply is a few statements; what is longer is no reply.
_LONGEST_CHARACTERS = 200_000


class OpenAIModel:
    """One call of `complete` is one request, without retries, at temperature 0."""

    def __init__(self, settings: ModelSettings) -> None:
        """Raises SettingsError if a setting is missing or the key cannot be sent."""
        self._name = settings.name
        self._endpoint = Endpoint(_SERVICE, settings, needs=("url", "name"))

    @property
    def identity(self) -> str:
        """The endpoint's name of the model."""
        return self._name

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: Mapping[str, Any] | None = None,
        timeout_seconds: float,
    ) -> str:
        """The reply's text. Raises ModelError."""
        body: dict[str, Any] = {
            "model": self._name,
            "temperature": 0,
            "messages": [{"role": role, "content": text} for role, text in messages],
        }
        if schema is not None:
            form = {"name": "reply", "strict": True, "schema": dict(schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        return await run_sync(partial(self._answer, body, timeout_seconds))

    def _answer(self, body: dict[str, Any], timeout_seconds: float) -> str:
        response = self._endpoint.posted(body, timeout_seconds=timeout_seconds)
        try:
            text = response.json()["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError):
            text = None
        if not isinstance(text, str) or len(text) > _LONGEST_CHARACTERS:
            raise ModelError(
                f"{self._endpoint.host} gave no reply that can be read", hint="check model.url"
            )
        return text
