import json

import pytest

from retold.errors import DatasetError
from retold.evaluate.updates import UpdatesOptions, labelled_updates, run_updates

pytestmark = pytest.mark.usefixtures("quick_embedder")

MOVED = {"evidence": ["3"], "stale": ["1"], "category": "update"}
TOLD = ["I live in Bristol.", "I have a dog called Rex.", "I moved to Bath."]


def labelled(*rows):
    return [(text, {"update": update}) for text, update in rows]


def test_what_was_superseded_is_neither_ranked_nor_cited(data_set):
    result = run_updates(
        data_set(TOLD, [("Where does the user live now?", MOVED)]), UpdatesOptions()
    )
    metrics = result["metrics"]
    assert (metrics["newest_first"], metrics["stale_in_context"]) == (100.0, 0.0)
    assert metrics["newest_in_context"] == 100.0
    # One of the three memories was closed; nobody says whether rightly.
    assert metrics["superseded_per_1000"] == pytest.approx(333.33)
    assert "false_supersessions_per_1000" not in metrics
    assert result["by_category"]["update"]["newest_first"] == 100.0
    assert (result["command"], result["questions"]) == ("eval updates", 1)
    assert result["units"] == 3
    assert result["latency_ms"]["p50"] > 0


def test_a_memory_of_turns_alone_shows_what_is_out_of_date(data_set):
    asked = [("Do I live in Bristol?", MOVED)]
    result = run_updates(data_set(TOLD, asked), UpdatesOptions(preset="verbatim"))
    assert result["metrics"]["newest_first"] == 0.0
    assert result["metrics"]["stale_in_context"] == 100.0
    assert "superseded_per_1000" not in result["metrics"]


def test_a_question_without_the_newest_turn_counts_for_the_stale_one_alone(data_set):
    file = data_set(TOLD, [("Where does the user live?", {"stale": ["1"]})])
    metrics = run_updates(file, UpdatesOptions())["metrics"]
    assert metrics["stale_in_context"] == 0.0
    assert "newest_first" not in metrics


def test_both_sides_of_a_contradiction_are_looked_for(data_set):
    sides = {"evidence": ["1", "2"], "category": "contradiction_resolution"}
    file = data_set(["I never wrote a poem.", "My poem was printed."], [("Any poem?", sides)])
    result = run_updates(file, UpdatesOptions(preset="verbatim"))
    assert result["metrics"] == {"contradiction_R@10": 100.0}
    assert result["macro"] == {"contradiction_R@10": 100.0}


def test_a_supersession_is_false_only_where_the_turn_that_closed_changes_nothing(data_set):
    rows = [("I live in Bristol.", False), ("I moved to Bath.", True)]
    right = run_updates(data_set(labelled(*rows)), UpdatesOptions())["metrics"]
    assert right == {"superseded_per_1000": 500.0, "false_supersessions_per_1000": 0.0}
    wrong = data_set(labelled(rows[0], (rows[1][0], False)), name="wrong")
    assert run_updates(wrong, UpdatesOptions())["metrics"] == {
        "superseded_per_1000": 500.0,
        "false_supersessions_per_1000": 500.0,
    }


def test_a_conversation_with_a_turn_that_says_nothing_has_no_labels(data_set):
    file = data_set([*labelled(("I live in Bristol.", False)), "I moved to Bath."])
    with pytest.raises(DatasetError, match="no question of this split has `stale` turns"):
        run_updates(file, UpdatesOptions())


def test_all_presets_give_a_list(data_set):
    file = data_set(TOLD, [("Where does the user live now?", MOVED)])
    results = run_updates(file, UpdatesOptions(preset="all"))
    assert [r["preset"] for r in results] == ["blenderbot2", "dual", "selective", "verbatim"]


def test_progress_ends_at_its_total(data_set):
    told = []
    file = data_set(TOLD, [("Where does the user live now?", MOVED)])
    run_updates(file, UpdatesOptions(), lambda done, total: told.append((done, total)))
    assert told == [(3, 4), (4, 4)]


def test_our_own_set_tells_of_every_turn_and_asks_in_both_languages():
    lines = [json.loads(x) for x in labelled_updates().read_text("utf-8").splitlines()]
    turns = {(x["conversation"], x["id"]): x["update"] for x in lines if x["type"] == "turn"}
    asked = [x for x in lines if x["type"] == "question"]
    assert {question["category"] for question in asked} == {"en", "zh"}
    for question in asked:
        newest, stale = question["evidence"], question["stale"]
        assert all(turns[question["conversation"], turn] for turn in newest)
        assert all(int(a) < int(b) for a in stale for b in newest)


def test_outside_of_a_checkout_a_file_must_be_named(monkeypatch, tmp_path):
    monkeypatch.setattr("retold.__file__", str(tmp_path / "a" / "b" / "__init__.py"))
    with pytest.raises(DatasetError, match="are not installed"):
        run_updates(None, UpdatesOptions())
