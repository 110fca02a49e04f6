import logging
import time

import pytest

from retold.drivers.endpoints import KEY as OPENAI_KEY
from retold.drivers.rerankers.jina import KEY, JinaReranker
from retold.errors import RerankerError, SettingsError
from retold.settings import RerankerSettings
from retold.testing.endpoints import FakeEndpoint

pytestmark = pytest.mark.anyio
SECRET = "sk-very-secret"  # noqa: S105 - opens nothing
QUESTION = "我不能吃什么？"
TEXTS = ("花生。", "Peanuts.", "The sea.")


@pytest.fixture(autouse=True)
def _no_key(monkeypatch):
    monkeypatch.delenv(KEY, raising=False)


def scoring(*pairs):
    """Answers with these indices and scores."""
    results = [{"index": index, "relevance_score": score} for index, score in pairs]
    return lambda _: (200, {"model": "small", "results": results})


def reranker(url, **settings):
    return JinaReranker(RerankerSettings(**{"url": url, "name": "small", **settings}))


async def failure(answer, *, timeout_seconds=5, texts=TEXTS):
    with FakeEndpoint(answer) as endpoint, pytest.raises(RerankerError) as caught:
        await reranker(endpoint.url).scores(QUESTION, texts, timeout_seconds=timeout_seconds)
    return caught.value


async def test_asks_the_endpoint_and_puts_the_scores_in_the_order_of_the_texts():
    with FakeEndpoint(scoring((2, -3.5), (0, 4), (1, 0.25))) as endpoint:
        one = reranker(endpoint.url + "/v1/")
        assert await one.scores(QUESTION, TEXTS, timeout_seconds=5) == [4.0, 0.25, -3.5]
    (request,) = endpoint.requests
    assert request.path == "/v1/rerank"
    assert request.body == {
        "model": "small",
        "query": QUESTION,
        "documents": list(TEXTS),
        "top_n": 3,
    }
    assert one.identity == "small"


async def test_nothing_is_asked_about_no_text():
    with FakeEndpoint(scoring()) as endpoint:
        assert await reranker(endpoint.url).scores(QUESTION, (), timeout_seconds=5) == []
    assert endpoint.requests == []


async def test_what_cannot_be_sent_is_sent_as_something_that_can():
    with FakeEndpoint(scoring((0, 1.0), (1, 2.0))) as endpoint:
        await reranker(endpoint.url).scores(" ", ["\ud83d tea\0", ""], timeout_seconds=5)
    body = endpoint.requests[0].body
    assert (body["query"], body["documents"]) == (".", ["� tea", "."])


async def test_the_key_goes_into_the_header_and_nowhere_else(monkeypatch, caplog):
    monkeypatch.setenv(KEY, SECRET)
    caplog.set_level(logging.DEBUG)
    with FakeEndpoint(lambda _: (401, {"error": f"wrong key {SECRET}"})) as endpoint:
        asking = reranker(endpoint.url)
        with pytest.raises(RerankerError) as caught:
            await asking.scores(QUESTION, TEXTS, timeout_seconds=5)
    assert endpoint.requests[0].headers["authorization"] == f"Bearer {SECRET}"
    assert KEY in caught.value.hint
    assert SECRET not in f"{caught.value}{caught.value!r}{asking!r}{vars(asking)}{caplog.text}"


async def test_the_key_of_another_endpoint_is_not_sent(monkeypatch):
    monkeypatch.setenv(OPENAI_KEY, SECRET)
    with FakeEndpoint(scoring((0, 1.0))) as endpoint:
        await reranker(endpoint.url).scores(QUESTION, TEXTS[:1], timeout_seconds=5)
    assert "authorization" not in endpoint.requests[0].headers


@pytest.mark.parametrize("status", [400, 403, 404, 413, 422, 429, 500, 501, 503])
async def test_a_refusal_says_what_to_do(status):
    error = await failure(lambda _: (status, {}))
    assert str(status) in error.message
    assert error.hint


@pytest.mark.parametrize(
    "answer",
    [
        b"not json",
        [],
        {},
        {"results": None},
        {"results": {"index": 0, "relevance_score": 1}},
        {"results": [{"index": 0}]},
        {"results": ["a", "b", "c"]},
        {"results": [{"index": 0, "relevance_score": None}]},
        {"results": [{"index": 0, "relevance_score": "good"}]},
        {"results": [{"index": 0, "relevance_score": 10**400}]},
    ],
)
async def test_what_is_no_reply_is_an_error(answer):
    error = await failure(lambda _: (200, answer), texts=TEXTS[:1])
    assert "no scores that can be read" in error.message


@pytest.mark.parametrize(
    "pairs",
    [
        (),
        ((0, 1.0), (1, 2.0)),
        ((0, 1.0), (1, 2.0), (1, 3.0)),
        ((0, 1.0), (1, 2.0), (2, 3.0), (2, 3.0)),
        ((0, 1.0), (1, 2.0), (3, 3.0)),
        ((-1, 1.0), (0, 1.0), (1, 2.0)),
        (("0", 1.0), (1, 2.0), (2, 3.0)),
        ((None, 1.0), (1, 2.0), (2, 3.0)),
        (([], 1.0), (1, 2.0), (2, 3.0)),
    ],
)
async def test_each_text_has_one_score_or_it_is_an_error(pairs):
    assert "for 3 texts" in (await failure(scoring(*pairs))).message


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity", b"1e999", b'"nan"'])
async def test_a_score_that_is_no_number_is_an_error(number):
    answer = b'{"results": [{"index": 0, "relevance_score": ' + number + b"}]}"
    error = await failure(lambda _: (200, answer), texts=TEXTS[:1])
    assert "no number" in error.message


async def test_an_endpoint_that_is_too_slow():
    def slow(_):
        time.sleep(0.5)
        return 200, {}

    assert "did not answer" in (await failure(slow, timeout_seconds=0.05)).message


async def test_an_endpoint_that_is_not_there():
    with pytest.raises(RerankerError, match="cannot be reached"):
        await reranker("http://127.0.0.1:9").scores(QUESTION, TEXTS, timeout_seconds=2)


@pytest.mark.parametrize(
    "settings", [{"url": ""}, {"name": ""}, {"url": "ftp://x"}, {"url": "nowhere"}]
)
def test_settings_that_cannot_work_are_refused(settings):
    with pytest.raises(SettingsError, match="reranker"):
        JinaReranker(RerankerSettings(**{"url": "http://x", "name": "m", **settings}))


def test_a_key_that_cannot_be_sent_is_refused_without_showing_it(monkeypatch):
    monkeypatch.setenv(KEY, "sk-秘密")
    with pytest.raises(SettingsError) as caught:
        reranker("http://127.0.0.1:1")
    assert KEY in str(caught.value)
    assert "秘密" not in str(caught.value)
