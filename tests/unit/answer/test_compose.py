from datetime import UTC, datetime

import pytest

from retold.answer import compose
from retold.records import Context, Corpus, Hit, Query, Recall, Scope, Speaking, Status, Turn
from retold.settings import AnswerSettings

NOW = datetime(2026, 5, 4, tzinfo=UTC)
SCOPE = Scope(user="alice")


def hit(number, text, score, *, dated=True):
    turn = Turn(
        id=f"t{number}",
        scope=SCOPE,
        speaker="user",
        role=Speaking.USER,
        text=text,
        occurred_at=NOW,
        recorded_at=NOW,
        dated=dated,
    )
    return Hit(
        id=turn.id,
        corpus=Corpus.TURNS,
        text=text,
        score=score,
        signals={},
        reasons=(),
        sources=(turn.id,),
        occurred_at=NOW,
        turn=turn,
    )


def answered(hits, question="Where do I live?", status=Status.OK):
    recall = Recall(query=Query(text=question, scope=SCOPE), status=status, hits=tuple(hits))
    context = Context(
        text="",
        stable="",
        volatile="",
        lines=(),
        tokens=0,
        budget=100,
        status=status,
        recall=recall,
    )
    return compose(context, AnswerSettings())


@pytest.mark.parametrize(
    ("question", "words"), [("Where do I live?", "I don't know"), ("我住在哪里？", "我不知道")]
)
def test_it_says_when_nothing_is_known(question, words):
    answer = answered([], question, Status.EMPTY)
    assert words in answer.text
    assert not answer.known
    assert answer.sources == ()


def test_it_quotes_and_cites():
    answer = answered([hit(1, "I live in Oslo.", 0.9)])
    assert "- I live in Oslo. [1, 2026-05-04]" in answer.text
    assert answer.sources == ("t1",)


def test_weak_hits_beside_a_strong_one_are_left_out():
    answer = answered([hit(1, "I live in Oslo.", 0.9), hit(2, "I like tea.", 0.2)])
    assert "tea" not in answer.text


def test_a_turn_without_a_date_is_cited_without_one():
    assert "[1]" in answered([hit(1, "I live in Oslo.", 0.9, dated=False)]).text


def test_a_degraded_recall_is_told():
    assert (
        "keywords only" in answered([hit(1, "I live in Oslo.", 0.9)], status=Status.DEGRADED).text
    )
