import json

import pytest

from retold.errors import DatasetError
from retold.evaluate.pairs import FORMS, LANGUAGES, own_folder, read_pairs
from retold.text.tokens import stem, words

TEA = {"id": "tea", "about": "preference", "said": "I drink mint tea.", "direct": "Which tea?"}
TEA |= {"implicit": "What goes into my cup?"}


@pytest.fixture
def folder(tmp_path):
    def write(english, chinese):
        for spoken, lines in (("en", english), ("zh", chinese)):
            text = "\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines)
            (tmp_path / f"{spoken}.jsonl").write_text(text + "\n", "utf-8")
        return tmp_path

    return write


def test_both_languages_are_read_in_the_order_of_the_english_file(folder):
    dog = TEA | {"id": "dog", "said": "Our dog is called Pax."}
    found = read_pairs(folder([TEA, dog], ["", dog, TEA]))
    assert [[pair.id for pair in found[spoken]] for spoken in LANGUAGES] == [["tea", "dog"]] * 2
    assert found["en"][0].question("direct") == "Which tea?"
    assert found["en"][0].question("implicit") == "What goes into my cup?"


@pytest.mark.parametrize(
    ("english", "chinese", "message"),
    [
        ([TEA], [TEA | {"id": "other"}], "only in one of the languages"),
        ([TEA, TEA], [TEA], r"en.jsonl, line 2: 'tea' stands twice"),
        ([TEA | {"said": " "}], [TEA], "en.jsonl, line 1: said"),
        ([TEA | {"more": "x"}], [TEA], "en.jsonl, line 1: more"),
        ([{"id": "tea"}], [TEA], "en.jsonl, line 1: about"),
        ([TEA], ["{"], "zh.jsonl, line 1: Invalid JSON"),
        ([], [TEA], "en.jsonl holds no pairs"),
    ],
)
def test_what_does_not_follow_the_format_is_an_error_that_names_the_place(
    folder, english, chinese, message
):
    with pytest.raises(DatasetError, match=message):
        read_pairs(folder(english, chinese))


def test_a_missing_file_and_one_that_is_not_utf_8_are_errors(folder):
    place = folder([TEA], [TEA])
    (place / "zh.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(DatasetError, match=r"zh.jsonl is not UTF-8"):
        read_pairs(place)
    (place / "zh.jsonl").unlink()
    with pytest.raises(DatasetError, match=r"zh.jsonl cannot be read"):
        read_pairs(place)


# ── The set of this project ────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module", params=["test", "tune"])
def own(request):
    return read_pairs(own_folder(), request.param)


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_there_are_pairs_enough_and_nothing_stands_twice(own, spoken):
    assert len(own[spoken]) >= 130
    for texts in (
        [pair.said for pair in own[spoken]],
        [pair.question(form) for pair in own[spoken] for form in FORMS],
    ):
        assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_an_implicit_question_shares_no_telling_word_with_its_statement(own, spoken):
    def telling(text):
        return {stem(word) for word in words(text)}

    shared = {
        pair.id: found
        for pair in own[spoken]
        if (found := telling(pair.said) & telling(pair.implicit))
    }
    assert shared == {}


def test_both_languages_are_about_the_same(own):
    assert [pair.about for pair in own["en"]] == [pair.about for pair in own["zh"]]


def test_two_hundred_pairs_give_the_result_and_none_of_them_was_tuned_by():
    result, tuned = (read_pairs(own_folder(), half) for half in ("test", "tune"))
    assert len(result["en"]) >= 200
    for spoken in LANGUAGES:
        told, other = ({pair.said for pair in half[spoken]} for half in (result, tuned))
        assert told.isdisjoint(other)
        asked, others = (
            {pair.question(form) for pair in half[spoken] for form in FORMS}
            for half in (result, tuned)
        )
        assert asked.isdisjoint(others)
