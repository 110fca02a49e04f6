import pytest

from retold.records import HistoryEntry, Source, State
from retold.testing.samples import AT, scope, turn, unit
from retold.transfer.lines import Life
from retold.transfer.sources import Grounds, grounded

STEP = HistoryEntry(unit_id="u1", at=AT, event="created", content="c", state=State.ACTIVE)
TEXT = {"en": "Hello. I live in Oslo.", "zh": "你好。我住在成都。"}


def look(told, there, *turn_ids):
    sources = tuple(Source(turn_id=one, start=3, end=9) for one in turn_ids or ("t1",))
    life = Life(unit=unit("u1", scope(), sources=sources), history=(STEP,))
    grounds = Grounds(
        told={k: turn(k, scope(), text=text) for k, text in told.items()},
        there={k: turn(k, scope(), text=text) for k, text in there.items()},
    )
    return grounded([life], grounds)


@pytest.mark.parametrize("text", TEXT.values())
def test_a_unit_rests_on_what_the_log_says_too(text):
    found = look({"t1": text}, {"t1": text})
    assert [life.unit.id for life in found.lives] == ["u1"]
    assert [one.id for one in found.turns] == ["t1"]


@pytest.mark.parametrize("text", TEXT.values())
def test_one_that_rests_on_a_blanked_sentence_was_erased(text):
    for there in ({"t1": text[:3] + "█" * (len(text) - 3)}, {}):
        found = look({"t1": text}, there)
        assert found.lives == found.unsourced == ()


@pytest.mark.parametrize("text", TEXT.values())
def test_one_whose_turn_is_another_one_has_no_source(text):
    found = look({"t1": text}, {"t1": text[::-1]})
    assert [life.unit.id for life in found.unsourced] == ["u1"]


def test_a_source_that_is_nowhere_is_dropped():
    found = look({"t1": TEXT["en"]}, {"t1": TEXT["en"]}, "t1", "t2")
    assert [source.turn_id for source in found.lives[0].unit.sources] == ["t1"]
    assert len(look({}, {}).unsourced) == 1
    assert len(look({}, {"t1": TEXT["en"]}).lives) == 1
