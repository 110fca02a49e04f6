import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold import DatasetError
from retold.records import (
    Action,
    HistoryEntry,
    Kind,
    Moment,
    Outcome,
    Scope,
    Source,
    State,
    Unit,
)
from retold.testing.samples import AT, receipt, turn, unit, whole_turn
from retold.transfer.lines import VERSION, Head, Kept, Life, Tail, read, written

OWNER = Scope(user="小周", tenant="b")
PLACE = replace(OWNER, agent="helper", session="早上")
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
STEP = HistoryEntry(unit_id="u1", at=AT, event="created", content="深", state=State.ACTIVE)


def back(line):
    text = written(line)
    assert text.endswith("\n")
    assert text.count("\n") == 1
    return read(text, OWNER, "file, line 1")


@given(TEXTS, TEXTS, st.booleans())
def test_a_turn_is_read_back_as_it_was(text, speaker, dated):
    said = replace(whole_turn("t1", PLACE), text=text, speaker=speaker, dated=dated, position=0)
    assert back(said) == said


@given(
    content=TEXTS,
    importance=st.floats(0, 1),
    tags=st.lists(TEXTS, max_size=3).map(tuple),
    pinned=st.booleans(),
    kind=st.sampled_from(Kind),
    state=st.sampled_from(State),
    at=st.datetimes(timezones=st.just(UTC)),
)
def test_a_unit_is_read_back_with_its_history(at, **fields):
    held = unit(
        "u1",
        PLACE,
        sources=(Source(turn_id="t1", start=0, end=3),),
        valid_from=at,
        moment=Moment(words="昨天", start=at, end=at, precision="day"),
        metadata={"a": None, "b": 1.5, "c": True, "d": "文"},
        conflicts=("u2",),
        **fields,
    )
    life = Life(unit=held, history=(STEP, replace(STEP, event="retired", at=at, reason="深")))
    assert back(life) == life


def test_a_receipt_and_the_ends_are_read_back():
    outcome = Outcome(
        action=Action.KEPT, rule="r", score=0.5, source=Source(turn_id="t1", start=0, end=3)
    )
    kept = Kept(scope=PLACE, receipt=replace(receipt("k"), outcomes=(outcome,)))
    for line in (
        kept,
        Head(version=VERSION, user="小周", tenant="b", at=AT, keeping=False),
        Tail(turns=1, units=2, receipts=3),
    ):
        assert back(line) == line


def test_an_unknown_key_is_passed_over_and_one_left_out_has_its_default():
    line = json.loads(written(Life(unit=unit("u1", OWNER), history=(STEP,))))
    read_back = read(json.dumps({**line, "new in version 7": 1}), OWNER, "f, line 1")
    assert read_back.unit == unit("u1", OWNER)
    assert isinstance(read_back.unit, Unit)
    assert "tags" not in line


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"text": None}, "'text' is not a text"),
        ({"dated": 1}, "'dated' is not true or false"),
        ({"occurred_at": 7}, "not an ISO 8601 time"),
        ({"attachments": {}}, "'attachments' is not a list"),
        ({"attachments": ["a"]}, "'attachments' is not an object"),
        ({"metadata": {"a": {}}}, "'metadata' is not an object"),
        ({"session": 3}, "'session' is not a text"),
        ({"origin": "hell"}, "'hell', not one of live"),
        ({"type": "unit"}, "is missing"),
        ({"type": ["unit"]}, "'type' is"),
        ({"occurred_at": "9999-12-31T23:59:59-12:00"}, "not an ISO 8601 time"),
        ({"speaker": "\ud800"}, "half a character"),
    ],
)
def test_what_a_field_does_not_hold_is_named(change, words):
    line = json.loads(written(turn("t1", OWNER))) | change
    with pytest.raises(DatasetError) as caught:
        read(json.dumps(line), OWNER, "f, line 3")
    assert caught.value.message.startswith("f, line 3: ")
    assert words in caught.value.message


@pytest.mark.parametrize(
    "change",
    [
        {"importance": 1.5},
        {"confidence": -0.1},
        {"polarity": 0},
        {"access_count": 10**30},
        {"access_count": True},
        {"pinned": None},
    ],
)
def test_a_value_out_of_range_is_refused(change):
    line = json.loads(written(Life(unit=unit("u1", OWNER), history=(STEP,)))) | change
    with pytest.raises(DatasetError, match=next(iter(change))):
        read(json.dumps(line), OWNER, "f, line 3")


@pytest.mark.parametrize(
    "text", ["", "[]", "7", "{", "[" * 100_000, "9" * 5000, '{"type":"export"}']
)
def test_what_is_no_line_is_refused(text):
    with pytest.raises(DatasetError, match="f, line 1"):
        read(text, OWNER, "f, line 1")


def test_a_newer_version_is_refused():
    head = Head(version=VERSION + 1, user="a", at=datetime(2026, 1, 1, tzinfo=UTC))
    with pytest.raises(DatasetError, match="newer than this Retold"):
        back(head)
