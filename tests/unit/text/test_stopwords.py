from retold.text.normal import fold
from retold.text.stopwords import CHINESE, ENGLISH


def test_stop_words_are_folded_so_that_they_are_met():
    assert all(fold(word) == word for word in ENGLISH | CHINESE)


def test_words_that_tell_something_are_no_stop_words():
    assert not {"love", "live", "work", "buy", "two"} & ENGLISH
    assert not {"喜欢", "住", "工作", "买", "猫"} & CHINESE
