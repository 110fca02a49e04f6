import pytest

from retold.records import Source
from retold.retriever.agreement import agreeing
from retold.settings import RetrieverSettings
from tests.unit.retriever.stores import kept, said
from tests.unit.retriever.test_linked import candidate


def made(unit_id, content, turn_id):
    return kept(unit_id, content, sources=(Source(turn_id=turn_id, start=0, end=1),))


def test_a_turn_and_its_unit_raise_each_other_and_nothing_else():
    unit, turn = made("u", "Ada likes tea.", "t"), said("t", "I like tea.")
    scored = [candidate(unit, 0.5), candidate(turn, 0.5), candidate(said("s", "Tea?"), 0.5)]
    scores = [one.hit.score for one in agreeing(scored, weight=0.4)]
    assert scores == pytest.approx([0.6, 0.6, 0.5])


def test_scores_stay_between_nothing_and_one():
    scored = [candidate(made("u", "Tea.", "t"), 1.0), candidate(said("t", "Tea."), 1.0)]
    assert [one.hit.score for one in agreeing(scored, weight=1.0)] == [1.0, 1.0]


@pytest.mark.anyio
async def test_the_setting_turns_it_off(store):
    await store.add_turns(said("t", "I live in a flat with a dog, and drink tea."))
    await store.add_units(made("u", "I drink tea.", "t"))
    alone = await store.recall("What do I drink?", settings=RetrieverSettings(agreement=0.0))
    together = await store.recall("What do I drink?")
    assert together.hits[0].score > alone.hits[0].score
