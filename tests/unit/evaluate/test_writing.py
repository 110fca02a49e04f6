import json

import pytest

from retold.drivers.embedders.hashing import HashingEmbedder
from retold.errors import DatasetError, SettingsError
from retold.evaluate.writing import (
    WritingOptions,
    best_half,
    part_of,
    run_writing,
)
from retold.testing.endpoints import FakeEndpoint

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
    (result,) = run_writing(file(labels=True), WritingOptions())
    assert (result["metrics"]["precision"], result["metrics"]["recall"]) == (100, 100)
    assert result["by_language"]["en"]["recall"] == 100
    assert result["metrics"]["units_per_20_turns"] >= 10
    assert (result["writer"], result["turns"]) == ("trained", 6)


def test_questions_give_what_is_kept_of_their_evidence_at_half(file):
    questions = [("Where does Ruth live?", ["t3"]), ("What can't they eat?", ["t1"])]
    (result,) = run_writing(file(questions=questions), WritingOptions())
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


def test_writers_are_compared_over_vectors_that_are_made_once(file, monkeypatch):
    embedded = []
    embed = HashingEmbedder.embed

    def counted(self, texts, **options):
        embedded.extend(texts)
        return embed(self, texts, **options)

    monkeypatch.setattr(HashingEmbedder, "embed", counted)
    told = []
    options = WritingOptions(writers=("rules", "trained", "rules"))
    results = run_writing(file(labels=True), options, lambda *counts: told.append(counts))
    assert [result["writer"] for result in results] == ["rules", "trained"]
    assert len(embedded) == len(SAID)
    assert told == [(i + 1, 12) for i in range(12)]
    assert all("model" not in result for result in results)


def saying(*statements, status=200):
    content = json.dumps({"statements": statements})
    return lambda _: (status, {"choices": [{"message": {"content": content}}]})


def compared(monkeypatch, url, path, **settings):
    given = {"driver": "openai", "url": url, "name": "small", **settings}
    for name, value in given.items():
        monkeypatch.setenv(f"RETOLD_MODEL__{name.upper()}", str(value))
    return run_writing(path, WritingOptions(writers=("trained", "model")))


def test_a_model_is_judged_by_the_same_measures_with_what_it_did(file, monkeypatch):
    hello = {
        "turn": 1,
        "quote": "Hi there!",
        "content": "The user says hi there.",
        "first_person": "Hi there.",
        "kind": "feeling",
        "subject": "user",
        "importance": 1.0,
    }
    with FakeEndpoint(saying(hello, hello | {"content": "The user has 7 cats."})) as endpoint:
        alone, helped = compared(monkeypatch, endpoint.url, file(labels=True))
    assert len(endpoint.requests) == 1
    assert helped["model"] == {
        "name": "small/write-1",
        "requests": 1,
        "calls": 1,
        "failed": 0,
        "added": 1,
        "refused": 1,
        "left_out": 0,
        "notes": {},
    }
    assert helped["metrics"].keys() == alone["metrics"].keys()
    assert alone["metrics"]["precision"] == 100
    assert helped["metrics"]["precision"] == 75
    assert helped["metrics"]["recall"] == 100


@pytest.mark.parametrize(("turns_a_call", "calls"), [(1, 6), (4, 2)])
def test_an_endpoint_that_fails_leaves_the_rules_result_and_is_told(
    file, monkeypatch, turns_a_call, calls
):
    with FakeEndpoint(saying(status=500)) as endpoint:
        alone, helped = compared(
            monkeypatch, endpoint.url, file(labels=True), turns_a_call=turns_a_call
        )
    assert (helped["model"]["calls"], helped["model"]["failed"]) == (calls, calls)
    assert helped["model"]["notes"] == {"by rules alone: 127.0.0.1 answered 500": calls}
    measures = [name for name in alone["metrics"] if name != "ms_per_turn"]
    assert [helped["metrics"][n] for n in measures] == [alone["metrics"][n] for n in measures]


def test_without_a_model_in_the_settings_there_is_none_to_judge(file):
    with pytest.raises(SettingsError, match="needs a language model") as caught:
        run_writing(file(labels=True), WritingOptions(writers=("rules", "model")))
    assert "model.driver" in caught.value.hint


def test_parts_of_the_labelled_set_do_not_depend_on_anything_but_the_name():
    parts = [part_of(f"en-{number:03}") for number in range(1000)]
    assert part_of("en-001") == parts[1]
    assert 0.55 < parts.count("train") / 1000 < 0.65
    assert 0.15 < parts.count("test") / 1000 < 0.25


def test_the_better_half_of_an_odd_number_is_the_smaller_one():
    assert best_half([0.1, 0.9, 0.5]) == {1}
    assert best_half([0.5, 0.5, 0.1, 0.9]) == {3, 0}
