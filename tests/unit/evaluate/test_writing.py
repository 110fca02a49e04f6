import json

import pytest

from retold.errors import DatasetError
from retold.evaluate.writing import (
    WritingOptions,
    best_half,
    part_of,
    run_writing,
)

SAID = (
    ("Hi there!", False),
    ("I'm allergic to peanuts.", True),
    ("haha ok", False),
    ("My sister Ruth lives in Leeds and works as a nurse.", True),
    ("thanks a lot", False),
    ("I moved to Oslo in May for a job at the harbour.", True),
)


@pytest.fixture(autouse=True)
def quick_embedder(monkeypatch):
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "hashing")


@pytest.fixture
def file(tmp_path):
    def write(*, labels=False, questions=()):
        lines = [{"type": "meta", "name": "small", "language": "en"}]
        for i, (text, keep) in enumerate(SAID):
            line = {
                "type": "turn",
                "conversation": "c",
                "session": "s",
                "id": f"t{i}",
                "speaker": "user",
                "role": "user",
                "text": text,
            }
            lines.append(line | ({"keep": keep} if labels else {}))
        lines += [
            {
                "type": "question",
                "conversation": "c",
                "id": q,
                "text": q,
                "evidence": ids,
                "category": "1",
            }
            for q, ids in questions
        ]
        path = tmp_path / "small.jsonl"
        path.write_text("\n".join(map(json.dumps, lines)), "utf-8")
        return path

    return write


def test_labels_give_precision_and_recall_of_each_language(file):
    result = run_writing(file(labels=True), WritingOptions())
    assert (result["metrics"]["precision"], result["metrics"]["recall"]) == (100, 100)
    assert result["by_language"]["en"]["recall"] == 100
    assert result["metrics"]["units_per_20_turns"] >= 10
    assert (result["writer"], result["turns"]) == ("trained", 6)


def test_questions_give_what_is_kept_of_their_evidence_at_half(file):
    questions = [("Where does Ruth live?", ["t3"]), ("What can't they eat?", ["t1"])]
    result = run_writing(file(questions=questions), WritingOptions())
    assert result["metrics"]["kept_at_half"] == 100
    assert result["metrics"]["auc"] > 0.7
    assert "precision" not in result["metrics"]


def test_what_says_nothing_of_what_matters_cannot_be_measured(file):
    with pytest.raises(DatasetError, match="no turn has a label"):
        run_writing(file(), WritingOptions())


def test_progress_counts_turns(file):
    told = []
    run_writing(file(labels=True), WritingOptions(), lambda done, total: told.append((done, total)))
    assert told == [(i + 1, 6) for i in range(6)]


def test_parts_of_the_labelled_set_do_not_depend_on_anything_but_the_name():
    parts = [part_of(f"en-{number:03}") for number in range(1000)]
    assert part_of("en-001") == parts[1]
    assert 0.55 < parts.count("train") / 1000 < 0.65
    assert 0.15 < parts.count("test") / 1000 < 0.25


def test_the_better_half_of_an_odd_number_is_the_smaller_one():
    assert best_half([0.1, 0.9, 0.5]) == {1}
    assert best_half([0.5, 0.5, 0.1, 0.9]) == {3, 0}
