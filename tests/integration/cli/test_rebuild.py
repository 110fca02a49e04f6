"""The command that derives memories anew."""


def test_rebuild_prints_counts_in_both_languages(run, value, remembered):
    remembered()
    unit_id = remembered("I moved to Oslo in March.")
    counts = {"turns": 2, "unchanged": 2, "changed": 0, "added": 0, "closed": 0}
    assert value("rebuild") == counts
    assert "unchanged" in run("rebuild").stdout
    assert "Reading" in run("rebuild").stderr
    assert "未变" in run("rebuild", "--lang", "zh").stdout
    assert unit_id in [unit["id"] for unit in value("memories")]


def test_rebuild_follows_the_settings_and_comes_back(value, remembered, monkeypatch):
    unit_id = remembered("I like jazz a bit.")
    monkeypatch.setenv("RETOLD_WRITER__THRESHOLD", "0.99")
    assert value("rebuild")["closed"] == 1
    assert value("memories") == []
    assert [step["event"] for step in value("history", unit_id)] == ["created", "superseded"]
    monkeypatch.delenv("RETOLD_WRITER__THRESHOLD")
    assert value("rebuild")["changed"] == 1
    assert [unit["id"] for unit in value("memories")] == [unit_id]


def test_rebuild_without_a_writer_says_what_to_do(run, remembered):
    remembered()
    assert "writer.enabled" in run("rebuild", "--preset", "verbatim", code=2).stderr


def test_rebuild_needs_a_memory(run):
    assert "no memory" in run("rebuild", code=2).stderr
