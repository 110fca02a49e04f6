import threading

import anyio
import numpy as np
import pytest

from retold.errors import DimensionsError, EmbedderError
from retold.records import Corpus
from retold.retriever import Encoder
from retold.retriever.bearing import COMMON, COMMON_SHARE, Bearing
from retold.retriever.scale import FACTS, QUESTIONS, SAID
from retold.settings import EmbedderSettings
from retold.testing import samples

pytestmark = pytest.mark.anyio
ADA = samples.scope()


class Embedder:
    """Gives each text a vector of its length, and keeps what it was asked."""

    identity = "fake/1/3"
    dimensions = 3

    def __init__(self, answer=None):
        self.calls = []
        self.answer = answer
        self.inside = 0
        self.most_inside = 0
        self.threads = set()

    def embed(self, texts, *, purpose):
        self.inside += 1
        self.most_inside = max(self.most_inside, self.inside)
        self.threads.add(threading.current_thread())
        self.calls.append((purpose, list(texts)))
        try:
            if isinstance(self.answer, Exception):
                raise self.answer
            if self.answer is not None:
                return self.answer
            return [np.array([[len(text), 1, 0]], dtype=np.float64) for text in texts]
        finally:
            self.inside -= 1


def encoder(embedder, **settings):
    return Encoder(embedder, EmbedderSettings(**settings))


async def test_a_question_has_length_one_and_is_asked_once():
    embedder = Embedder()
    made = encoder(embedder)
    vector = await made.question("tea")
    assert vector.shape == (3,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1.0)
    assert (await made.question("tea")).tolist() == vector.tolist()
    assert embedder.calls == [("query", ["tea"])]


async def test_what_all_questions_have_in_common_is_taken_off():
    embedder = Embedder()
    made = encoder(embedder)
    asked, common = await made.question("Which tea?"), await made.question(COMMON)
    less = asked - COMMON_SHARE * common
    assert await made.turned(asked[None]) == pytest.approx((less / np.linalg.norm(less))[None])
    await made.turned(asked[None])
    assert embedder.calls == [("query", [text]) for text in ("Which tea?", COMMON, COMMON)]


async def test_what_asks_for_nothing_still_has_a_direction():
    made = encoder(Embedder())
    asked = (await made.question(COMMON))[None]
    assert await made.turned(asked) == pytest.approx(asked, abs=1e-6)


async def test_what_was_learnt_is_used_for_its_embedder_without_an_adapter(monkeypatch):
    bearing = Bearing(
        identity=Embedder.identity,
        digest="",
        matrix=np.diag(np.array([1, 2, 3], np.float32)),
        offset=np.array([0, 0, 1], np.float32),
    )
    monkeypatch.setattr("retold.retriever.encode.learnt", lambda: bearing)
    made = encoder(Embedder())
    asked = (await made.question("Which tea?"))[None]
    turned = bearing.turned(asked)
    wanted = pytest.approx(turned / np.linalg.norm(turned))
    assert await made.turned(asked) == wanted
    assert await Encoder(Embedder(), EmbedderSettings(), Adapter()).turned(asked) != wanted


async def test_only_the_last_questions_are_kept():
    embedder = Embedder()
    made = encoder(embedder)
    for i in range(33):
        await made.question(str(i))
    await made.question("32")
    assert len(embedder.calls) == 33
    await made.question("0")
    assert len(embedder.calls) == 34


async def test_a_question_in_parts_is_their_mean():
    embedder = Embedder([np.array([[1, 0, 0], [0, 1, 0]], dtype=np.float32)])
    vector = await encoder(embedder).question("long")
    assert vector.tolist() == pytest.approx([0.5**0.5, 0.5**0.5, 0.0])


async def test_turns_are_passages_as_worded_and_units_queries_in_the_first_person():
    embedder = Embedder()
    turn = samples.turn("t", ADA, speaker="Ada", text="Tea, please.")
    units = [
        samples.unit("u", ADA, content="Ada takes tea.", first_person="I take tea."),
        samples.unit("v", ADA, content="Ada walks.", first_person=""),
    ]
    made = await encoder(embedder).encode([turn], units)
    assert embedder.calls == [
        ("passage", ['Ada said, "Tea, please."']),
        ("query", ["Ada walks.", "I take tea."]),
    ]
    assert [(one.corpus, one.item_id, one.model) for one in made] == [
        (Corpus.TURNS, "t", "fake/1/3"),
        (Corpus.UNITS, "u", "fake/1/3"),
        (Corpus.UNITS, "v", "fake/1/3"),
    ]
    assert made[1].vectors[0].tolist() == pytest.approx((np.array([11, 1, 0]) / 122**0.5).tolist())
    assert made[0].vectors.dtype == np.float32


async def test_nothing_to_encode_calls_nobody():
    embedder = Embedder()
    assert await encoder(embedder).encode([], []) == []
    assert embedder.calls == []


async def test_batches_are_as_large_as_the_settings_say():
    embedder = Embedder()
    turns = [samples.turn(str(i), ADA, text="tea " * (i + 1)) for i in range(7)]
    made = await encoder(embedder, batch=3).encode(turns[::-1], [])
    assert [len(texts) for _, texts in embedder.calls] == [3, 3, 1]
    assert [one.item_id for one in made] == [turn.id for turn in turns[::-1]]


async def test_one_call_at_a_time_and_away_from_the_event_loop():
    embedder = Embedder()
    made = encoder(embedder, batch=1)
    turns = [samples.turn(str(i), ADA, text="tea") for i in range(20)]
    async with anyio.create_task_group() as group:
        group.start_soon(made.encode, turns, [])
        for i in range(10):
            group.start_soon(made.question, str(i))
    assert embedder.most_inside == 1
    assert len(embedder.calls) == 30
    assert threading.main_thread() not in embedder.threads


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (EmbedderError("no such host"), "no such host"),
        (OSError("refused"), "the embedder failed: refused"),
        (RuntimeError(), "the embedder failed: RuntimeError"),
        ([], "0 vectors for 1 texts"),
        ([np.zeros((1, 3))], "without a direction"),
        ([np.full((1, 3), np.nan)], "without a direction"),
    ],
)
async def test_a_failure_is_told_and_then_told_at_once(answer, message):
    embedder = Embedder(answer)
    made = encoder(embedder, retry_seconds=60)
    assert not made.pausing
    with pytest.raises(EmbedderError, match=message):
        await made.question("tea")
    assert made.pausing
    with pytest.raises(EmbedderError, match="failed a moment ago"):
        await made.question("milk")
    with pytest.raises(EmbedderError, match="failed a moment ago"):
        await made.encode([samples.turn("t", ADA)], [])
    assert len(embedder.calls) == 1


async def test_after_the_pause_it_is_tried_again():
    embedder = Embedder(OSError("refused"))
    made = encoder(embedder, retry_seconds=0)
    with pytest.raises(EmbedderError):
        await made.question("tea")
    embedder.answer = None
    assert (await made.question("tea")).shape == (3,)


@pytest.mark.parametrize("shape", [(3,), (1, 4), (0, 3), (1, 1, 3)])
async def test_vectors_of_the_wrong_shape_are_an_error_of_dimensions(shape):
    embedder = Embedder([np.ones(shape)])
    with pytest.raises(DimensionsError, match="not \\(parts, 3\\)"):
        await encoder(embedder).encode([samples.turn("t", ADA)], [])


async def test_the_scale_is_measured_once_for_each_corpus():
    embedder = Embedder()
    made = encoder(embedder)
    await made.scale(Corpus.UNITS)
    await made.scale(Corpus.TURNS)
    await made.scale(Corpus.TURNS)
    await made.scale(Corpus.UNITS, turned=True)
    await made.scale(Corpus.UNITS, turned=True)

    def of(sentences):
        return [sorted(texts) for texts in sentences.values()]

    asked = [(purpose, sorted(texts)) for purpose, texts in embedder.calls]
    assert asked == [
        *(("query", texts) for texts in of(QUESTIONS) + of(FACTS)),
        *(("passage", texts) for texts in of(SAID)),
        ("query", [COMMON]),
    ]


class Adapter:
    """Moves every direction on by one, and doubles it."""

    name = "moved/1"

    def adapt(self, vectors):
        return 2 * np.roll(vectors, 1, axis=1)


async def test_an_adapter_turns_questions_and_nothing_that_is_stored():
    plain = Encoder(Embedder(), EmbedderSettings())
    turned = Encoder(Embedder(), EmbedderSettings(), Adapter())
    asked = await plain.question("Which tea?")
    assert await turned.question("Which tea?") == pytest.approx(np.roll(asked, 1))
    assert await turned.question("Which tea?") == pytest.approx(np.roll(asked, 1))
    told = [samples.turn("t", ADA, text="tea")], [samples.unit("u", ADA, content="tea")]
    for one, other in zip(await plain.encode(*told), await turned.encode(*told), strict=True):
        assert np.array_equal(one.vectors, other.vectors)
        assert one.model == other.model == "fake/1/3"
    assert (plain.name, turned.name) == ("fake/1/3", "fake/1/3+moved/1")


async def test_an_adapter_turns_the_questions_that_cosines_are_measured_by():
    scales = [
        await Encoder(Embedder(), EmbedderSettings(), adapter).scale(Corpus.TURNS)
        for adapter in (None, Adapter())
    ]
    assert scales[0].unrelated != scales[1].unrelated
