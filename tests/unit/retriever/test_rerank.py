from itertools import pairwise

import pytest

from retold.errors import EmbedderError, RerankerError
from retold.records import Corpus, Reranked, Status
from retold.retriever.hits import unit_hit
from retold.retriever.rerank import Reranking, falling, mixed, told
from retold.settings import RerankerSettings, RetrieverSettings
from tests.unit.retriever.stores import kept, said

pytestmark = pytest.mark.anyio
TEA = ("I drink green tea.", "I drink black tea with milk.", "Tea is what I drink at night.")


class Liking:
    """Likes texts with a word, and keeps what it was asked."""

    identity = "liking/1"

    def __init__(self, *words, failure=None, scores=None):
        self.words = words
        self.failure = failure
        self.given = scores
        self.asked = []

    async def scores(self, query, texts, *, timeout_seconds):
        self.asked.append((query, list(texts), timeout_seconds))
        if self.failure is not None:
            raise self.failure
        if self.given is not None:
            return self.given
        return [9.0 * sum(word in text for word in self.words) for text in texts]


def reranking(reranker, **settings):
    return Reranking(reranker, RerankerSettings(**settings))


def hits(*scores):
    return [unit_hit(kept(f"u{i}", f"Text {i}."), score) for i, score in enumerate(scores)]


def ids(recall):
    return [hit.id for hit in recall.hits]


@pytest.fixture
async def teas(store):
    await store.add_units(*(kept(f"u{i}", text) for i, text in enumerate(TEA)))
    await store.add_units(kept("v", "I have a puppy."))
    return store


# The mix.


def test_half_and_half():
    made = mixed([0.9, 0.8], [0.0, 10.0], weight=0.5)
    assert made == pytest.approx([0.5 * 0.9 + 0.5 * 0.2689, 0.5 * 0.8 + 0.5 * 0.7311], abs=1e-4)


def test_what_it_finds_equal_keeps_its_order():
    assert mixed([0.9, 0.8, 0.3], [0.1, 0.1, 0.1], weight=0.5) == pytest.approx([0.7, 0.65, 0.4])


def test_what_it_sets_apart_gains_more_than_what_it_prefers():
    apart = mixed([0.5] * 4, [0, 0, 0, 1], weight=1.0)
    preferred = mixed([0.5] * 4, [0, 0.3, 0.6, 1], weight=1.0)
    assert apart[3] > preferred[3]


def test_a_large_lead_of_the_own_score_holds_against_a_lone_other():
    own = [0.95, 0.3]
    lead, other = mixed(own, [0.0, 1.0], weight=0.5)
    assert lead > other
    lead, other = mixed(own, [0.0, 1.0], weight=0.9)
    assert lead < other


def test_numbers_as_large_as_they_come():
    assert mixed([0.5, 0.5], [1e308, -1e308], weight=1.0) == pytest.approx(
        [0.7311, 0.2689], abs=1e-4
    )


def test_scores_are_dealt_out_and_stay_the_same_scores():
    dealt = falling(hits(0.4, 0.9, 0.6))
    assert [(hit.id, hit.score) for hit in dealt] == [("u0", 0.9), ("u1", 0.6), ("u2", 0.4)]


def test_a_hit_that_was_moved_says_so():
    (hit,) = hits(0.5)
    assert told(hit, None) is hit
    stayed = Reranked(id="u0", corpus=Corpus.UNITS, score=1.0, before=2, after=2)
    assert told(hit, stayed) is hit
    moved = Reranked(id="u0", corpus=Corpus.UNITS, score=1.0, before=7, after=2)
    assert told(hit, moved).reasons == ("moved by the reranker from place 7 to 2",)


# Asking.


async def test_the_first_are_read_and_the_others_stay_behind_them():
    liking = Liking("2.", "3.")
    read = await reranking(liking, hits=3).reading("Which?", hits(0.9, 0.9, 0.8, 0.8))
    assert [hit.id for hit in read.hits] == ["u2", "u0", "u1", "u3"]
    assert [hit.score for hit in read.hits] == [0.8, 0.9, 0.9, 0.8]
    assert [(one.id, one.score, one.before, one.after) for one in read.reranked] == [
        ("u2", 9.0, 3, 1),
        ("u0", 0.0, 1, 2),
        ("u1", 0.0, 2, 3),
    ]
    assert liking.asked == [("Which?", ["Text 0.", "Text 1.", "Text 2."], 5.0)]


async def test_of_long_texts_and_questions_the_start_is_sent():
    liking = Liking()
    long = [unit_hit(kept(f"u{i}", f"{i}" * 400), 0.5) for i in range(2)]
    await reranking(liking, characters=50).reading("问" * 400, long)
    assert liking.asked == [("问" * 50, ["0" * 50, "1" * 50], 5.0)]


@pytest.mark.parametrize(
    ("settings", "found"), [({}, hits(0.9)), ({}, []), ({"weight": 0}, hits(0.9, 0.8))]
)
async def test_where_there_is_nothing_to_order_it_is_not_asked(settings, found):
    liking = Liking("Text")
    read = await reranking(liking, **settings).reading("Which?", found)
    assert (list(read.hits), read.reranked, read.note, liking.asked) == (found, (), "", [])


@pytest.mark.parametrize(
    ("broken", "note"),
    [
        ({"failure": RerankerError("too slow", hint="wait")}, "not reranked: too slow"),
        ({"failure": TimeoutError()}, "not reranked: the reranker failed: TimeoutError"),
        ({"failure": ValueError("odd")}, "not reranked: the reranker failed: odd"),
        ({"scores": [1.0]}, "not reranked: the reranker gave no 2 finite scores for 2 texts"),
        (
            {"scores": [1.0, float("nan")]},
            "not reranked: the reranker gave no 2 finite scores for 2 texts",
        ),
    ],
)
async def test_where_it_fails_the_order_stays_and_the_note_says_so(broken, note):
    found = hits(0.9, 0.8)
    read = await reranking(Liking(**broken)).reading("Which?", found)
    assert (list(read.hits), read.reranked, read.note) == (found, (), note)


async def test_after_a_failure_it_is_left_alone_for_a_while():
    liking = Liking("1.", failure=RerankerError("it is down", hint="start it"))
    asking = reranking(liking, retry_seconds=600)
    await asking.reading("Which?", hits(0.9, 0.8))
    liking.failure = None
    read = await asking.reading("Which?", hits(0.9, 0.8))
    assert read.note == "not reranked: the reranker failed a moment ago: it is down"
    assert len(liking.asked) == 1


async def test_then_it_is_asked_again():
    liking = Liking("1.", failure=RerankerError("it is down"))
    asking = reranking(liking, retry_seconds=0)
    await asking.reading("Which?", hits(0.9, 0.8))
    liking.failure = None
    read = await asking.reading("Which?", hits(0.9, 0.8))
    assert (read.note, [hit.id for hit in read.hits]) == ("", ["u1", "u0"])


# In a recall.


async def test_only_the_order_changes(teas):
    question = "Which tea do I drink?"
    plain = await teas.recall(question)
    last = plain.hits[-1]
    recall = await teas.recall(question, reranking=reranking(Liking(last.text), weight=1.0))
    assert ids(recall) == [last.id, *ids(plain)[:-1]]
    assert [hit.score for hit in recall.hits] == [hit.score for hit in plain.hits]
    assert recall.confidence == plain.confidence
    assert (recall.status, recall.note) == (Status.OK, "")
    assert recall.hits[0].reasons[-1] == "moved by the reranker from place 3 to 1"
    assert "rerank" in recall.milliseconds


async def test_so_it_is_in_chinese(store):
    await store.add_units(
        kept("u", "我喝绿茶。", language="zh"),
        kept("v", "我晚上喝加奶的红茶。", language="zh"),
        kept("w", "我喝茶。", language="zh"),
    )
    plain = await store.recall("我喝什么茶？")
    last = plain.hits[-1]
    recall = await store.recall("我喝什么茶？", reranking=reranking(Liking(last.text), weight=1.0))
    assert ids(recall) == [last.id, *ids(plain)[:-1]]


async def test_one_from_beyond_k_comes_into_it(teas):
    question = "Which tea do I drink?"
    plain = await teas.recall(question)
    last = plain.hits[-1]
    recall = await teas.recall(
        question, k=1, explain=True, reranking=reranking(Liking(last.text), weight=1.0)
    )
    assert ids(recall) == [last.id]
    assert recall.hits[0].score == plain.hits[0].score
    assert {one.id: one.why for one in recall.explanation.dropped}[plain.hits[0].id] == "beyond_k"


async def test_what_is_below_the_threshold_is_not_read(teas):
    liking = Liking("puppy")
    recall = await teas.recall("Which tea do I drink?", reranking=reranking(liking, weight=1.0))
    assert "v" not in ids(recall)
    assert all("puppy" not in text for _, texts, _ in liking.asked for text in texts)


async def test_an_explanation_tells_its_scores_and_the_places_before(teas):
    question = "Which tea do I drink?"
    plain = await teas.recall(question, explain=True)
    assert plain.explanation.reranked == ()
    last = plain.hits[-1]
    asking = reranking(Liking(last.text), weight=1.0)
    recall = await teas.recall(question, explain=True, reranking=asking)
    first, *others = recall.explanation.reranked
    expected = Reranked(id=last.id, corpus=Corpus.UNITS, score=9.0, before=3, after=1)
    assert first == expected
    assert [(one.score, one.before, one.after) for one in others] == [(0.0, 1, 2), (0.0, 2, 3)]


async def test_a_failure_leaves_the_recall_as_it_was_and_is_told(teas):
    question = "Which tea do I drink?"
    plain = await teas.recall(question)
    asking = reranking(Liking(failure=RerankerError("it is down")))
    recall = await teas.recall(question, reranking=asking)
    assert recall.hits == plain.hits
    assert (recall.status, recall.note) == (Status.OK, "not reranked: it is down")


async def test_two_failures_are_both_told(teas):
    teas.embedder.failure = EmbedderError("no vectors")
    asking = reranking(Liking(failure=RerankerError("it is down")))
    recall = await teas.recall("Which tea do I drink?", reranking=asking)
    assert recall.status is Status.DEGRADED
    assert recall.note == "found by keywords alone: no vectors; not reranked: it is down"


async def test_one_signal_alone_is_not_reranked(teas):
    liking = Liking("night")
    await teas.recall("Which tea do I drink?", signals="keywords", reranking=reranking(liking))
    assert liking.asked == []


async def test_each_question_of_a_message_is_read_with_its_own_hits(teas):
    await teas.add_units(kept("w", "My puppy is called Rex."), kept("x", "My puppy sleeps a lot."))
    message = "Which tea do I drink at home? Also, what is my puppy called?"
    liking = Liking("night", "sleeps")
    plain = await teas.recall(message)
    recall = await teas.recall(message, explain=True, reranking=reranking(liking, weight=1.0))
    assert [query for query, _, _ in liking.asked] == [
        "Which tea do I drink at home?",
        "Also, what is my puppy called?",
    ]
    assert set(ids(recall)[:2]) == {"u2", "x"}
    assert sorted(ids(recall)) == sorted(ids(plain))
    assert [one.after for one in recall.explanation.reranked].count(1) == 2
    assert all(a.score >= b.score for a, b in pairwise(recall.hits))


async def test_of_several_questions_one_that_was_not_reranked_is_told(teas):
    message = "What is the puppy called? Also, which tea do I drink at night?"
    asking = reranking(Liking(failure=RerankerError("it is down")))
    recall = await teas.recall(message, reranking=asking)
    assert (recall.status, recall.note) == (Status.OK, "not reranked: it is down")


@pytest.mark.parametrize("diversity", [0.0, 0.3])
@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "What is my budget for books?",
            "My monthly budget for books is $35.",
            "My budget for books is now $50.",
        ),
        ("我买书的预算是多少？", "我买书的预算是三十五元。", "我买书的预算现在改成五十元。"),
    ],
)
async def test_what_is_newer_still_goes_before_what_it_may_replace(
    store, question, old, new, diversity
):
    await store.add_turns(said("old", old, 1), said("new", new, 30), said("tea", "Tea, please."))
    asking = reranking(Liking(old), weight=1.0)
    settings = RetrieverSettings(diversity=diversity)
    recall = await store.recall(question, reranking=asking, settings=settings, explain=True)
    assert recall.explanation.reranked[0].id == "old"
    assert ids(recall)[:2] == ["new", "old"]
    settings = RetrieverSettings(diversity=diversity, newest_first=False)
    recall = await store.recall(question, reranking=asking, settings=settings)
    assert ids(recall)[:2] == ["old", "new"]
