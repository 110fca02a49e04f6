import json
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.records import Attachment, Scope, Speaking, Turn
from retold.settings import WriterSettings
from retold.writer import Sieve
from retold.writer import worth as module
from retold.writer.worth import (
    HEADS,
    judge,
    judges_vectors_of,
    sentence_features,
    together,
    weights,
    weights_as_stored,
    weights_from,
)
from retold.writer.worth_features import FEATURES
from training.labelled import data_digest

AT = datetime(2026, 5, 6, 12, 0, tzinfo=UTC)


def turn(text, *, number=0, role=Speaking.USER, attachments=()):
    return Turn(
        id=f"t{number}",
        scope=Scope(user="ada", session="s"),
        speaker="",
        role=role,
        text=text,
        occurred_at=AT,
        recorded_at=AT,
        attachments=attachments,
    )


def judged(text, before=(), vector=None):
    one = turn(text, number=9)
    results = Sieve(WriterSettings(scorer="rules")).drafted([one], before)
    return judge(one, before, results, vector)


@pytest.mark.parametrize("vectors", [False, True])
def test_the_weights_are_of_these_features_and_of_the_labelled_turns_as_they_are(vectors):
    model = weights(vectors=vectors)
    assert model.features.shape == (len(FEATURES), len(HEADS))
    assert model.vector.shape == ((384 if vectors else 0), len(HEADS))
    assert model.data == data_digest(), "run python -m training.worth"


def test_weights_of_other_features_are_refused():
    stored = weights_as_stored(weights(vectors=False))
    stored["features"].pop("length")
    with pytest.raises(ValueError, match=r"training\.worth"):
        weights_from(stored)


def test_weights_can_be_stored_and_read():
    stored = json.loads(json.dumps(weights_as_stored(weights(vectors=True))))
    assert np.allclose(weights_from(stored).features, weights(vectors=True).features)


def test_vectors_of_one_embedder_are_judged_and_of_no_other():
    assert judges_vectors_of("multilingual-e5-small/q4/1/384")
    assert not judges_vectors_of("hashing/1/64")


@pytest.mark.parametrize(
    ("worth_it", "idle"),
    [
        ("I'm allergic to peanuts and shellfish.", "Haha yeah totally, good one!"),
        ("My sister is getting married in Leeds on 4 July.", "Okay cool, thanks so much."),
        ("我对花生过敏，海鲜也不能吃", "哈哈好的没问题"),
        ("我妹妹七月四号在成都结婚", "嗯嗯谢谢你"),
    ],
)
def test_facts_are_worth_more_than_chatter(worth_it, idle):
    assert judged(worth_it).score > 0.5 > judged(idle).score
    assert judged(worth_it).standing > judged(idle).standing


def test_each_sentence_is_judged_and_the_score_is_that_of_any_of_them():
    found = judged("Haha! I moved to Oslo in May. My dog is called Pepper.")
    assert len(found.sentences) == 3
    scores = [one.score for one in found.sentences]
    assert found.score == pytest.approx(together(scores))
    assert found.score >= max(scores) > min(scores) == scores[0]


def test_the_reasons_are_features_with_what_they_moved():
    names = {reason.rpartition(" ")[0] for reason in judged("I live in Oslo.").reasons(0)}
    assert names
    assert names <= set(FEATURES)


def test_a_vector_moves_the_score_and_not_the_standing():
    plain = judged("I live in Oslo.")
    moved = judged("I live in Oslo.", vector=np.eye(1, 384, 3, dtype=np.float32))
    assert moved.score != plain.score
    assert moved.standing == plain.standing


def test_a_picture_is_worth_something_of_its_own():
    shared = (Attachment(caption="a red kettle"),)
    plain, pictured = turn("Look!"), turn("Look!", attachments=shared)
    assert judge(pictured, (), ()).score > judge(plain, (), ()).score


def test_a_very_long_turn_is_judged_by_its_start():
    rows = sentence_features(turn("I moved to Oslo. " * 500), (), ())
    assert len(rows) == module.MOST_SENTENCES


@given(st.lists(st.floats(0, 1), max_size=12), st.floats(0, 1))
def test_one_more_sentence_never_takes_worth_away(scores, more):
    assert 0 <= together(scores) <= together([*scores, more]) + 1e-12 <= 1 + 1e-9


@given(st.text(max_size=300), st.text(max_size=100), st.sampled_from(list(Speaking)))
def test_features_are_small_numbers_whatever_is_said(text, before, role):
    rows = sentence_features(turn(text, number=1, role=role), [turn(before)], ())
    assert rows.shape[1] == len(FEATURES)
    assert np.isfinite(rows).all()
    assert (np.abs(rows) < 10).all()
