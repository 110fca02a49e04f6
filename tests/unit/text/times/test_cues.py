"""What the sentence around a phrase says."""

import pytest

from retold.text.times.cues import REACH, around, clause, direction, is_recurring


def neighbours(text: str):
    """The sentence around the mark @ in a text."""
    at = text.index("@")
    return around(text, at, at + 1)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("i went there @", -1),
        ("i visited her @", -1),
        ("i will go there @", 1),
        ("i'm going to see her @", 1),
        ("i was told i'll start @", 1),
        ("i went home, but @ i'll fly", 1),
        ("@, i went home", -1),
        ("i am excited about @", 0),
        ("i need to see her @", 1),
        ("i was told i need to see her @", -1),
        ("我想@去医院", 1),
        ("我想@去了医院", -1),
        ("she is getting married @", 1),
        ("we're moving @", 1),
        ("i was getting better @", -1),
        ("i am feeling low @", 0),
        ("school starts @", 1),
        ("the meeting got pushed to @", 1),
        ("i've got an exam @", 0),
        ("i got it @", -1),
        ("i need it @", 0),
        ("it is @", 0),
        ("i went home. @ is fine", 0),
        ("我@去了医院", -1),
        ("我@去过医院", -1),
        ("我@要去医院", 1),
        ("我@会去医院", 1),
        ("我@开会", 0),
        ("聚会定在@", 1),
        ("年会改到@了", 1),
        ("@太好了", 0),
        ("重要的是@", 0),
        ("快到@了", 1),
        ("昨天去了。@开会", 0),
    ],
)
def test_direction(text: str, wanted: int) -> None:
    assert direction(neighbours(text)) == wanted


def test_a_clause_lies_between_commas() -> None:
    sentence = neighbours("i went home, and @ is free, they say")
    assert (direction(clause(sentence)), direction(sentence)) == (0, -1)
    assert (clause(sentence).before, clause(sentence).after) == (" and ", " is free")


def test_no_cue_reaches_across_the_phrase() -> None:
    assert direction(neighbours("what i have @ to eat")) == 0


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("every @ i swim", True),
        ("i usually swim @", True),
        ("my birthday is @", True),
        ("我每@游泳", True),
        ("我的生日是@", True),
        ("i swim @", False),
        ("every day is fine. @ is better", False),
        ("我@游泳", False),
    ],
)
def test_recurring(text, wanted) -> None:
    assert is_recurring(neighbours(text)) is wanted


def test_only_the_neighbourhood_is_read() -> None:
    text = "every day " + "x " * REACH + "@" + " y" * REACH + " every day"
    sentence = neighbours(text)
    assert not is_recurring(sentence)
    assert max(len(sentence.before), len(sentence.after)) <= REACH


def test_a_sentence_ends_at_its_mark() -> None:
    sentence = neighbours("One. Two @ three! Four")
    assert (sentence.before, sentence.after) == (" Two ", " three")
