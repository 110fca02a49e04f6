from __future__ import annotations

import httpx
import pytest

from retold.testing.endpoints import FakeEndpoint


def test_it_answers_as_told_and_remembers_what_came():
    with FakeEndpoint(lambda body: (201, {"got": body["n"]})) as endpoint:
        response = httpx.post(endpoint.url + "/a/b", json={"n": 1}, headers={"X-Mine": "yes"})
    assert (response.status_code, response.json()) == (201, {"got": 1})
    (request,) = endpoint.requests
    assert (request.path, request.body, request.headers["x-mine"]) == ("/a/b", {"n": 1}, "yes")


def test_bytes_go_out_as_they_are():
    with FakeEndpoint(lambda _: (200, b"\xffnot json")) as endpoint:
        assert httpx.post(endpoint.url, json={}).content == b"\xffnot json"


def test_nobody_listens_afterwards():
    with FakeEndpoint(lambda _: (200, {})) as endpoint:
        url = endpoint.url
    with pytest.raises(httpx.ConnectError):
        httpx.post(url, json={})
