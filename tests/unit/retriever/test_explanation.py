from datetime import timedelta

import pytest

from retold.records import Corpus, Source, State
from retold.settings import RetrieverSettings
from tests.unit.retriever.stores import NOW, kept, said


async def explained(store, text, **fields):
    recall = await store.recall(text, explain=True, **fields)
    return recall, recall.explanation


def dropped(told, why):
    return [one for one in told.dropped if one.why == why]


async def test_nothing_is_explained_unless_it_is_asked_for(store):
    await store.add_units(kept("u", "I am allergic to peanuts."))
    assert (await store.recall("Is there a nut allergy?")).explanation is None


async def test_the_question_is_told_as_it_was_understood(store):
    await store.add_turns(said("t", "We bought tea.", speaker="Ada"))
    asked = "Where did Ada live in March 2026?"
    _, told = await explained(store, asked, last_reply="Lisbon, I believe.")
    read = told.understood
    assert (read.text, read.language, read.own) == (asked, "en", False)
    assert read.persons == {Corpus.TURNS: "Ada"}
    assert [moment.words for moment in read.moments] == ["in March 2026"]
    assert read.slots == ("residence",)
    assert read.reply == "Lisbon, I believe."
    assert read.reply_weight == RetrieverSettings().last_reply
    assert read.tokens["ada"] == 1.0
    assert read.tokens["lisbon"] == read.reply_weight


async def test_a_chinese_question_is_told_as_it_was_understood(store):
    await store.add_units(kept("u", "我喝茶。", language="zh"))
    _, told = await explained(store, "我住在哪里？")
    assert (told.understood.language, told.understood.own) == ("zh", True)
    assert told.understood.slots == ("residence",)
    assert "住" in "".join(told.understood.tokens)


async def test_filters_are_those_of_query_and_settings_together(store):
    settings = RetrieverSettings(corpora=(Corpus.UNITS,), threshold=0.4)
    await store.add_units(kept("u", "I drink tea."))
    _, told = await explained(store, "Which tea?", settings=settings, k=3, as_of=NOW)
    filters = told.filters
    assert (filters.corpora, filters.threshold, filters.k) == ((Corpus.UNITS,), 0.4, 3)
    assert filters.as_of == NOW
    assert State.SUPERSEDED in filters.states
    _, told = await explained(store, "Which tea?", threshold=0.0)
    assert told.filters.threshold == 0.0
    assert State.SUPERSEDED not in told.filters.states


@pytest.mark.parametrize(
    ("asked", "fits", "other"),
    [
        ("Which tea do I drink?", "I drink tea.", "My dog is called Rex."),
        ("我喝什么茶？", "我喝绿茶。", "我的狗叫小黑。"),
    ],
)
async def test_what_is_below_the_threshold_is_told(store, asked, fits, other):
    await store.add_units(kept("a", fits), kept("b", other))
    recall, told = await explained(store, asked, threshold=0.5)
    assert [hit.id for hit in recall.hits] == ["a"]
    (one,) = told.dropped
    assert (one.id, one.why, one.text, one.other) == ("b", "below_threshold", other, None)
    assert one.score < 0.5
    assert {"keywords", "vectors"} <= set(one.signals)


async def test_what_comes_after_the_last_hit_is_told_best_first(store):
    await store.add_units(*(kept(f"u{n}", f"I drink tea from tin {n}, {n}.") for n in range(5)))
    recall, told = await explained(store, "Which tea?", k=2, threshold=0.0)
    beyond = dropped(told, "beyond_k")
    assert len(recall.hits) == 2
    assert len(beyond) == 3
    scores = [one.score for one in (*recall.hits, *beyond)]
    assert scores == sorted(scores, reverse=True)


async def test_what_says_the_same_names_the_hit_it_joined(store):
    await store.add_units(kept("a", "I drink green tea."), kept("b", "I drink green tea"))
    recall, told = await explained(store, "Which tea?", threshold=0.0)
    (hit,) = recall.hits
    (one,) = told.dropped
    assert (one.why, one.other) == ("says_the_same", hit.id)
    assert one.id in hit.duplicates


async def test_what_faded_or_went_cold_and_matches_too_weakly_is_told_with_its_match(store):
    for state in (State.FADED, State.COLD):
        await store.add_units(kept(state, "I drink tea with honey at four.", state=state))
    never = RetrieverSettings(faded_threshold=1.0, cold_threshold=1.0)
    recall, told = await explained(store, "Which tea?", settings=never)
    assert not recall.hits
    assert {one.why: one.id for one in told.dropped} == {"faded": "faded", "cold": "cold"}
    assert all(0 < one.score < 1 for one in told.dropped)


async def test_an_outdated_turn_names_the_memory_that_tells_so(store):
    await store.add_turns(said("t", "I live in a flat in Oslo."))
    gone = kept(
        "u",
        "I live in Oslo.",
        state=State.SUPERSEDED,
        sources=(Source(turn_id="t", start=0, end=25),),
    )
    await store.add_units(gone)
    recall, told = await explained(store, "Where do I live?", threshold=0.0)
    assert not recall.hits
    (one,) = told.dropped
    assert (one.id, one.why, one.other, one.score) == ("t", "outdated", "u", None)
    assert one.text == "I live in a flat in Oslo."


async def test_what_was_not_so_yet_at_a_past_date_is_told(store):
    await store.add_turns(said("t", "I drink tea."))
    await store.add_units(kept("u", "I drink tea."))
    _, told = await explained(store, "Which tea?", as_of=NOW - timedelta(days=9))
    assert {one.id: one.why for one in told.dropped} == {"u": "not_true_then", "t": "said_later"}
