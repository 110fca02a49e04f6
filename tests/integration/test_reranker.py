"""A reranker behind a real endpoint, llama.cpp's server, in the recalls of a memory."""

import socket

import pytest

from retold import Memory, RerankerError, Status, load
from retold.drivers.rerankers.jina import KEY
from tests import small_reranker

# The model counts shared words, with each of the question's as good as any other.
SAID = {
    "en": ("My sister Ruth plays the cello.", "My sister Ruth plays in the park every evening."),
    "zh": ("姐姐会拉大提琴。", "姐姐每天晚上在公园里拉二胡。"),
}
ASKED = {"en": "What does my sister play in the park?", "zh": "姐姐在公园里拉什么？"}
# What the memory says of them is in other words of these.
WORDS = "user's user 的 用户 "


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    texts = [WORDS, *ASKED.values(), *(text for some in SAID.values() for text in some)]
    with small_reranker.served(tmp_path_factory.mktemp("weights"), texts) as address:
        yield address


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv(KEY, small_reranker.KEY)


@pytest.fixture
def silent():
    """The address of one who takes a request and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"


class Failing:
    identity = "failing/1"

    def __init__(self):
        self.calls = 0

    async def scores(self, query, texts, *, timeout_seconds):
        self.calls += 1
        raise RerankerError("it is down", hint="start it")


def named(url, **settings):
    given = {"driver": "jina", "url": url, "name": "small", "timeout_seconds": 60, **settings}
    return {f"reranker.{name}": value for name, value in given.items()}


def remembering(opened, spoken, **options):
    memory = opened({"retriever.threshold": 0.0, **options.pop("settings", {})}, **options)
    alice = memory.user("alice")
    for text in SAID[spoken]:
        alice.remember(text)
    return alice


@pytest.mark.parametrize("spoken", SAID)
def test_the_settings_name_an_endpoint_and_its_word_counts(opened, url, spoken):
    alice = remembering(opened, spoken, settings=named(url, weight=1.0))
    recall = alice.recall(ASKED[spoken], explain=True)
    assert (recall.status, recall.note) == (Status.OK, "")
    read = recall.explanation.reranked
    assert [one.score for one in read] == sorted((one.score for one in read), reverse=True)
    assert len({one.score for one in read}) > 1
    assert [hit.id for hit in recall.hits] == [one.id for one in read]
    park = ("park", "公园")
    assert any(word in recall.hits[0].text for word in park)
    assert alice.context(ASKED[spoken]).recall.hits == recall.hits


@pytest.mark.parametrize("spoken", SAID)
def test_an_endpoint_that_is_down_changes_nothing_and_the_recall_says_so(opened, spoken):
    settings = named("http://127.0.0.1:9", retry_seconds=0)
    alice = remembering(opened, spoken, settings=settings)
    recall = alice.recall(ASKED[spoken])
    assert recall.hits
    assert recall.status is Status.OK
    assert recall.note.startswith("not reranked: 127.0.0.1 cannot be reached")
    assert "not reranked" in alice.context(ASKED[spoken]).recall.note


def test_one_that_is_too_slow_does_not_hold_up_a_recall(opened, silent):
    alice = remembering(opened, "en", settings=named(silent, timeout_seconds=0.2))
    recall = alice.recall(ASKED["en"])
    assert recall.hits
    assert "did not answer" in recall.note


def test_one_that_wants_another_key(opened, url, monkeypatch):
    monkeypatch.setenv(KEY, "another")
    alice = remembering(opened, "en", settings=named(url))
    assert "answered 401" in alice.recall(ASKED["en"]).note


def test_a_reranker_that_is_brought_is_asked_in_place_of_the_settings(opened, url):
    failing = Failing()
    alice = remembering(opened, "en", settings=named(url), reranker=failing)
    assert alice.recall(ASKED["en"]).note == "not reranked: it is down"
    assert failing.calls == 1


def test_what_may_be_erased_is_not_reranked(opened):
    failing = Failing()
    alice = remembering(opened, "en", reranker=failing)
    assert alice.candidates("my sister Ruth")
    assert failing.calls == 0


def test_without_one_nothing_is_asked(path):
    settings = load({"embedder.driver": "hashing"}, environment={})
    assert settings.reranker.driver == ""
    with Memory.open(path, settings=settings) as memory:
        alice = memory.user("alice")
        alice.remember("I live in Oslo and I am allergic to peanuts.")
        recall = alice.recall("Where do I live?", explain=True)
    assert recall.explanation.reranked == ()
    assert "rerank" not in recall.milliseconds
