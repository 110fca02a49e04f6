from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from retold.ports import TurnOutline
from retold.records import Kind, Moment, Query
from retold.retriever.associations import AssociationScores
from retold.retriever.cue import read_cue
from retold.retriever.fuse import Evidence
from retold.retriever.keywords import KeywordScores
from retold.retriever.rank import (
    bare,
    freshness,
    probabilities,
    rank_turns,
    rank_units,
    unit_freshness,
)
from retold.settings import HalfLives, TurnWeights, UnitWeights
from retold.testing import samples

NOW = datetime(2026, 5, 3, tzinfo=UTC)
ADA = samples.scope()
NOTHING = {
    "keywords": 1.0,
    "vectors": 0.0,
    "associations": 0.0,
    "neighbours": 0.0,
    "answered": 0.0,
    "session_keywords": 0.0,
    "session_vectors": 0.0,
    "person": 0.0,
    "question": 0.0,
    "assistant": 0.0,
    "time": 0.0,
}


def weights(**given):
    return TurnWeights(**(NOTHING | given))


def cue(text="tea"):
    return read_cue(Query(text=text, scope=ADA), now=NOW, reply_weight=0.0)


def keywords(values, sessions=None):
    sessions = sessions or {}
    return KeywordScores(
        numbers=np.arange(len(values)),
        values=np.array(list(values.values()), dtype=np.float64),
        matched=np.ones(len(values), dtype=np.int64),
        total=len(values),
        asked=1,
        session_ids=tuple(sessions),
        session_values=np.array(list(sessions.values()), dtype=np.float64),
    )


def outline(turn_id, position, session="s", **fields):
    values = {"speaker": "Ada", "role": "user", "is_question": False, "occurred_at": NOW} | fields
    return TurnOutline(id=turn_id, number=0, position=position, session=session, **values)


def ranked(outlines, values, text="tea", sessions=None, **given):
    scores = keywords(values, sessions)
    evidence = Evidence(scores, None, None, pair=("en", "en"))
    evidence.know({name: number for number, name in enumerate(values)})
    result = rank_turns(outlines, evidence, scores, cue(text), weights(**given))
    return dict(zip(result.ids, result.sums.tolist(), strict=True))


def test_without_structure_a_sum_is_that_of_the_signals():
    outlines = [outline("a", 0), outline("b", 1)]
    assert ranked(outlines, {"a": 1.0, "b": 0.5}) == {"a": 1.0, "b": 0.5}
    assert ranked(outlines, {"a": 1.0}, keywords=0.0, vectors=2.0) == {"a": 4.0, "b": 0.0}


def test_a_turn_borrows_from_another_persons_turns_beside_it_in_its_session():
    outlines = [
        outline("c", 1, speaker="Ben"),
        outline("a", 0),
        outline("b", 3),
        outline("d", 2, session="other", speaker="Ben"),
    ]
    sums = ranked(outlines, {"a": 1.0}, neighbours=0.2)
    assert sums == pytest.approx({"a": 1.0, "c": 0.2, "b": 0.0, "d": 0.0})


def test_what_one_person_says_in_a_row_lends_nothing():
    outlines = [outline("a", 0, is_question=True), outline("b", 1)]
    assert ranked(outlines, {"a": 1.0}, neighbours=0.2, answered=0.5) == {"a": 1.0, "b": 0.0}


def test_an_answer_borrows_more_from_its_question_than_the_question_from_it():
    outlines = [outline("a", 0, is_question=True), outline("b", 1, speaker="Ben"), outline("c", 2)]
    sums = ranked(outlines, {"a": 1.0, "b": 1.0}, neighbours=0.2, answered=0.5)
    assert sums == pytest.approx({"a": 1.2, "b": 1.7, "c": 0.2})


def test_a_question_is_worth_less_than_what_answers():
    outlines = [outline("a", 0, is_question=True), outline("b", 9)]
    assert ranked(outlines, {"a": 1.0, "b": 1.0}, question=0.4) == pytest.approx(
        {"a": 0.6, "b": 1.0}
    )


def test_the_best_session_loses_nothing_and_the_others_what_they_lack():
    outlines = [outline("a", 0), outline("b", 0, session="t"), outline("c", 0, session="u")]
    sums = ranked(outlines, {}, sessions={"s": 1.5, "t": 0.5}, session_keywords=2.0)
    assert sums == pytest.approx({"a": 0.0, "b": -2.0, "c": -3.0})


def test_a_session_is_as_near_as_the_mean_of_its_three_nearest_turns():
    outlines = [outline(str(i), 2 * i) for i in range(5)] + [outline("x", 0, session="t")]
    values = {"0": 0.6, "1": 0.5, "2": 0.4, "3": 0.1, "x": 0.3}
    sums = ranked(outlines, values, keywords=0.0, session_vectors=1.0)
    assert sums["0"] == pytest.approx(0.0)
    assert sums["x"] == pytest.approx(2 * (0.3 - 0.5))


def test_turns_of_another_than_the_person_named_lose():
    outlines = [outline("a", 0), outline("b", 5, speaker="Ben")]
    assert ranked(outlines, {}, "What did Ben buy?", person=0.7) == pytest.approx(
        {"a": -0.7, "b": 0.0}
    )
    both = "What did Ben and Ada buy?"
    assert ranked(outlines, {}, both, person=0.7) == {"a": 0.0, "b": 0.0}
    assert ranked(outlines, {}, "What is there to buy?", person=0.7) == {"a": 0.0, "b": 0.0}


def test_who_asks_about_themself_is_the_user():
    outlines = [outline("a", 0, role="user"), outline("b", 5, role="assistant")]
    assert ranked(outlines, {}, "What is my budget?", person=0.7) == pytest.approx(
        {"a": 0.0, "b": -0.7}
    )


@pytest.mark.parametrize(
    ("question", "taken_off"),
    [
        ("What is the budget?", 1.5),
        ("Can you tell me the budget?", 1.5),
        ("你知道预算是多少吗？", 1.5),
        ("What did you recommend?", 0.0),
        ("你推荐了什么？", 0.0),
    ],
)
def test_what_the_assistant_said_counts_less_unless_it_is_asked_for(question, taken_off):
    outlines = [outline("a", 0, role="user"), outline("b", 5, role="assistant")]
    sums = ranked(outlines, {}, question, assistant=1.5)
    assert sums == pytest.approx({"a": 0.0, "b": -taken_off})


def test_turns_in_the_time_named_gain():
    outlines = [outline("a", 0, occurred_at=NOW - timedelta(days=1)), outline("b", 5)]
    sums = ranked(outlines, {}, "What happened yesterday?", time=0.6)
    assert sums == pytest.approx({"a": 0.6, "b": 0.0})


def test_bare_weights_leave_both_signals_and_the_curve():
    assert bare(TurnWeights()).model_dump() == TurnWeights().model_dump() | {
        name: 0.0 for name in NOTHING if name not in {"keywords", "vectors"}
    }


def test_nothing_to_rank_is_no_error():
    assert ranked([], {}) == {}
    evidence = Evidence(keywords({}), None, None, pair=("en", "en"))
    assert rank_units([], evidence, cue(), UnitWeights()).ids == ()


def test_units_gain_by_importance_person_time_and_slot():
    moment = Moment(
        words="yesterday",
        start=NOW - timedelta(days=1),
        end=NOW,
        precision="day",
    )
    units = [
        samples.unit("plain", ADA, occurred_at=NOW - timedelta(days=900)),
        samples.unit("vital", ADA, importance=1.0, occurred_at=NOW - timedelta(days=900)),
        samples.unit("of Ben", ADA, subject="Ben", occurred_at=NOW - timedelta(days=900)),
        samples.unit("dated", ADA, moment=moment, occurred_at=NOW - timedelta(days=900)),
        samples.unit("then", ADA, occurred_at=NOW - timedelta(hours=20)),
        samples.unit("home", ADA, slot="residence", occurred_at=NOW - timedelta(days=900)),
    ]
    evidence = Evidence(keywords({}), None, None, pair=("en", "en"))
    asked = cue("Where did Ben live yesterday?")
    weights = UnitWeights(importance=0.4, person=0.5, time=0.6, slot=0.7)
    result = rank_units(units, evidence, asked, weights)
    assert dict(zip(result.ids, result.sums, strict=True)) == pytest.approx(
        {"plain": 0.0, "vital": 0.2, "of Ben": 0.5, "dated": 0.6, "then": 0.6, "home": 0.7}
    )


@pytest.mark.parametrize(
    ("question", "lost"),
    [
        ("Are scissors awkward for me?", 0.5),
        ("我用剪刀会不会别扭？", 0.5),
        ("Are scissors awkward for me or my sister?", 0.0),
        ("Who gave me the scissors?", 0.0),
        ("我的剪刀是谁送的？", 0.0),
        ("Are scissors awkward?", 0.0),
    ],
)
def test_units_about_others_lose_where_the_asker_asks_about_themself_alone(question, lost):
    units = [
        samples.unit("own", ADA, subject="user"),
        samples.unit("of nobody", ADA, subject=""),
        samples.unit("of Ben", ADA, subject="Ben"),
    ]
    evidence = Evidence(keywords({}), None, None, pair=("en", "en"))
    weights = UnitWeights(others=0.5, importance=0.0, person=0.0, time=0.0, slot=0.0)
    result = rank_units(units, evidence, cue(question), weights)
    assert result.sums == pytest.approx([0.0, 0.0, -lost])


def test_what_comes_to_mind_is_a_part_of_the_sum():
    units = [samples.unit("a", ADA), samples.unit("b", ADA)]
    evidence = Evidence(keywords({"a": 0.0, "b": 0.0}), None, None, pair=("en", "en"))
    evidence.know({"a": 0, "b": 1})
    evidence.associate(AssociationScores(numbers=np.array([1]), values=np.array([0.6])))
    weights = UnitWeights(associations=2.0, importance=0.0)
    result = rank_units(units, evidence, cue(), weights)
    assert result.sums == pytest.approx([0.0, 1.2])
    assert result.parts["associations"] == pytest.approx([0.0, 1.2])


def test_scores_are_one_half_in_the_middle_and_keep_the_order():
    scores = probabilities(np.array([4.0, 5.0, 3.0]), middle=4.0, width=1.0, lift=0.0)
    assert scores == pytest.approx([0.5, 0.7311, 0.2689], abs=1e-4)


def test_a_sure_hit_lifts_the_others():
    alone = probabilities(np.array([1.0]), middle=4.0, width=1.0, lift=0.5)
    beside = probabilities(np.array([1.0, 7.0]), middle=4.0, width=1.0, lift=0.5)
    assert beside[0] > alone[0]
    assert beside[0] == pytest.approx(0.5)


def test_half_of_what_fades_has_faded_after_a_half_life():
    month_ago = NOW - timedelta(days=30)
    assert freshness(month_ago, 30, now=NOW, floor=0.0) == pytest.approx(0.5)
    assert freshness(month_ago, 30, now=NOW, floor=0.6) == pytest.approx(0.8)
    assert freshness(month_ago, 0, now=NOW, floor=0.0) == 1.0
    assert freshness(NOW + timedelta(days=9), 30, now=NOW, floor=0.0) == 1.0


def test_units_fade_by_kind_since_they_were_last_used_and_not_if_pinned():
    lives = HalfLives(feeling=10, constraint=0)
    old = {"occurred_at": NOW - timedelta(days=90)}

    def left(**fields):
        unit = samples.unit("u", ADA, **(old | fields))
        return unit_freshness(unit, lives, now=NOW, floor=0.0)

    assert left(kind=Kind.FEELING) == pytest.approx(0.5**9)
    assert left(kind=Kind.CONSTRAINT) == 1.0
    assert left(kind=Kind.FEELING, pinned=True) == 1.0
    used = NOW - timedelta(days=10)
    assert left(kind=Kind.FEELING, last_access_at=used) == pytest.approx(0.5)


def test_every_kind_has_a_half_life():
    assert {kind.value for kind in Kind} | {"turn"} == set(HalfLives.model_fields)
