import pytest

from retold.text.name_words import GIVEN_NAMES
from training.circles import LANGUAGES, MADE, as_stored, made, read, token


def test_the_file_is_made_of_the_circles():
    assert MADE.read_text("utf-8") == as_stored(made(read())), "python -m training.circles"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_circle_has_words_of_both_languages(language):
    assert [name for name, words in read().items() if len(words[language]) < 8] == []


def test_english_words_stand_alone_and_small():
    wrong = [word for words in read().values() for word in words["en"] if word != word.lower()]
    assert wrong == []


def test_a_name_twice_is_refused(tmp_path):
    for file in ("a.toml", "b.toml"):
        tmp_path.joinpath(file).write_text('[tea]\nen = "tea"\nzh = "茶"\n', "utf-8")
    with pytest.raises(ValueError, match=r"b\.toml: there is a circle 'tea' already"):
        read(tmp_path)


def test_words_are_kept_by_the_tokens_that_texts_have():
    assert token("oysters") == "oyster"
    assert token("iPhone") == "iphon"
    assert token("left-handed") == "lefthanded"
    assert token("T恤") == "T恤"
    content = made(
        {"tea": {"en": ["teas", "cup"], "zh": ["茶"]}, "cups": {"en": ["cups"], "zh": []}}
    )
    assert content == {"tokens": ["cup", "tea", "茶"], "circles": [[0, 1, 2], [0]]}


def test_nobody_is_called_like_a_word_of_a_circle():
    # A name in a memory would bring to mind whatever bears it: a cat food, a singer.
    things = {"rosemary", "heather", "jasmine", "carol", "christian", "florence", "milan"}
    things |= {"santiago", "alexa", "claude"}
    said = {word for words in read().values() for word in words["en"]}
    assert said & GIVEN_NAMES == things
