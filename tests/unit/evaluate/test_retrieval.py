import json

import pytest

from retold.errors import DatasetError, SettingsError
from retold.evaluate.retrieval import RetrievalOptions, run_retrieval

SAID = (
    ("1", "s1", "Ada", "I bought a red kettle at the market."),
    ("2", "s1", "Ben", "Which tea do you make in it?"),
    ("3", "s1", "Ada", "Green tea from Kyoto, mostly."),
    ("4", "s2", "Ben", "My bicycle was stolen near the station."),
    ("5", "s2", "Ada", "Did you tell the police about the bicycle?"),
    ("6", "s3", "Ben", "We walked around the lake in the rain."),
)


def lines(conversation="c1"):
    for turn_id, session, speaker, text in SAID:
        yield {
            "type": "turn",
            "conversation": conversation,
            "session": session,
            "id": turn_id,
            "speaker": speaker,
            "at": "2026-05-03T09:30:00",
            "text": text,
        }


def question(text, evidence=(), conversation="c1", **fields):
    found = {"type": "question", "conversation": conversation, "id": text, "text": text}
    return found | {"evidence": list(evidence), "category": "1"} | fields


@pytest.fixture(autouse=True)
def quick_embedder(monkeypatch):
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "hashing")


def run(tmp_path, *asked, progress=None, **options):
    file = tmp_path / "walks.jsonl"
    written = [*lines("c1"), *lines("c2"), *asked]
    file.write_text("\n".join(json.dumps(line) for line in written), encoding="utf-8")
    values = {"preset": "verbatim", "k": 5} | options
    return run_retrieval(file, RetrievalOptions(**values), progress)


def test_evidence_that_is_found_first_scores_everywhere(tmp_path):
    result = run(tmp_path, question("Who bought a red kettle at the market?", ["1"]))
    assert result["metrics"] == {"R@1": 100.0, "R@5": 100.0, "NDCG@10": 100.0, "MRR": 100.0}
    assert result["coverage"] == {"250": 100.0, "500": 100.0, "1000": 100.0, "2000": 100.0}
    assert (result["command"], result["dataset"]) == ("eval retrieval", "walks")
    assert (result["preset"], result["embedder"]) == ("verbatim", "hashing/1/256")
    assert result["latency_ms"]["p50"] > 0
    assert result["questions"] == 1


def test_conversations_do_not_see_each_other_and_questions_without_evidence_are_skipped(tmp_path):
    result = run(
        tmp_path,
        question("Whose bicycle was stolen near the station?", ["4"], conversation="c2"),
        question("What is the capital of Peru?", abstain=True),
    )
    assert result["questions"] == 1
    assert result["metrics"]["R@1"] == 100.0


def test_sessions_are_ranked_where_only_sessions_are_known(tmp_path):
    asked = question("Where was the bicycle stolen?", evidence_sessions=["s2"])
    result = run(tmp_path, asked)
    assert result["metrics"]["R@1"] == 100.0
    assert result["coverage"]["2000"] == 100.0
    both = question("Where was the bicycle stolen?", evidence_sessions=["s2", "s3"])
    # The three turns of the first session cost one place, not three.
    assert run(tmp_path, both)["metrics"]["R@5"] == 100.0


def test_one_signal_alone_ranks_by_it_alone(tmp_path):
    asked = question("Green tea?", ["3"])
    words = run(tmp_path, asked, only="keywords", budgets=())
    assert words["metrics"]["MRR"] == 100.0
    assert words["coverage"] == {}
    assert run(tmp_path, asked, only="vectors", budgets=())["questions"] == 1


def test_without_dates_a_date_in_the_question_finds_nothing(tmp_path):
    asked = question("May 2026", ["6"])
    dated = run(tmp_path, asked, only="keywords", k=10)
    assert dated["metrics"]["R@10"] == 100.0
    undated = run(tmp_path, asked, only="keywords", k=10, undated=True)
    assert undated["metrics"]["R@10"] == 0.0


def test_all_presets_give_a_list_and_units_count_by_their_sources(tmp_path):
    results = run(tmp_path, question("What did Ada buy at the market?", ["1"]), preset="all")
    assert [result["preset"] for result in results] == [
        "blenderbot2",
        "dual",
        "selective",
        "verbatim",
    ]
    assert results[2]["metrics"]["R@5"] == 100.0


def test_the_split_and_the_limit_choose_conversations(tmp_path):
    first = question("Who bought a red kettle?", ["1"])
    second = question("Who bought a red kettle?", ["1"], conversation="c2")
    assert run(tmp_path, first, second)["questions"] == 2
    assert run(tmp_path, first, second, limit=1)["questions"] == 1
    with pytest.raises(DatasetError, match="no question of this split"):
        run(tmp_path, first, second, split="tune")


def test_progress_ends_at_its_total(tmp_path):
    told = []
    asked = question("Who bought a red kettle?", ["1"])
    run(tmp_path, asked, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (7, 7)
    assert told == sorted(told)


def test_an_unknown_preset_is_an_error(tmp_path):
    with pytest.raises(SettingsError, match="unknown preset"):
        run(tmp_path, question("Who?", ["1"]), preset="none")


def test_noise_of_other_conversations_is_in_the_way_and_told(tmp_path):
    asked = question("Who bought a red kettle at the market?", ["1"], conversation="c2")
    told = []
    result = run(
        tmp_path, asked, noise=1, k=25, progress=lambda done, total: told.append((done, total))
    )
    assert result["noise"] == 1
    # The other conversation holds the same sentence, so one of the two is second.
    assert result["metrics"]["R@5"] == 100.0
    assert told[-1] == (13, 13)
    assert "noise" not in run(tmp_path, asked)
    with pytest.raises(DatasetError, match="the others have 6"):
        run(tmp_path, asked, noise=2)


def test_categories_choose_questions(tmp_path):
    asked = [
        question("Who bought a red kettle?", ["1"], category="simple"),
        question("What of the lake?", ["6"], category="post"),
    ]
    result = run(tmp_path, *asked, categories=("post",))
    assert (result["questions"], list(result["by_category"])) == (1, ["post"])
    with pytest.raises(DatasetError, match="no question of other of this split"):
        run(tmp_path, *asked, categories=("other",))
