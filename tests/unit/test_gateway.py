from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.errors import InputError, TimeError, TooLargeError
from retold.gateway import Gateway
from retold.records import Attachment, Query, Said, Scope
from retold.settings import LimitSettings

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
SCOPE = Scope(user="alice")


def gateway(**limits):
    return Gateway(ledger=None, limits=LimitSettings(**limits))


def admitted(text, **said):
    return gateway().admit(Said(text=text, **said), SCOPE, now=NOW)


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00"])
def test_empty_text_is_refused(text):
    with pytest.raises(InputError, match="empty"):
        admitted(text)


def test_a_caption_alone_is_enough():
    turn, _ = admitted("", attachments=(Attachment(caption="a red bicycle"),))
    assert turn.attachments[0].caption == "a red bicycle"


def test_lone_surrogates_and_nul_are_treated_and_told():
    turn, notes = admitted("a\x00b\ud800c")
    assert turn.text == "ab\ufffdc"
    assert notes


@given(st.text(min_size=1).filter(lambda t: t.strip() and "\x00" not in t))
def test_everything_else_stays_byte_for_byte(text):
    turn, _ = gateway(secrets="keep").admit(Said(text=text), SCOPE, now=NOW)
    assert turn.text == text


def test_the_limit_is_named():
    with pytest.raises(TooLargeError, match=r"11 characters, the limit is 10"):
        gateway(turn_characters=10).admit(Said(text="x" * 11), SCOPE, now=NOW)


def test_a_future_date_is_refused_and_a_clock_a_little_ahead_is_not():
    admitted("hello", at=NOW + timedelta(hours=20))
    with pytest.raises(TimeError, match="future"):
        admitted("hello", at=NOW + timedelta(days=2))


@pytest.mark.parametrize(
    "at", ["yesterdayish", "2026-13-01", "2026-05-04T10:00[Mars/Olympus]", "2026-05-04T10:00+99:00"]
)
def test_a_time_or_zone_that_cannot_be_understood_is_named(at):
    with pytest.raises(TimeError) as caught:
        admitted("hello", at=at)
    assert at.rpartition("[")[2].rstrip("]") in str(caught.value)


def test_1302_a_secret_is_masked_in_place_and_told():
    key = "sk-" + "a1B2c3D4" * 6
    turn, notes = admitted(f"my key is {key} ok")
    assert key not in turn.text
    assert len(turn.text) == len(f"my key is {key} ok")
    assert any("masked" in note for note in notes)


def test_a_secret_can_be_refused():
    with pytest.raises(InputError, match="secret"):
        gateway(secrets="refuse").admit(Said(text="key sk-" + "a1B2c3D4" * 6), SCOPE, now=NOW)


@pytest.mark.parametrize("field", ["id", "speaker", "session", "key"])
def test_a_name_that_is_too_long_or_holds_control_characters(field):
    for bad in ("x" * 201, "a\nb", "\ud800", "  "):
        with pytest.raises(InputError):
            gateway().key(bad) if field == "key" else admitted("hello", **{field: bad})


@pytest.mark.parametrize("metadata", [{"a": {1, 2}}, {"a": float("nan")}, {"a": "x" * 20_000}])
def test_metadata_that_cannot_be_stored(metadata):
    with pytest.raises(InputError):
        admitted("hello", metadata=metadata)


def test_607_807_unusual_user_names_are_accepted():
    for name in ("爱丽丝", "a%b_c*'\"", "a", "ab", "😀"):
        assert gateway().scope(Scope(user=name)).user == name


@pytest.mark.parametrize("k", [0, -1, 201])
def test_k_has_limits(k):
    with pytest.raises(TooLargeError, match=f"k = {k}"):
        gateway().question(Query(text="x", scope=SCOPE, k=k), SCOPE)


def test_a_question_cannot_leave_its_scope():
    for scope in (Scope(user="bob"), Scope(user="alice", tenant="other")):
        with pytest.raises(InputError, match="scope"):
            gateway().question(Query(text="x", scope=scope), SCOPE)
    narrow = Scope(user="alice", agent="a")
    with pytest.raises(InputError, match="scope"):
        gateway().question(Query(text="x", scope=SCOPE), narrow)
    assert gateway().question(Query(text="x", scope=narrow), SCOPE).scope == narrow


def test_a_time_of_a_question_needs_a_zone():
    with pytest.raises(TimeError, match="zone"):
        gateway().question(Query(text="x", scope=SCOPE, as_of=datetime(2026, 5, 4)), SCOPE)  # noqa: DTZ001
