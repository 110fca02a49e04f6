"""What drivers share that speak to an endpoint over HTTP: its address, the key, a request.

A key comes from an environment variable and goes nowhere but into the request's header: that of
OpenAI-compatible endpoints is `RETOLD_OPENAI_API_KEY`. Endpoints that need none, on the same
machine for instance, get none.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from retold.errors import RetoldError, SettingsError
from retold.settings import EmbedderSettings, ModelSettings, RerankerSettings

KEY = "RETOLD_OPENAI_API_KEY"
EndpointSettings = EmbedderSettings | ModelSettings | RerankerSettings
_ELSEWHERE = "look into the endpoint's own log"


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """One thing that an endpoint does, and what to say where it fails.

    `path` stands below the base address. `section` of the settings names the endpoint, and
    `smaller` in it makes requests smaller. `hints` say what to do next, by the status of a refusal.
    `key` is the environment variable with the key; no company gets that of another.
    """

    path: str
    section: str
    smaller: str
    hints: Mapping[int, str]
    failure: type[RetoldError]
    key: str = KEY


class Endpoint:
    """One service at the address that its section of the settings gives."""

    def __init__(
        self, service: Service, settings: EndpointSettings, *, needs: Sequence[str]
    ) -> None:
        """Raises SettingsError if a setting that it needs is missing, or the key cannot be sent."""
        for name in needs:
            if not getattr(settings, name):
                raise SettingsError(
                    f"{service.section}.{name} is not set", hint="an endpoint's driver needs it"
                )
        self._service = service
        self._url = _address(settings.url, service)
        self._client = httpx.Client(headers=_headers(service))
        # Drivers have no `close`; the connection goes with the object.
        weakref.finalize(self, self._client.close)

    @property
    def host(self) -> str:
        """What to call it in a message."""
        return self._url.host

    def posted(self, body: Mapping[str, Any], *, timeout_seconds: float) -> httpx.Response:
        """The answer to one request, without retries. Raises the service's kind of error."""
        section, failure = self._service.section, self._service.failure
        try:
            response = self._client.post(self._url, json=body, timeout=timeout_seconds)
        except httpx.TimeoutException:
            raise failure(
                f"{self.host} did not answer in {timeout_seconds:g} s",
                hint=f"raise {section}.timeout_seconds or lower {section}.{self._service.smaller}",
            ) from None
        except httpx.RequestError as error:
            raise failure(
                f"{self.host} cannot be reached: {error}", hint=f"check {section}.url"
            ) from None
        if response.status_code != httpx.codes.OK:
            raise failure(
                f"{self.host} answered {response.status_code}",
                hint=self._service.hints.get(response.status_code, _ELSEWHERE),
            )
        return response


def _address(url: str, service: Service) -> httpx.URL:
    """Where a service is. Raises SettingsError if the base is no address."""
    name = f"{service.section}.url"
    try:
        found = httpx.URL(url.rstrip("/") + service.path)
    except httpx.InvalidURL as error:
        raise SettingsError(f"{name} is not an address: {error}") from None
    if found.scheme not in ("http", "https") or not found.host:
        raise SettingsError(f"{name} is not an address", hint="it begins with https://")
    return found


def _headers(service: Service) -> dict[str, str]:
    """The header with the key, if there is one. Raises SettingsError if it cannot be sent."""
    key = os.environ.get(service.key, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise SettingsError(
            f"{service.key} holds characters that cannot be sent", hint="copy it anew"
        )
    return {"Authorization": f"Bearer {key}"} if key else {}
