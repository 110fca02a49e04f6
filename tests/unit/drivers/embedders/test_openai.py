from __future__ import annotations

import logging
import time

import numpy as np
import pytest

from retold.drivers.embedders.openai import KEY, OpenAIEmbedder
from retold.errors import DimensionsError, EmbedderError, SettingsError
from retold.settings import EmbedderSettings
from retold.testing.endpoints import FakeEndpoint

SECRET = "sk-very-secret"  # noqa: S105 - opens nothing


@pytest.fixture(autouse=True)
def _no_key(monkeypatch):
    monkeypatch.delenv(KEY, raising=False)


def vectors(body):
    """Two numbers a text: its length and one."""
    rows = [[len(text), 1] for text in body["input"]]
    return 200, {"data": [{"index": i, "embedding": row} for i, row in enumerate(rows)]}


def embedder(url, **settings):
    given = {"url": url, "model": "m", "dimensions": 2, **settings}
    return OpenAIEmbedder(EmbedderSettings(**given))


def failure(answer, **settings):
    """The error of an embedder whose endpoint answers so."""
    with FakeEndpoint(answer) as endpoint, pytest.raises(EmbedderError) as caught:
        embedder(endpoint.url, **settings).embed(["tea"], purpose="query")
    return caught.value


def test_asks_the_endpoint_for_the_model():
    with FakeEndpoint(vectors) as endpoint:
        (made,) = embedder(endpoint.url + "/v1/").embed(["tea"], purpose="query")
    (request,) = endpoint.requests
    assert request.path == "/v1/embeddings"
    assert request.body == {"model": "m", "input": ["tea"]}
    assert made.dtype == np.float32
    assert np.allclose(made, [[3, 1] / np.sqrt(10)])


def test_no_text_asks_nothing():
    with FakeEndpoint(vectors) as endpoint:
        assert embedder(endpoint.url).embed([], purpose="query") == []
    assert endpoint.requests == []


def test_the_key_goes_into_the_header_and_nowhere_else(monkeypatch, caplog):
    monkeypatch.setenv(KEY, SECRET)
    caplog.set_level(logging.DEBUG)
    with FakeEndpoint(lambda _: (401, {"error": f"wrong key {SECRET}"})) as endpoint:
        asking = embedder(endpoint.url)
        with pytest.raises(EmbedderError) as caught:
            asking.embed(["tea"], purpose="query")
    (request,) = endpoint.requests
    assert request.headers["authorization"] == f"Bearer {SECRET}"
    assert KEY in caught.value.hint
    assert SECRET not in f"{caught.value}{caught.value!r}{asking!r}{vars(asking)}{caplog.text}"


def test_without_a_key_there_is_no_header():
    with FakeEndpoint(vectors) as endpoint:
        embedder(endpoint.url).embed(["tea"], purpose="query")
    assert "authorization" not in endpoint.requests[0].headers


def test_a_key_that_cannot_be_sent_is_refused_without_showing_it(monkeypatch):
    monkeypatch.setenv(KEY, "sk-秘密")
    with pytest.raises(SettingsError) as caught:
        embedder("http://127.0.0.1:1")
    assert "秘密" not in str(caught.value)


@pytest.mark.parametrize("name", ["url", "model", "dimensions"])
def test_a_missing_setting_is_named(name):
    given = {"url": "http://127.0.0.1:1", "model": "m", "dimensions": 2}
    del given[name]
    with pytest.raises(SettingsError, match=f"embedder.{name}"):
        OpenAIEmbedder(EmbedderSettings(**given))


@pytest.mark.parametrize("url", ["localhost:8000/v1", "http://", "http://host:port", "ftp://host"])
def test_an_address_that_is_none_is_refused(url):
    with pytest.raises(SettingsError, match=r"embedder\.url"):
        embedder(url)


def test_nobody_listening_is_an_embedder_error():
    with FakeEndpoint(vectors) as endpoint:
        url = endpoint.url
    with pytest.raises(EmbedderError, match="cannot be reached") as caught:
        embedder(url).embed(["tea"], purpose="query")
    assert "embedder.url" in caught.value.hint


def test_an_endpoint_that_is_too_slow_is_an_embedder_error():
    def slow(body):
        time.sleep(0.2)
        return vectors(body)

    assert "timeout_seconds" in failure(slow, timeout_seconds=0.05).hint


@pytest.mark.parametrize(
    ("status", "hint"),
    [
        (400, "window_characters"),
        (401, KEY),
        (404, "embedder.url"),
        (429, "limit"),
        (500, "log"),
        (301, "log"),
    ],
)
def test_a_refusal_names_the_status_and_the_next_step(status, hint):
    error = failure(lambda _: (status, {"error": "the user's own words"}))
    assert str(status) in error.message
    assert hint in error.hint
    assert "own words" not in str(error)


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>",
        b"\xff\xfe",
        [],
        {},
        {"data": None},
        {"data": [{"index": 0}]},
        {"data": [{"index": 0, "embedding": "AAAA"}]},
        {"data": [{"index": 0, "embedding": [1, None]}]},
        {"data": []},
        {"data": [{"index": 0, "embedding": [1, 2]}] * 2},
        {"data": [{"index": 0, "embedding": [0, 0]}]},
        {"data": [{"index": 0, "embedding": [float("inf"), 0]}]},
    ],
)
def test_an_answer_that_is_none_is_an_embedder_error(answer):
    error = failure(lambda _: (200, answer))
    assert not isinstance(error, DimensionsError)


def test_vectors_of_another_length_are_named():
    error = failure(vectors, dimensions=3)
    assert isinstance(error, DimensionsError)
    assert "2 numbers, not 3" in error.message
    assert "embedder.dimensions" in error.hint


def test_vectors_are_put_into_the_order_of_the_texts():
    def backwards(body):
        status, said = vectors(body)
        return status, {"data": said["data"][::-1]}

    with FakeEndpoint(backwards) as endpoint:
        made = embedder(endpoint.url).embed(["a", "bbbb"], purpose="query")
    assert np.allclose(made[0] * np.sqrt(2), [[1, 1]])
    assert np.allclose(made[1] * np.sqrt(17), [[4, 1]])


def test_long_text_is_sent_as_windows():
    with FakeEndpoint(vectors) as endpoint:
        asking = embedder(endpoint.url, window_characters=100, max_windows=3)
        short, long, last = asking.embed(["a", "b" * 1000, "c"], purpose="passage")
    assert [len(part) for part in endpoint.requests[0].body["input"]] == [1, 100, 100, 100, 1]
    assert (short.shape, long.shape, last.shape) == ((1, 2), (3, 2), (1, 2))


def test_empty_text_and_what_json_cannot_carry_are_replaced():
    with FakeEndpoint(vectors) as endpoint:
        embedder(endpoint.url).embed(["", " \n", "a\0b", "\ud800"], purpose="query")
    assert endpoint.requests[0].body["input"] == [".", ".", "ab", "\ufffd"]


def test_identity_names_model_and_length():
    assert embedder("http://127.0.0.1:1").identity == "m/2"
    assert embedder("http://127.0.0.1:1").dimensions == 2


def test_the_connection_is_kept_and_closed_with_the_embedder():
    with FakeEndpoint(vectors) as endpoint:
        asking = embedder(endpoint.url)
        client = asking._endpoint._client
        asking.embed(["tea"], purpose="query")
        assert not client.is_closed
        del asking
        assert client.is_closed
