from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest

from retold.changes import UpdateUnit
from retold.errors import EmbedderError, StoreError
from retold.records import Corpus, Kind, Scope, Source, State, Status
from retold.retriever.bearing import COMMON
from retold.settings import HalfLives, RetrieverSettings, TurnWeights
from retold.testing import samples
from tests.unit.retriever.stores import ADA, NOW, kept, said

pytestmark = pytest.mark.anyio


def ids(recall):
    return [hit.id for hit in recall.hits]


async def test_nothing_stored_is_empty(store):
    recall = await store.recall("What do I drink?")
    assert (recall.status, recall.hits, recall.confidence) == (Status.EMPTY, (), 0.0)
    assert recall.note


async def test_meaning_finds_a_unit_without_a_shared_word(store):
    await store.add_units(kept("u", "I am allergic to peanuts."), kept("v", "I have a puppy."))
    recall = await store.recall("What should she not eat?")
    assert recall.status is Status.OK
    assert ids(recall) == ["u"]
    (hit,) = recall.hits
    assert hit.unit.content == hit.text == "I am allergic to peanuts."
    assert recall.confidence >= hit.score > 0.5
    assert hit.signals["vectors"] > 0.5
    assert any(reason.startswith("close in meaning") for reason in hit.reasons)


async def test_keywords_find_what_has_no_vector_yet(store):
    await store.add_units(kept("u", "Ada plays the cello."), kept("v", "Ada walks."), vectors=False)
    recall = await store.recall("Who plays the cello?")
    assert (recall.status, ids(recall)) == (Status.OK, ["u"])
    assert recall.hits[0].signals["keywords"] > 0.5
    assert "vectors" not in recall.hits[0].signals
    assert recall.hits[0].reasons[0] == "2 of 2 keywords"


async def test_turns_are_found_too_and_name_themselves_as_source(store):
    await store.add_turns(said("t", "Tea with milk, please."), said("s", "I saw a film."))
    recall = await store.recall("Which tea?")
    assert (ids(recall), recall.hits[0].sources) == (["t"], ("t",))
    assert recall.hits[0].turn.text == "Tea with milk, please."


async def test_what_is_irrelevant_is_not_said(store):
    await store.add_units(kept("u", "I am allergic to peanuts."))
    recall = await store.recall("Who won the election?")
    assert (recall.status, recall.hits) == (Status.BELOW_THRESHOLD, ())
    assert 0.0 < recall.confidence < 0.3
    assert f"{recall.confidence:.2f}" in recall.note


async def test_a_threshold_of_zero_gives_everything_up_to_k(store):
    await store.add_units(*(kept(str(i), f"I know {i} jokes.") for i in range(9)))
    everything = await store.recall("Who won?", threshold=0.0, k=20)
    assert len(everything.hits) == 9
    assert len((await store.recall("Who won?", threshold=0.0, k=4)).hits) == 4
    assert (await store.recall("Who won?", threshold=1.0, k=20)).hits == ()


async def test_a_higher_threshold_never_gives_more(store):
    await store.add_units(kept("u", "I drink tea."), kept("v", "My flight is today."))
    await store.add_turns(said("t", "Some tea?"), said("s", "The flight to Lisbon is late."))
    results = [
        ids(await store.recall("Is there tea on the flight?", threshold=share / 10))
        for share in range(11)
    ]
    assert results[0]
    for lower, higher in pairwise(results):
        assert higher == lower[: len(higher)]


async def test_scores_fall_and_lie_between_zero_and_one(store):
    await store.add_units(kept("u", "I drink tea."), kept("v", "I drink coffee on a flight."))
    recall = await store.recall("I drink tea.", threshold=0.0)
    scores = [hit.score for hit in recall.hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0.0 <= score <= 1.0 for score in scores)
    assert ids(recall)[0] == "u"
    assert scores[0] > 0.95


async def test_without_vectors_keywords_answer_and_the_status_says_so(store):
    await store.add_units(kept("u", "I drink tea."), kept("v", "My puppy is brown."))
    store.embedder.failure = EmbedderError("no such host")
    recall = await store.recall("Which tea?")
    assert (recall.status, ids(recall)) == (Status.DEGRADED, ["u"])
    assert "no such host" in recall.note


async def test_a_question_that_cannot_be_turned_is_told_apart(store, monkeypatch):
    await store.add_units(kept("u", "I drink tea."), kept("v", "My puppy is brown."))
    embed = store.embedder.embed

    def fail_for_what_is_common(texts, *, purpose):
        if COMMON in texts:
            raise EmbedderError("no such host")
        return embed(texts, purpose=purpose)

    monkeypatch.setattr(store.embedder, "embed", fail_for_what_is_common)
    recall = await store.recall("Is the window shut?", threshold=0.0)
    assert recall.status is Status.DEGRADED
    assert recall.note == "not compared with what the question bears on: no such host"
    assert all("vectors" in hit.signals for hit in recall.hits)


async def test_an_empty_store_is_empty_even_without_vectors(store):
    store.embedder.failure = EmbedderError("no such host")
    assert (await store.recall("Which tea?")).status is Status.EMPTY


async def test_a_ledger_that_fails_is_an_error(store):
    await store.ledger.close()
    with pytest.raises(StoreError):
        await store.recall("Which tea?")


async def test_one_signal_alone_can_be_asked_for(store):
    await store.add_units(kept("u", "I am allergic to peanuts."), kept("v", "What is his name?"))
    words = await store.recall("What can he eat?", signals="keywords", threshold=0.0)
    assert all("vectors" not in hit.signals for hit in words.hits)
    near = await store.recall("What can he eat?", signals="vectors")
    assert ids(near) == ["u"]
    assert near.hits[0].reasons[0].startswith("close in meaning")


async def test_kinds_and_corpora_narrow_the_search(store):
    await store.add_units(
        kept("plan", "I fly to Lisbon.", kind=Kind.PLAN),
        kept("fact", "The flight was long.", kind=Kind.EVENT),
    )
    await store.add_turns(said("t", "My flight to Lisbon!"))
    assert ids(await store.recall("Which flight?", kinds=(Kind.EVENT,))) == ["fact"]
    assert ids(await store.recall("Which flight?", corpora=(Corpus.TURNS,))) == ["t"]
    only_units = RetrieverSettings(corpora=(Corpus.UNITS,))
    found = await store.recall("Which flight?", settings=only_units)
    assert set(ids(found)) == {"plan", "fact"}


async def test_a_rare_kind_is_found_among_many(store):
    many = [kept(f"p{i}", f"I fly on trip {i}.", kind=Kind.PLAN) for i in range(60)]
    await store.add_units(*many, kept("fear", "I dislike flying.", kind=Kind.FEELING))
    small = RetrieverSettings(pool=10, depth=10)
    found = await store.recall("Which trip?", settings=small, kinds=(Kind.FEELING,), k=2)
    assert ids(found) == ["fear"]


async def test_only_the_scope_is_searched(store):
    await store.add_units(kept("mine", "I drink tea."))
    await store.add_units(kept("theirs", "I drink tea.", scope=Scope(user="ben")))
    await store.add_turns(said("a", "Tea?", session="one"), said("b", "Tea!", session="two"))
    assert set(ids(await store.recall("Which tea?", threshold=0.0))) == {"mine", "a", "b"}
    one = replace(ADA, session="one")
    narrowed = await store.recall("Which tea?", scope=one, corpora=(Corpus.TURNS,))
    assert ids(narrowed) == ["a"]


async def test_a_unit_stands_for_the_turn_it_was_made_from(store):
    await store.add_turns(said("t", "I drink tea with milk."))
    source = Source(turn_id="t", start=0, end=22)
    await store.add_units(kept("u", "Ada drinks tea with milk.", sources=(source,)))
    recall = await store.recall("Which tea?")
    assert [(hit.id, hit.duplicates, hit.sources) for hit in recall.hits] == [("u", ("t",), ("t",))]


async def test_an_answer_is_found_by_the_question_it_answers(store):
    await store.add_turns(
        said("a", "Which dog do you have?", 0, session="s", speaker="Ben"),
        said("b", "A spaniel, since last year.", 1, session="s"),
        said("c", "We went to the lake.", 2, session="s"),
        said("d", "It rained a lot.", 3, session="s"),
    )
    recall = await store.recall("What pet does she have?", threshold=0.0)
    assert ids(recall)[:2] == ["b", "a"]
    assert "beside turns that fit" in recall.hits[0].reasons
    plain = RetrieverSettings(turns=TurnWeights(neighbours=0.0, answered=0.0))
    alone = await store.recall("What pet does she have?", settings=plain, threshold=0.0)
    scores = {hit.id: hit.score for hit in alone.hits}
    assert scores["b"] == pytest.approx(scores["c"], abs=0.05)


async def test_a_turn_of_which_nothing_is_left_is_no_hit(store):
    await store.add_turns(
        said("a", "Tea with milk, please.", 0, session="s"), said("b", "███ ██.", 1, session="s")
    )
    await store.add_turns(said("c", "██████\n███", 2, session="s"), vectors=False)
    assert set(ids(await store.recall("Which tea?", threshold=0.0))) == {"a", "b"}


async def test_retired_and_superseded_units_are_not_found_and_faded_ones_are(store):
    states = (State.ACTIVE, State.FADED, State.SUPERSEDED, State.RETIRED)
    await store.add_units(*(kept(state, f"I drink {state} tea.", state=state) for state in states))
    assert set(ids(await store.recall("Which tea?", threshold=0.0))) == {"active", "faded"}


async def test_what_is_cold_comes_back_on_a_strong_hit_only(store):
    await store.add_units(kept("u", "I drink tea with honey at four.", state=State.COLD))
    assert ids(await store.recall("Do I drink tea with honey at four?")) == ["u"]
    assert ids(await store.recall("Which film?", threshold=0.0)) == []


async def test_a_past_date_is_answered_with_what_was_true_then(store):
    moved = NOW - timedelta(days=30)
    old = kept("old", "I live in Lyon.", at=NOW - timedelta(days=400))
    await store.add_units(old, kept("new", "I live in Oslo.", at=moved))
    await store.add_turns(said("late", "I live in Oslo now.", at=moved))
    closed = replace(old, state=State.SUPERSEDED, valid_to=moved, superseded_by="new")
    await store.ledger.apply([UpdateUnit(unit=closed, entry=samples.entry(closed, "superseded"))])
    assert set(ids(await store.recall("Where do I live?"))) == {"new", "late"}
    then = await store.recall("Where do I live?", as_of=NOW - timedelta(days=60))
    assert ids(then) == ["old"]
    assert "was true then" in then.hits[0].reasons
    now = await store.recall("Where do I live?", as_of=moved)
    assert set(ids(now)) == {"new", "late"}
    before = await store.recall("Where do I live?", as_of=NOW - timedelta(days=500))
    assert before.hits == ()


async def test_what_was_said_long_ago_fades_by_its_kind(store):
    long_ago = NOW - timedelta(days=365)
    await store.add_units(
        kept("mood", "I want tea now.", kind=Kind.FEELING, at=long_ago),
        kept("allergy", "I get a rash from tea.", kind=Kind.CONSTRAINT, at=long_ago),
    )
    settings = RetrieverSettings(decay_floor=0.0, half_life_days=HalfLives(feeling=10))
    recall = await store.recall("What about tea?", settings=settings, threshold=0.0)
    assert ids(recall) == ["allergy", "mood"]
    mood = recall.hits[1]
    assert mood.signals["freshness"] < 0.001
    assert "its age leaves 0%" in mood.reasons
    assert recall.hits[0].signals["freshness"] == 1.0


async def test_the_last_reply_helps_a_question_that_says_little(store):
    await store.add_units(kept("u", "My flight leaves at nine."), kept("v", "My puppy is two."))
    alone = await store.recall("And when exactly?", threshold=0.0)
    helped = await store.recall(
        "And when exactly?", threshold=0.0, last_reply="You have a flight to Lisbon."
    )
    scores = {hit.id: hit.score for hit in alone.hits}
    assert ids(helped)[0] == "u"
    assert helped.hits[0].score > scores["u"]


@pytest.mark.parametrize("text", ["?", "🤖", "的", '"', "' OR 1=1 --", "* NEAR ( ^", "a" * 5000])
async def test_every_question_is_a_question(store, text):
    await store.add_units(kept("u", "I drink tea."))
    recall = await store.recall(text, threshold=0.0)
    assert ids(recall) == ["u"]


async def test_each_step_is_timed(store):
    recall = await store.recall("Which tea?")
    steps = {"cue", "keywords_and_question", "vectors", "turned", "associations", "rank", "total"}
    assert set(recall.milliseconds) == steps
    total = recall.milliseconds.pop("total")
    assert 0.0 < sum(recall.milliseconds.values()) <= total


async def test_what_is_cold_takes_the_place_of_nothing_live(store):
    cold = (kept(f"c{n}", f"I drink tea number {n}.", state=State.COLD) for n in range(300))
    await store.add_units(*cold, kept("u", "Ada keeps some tea at home, in a tin by the stove."))
    never = RetrieverSettings(cold_threshold=1.0)
    recall = await store.recall("Is there tea?", k=3, threshold=0.0, settings=never)
    assert ids(recall) == ["u"]


async def test_a_memory_that_is_cold_altogether_is_not_empty(store):
    await store.add_units(kept("u", "I drink tea with honey at four.", state=State.COLD))
    assert (await store.recall("Which film?")).status is Status.BELOW_THRESHOLD


async def test_what_is_cold_is_found_by_kind_too(store):
    plan = kept("u", "I drink tea with honey at four.", state=State.COLD, kind=Kind.PLAN)
    await store.add_units(plan)
    asked = "Do I drink tea with honey at four?"
    assert ids(await store.recall(asked, kinds=(Kind.PLAN,))) == ["u"]
    assert ids(await store.recall(asked, kinds=(Kind.FACT,))) == []


async def test_a_strong_match_is_one_whatever_its_age(store):
    asked = "Do I drink tea with honey at four?"
    long_ago = NOW - timedelta(days=5000)
    for state in (State.FADED, State.COLD):
        old = kept(state, "I drink tea with honey at four.", at=long_ago, state=state)
        await store.add_units(old)
    settings = RetrieverSettings(half_life_days=HalfLives(preference=30, fact=30))
    hits = (await store.recall(asked, settings=settings)).hits
    assert {hit.unit.state for hit in hits} <= {State.FADED, State.COLD}
    assert hits
    assert "had faded" in hits[0].reasons or "had gone cold" in hits[0].reasons


async def test_what_has_faded_is_not_found_by_a_weak_match(store):
    weak = RetrieverSettings(faded_threshold=1.0)
    await store.add_units(kept("u", "I drink tea with honey at four.", state=State.FADED))
    assert ids(await store.recall("Which tea?", settings=weak)) == []
    assert ids(await store.recall("Which tea?", settings=RetrieverSettings())) == ["u"]


@pytest.mark.parametrize(
    "settings",
    [
        RetrieverSettings(diversity=0.6),
        RetrieverSettings(fusion="reciprocal"),
        RetrieverSettings(diversity=0.3, fusion="reciprocal", fusion_k=5),
    ],
)
async def test_another_order_keeps_k_and_threshold(store, settings):
    await store.add_units(*(kept(f"u{n}", f"I drink tea from tin {n}, {n}.") for n in range(9)))
    await store.add_turns(said("t", "Shall we fly to Lisbon?"))
    everything = await store.recall("Which tea?", k=20, threshold=0.0, settings=settings)
    assert len(everything) == 10
    few = await store.recall("Which tea?", k=3, threshold=0.0, settings=settings)
    assert ids(few) == ids(everything)[:3]
    strict = await store.recall("Which tea?", k=20, threshold=0.5, settings=settings)
    assert all(hit.score >= 0.5 for hit in strict)


async def test_reciprocal_ranks_leave_the_confidence_to_the_sums(store):
    await store.add_units(kept("a", "I drink tea."), kept("b", "My dog is called Rex."))
    ranks = RetrieverSettings(fusion="reciprocal")
    for asked in ("Which tea?", "Does anybody collect stamps?"):
        plain = await store.recall(asked)
        ranked = await store.recall(asked, settings=ranks)
        assert ranked.confidence == pytest.approx(plain.confidence, abs=0.15)
        assert ranked.status == plain.status


async def test_in_a_large_memory_one_near_hit_is_less_sure_than_in_a_small_one(store):
    await store.add_units(kept("tea", "Ada drinks green tea."))
    small = await store.recall("What do I drink?")
    await store.add_units(*(kept(f"n{i}", f"Note {i} says {i * 7}.") for i in range(120)))
    large = await store.recall("What do I drink?")
    assert [hit.id for hit in large.hits[:1]] == ["tea"]
    assert large.confidence < small.confidence
    await store.add_units(*(kept(f"c{i}", f"Ada drinks coffee at {i}.") for i in range(3)))
    assert (await store.recall("What do I drink?")).confidence > large.confidence
