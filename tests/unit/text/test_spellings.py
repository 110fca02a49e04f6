from retold.text.spellings import SPELLINGS
from retold.text.tokens import stem


def test_every_form_has_the_stem_of_the_form_that_stands_for_it():
    assert all(stem(form) == stem(standard) for form, standard in SPELLINGS)


def test_no_form_stands_for_two_words():
    forms = [form for form, _ in SPELLINGS]
    assert len(forms) == len(set(forms))
    assert not {standard for _, standard in SPELLINGS} & set(forms)
