import logging

import pytest

from retold.drivers.models.openai import KEY, OpenAIModel
from retold.errors import ModelError, SettingsError
from retold.settings import ModelSettings
from retold.testing.endpoints import FakeEndpoint

pytestmark = pytest.mark.anyio
SECRET = "sk-very-secret"  # noqa: S105 - opens nothing
ASKED = [("system", "Be brief."), ("user", "你好")]


@pytest.fixture(autouse=True)
def _no_key(monkeypatch):
    monkeypatch.delenv(KEY, raising=False)


def saying(text):
    return lambda _: (200, {"choices": [{"message": {"role": "assistant", "content": text}}]})


def model(url, **settings):
    return OpenAIModel(ModelSettings(**{"url": url, "name": "small", **settings}))


async def failure(answer, *, timeout_seconds=5):
    with FakeEndpoint(answer) as endpoint, pytest.raises(ModelError) as caught:
        await model(endpoint.url).complete(ASKED, timeout_seconds=timeout_seconds)
    return caught.value


async def test_asks_the_endpoint_for_the_model():
    with FakeEndpoint(saying("好")) as endpoint:
        one = model(endpoint.url + "/v1/")
        assert await one.complete(ASKED, timeout_seconds=5) == "好"
    (request,) = endpoint.requests
    assert request.path == "/v1/chat/completions"
    assert request.body == {
        "model": "small",
        "temperature": 0,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "你好"},
        ],
    }
    assert one.identity == "small"


async def test_a_schema_is_asked_for_strictly():
    with FakeEndpoint(saying("{}")) as endpoint:
        await model(endpoint.url).complete(ASKED, schema={"type": "object"}, timeout_seconds=5)
    form = endpoint.requests[0].body["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["schema"] == {"type": "object"}
    assert form["json_schema"]["strict"]


async def test_the_key_goes_into_the_header_and_nowhere_else(monkeypatch, caplog):
    monkeypatch.setenv(KEY, SECRET)
    caplog.set_level(logging.DEBUG)
    with FakeEndpoint(lambda _: (401, {"error": f"wrong key {SECRET}"})) as endpoint:
        asking = model(endpoint.url)
        with pytest.raises(ModelError) as caught:
            await asking.complete(ASKED, timeout_seconds=5)
    assert endpoint.requests[0].headers["authorization"] == f"Bearer {SECRET}"
    assert KEY in caught.value.hint
    assert SECRET not in f"{caught.value}{caught.value!r}{asking!r}{vars(asking)}{caplog.text}"


@pytest.mark.parametrize("status", [400, 404, 413, 429, 500])
async def test_a_refusal_says_what_to_do(status):
    error = await failure(lambda _: (status, {}))
    assert str(status) in error.message
    assert error.hint


@pytest.mark.parametrize(
    "answer",
    [
        b"not json",
        {},
        {"choices": []},
        {"choices": [{"message": {"content": None}}]},
        {"choices": [{"message": {"content": ["a"]}}]},
        {"choices": [{"message": {"content": "x" * 300_000}}]},
    ],
)
async def test_what_is_no_reply_is_an_error(answer):
    assert "no reply" in (await failure(lambda _: (200, answer))).message


async def test_an_endpoint_that_is_too_slow():
    import time

    def slow(_):
        time.sleep(0.5)
        return 200, {}

    assert "did not answer" in (await failure(slow, timeout_seconds=0.05)).message


async def test_an_endpoint_that_is_not_there():
    with pytest.raises(ModelError, match="cannot be reached"):
        await model("http://127.0.0.1:9").complete(ASKED, timeout_seconds=2)


@pytest.mark.parametrize(
    "settings", [{"url": ""}, {"name": ""}, {"url": "ftp://x"}, {"url": "nowhere"}]
)
def test_settings_that_cannot_work_are_refused(settings):
    with pytest.raises(SettingsError):
        OpenAIModel(ModelSettings(**{"url": "http://x", "name": "m", **settings}))


def test_a_key_that_cannot_be_sent_is_refused_without_showing_it(monkeypatch):
    monkeypatch.setenv(KEY, "sk-秘密")
    with pytest.raises(SettingsError) as caught:
        model("http://127.0.0.1:1")
    assert "秘密" not in str(caught.value)
