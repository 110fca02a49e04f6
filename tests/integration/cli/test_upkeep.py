"""Help, config, doctor, eval and bench."""

import json
import re

from retold.testing.endpoints import FakeEndpoint


def test_help_in_both_languages(run):
    assert "Whose memory." in run("recall", "--help", "--lang", "en").stdout
    assert "谁的记忆" in run("recall", "--lang", "zh", "--help").stdout
    assert "Whose memory." in run("recall", "--help").stdout


def test_no_command_is_help(run):
    assert "demo" in run().stdout


def test_version(run):
    assert re.fullmatch(r"retold \d+\.\d+\.\d+\S*\n", run("--version").stdout)


def test_config_writes_a_file_that_is_read(run, value, place):
    run("config", "--init")
    text = (place / "retold.toml").read_text("utf-8").replace("# k = 8", "k = 3")
    (place / "retold.toml").write_text(text, "utf-8")
    assert [k["value"] for k in value("config", "--changed") if k["name"] == "retriever.k"] == [3]
    run("config", "--init", code=2)


def test_doctor_names_what_is_missing_and_fills_it(run, value, remembered, monkeypatch):
    assert value("doctor")["healthy"]
    monkeypatch.setenv("RETOLD_EMBEDDER__WHEN", "later")
    remembered()
    states = {c["name"]: c["state"] for c in value("doctor")["checks"]}
    assert (states["file"], states["vectors"]) == ("ok", "warning")
    assert "retold doctor --fill" in run("doctor").stdout
    states = {c["name"]: c["state"] for c in value("doctor", "--fill")["checks"]}
    assert states["vectors"] == "ok"


def test_doctor_asks_the_reranker_where_there_is_one(value, monkeypatch):
    def checked(code=0):
        return [c for c in value("doctor", code=code)["checks"] if c["name"] == "reranker"]

    assert checked() == []
    results = [{"index": i, "relevance_score": 0.5} for i in range(2)]
    with FakeEndpoint(lambda _: (200, {"results": results})) as endpoint:
        for name, given in {"driver": "jina", "url": endpoint.url, "name": "small"}.items():
            monkeypatch.setenv(f"RETOLD_RERANKER__{name.upper()}", given)
        (check,) = checked()
    assert (check["state"], check["detail"]) == ("ok", "small")
    (check,) = checked(code=1)
    assert (check["state"], check["next_step"]) == ("failure", "check reranker.url")
    assert "cannot be reached" in check["detail"]
    monkeypatch.setenv("RETOLD_RERANKER__DRIVER", "psychic")
    (check,) = checked(code=1)
    assert check["next_step"] == "one of jina"


def test_doctor_fails_on_a_broken_file(value, place):
    (place / "memory.db").write_bytes(b"not a database at all, " * 100)
    assert not value("doctor", code=1)["healthy"]


def test_eval_writes_the_documented_result(question, run, lines, place):
    file = place / "set.jsonl"
    file.write_text(
        lines("I'm allergic to peanuts.", "I live in Oslo.", "We have a dog.") + question,
        "utf-8",
    )
    table = run("eval", "retrieval", str(file), "--preset", "verbatim", "--json", "out.json").stdout
    assert "R@10" in table
    result = json.loads((place / "out.json").read_text("utf-8"))
    assert result["command"] == "eval retrieval"
    assert result["metrics"]["R@10"] == 100
    printed = run("eval", "retrieval", str(file), "--preset", "all", "--json", "-").stdout
    assert {r["preset"] for r in json.loads(printed)} >= {"verbatim", "selective"}


def test_eval_updates_and_abstention_write_their_measures(run, lines, question, place):
    file = place / "set.jsonl"
    asked = {"type": "question", "conversation": "alice", "id": "q8", "category": "5"}
    changed = {
        "id": "q9",
        "text": "Where do I live?",
        "evidence": ["alice-2"],
        "stale": ["alice-1"],
    }
    questions = [asked | {"text": "How high is the moon?"}, asked | changed | {"category": "9"}]
    said = lines("I'm allergic to peanuts.", "I live in Oslo.", "I moved to Bergen.") + question
    file.write_text(said + "".join("\n" + json.dumps(q) for q in questions), "utf-8")
    updates = run("eval", "updates", str(file), "--preset", "all", "--json", "-").stdout
    assert {"newest_first", "stale_in_context"} <= set(json.loads(updates)[2]["metrics"])
    assert "stale in context" in run("eval", "updates", str(file), "--json", "out.json").stdout
    assert json.loads((place / "out.json").read_text("utf-8"))["command"] == "eval updates"
    table = run("eval", "abstention", str(file), "--category", "5").stdout
    assert "auroc" in table
    assert "injected" in table
    printed = run("eval", "abstention", str(file), "--category", "5", "--json", "-").stdout
    assert json.loads(printed)["questions"] == 3


def test_eval_writing_takes_all_presets_and_both_writers(run, place):
    said = {"type": "turn", "conversation": "en-1", "text": "I live in Oslo.", "keep": True}
    other = said | {"id": "2", "text": "Hello again!", "keep": False}
    file = place / "set.jsonl"
    file.write_text(json.dumps(said | {"id": "1"}) + "\n" + json.dumps(other), "utf-8")
    command = ("eval", "writing", str(file), "--split", "all", "--preset", "all")
    results = json.loads(run(*command, "--writers", "trained,rules", "--json", "-").stdout)
    assert [(r["preset"], r["writer"]) for r in results[:2]] == [
        ("blenderbot2", "trained"),
        ("blenderbot2", "rules"),
    ]
    assert len(results) == 8
    assert "blenderbot2" in run(*command).stdout


def test_eval_refuses_an_empty_category(run, lines, question, place):
    (place / "set.jsonl").write_text(lines("I live in Oslo.") + question, "utf-8")
    run("eval", "retrieval", "set.jsonl", "--categories", "a,,b", code=2)
    run("eval", "abstention", "set.jsonl", code=2)


def test_bench_prints_and_writes(run, place):
    result = json.loads(
        run("bench", "--units", "30", "--adds", "3", "--recalls", "3", "--json", "-").stdout
    )
    assert result["latency_ms"]["recall"]["p50"] > 0
    assert "sync" in run("bench", "--units", "30", "--adds", "3", "--recalls", "3").stdout
    assert list(place.iterdir()) == []
