"""Import and export."""

import json


def lines(*turns, conversation="alice"):
    made = [
        {
            "type": "turn",
            "conversation": conversation,
            "session": "s1",
            "id": f"{conversation}-{n}",
            "speaker": "A",
            "role": "user",
            "at": f"2026-05-0{n + 1}T10:00:00+08:00",
            "text": text,
        }
        for n, text in enumerate(turns)
    ]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in made)


def test_an_import_is_idempotent_and_makes_a_user_of_each_conversation(
    question, value, lines, place
):
    file = place / "chats.jsonl"
    file.write_text(
        lines("I'm allergic to peanuts.", "I live in Oslo.")
        + question
        + lines("我住在成都。", conversation="小周"),
        "utf-8",
    )
    first = value("import", str(file))
    assert (first["users"], first["turns"], first["repeated_turns"]) == (2, 3, 0)
    before = value("memories", "--user", "alice")
    assert "peanuts" in before[0]["content"]
    again = value("import", str(file))
    assert (again["turns"], again["repeated_turns"]) == (0, 3)
    assert value("memories", "--user", "alice") == before
    assert value("memories", "--user", "小周")


def test_a_longer_file_adds_only_what_is_new(run, value, lines, place):
    file = place / "chats.jsonl"
    file.write_text(lines("I'm allergic to peanuts."), "utf-8")
    run("import", str(file))
    file.write_text(lines("I'm allergic to peanuts.", "I live in Oslo."), "utf-8")
    assert value("import", str(file))["turns"] == 1


def test_several_conversations_for_one_user(value, lines, place):
    file = place / "chats.jsonl"
    file.write_text(
        lines("I'm allergic to peanuts.") + lines("我住在成都。", conversation="b"), "utf-8"
    )
    assert value("import", str(file), "--as-user", "carol")["users"] == 1
    assert len(value("memories", "--user", "carol")) == 2


def test_a_bad_line_is_named_and_nothing_is_written(run, lines, place):
    file = place / "chats.jsonl"
    file.write_text(lines("I live in Oslo.") + "{not json\n", "utf-8")
    assert "line 2" in run("import", str(file), code=2).stderr
    assert not (place / "memory.db").exists()


def test_locomos_own_json(value, place):
    sample = {
        "sample_id": "c1",
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2026",
            "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "I'm allergic to peanuts."}],
        },
        "qa": [],
    }
    (place / "locomo.json").write_text(json.dumps([sample]), "utf-8")
    assert value("import", "locomo.json")["turns"] == 1
    assert "peanuts" in value("memories", "--user", "c1")[0]["content"]


def test_1904_an_export_can_be_imported_and_lacks_what_was_erased(run, value, remembered, place):
    remembered()
    unit_id = remembered("I live in Oslo.")
    run("retire", remembered("我对榛子过敏。"))
    run("erase", unit_id, "--yes")
    counts = {"users": 1, "turns": 3, "memories": 2, "receipts": 0}
    assert value("export", "mine.jsonl") == counts
    text = (place / "mine.jsonl").read_text("utf-8")
    assert "Oslo" not in text
    kinds = [json.loads(line)["type"] for line in text.splitlines()]
    assert kinds == ["export", "turn", "turn", "turn", "unit", "unit", "end"]
    found = value("import", "mine.jsonl", "--db", "fresh.db")
    assert (found["users"], found["turns"], found["units"]) == (1, 3, 2)
    assert value("memories", "--all", "--db", "fresh.db") == value("memories", "--all")
    assert value("import", "mine.jsonl", "--db", "fresh.db")["known"] == 5
    run("import", "mine.jsonl", "--user", "else", "--db", "fresh.db")
    assert len(value("memories", "--all", "--db", "fresh.db", "--user", "else")) == 2


def test_1904_an_old_export_brings_nothing_back(run, value, remembered, place):
    remembered()
    unit_id = remembered("I live in Oslo.")
    run("export", "old.jsonl")
    run("erase", unit_id, "--yes")
    found = value("import", "old.jsonl")
    assert (found["erased"], found["units"], found["known"]) == (1, 0, 3)
    assert "Oslo" not in run("export").stdout
    assert "其后已抹去" in run("import", "old.jsonl", "--lang", "zh").stdout


def test_an_export_of_one_user_holds_no_other(run, remembered):
    remembered(user="alice")
    remembered("我住在成都。", user="bob")
    assert "成都" not in run("export", "--user", "alice").stdout
    everyone = run("export", "--all-users").stdout
    assert "成都" in everyone
    assert "peanuts" in everyone


def test_an_export_overwrites_nothing(run, remembered, place):
    remembered()
    (place / "mine.jsonl").write_text("precious")
    assert "exists already" in run("export", "mine.jsonl", code=2).stderr
    assert (place / "mine.jsonl").read_text() == "precious"


def test_a_bad_line_of_an_export_is_named_and_no_store_is_made(run, remembered, place):
    remembered()
    run("export", "mine.jsonl")
    text = (place / "mine.jsonl").read_text("utf-8")
    (place / "mine.jsonl").write_text(text.replace('"role": "user"', '"role": "boss"'), "utf-8")
    assert "line 2" in run("import", "mine.jsonl", "--db", "fresh.db", code=2).stderr
    assert not (place / "fresh.db").exists()
