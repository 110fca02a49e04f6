from functools import partial

import pytest

from retold import SettingsError
from retold.evaluate.deletion import DeletionOptions, run_deletion
from retold.evaluate.secret_facts import LANGUAGES, facts
from retold.gateway import Gateway

FEW = DeletionOptions(statements=10)


def test_503_and_504_what_was_erased_comes_back_by_no_way():
    told = []
    result = run_deletion(FEW, lambda *step: told.append(step))
    assert {n for n, count in result["by_step"].items() if count} == set()
    metrics = result["metrics"]
    assert metrics["facts"] == metrics["relearned"] == 20
    assert (metrics["bytes_found"], metrics["bystanders_lost"]) == (0, 0)
    assert result["by_category"]["zh"]["relearned"] == 10
    assert told[-1][0] == told[-1][1] == len(result["by_step"])


def test_what_comes_back_is_counted(monkeypatch):
    async def unjudged(self, turns, judge):
        changes, outcomes = await judge(turns)
        return list(turns), list(changes), list(outcomes)

    monkeypatch.setattr(Gateway, "judged", unjudged)
    result = run_deletion(FEW)
    assert result["metrics"]["came_back"] == 20
    for way in ("old backup", "old export, other ids", "old chat", "full width"):
        assert result["by_step"][way] > 0
    assert result["examples"]["old chat"]


def test_a_preset_that_writes_nothing_is_refused():
    with pytest.raises(SettingsError, match="verbatim"):
        run_deletion(DeletionOptions(preset="verbatim"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_statements_are_the_same_for_a_seed_and_each_is_its_own(language):
    made = partial(facts, 100)
    mine = [fact for fact in made(seed=1) if fact.language == language]
    assert len(mine) == len({fact.mark for fact in mine}) == 100
    assert all(fact.mark in fact.text and fact.mark in fact.other for fact in mine)
    assert len({fact.user for fact in mine}) == 10
    assert made(seed=1) == made(seed=1) != made(seed=2)
