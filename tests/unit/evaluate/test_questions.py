import json

import pytest

from retold.errors import DatasetError, SettingsError
from retold.evaluate import questions
from retold.evaluate.questions import QuestionsOptions, run_questions

PAIRS = {
    "en": [
        ("dog", "relation", "My dog Pax is afraid of thunder.", "What is my dog Pax afraid of?"),
        ("flat", "fact", "I live in Bergen with my brother.", "Who do I live with in Bergen?"),
        ("chat", "fact", "ok", "What did I agree to?"),
    ],
    "zh": [
        ("dog", "relation", "我的狗Pax怕打雷。", "我的狗Pax怕什么？"),
        ("flat", "fact", "我跟弟弟住在Bergen。", "我在Bergen跟谁住？"),
        ("chat", "fact", "好的", "我同意了什么？"),
    ],
}
PARTS = """
[subjects]
people = { en = ["My aunt Jo", "My uncle Bo"], zh = ["我姑姑阿乔", "我叔叔阿波"] }
[values]
fear = { en = ["lifts", "geese"], zh = ["电梯", "大鹅"] }
[[frames]]
of = "people"
value = "fear"
en = "{who} is afraid of {value}."
zh = "{who}怕{value}。"
"""


@pytest.fixture(autouse=True)
def quick_embedder(monkeypatch):
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "hashing")


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "small"
    place.mkdir()
    for spoken, pairs in PAIRS.items():
        names = ("id", "about", "said", "direct")
        lines = [dict(zip(names, pair, strict=True)) | {"implicit": "Hmm?"} for pair in pairs]
        text = "\n".join(json.dumps(line) for line in lines)
        (place / f"{spoken}.jsonl").write_text(text, "utf-8")
    (place / "distractors.toml").write_text(PARTS, "utf-8")
    return place


def run(folder, progress=None, **options):
    return run_questions(folder, QuestionsOptions(**({"distractors": 2} | options)), progress)


def test_what_is_kept_is_found_by_its_words_and_what_is_refused_is_missed(folder):
    result = run(folder)
    assert (result["command"], result["dataset"]) == ("eval questions", "small")
    # Two of three are kept, and "ok" counts as missed.
    for spoken in ("en", "zh"):
        assert result["by_category"][f"{spoken} direct"]["R@1"] == 66.67
        assert result["of_kept"][f"{spoken}-{spoken} direct"]["R@1"] == 100.0
        assert result["writing"][spoken] == {
            "pairs": 3,
            "pairs_kept": 2,
            "distractors": 2,
            "distractors_kept": 2,
            "units": 4,
            "not_kept": ["chat"],
        }


def test_questions_of_one_language_are_asked_of_the_other(folder):
    result = run(folder)
    # The names are the same in both, so words find them.
    assert set(result["across"]) == {"en-zh", "zh-en"}
    assert result["across_by_category"]["zh-en direct"]["R@1"] == 66.67
    assert result["across_by_category"]["en-zh direct"]["R@1"] == 66.67


def test_every_question_counts_and_those_that_miss_are_told(folder):
    result = run(folder)
    assert result["questions"] == 3 * 2 * 2 * 2
    told = [one for one in result["misses"] if one["form"] == "direct" and one["id"] == "chat"]
    assert [(one["asked"], one["memory"]) for one in told] == [
        ("en", "en"),
        ("zh", "en"),
        ("en", "zh"),
        ("zh", "zh"),
    ]
    assert told[0] | {"first": ""} == {
        "id": "chat",
        "about": "fact",
        "form": "direct",
        "asked": "en",
        "memory": "en",
        "question": "What did I agree to?",
        "said": "ok",
        "kept": False,
        "rank": None,
        "first": "",
    }


def test_distractors_are_there_however_little_they_are_worth(folder):
    parts = PARTS.replace("is afraid of {value}.", "and {value}").replace(
        "怕{value}。", "和{value}"
    )
    (folder / "distractors.toml").write_text(parts, "utf-8")
    for counts in run(folder)["writing"].values():
        assert counts["distractors_kept"] == 2


def test_the_same_seed_gives_the_same_result(folder):
    first, second = run(folder), run(folder)
    assert first["misses"] == second["misses"]
    assert first["metrics"] == second["metrics"]


def test_without_distractors_their_parts_are_not_needed(folder):
    (folder / "distractors.toml").unlink()
    assert run(folder, distractors=0)["writing"]["en"]["units"] == 2
    with pytest.raises(DatasetError, match=r"distractors.toml"):
        run(folder)


def test_progress_ends_at_its_total(folder):
    told = []
    run(folder, progress=lambda done, total: told.append((done, total)))
    # Two languages of three statements and two distractors, and the questions.
    assert told[-1] == (34, 34)
    assert told == sorted(told)


def test_a_preset_without_units_and_a_place_that_is_no_folder_are_errors(folder, monkeypatch):
    with pytest.raises(SettingsError, match="keeps no units"):
        run(folder, preset="verbatim")
    with pytest.raises(DatasetError, match=r"en.jsonl is not a folder"):
        run(folder / "en.jsonl")
    monkeypatch.setattr(questions, "own_folder", lambda: folder / "nowhere")
    with pytest.raises(DatasetError, match="not installed") as raised:
        run(None)
    assert "checkout" in raised.value.hint
