"""The commands that remember, read, talk and forget, as people type them."""

import json

from retold import Memory, load


def test_what_is_remembered_is_found_by_every_reading_command(value, remembered):
    unit_id = remembered()
    assert [u["id"] for u in value("memories")] == [unit_id]
    recall = value("recall", "which nuts am I allergic to?")
    assert recall["status"] == "ok"
    assert unit_id in [hit["id"] for hit in recall["hits"]]
    assert "peanuts" in value("context", "am I allergic to peanuts?")["text"]
    answer = value("answer", "am I allergic to peanuts?")
    assert answer["known"]
    assert "peanuts" in answer["text"]
    assert [step["event"] for step in value("history", unit_id)] == ["created"]


def test_1404_the_command_line_finds_what_the_library_finds(value, remembered, place):
    remembered()
    remembered("我对花生过敏。")
    ids = [hit["id"] for hit in value("recall", "peanuts 花生")["hits"]]
    with Memory.open(place / "memory.db", settings=load({"embedder.driver": "hashing"})) as memory:
        assert ids == [hit.id for hit in memory.user("me").recall("peanuts 花生")]


def test_tables_are_for_people(run):
    run("remember", "I'm allergic to peanuts. Thanks!")
    assert "peanuts" in run("memories").stdout
    assert "peanuts" in run("recall", "peanuts allergy").stdout
    remember = run(
        "remember", "I moved to Oslo in March. Thanks!", "--at", "2026-05-04T20:11+02:00"
    )
    assert "kept" in remember.stdout
    assert "refused" in remember.stdout


def test_messages_in_chinese(run):
    assert "记下" in run("remember", "我对花生过敏。", "--lang", "zh").stdout
    assert "花生" in run("memories", "--lang", "zh").stdout
    assert "错误" in run("recall", "花生", "--k", "0", "--lang", "zh", code=2).stderr


def test_users_are_kept_apart(run, value, remembered):
    remembered(user="alice")
    assert value("memories", "--user", "bob") == []
    run("history", value("memories", "--user", "alice")[0]["id"], "--user", "bob", code=1)


def test_text_from_standard_input(value):
    value("remember", "-", given="I'm allergic to peanuts.\n")
    assert "peanuts" in value("memories")[0]["content"]


def test_a_key_makes_a_retry_safe(value):
    first = value("remember", "I'm allergic to peanuts.", "--key", "a")
    again = value("remember", "I'm allergic to peanuts.", "--key", "a")
    assert again["repeated"]
    assert first["turn_ids"] == again["turn_ids"]


def test_the_context_alone_goes_to_standard_output(run, value, remembered):
    remembered()
    result = run("context", "am I allergic to peanuts?", "--tokens", "200")
    assert (
        result.stdout.strip()
        == value("context", "am I allergic to peanuts?", "--tokens", "200")["text"]
    )
    assert "of 200 tokens" in result.stderr


def test_retire_hides_and_restore_brings_back(value, remembered):
    unit_id = remembered()
    assert value("retire", unit_id, "--reason", "outdated")["state"] == "retired"
    assert value("memories") == []
    assert [u["id"] for u in value("memories", "--all")] == [unit_id]
    assert value("history", unit_id)[-1]["reason"] == "outdated"
    assert value("restore", unit_id)["state"] == "active"
    assert [u["id"] for u in value("memories")] == [unit_id]


def test_erase_asks_and_takes_no_for_an_answer(run, value, remembered, place):
    unit_id = remembered()
    refusal = run("erase", unit_id, given="n\n", code=2)
    assert "nothing was erased" in refusal.stderr
    assert value("memories")
    run("erase", unit_id, given="y\n")
    assert value("memories") == []
    assert run("history", unit_id, code=1).stderr.startswith("Error")
    assert not [f for f in place.glob("memory.db*") if b"peanuts" in f.read_bytes()]


def test_erase_without_an_answer_erases_nothing(run, value, remembered):
    run("erase", remembered(), code=2)
    assert value("memories")


def test_erase_in_json_needs_no_question(value, remembered):
    assert value("erase", remembered(), "--yes")["units"] == 1


def test_the_turn_log_may_be_kept(run, remembered, place):
    run("erase", remembered(), "--yes", "--keep-sources")
    with Memory.open(place / "memory.db", settings=load({"embedder.driver": "hashing"})) as memory:
        assert [t.text for t in memory.user("me").turns()] == ["I'm allergic to peanuts."]


def test_chat_remembers_answers_lists_and_erases(run, value):
    told = run(
        "chat",
        given="I'm allergic to peanuts.\n\nAm I allergic to peanuts?\n/memories\n/quit\nnever read\n",
    )
    assert "kept" in told.stdout
    assert "never read" not in told.stdout
    (unit,) = value("memories")
    assert unit["id"][:8] in told.stdout
    run("chat", given=f"/erase {unit['id']}\n")
    assert value("memories") == []


def test_chat_in_json_gives_a_line_for_a_line(run):
    told = run(
        "chat", "--json", given="I'm allergic to peanuts.\nAm I allergic to peanuts?\n/memories\n"
    )
    kept, answered, listed = [json.loads(line) for line in told.stdout.splitlines()]
    assert kept["outcomes"][0]["action"] == "kept"
    assert answered["answer"]["known"]
    assert "peanuts" in answered["answer"]["text"]
    assert len(listed["memories"]) == 1


def test_a_question_is_not_answered_by_itself(run):
    told = run("chat", "--json", given="Where does my aunt Greta live?\n")
    assert not json.loads(told.stdout)["answer"]["known"]


def test_chat_goes_on_after_an_error(run, value):
    told = run("chat", given="/erase nothing\n/what\nI'm allergic to peanuts.\n")
    assert told.stderr.count("Error") == 2
    assert len(value("memories")) == 1


def test_chat_answers_questions_and_not_what_it_is_told(run):
    given = "My budget is 500 euros.\nI live in Oslo.\nWhat is my budget?\n"
    told = [json.loads(line) for line in run("chat", "--json", given=given).stdout.splitlines()]
    assert [bool(one["outcomes"]) for one in told] == [True, True, False]
    plain = run("chat", given="I moved to Bergen.\n").stdout
    assert "What I remember" not in plain


def test_recall_explains_itself(run, value, remembered):
    unit_id = remembered()
    asked = ("recall", "Am I allergic to peanuts?")
    told = value(*asked, "--explain")
    assert told["explanation"]["understood"]["tokens"]["peanut"] == 1.0
    assert told["explanation"]["filters"]["threshold"] == 0.25
    assert [d["why"] for d in told["explanation"]["dropped"]] == ["says_the_same"]
    plain = value(*asked)
    assert plain["explanation"] is None
    assert plain["hits"] == told["hits"]
    text = run(*asked, "--explain").stdout
    assert "least score" in text
    assert f"says the same → {unit_id[:8]}" in text
