"""What a person may mean who wants something forgotten: a list to choose from."""

import pytest

from retold import State
from tests.integration.test_erasing import SECRET, everything, told


@pytest.mark.parametrize(
    ("language", "wish"), [("en", "forget my address"), ("zh", "忘掉我的地址")]
)
def test_506_only_what_is_confirmed_of_the_candidates_is_erased(opened, language, wish):
    alice = opened().user("alice")
    told(alice, language)
    before = everything(alice)
    candidates = alice.candidates(wish)
    assert everything(alice) == before
    meant = [hit for hit in candidates if SECRET[language][1] in hit.text]
    assert meant
    units = [hit.id for hit in meant if hit.unit is not None]
    alice.erase(*units, turns=[hit.id for hit in meant if hit.turn is not None])
    text = everything(alice)
    assert SECRET[language][1] not in text
    assert SECRET[language][0] in text
    assert SECRET[language][2] in text
    assert not [hit for hit in alice.candidates(wish) if SECRET[language][1] in hit.text]


def test_506_an_old_address_is_a_candidate_too(opened, clock):
    alice = opened().user("alice")
    alice.remember("I live in Oslo.")
    clock.pass_time(days=1)
    alice.remember("I moved to Bergen.")
    found = {hit.unit.state for hit in alice.candidates("my address") if hit.unit is not None}
    assert found == {State.ACTIVE, State.SUPERSEDED}


@pytest.mark.parametrize(
    ("language", "about", "question"),
    [
        ("en", "the praline tasting", "Should I go to the praline tasting?"),
        ("zh", "这块开心果蛋糕", "这块开心果蛋糕适合我吗？"),
    ],
)
def test_506_what_merely_comes_to_mind_is_no_candidate(opened, language, about, question):
    alice = opened().user("alice")
    told(alice, language)
    # The tests' embedder knows no meaning, so words near the question's are all that speaks for it.
    best = alice.recall(question, threshold=0.0).hits[0]
    assert SECRET[language][2] in best.text
    assert best.signals["associations"] > 0
    assert SECRET[language][2] not in " ".join(hit.text for hit in alice.candidates(about))


def test_506_candidates_count_no_access(opened):
    alice = opened().user("alice")
    alice.remember("I live in Oslo.")
    alice.candidates("my address")
    alice._loop.call(alice._memory._store.write_accesses)
    assert [unit.access_count for unit in alice.memories()] == [0]
