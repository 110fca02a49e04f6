from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from retold.changes import AddTombstone, EraseTurn, EraseUnit, RedactTurn
from retold.forgetting import Doomed, plan_erase, statement_digests, turn_digest
from retold.forgetting.erase import blank
from retold.records import Kind, Scope, Source, Speaking, Turn, Unit
from retold.text.normal import digest

NOW = datetime(2026, 5, 4, tzinfo=UTC)
SCOPE = Scope(user="alice")
SECRET = b"s" * 32


def unit(**changes):
    values = {
        "id": "u1",
        "scope": SCOPE,
        "content": "The user lives in Oslo.",
        "first_person": "I live in Oslo.",
        "kind": Kind.PROFILE,
        "subject": "user",
        "slot": "residence",
        "value": "Oslo",
        "sources": (Source(turn_id="t1", start=4, end=19),),
        "created_at": NOW,
        "occurred_at": NOW,
    }
    return Unit(**(values | changes))


def turn(text):
    return Turn(
        id="t1",
        scope=SCOPE,
        speaker="user",
        role=Speaking.USER,
        text=text,
        occurred_at=NOW,
        recorded_at=NOW,
    )


def plan(sources, said, **doomed):
    chosen = Doomed(**{"units": (unit(),), "sources": said} | doomed)
    return plan_erase(chosen, scope=SCOPE, secret=SECRET, now=NOW, sources=sources)


def test_the_sentence_is_blanked_and_its_neighbours_stay():
    changes = plan(True, {"t1": turn("Hi! I live in Oslo. Bye!")}).changes
    redacted = [c.turn.text for c in changes if isinstance(c, RedactTurn)]
    assert redacted == ["Hi! " + "█" * 15 + " Bye!"]


def test_the_turn_stays_when_only_the_unit_is_to_go():
    erasure = plan(False, {"t1": turn("Hi! I live in Oslo. Bye!")})
    assert erasure.turns_redacted == 0
    assert any(isinstance(c, EraseUnit) for c in erasure.changes)


def test_a_source_that_is_gone_already_does_not_stop_the_erase():
    assert any(isinstance(c, EraseUnit) for c in plan(True, {}).changes)


def test_every_wording_leaves_a_tombstone_and_none_holds_text():
    graves = [
        c
        for c in plan(True, {"t1": turn("Hi! I live in Oslo. Bye!")}).changes
        if isinstance(c, AddTombstone)
    ]
    assert len(graves) == 5 - 1  # the source sentence reads like the first-person form
    assert not any("oslo" in grave.digest for grave in graves)


def test_another_person_with_the_same_value_has_other_digests():
    ours = set(statement_digests(unit(), [], secret=SECRET))
    theirs = unit(content="Jack lives in Oslo.", first_person="Jack lives in Oslo.", subject="Jack")
    assert not ours & set(statement_digests(theirs, [], secret=SECRET))


def test_the_opposite_polarity_has_another_digest_of_its_value():
    denied = unit(content="x", first_person="y", polarity=-1)
    held = unit(content="v", first_person="w")
    assert not set(statement_digests(denied, [], secret=SECRET)) & set(
        statement_digests(held, [], secret=SECRET)
    )


def test_another_store_has_other_digests():
    assert not set(statement_digests(unit(), [], secret=SECRET)) & set(
        statement_digests(unit(), [], secret=b"t" * 32)
    )


@given(st.text(), st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=4))
def test_blanking_keeps_length_and_everything_outside_the_spans(text, spans):
    result = blank(text, spans)
    assert len(result) == len(text)
    inside = {n for start, end in spans for n in range(start, min(end, len(text)))}
    for place, (old, new) in enumerate(zip(text, result, strict=True)):
        expected = old if place not in inside or old == "\n" else "█"
        assert new == expected


def test_units_that_quote_it_go_too_and_their_sentences_stay():
    quoting = unit(id="u2", content='The user said "I live in Oslo.", and: "so it rains."')
    erasure = plan(True, {"t1": turn("Hi! I live in Oslo. Bye!")}, derived=(quoting,))
    assert [c.unit_id for c in erasure.changes if isinstance(c, EraseUnit)] == ["u1", "u2"]
    assert erasure.unit_ids == ("u1", "u2")
    graves = {c.digest for c in erasure.changes if isinstance(c, AddTombstone)}
    assert set(statement_digests(quoting, (), secret=SECRET)) <= graves


def test_a_turn_that_goes_is_not_blanked_first():
    said = turn("Hi! I live in Oslo. Bye!")
    erasure = plan(True, {"t1": said}, turns=(said,))
    assert [c.turn_id for c in erasure.changes if isinstance(c, EraseTurn)] == ["t1"]
    assert not any(isinstance(c, RedactTurn) for c in erasure.changes)
    assert (erasure.turn_ids, erasure.turns_redacted) == (("t1",), 0)
    graves = {c.digest for c in erasure.changes if isinstance(c, AddTombstone)}
    assert turn_digest(SECRET, "t1") in graves
    assert len(graves) == erasure.tombstones == 7  # the unit's three, both ids, and two sentences


def test_units_of_one_turn_blank_it_once():
    said = turn("I live in Oslo. I like tea.")
    other = unit(id="u2", sources=(Source(turn_id="t1", start=16, end=27),))
    units = (unit(sources=(Source(turn_id="t1", start=0, end=15),)), other)
    (redacted,) = [
        c for c in plan(True, {"t1": said}, units=units).changes if isinstance(c, RedactTurn)
    ]
    assert redacted.turn.text == "█" * 15 + " " + "█" * 11


def test_ids_of_turns_are_told_apart_by_every_character():
    assert len({turn_digest(SECRET, name) for name in ("a1", "A1", "a-1", "a 1", "ａ1")}) == 5
    assert turn_digest(SECRET, "a1") != turn_digest(b"t" * 32, "a1")


def test_a_summary_goes_without_what_it_was_made_of():
    said = {"t1": turn("Hi! I live in Oslo. Bye!")}
    told = unit(kind=Kind.SUMMARY, slot="", content="On 4 May 2026: …", first_person="")
    doomed = Doomed(units=(told,), sources=said)
    erasure = plan_erase(doomed, scope=SCOPE, secret=SECRET, now=NOW, sources=True)
    assert not any(isinstance(c, RedactTurn) for c in erasure.changes)
    graves = {c.digest for c in erasure.changes if isinstance(c, AddTombstone)}
    assert set(statement_digests(told, (), secret=SECRET)) <= graves
    assert digest(SECRET, "I live in Oslo.") not in graves


def test_a_summary_of_what_goes_may_be_made_again_in_the_same_words():
    told = unit(id="s", kind=Kind.SUMMARY, content="On 4 May 2026: …", first_person="", slot="")
    erasure = plan(True, {}, derived=(told,))
    assert erasure.unit_ids == ("u1", "s")
    graves = {c.digest for c in erasure.changes if isinstance(c, AddTombstone)}
    assert next(statement_digests(told, (), secret=SECRET)) not in graves
