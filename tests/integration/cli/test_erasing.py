"""`retold erase`, `retold verify-erasure`, and forgetting in `retold chat`."""

import json

import pytest

TOLD = {
    "en": ("I live at 12 Harbour Lane in Bergen.", "I'm allergic to hazelnuts.", "Harbour Lane"),
    "zh": ("我住在杭州市文三路八十八号。", "我对榛子过敏。", "文三路"),
}
BOTH = pytest.mark.parametrize("language", ["en", "zh"])


def replies(run, *lines, flags=()):
    told = run("chat", "--json", *flags, given="".join(f"{line}\n" for line in lines))
    return [json.loads(line) for line in told.stdout.splitlines()]


def in_files(place, word):
    return [f.name for f in place.glob("memory.db*") if word.encode() in f.read_bytes()]


@BOTH
def test_1903_forgetting_in_chat_shows_candidates_and_erases_what_is_confirmed(
    run, value, place, language
):
    address, allergy, word = TOLD[language]
    wish = {"en": "Forget my address", "zh": "忘掉我的地址"}[language]
    told = replies(run, address, allergy, wish, "no", wish)
    assert any(word in one["text"] for one in told[2]["candidates"])
    assert len(value("memories")) == 2
    number = 1 + next(n for n, one in enumerate(told[4]["candidates"]) if word in one["text"])
    (again, gone) = replies(run, wish, str(number))
    assert again["candidates"] == told[4]["candidates"]
    assert gone["erased"]["units"] == 1
    assert [word in unit["content"] for unit in value("memories")] == [False]
    assert in_files(place, word) == []
    assert in_files(place, wish) == []


@BOTH
def test_506_what_is_no_answer_erases_nothing(run, value, language):
    address, allergy, _ = TOLD[language]
    wish = {"en": "Forget my address", "zh": "忘掉我的地址"}[language]
    question = {"en": "Am I allergic?", "zh": "我对什么过敏？"}[language]
    told = replies(run, address, allergy, wish, question, "1", wish, "99", wish)
    assert told[3]["answer"]
    assert "answer" in told[4]
    assert len(value("memories")) == 2


def test_1903_the_choice_is_shown_in_both_languages(run):
    run("remember", "I live in Oslo.")
    told = run("chat", given="forget my address\nno\n")
    assert "Which of them?" in told.stdout
    assert "Nothing was erased." in told.stdout
    told = run("chat", "--lang", "zh", given="忘掉我的地址\n不\n")
    assert "要抹去哪些" in told.stdout
    assert "什么都没有抹去" in told.stdout


@pytest.mark.parametrize(
    ("stop", "back", "said"),
    [
        ("Don't save what I say.", "You can remember again.", "I'm allergic to hazelnuts."),
        ("别记我的信息", "可以继续记了", "我对榛子过敏。"),
    ],
)
def test_508_the_wish_not_to_be_remembered_is_acknowledged(run, value, stop, back, said):
    told = replies(run, stop, said)
    assert [one["keeping"] for one in told] == ["stopped", "off"]
    assert value("memories") == []
    assert value("remember", said)["keeping"] == "off"
    assert "Not kept, as you asked." in run("remember", said).stdout
    assert [one["keeping"] for one in replies(run, back, said)] == ["resumed", "on"]
    assert len(value("memories")) == 1


def test_508_acknowledged_in_words(run):
    assert "nothing you say is kept" in run("chat", given="Don't save what I say.\n").stdout
    told = run("chat", "--lang", "zh", given="可以继续记了\n").stdout
    assert "又开始记你说的了" in told


def test_508_an_incognito_chat_answers_and_writes_nothing(run, value, place):
    value("remember", "I'm allergic to hazelnuts.")
    told = replies(
        run, "Am I allergic to hazelnuts?", "I live in Trondheim.", flags=("--incognito",)
    )
    assert told[0]["answer"]["known"]
    assert [one["keeping"] for one in told] == ["incognito", "incognito"]
    assert in_files(place, "Trondheim") == []


@BOTH
def test_506_erase_by_text_asks_which(run, value, place, language):
    address, allergy, word = TOLD[language]
    topic = {"en": "my address", "zh": "我的地址"}[language]
    value("remember", address)
    value("remember", allergy)
    candidates = value("erase", "--text", topic)
    assert len(value("memories")) == 2
    number = 1 + next(n for n, one in enumerate(candidates) if word in one["text"])
    for answer in ("no\n", "\n", "99\n", ""):
        run("erase", "--text", topic, given=answer, code=2)
    assert len(value("memories")) == 2
    run("erase", "--text", topic, given=f"{number}\n")
    assert len(value("memories")) == 1
    assert in_files(place, word) == []


def test_erase_by_turn_session_and_all(run, value):
    for session in ("one", "two", "three"):
        value("remember", f"I'm allergic to {session} nuts.", "--session", session)
    assert value("erase", "--session", "one", "--yes")["turns"] == 1
    turn = value("remember", "I live in Oslo.")["turn_ids"][0]
    assert value("erase", "--turn", turn, "--yes")["turns"] == 1
    run("erase", "--all", given="n\n", code=2)
    assert "turns: 2" in run("erase", "--all", given="n\n", code=2).stderr
    assert value("erase", "--all", "--yes")["turns"] == 2
    assert value("memories", "--all") == []


@pytest.mark.parametrize(
    "arguments", [(), ("x", "--all"), ("--text", "a", "--all"), ("x", "--text", "a")]
)
def test_erase_wants_to_know_one_thing(run, remembered, arguments):
    remembered()
    assert "say what to erase" in run("erase", *arguments, "--yes", code=2).stderr


def test_what_is_not_there_is_told(run, remembered):
    remembered()
    for flags in (("nope",), ("--turn", "nope"), ("--session", "nope"), ("--tag", "nope")):
        assert run("erase", *flags, "--yes", code=1).stderr.startswith("Error")


@BOTH
def test_verify_erasure_tells_what_is_left(run, value, language):
    address, allergy, word = TOLD[language]
    value("remember", address)
    value("remember", allergy)
    found = value("verify-erasure", "--text", address, code=1)
    assert not found["clean"]
    assert {trace["where"] for trace in found["traces"]["found"]} >= {"turns"}
    assert "row" in run("verify-erasure", given=f"\n{address}\n", code=1).stdout
    receipt = value("erase", "--all", "--yes")
    assert receipt["signature"]
    clean = value("verify-erasure", given=f"{address}\n{word}\n")
    assert clean["clean"]
    assert clean["traces"]["runs"] > 1
    assert "Nothing is left" in run("verify-erasure", given=f"{address}\n").stdout


def test_verify_erasure_checks_receipts(run, value, remembered, place):
    receipt = value("erase", remembered(), "--yes")
    file = place / "receipt.json"
    file.write_text(json.dumps(receipt))
    assert value("verify-erasure", "--receipt", str(file))["receipts"] == {receipt["id"]: True}
    file.write_text(json.dumps(receipt | {"units": 2}))
    told = run("verify-erasure", "--receipt", str(file), code=1)
    assert "changed" in told.stdout
    for text in ("", "[]", "{}", '{"id": 1}'):
        file.write_text(text)
        run("verify-erasure", "--receipt", str(file), code=2)
    run("verify-erasure", "--receipt", str(place / "missing.json"), code=2)


def test_verify_erasure_wants_a_text(run, remembered):
    remembered()
    assert "no text" in run("verify-erasure", given="\n", code=2).stderr
    assert "by chance" in run("verify-erasure", "--text", "tea", code=2).stderr
