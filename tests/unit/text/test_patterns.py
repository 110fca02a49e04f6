import re

from retold.text.patterns import alternatives, either


def test_longer_expressions_come_first_and_spaces_may_repeat():
    found = re.compile(either("no ; no way ;\n not  at all"))
    assert found.match("no  way")[0] == "no  way"
    assert found.match("not at all")[0] == "not at all"
    assert found.match("nope")[0] == "no"


def test_an_empty_table_matches_nothing_but_the_empty_text():
    assert either(" ; ") == ""


def test_words_stand_for_themselves_and_longer_ones_come_first():
    found = re.compile(alternatives(["tea", "tea (green)", "c+"]))
    assert found.match("tea (green)")[0] == "tea (green)"
    assert found.match("tea leaves")[0] == "tea"
    assert found.match("ccc") is None
