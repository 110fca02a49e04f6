"""What drivers share that speak to an endpoint over HTTP: its address, the key, a request.

A key comes from an environment variable and goes nowhere but into the request's header: that of
OpenAI-compatible endpoints is `RETOLD_OPENAI_API_KEY`. Endpoints that need none, on the same
machine for instance, get none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from retold.errors import RetoldError, SettingsError

KEY = "RETOLD_OPENAI_API_KEY"
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


def address(url: str, service: Service) -> httpx.URL:
    """Where a service is. Raises SettingsError if the base is no address."""
    name = f"{service.section}.url"
    try:
        found = httpx.URL(url.rstrip("/") + service.path)
    except httpx.InvalidURL as error:
        raise SettingsError(f"{name} is not an address: {error}") from None
    if found.scheme not in ("http", "https") or not found.host:
        raise SettingsError(f"{name} is not an address", hint="it begins with https://")
    return found


def headers(service: Service) -> dict[str, str]:
    """The header with the key, if there is one. Raises SettingsError if it cannot be sent."""
    key = os.environ.get(service.key, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise SettingsError(
            f"{service.key} holds characters that cannot be sent", hint="copy it anew"
        )
    return {"Authorization": f"Bearer {key}"} if key else {}


def posted(
    client: httpx.Client,
    url: httpx.URL,
    body: Mapping[str, Any],
    service: Service,
    *,
    timeout_seconds: float,
) -> httpx.Response:
    """The answer to one request, without retries. Raises the service's kind of error."""
    section, failure = service.section, service.failure
    try:
        response = client.post(url, json=body, timeout=timeout_seconds)
    except httpx.TimeoutException:
        raise failure(
            f"{url.host} did not answer in {timeout_seconds:g} s",
            hint=f"raise {section}.timeout_seconds or lower {section}.{service.smaller}",
        ) from None
    except httpx.RequestError as error:
        raise failure(
            f"{url.host} cannot be reached: {error}", hint=f"check {section}.url"
        ) from None
    if response.status_code != httpx.codes.OK:
        raise failure(
            f"{url.host} answered {response.status_code}",
            hint=service.hints.get(response.status_code, _ELSEWHERE),
        )
    return response
