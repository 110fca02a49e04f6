from retold.text.alike_words import APART, SAME


def test_a_meaning_is_named_by_a_word_of_its_own():
    assert all(SAME[standard] == standard for standard in SAME.values())


def test_words_that_exclude_each_other_are_in_one_group():
    red, blue, mother = APART["red"], APART["blue"], APART["妈妈"]
    assert red[0] == blue[0] != mother[0]
    assert red[1] != blue[1]
    assert APART["母亲"] == mother
