"""`eval questions` on a folder of one's own."""

import json

import pytest

PAIR = {"id": "pax", "about": "relation", "implicit": "Hmm?"}
SAID = {
    "en": {"said": "My dog Pax is afraid of thunder.", "direct": "What is my dog Pax afraid of?"},
    "zh": {"said": "我的狗Pax怕打雷。", "direct": "我的狗Pax怕什么？"},
}


@pytest.fixture
def folder(place):
    own = place / "own"
    own.mkdir()
    for spoken, texts in SAID.items():
        (own / f"{spoken}.jsonl").write_text(json.dumps(PAIR | texts), "utf-8")
    return str(own)


def test_it_prints_both_languages_and_both_ways_and_writes_the_result(run, folder, place):
    asked = ("eval", "questions", folder, "--distractors", "0")
    table = run(*asked, "--json", "out.json").stdout
    assert "zh → en · implicit" in table
    assert "en: 1 of 1 statements and 0 of 0 distractors were kept, as 1 memories." in table
    result = json.loads((place / "out.json").read_text("utf-8"))
    assert (result["command"], result["dataset"]) == ("eval questions", "own")
    assert result["by_category"]["zh direct"]["R@5"] == 100
    assert "zh → en · 暗问" in run(*asked, "--lang", "zh").stdout


@pytest.mark.parametrize(
    "more",
    [
        ("nowhere",),
        ("own",),
        ("own", "--distractors", "0", "--k", "4"),
        ("own", "--distractors", "0", "--preset", "verbatim"),
    ],
)
def test_what_cannot_be_run_is_wrong_use(run, folder, more):
    run("eval", "questions", *more, code=2)
