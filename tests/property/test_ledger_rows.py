from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.drivers.ledgers.sqlite import rows
from retold.errors import InputError, StoreError
from retold.records import (
    Action,
    Attachment,
    HistoryEntry,
    Kind,
    Moment,
    Outcome,
    Owner,
    Receipt,
    Scope,
    Source,
    Speaking,
    State,
    Turn,
    Unit,
)

ZONES = st.one_of(
    st.sampled_from(["Asia/Shanghai", "America/New_York", "Europe/Berlin", "Asia/Kathmandu"]).map(
        ZoneInfo
    ),
    st.integers(-86399, 86399).map(lambda seconds: timezone(timedelta(seconds=seconds))),
    st.just(UTC),
)
# Far enough from both ends for every offset.
INSTANTS = st.datetimes(
    datetime(1, 1, 3),  # noqa: DTZ001 - bounds are given without a zone
    datetime(9999, 12, 29),  # noqa: DTZ001
    timezones=st.just(UTC),
)
TIMES = st.builds(lambda at, zone: at.astimezone(zone), INSTANTS, ZONES)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
NAMES = st.one_of(st.none(), TEXTS.filter(bool))
SCOPES = st.builds(Scope, user=st.just("ada"), agent=NAMES, session=NAMES)
SCORES = st.floats(0, 1)
METADATA = st.dictionaries(
    TEXTS, st.one_of(TEXTS, st.integers(), st.floats(allow_nan=False), st.booleans(), st.none())
)
SOURCES = st.builds(Source, turn_id=TEXTS, start=st.integers(0), end=st.integers(0))
TEXT_TUPLES = st.lists(TEXTS, max_size=3).map(tuple)
OWNER = Scope(user="ada")


@given(TIMES)
def test_a_time_comes_back_as_it_was(at):
    found = rows.time_of(*rows.stamp(at))
    assert found == at
    assert found.isoformat() == at.isoformat()
    assert str(found.tzinfo) == str(at.tzinfo)


@given(TIMES, TIMES)
def test_stamps_are_in_the_order_of_time(one, two):
    instants = [at.astimezone(UTC) for at in (one, two)]
    assert (rows.stamp(one)[0] < rows.stamp(two)[0]) == (instants[0] < instants[1])


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(InputError, match="no zone"):
        rows.stamp(datetime(2026, 5, 3))  # noqa: DTZ001


def test_a_zone_that_is_not_known_here_is_reported():
    with pytest.raises(StoreError, match="Mars/Olympus"):
        rows.time_of(0, "Mars/Olympus")


@given(
    st.builds(
        Turn,
        id=TEXTS,
        scope=SCOPES,
        speaker=TEXTS,
        role=st.sampled_from(Speaking),
        text=TEXTS,
        occurred_at=TIMES,
        recorded_at=TIMES,
        dated=st.booleans(),
        position=st.integers(0, 2**40),
        attachments=st.lists(st.builds(Attachment, caption=TEXTS, url=TEXTS, media=TEXTS)).map(
            tuple
        ),
        metadata=METADATA,
        origin=st.sampled_from(["live", "import", "restore"]),
    )
)
def test_a_turn_comes_back_as_it_was(turn):
    assert rows.turn_of(OWNER, rows.turn_values(turn)) == turn


@given(
    st.builds(
        Unit,
        id=TEXTS,
        scope=SCOPES,
        content=TEXTS,
        first_person=TEXTS,
        kind=st.sampled_from(Kind),
        subject=TEXTS,
        slot=TEXTS,
        value=TEXTS,
        polarity=st.sampled_from([1, -1]),
        language=st.sampled_from(["en", "zh"]),
        importance=SCORES,
        confidence=SCORES,
        sources=st.lists(SOURCES, max_size=3).map(tuple),
        created_at=TIMES,
        occurred_at=TIMES,
        valid_from=st.none() | TIMES,
        valid_to=st.none() | TIMES,
        moment=st.none()
        | st.builds(
            Moment,
            words=TEXTS,
            start=TIMES,
            end=TIMES,
            precision=st.sampled_from(["second", "day", "year"]),
        ),
        last_access_at=st.none() | TIMES,
        access_count=st.integers(0, 2**40),
        state=st.sampled_from(State),
        superseded_by=st.none() | TEXTS,
        owner=st.sampled_from(Owner),
        tags=TEXT_TUPLES,
        pinned=st.booleans(),
        conflicts=TEXT_TUPLES,
        writer=TEXTS,
        metadata=METADATA,
    )
)
def test_a_unit_comes_back_as_it_was(unit):
    assert rows.unit_of(OWNER, rows.unit_values(unit), unit.sources) == unit


@given(
    st.builds(
        HistoryEntry,
        unit_id=st.just("u"),
        at=TIMES,
        event=st.sampled_from(["created", "changed"]),
        content=TEXTS,
        state=st.sampled_from(State),
        reason=TEXTS,
        turn_id=st.none() | TEXTS,
        other_id=st.none() | TEXTS,
    )
)
def test_a_history_entry_comes_back_as_it_was(entry):
    assert rows.history_of("u", rows.history_values(entry)) == entry


@given(
    st.builds(
        Receipt,
        id=TEXTS,
        turn_ids=TEXT_TUPLES,
        outcomes=st.lists(
            st.builds(
                Outcome,
                action=st.sampled_from(Action),
                rule=TEXTS,
                score=SCORES,
                source=SOURCES,
                reasons=TEXT_TUPLES,
                unit_id=st.none() | TEXTS,
                affected=TEXT_TUPLES,
            ),
            max_size=3,
        ).map(tuple),
        at=TIMES,
        key=TEXTS,
        vectors=st.sampled_from(["stored", "pending"]),
        notes=TEXT_TUPLES,
    )
)
def test_a_receipt_comes_back_as_it_was(receipt):
    body = rows.dump_receipt(receipt)
    assert rows.receipt_of(receipt.key, *rows.stamp(receipt.at), body) == receipt


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Tea?", True),
        ("茶？ ", True),
        ("“你喝茶吗？”", True),
        ("(really?)", True),
        ("Tea.", False),
        ("Tea? Yes.", False),
        ("", False),
        ("?!", False),
    ],
)
def test_a_question_closes_with_its_mark(text, wanted):
    assert rows.is_question(text) is wanted
