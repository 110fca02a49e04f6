import pytest

from retold.writer.frames import frames
from retold.writer.reading.english import lead_in, read, tidy


def reading(text):
    return read(tidy(text), frames("en").verbs)


@pytest.mark.parametrize(
    ("text", "key", "form"),
    [
        ("I live in Boston", "user", "I live in Boston"),
        ("We moved to Berlin", "user", "I move to Berlin"),
        ("My friend Jack is allergic to nuts", "Jack", "I be allergic to nuts"),
        ("my mother's allergic to nuts", "mom", "I be allergic to nuts"),
        ("my mom's birthday is May 3", "mom", "my birthday be May 3"),
        ("Dad's side is Greek", "dad", "my side be Greek"),
        ("Anna works at SAP", "Anna", "I work at SAP"),
        ("a friend of mine lives in Oslo", "friend", "I live in Oslo"),
        ("my budget is now 3000", "user", "my budget be 3000"),
        ("I've been working at Google", "user", "I work at Google"),
        ("I've got a dog", "user", "I have a dog"),
        ("I'd like a quiet keyboard", "user", "I would like a quiet keyboard"),
        ("I can't stand noise", "user", "I can stand noise"),
        ("moved to Rome", None, "I move to Rome"),
        ("allergic to peanuts btw", None, "I be allergic to peanuts"),
        ("Pottery is my passion", "Pottery", "Pottery is my passion"),
        ("The deadline is May 20", "", "The deadline is May 20"),
        ("My sister, who lives in Oslo, is a vet", "sister", "I be a vet"),
        ("My GP took me off metformin", "user", "I come off metformin"),
    ],
)
def test_subject_and_bare_form(text, key, form):
    found = reading(text)
    assert (found.subject and found.subject.key) == key
    assert form in found.forms


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("I don't really like cilantro", {"negated"}),
        ("I don't dislike jazz", {"negated"}),
        ("I have never been to Japan", {"negated", "perfect"}),
        ("I no longer have a car", {"ended"}),
        ("I don't want it any more", {"ended"}),
        ("I used to live in Paris", {"once"}),
        ("I lived in Paris", {"past"}),
        ("I've lived in Paris", {"past", "perfect"}),
        ("I'm learning Spanish", {"progressive"}),
        ("I'll be there", {"future"}),
        ("I might move", {"hedged"}),
        ("I think I'm allergic to nuts", {"unsure"}),
        ("I would like tea", {"wish"}),
        ("can't do stairs", {"negated"}),
    ],
)
def test_flags(text, flags):
    found = reading(text).flags
    names = ("negated", "ended", "once", "past", "perfect", "progressive", "future", "hedged", "unsure", "wish")  # fmt: skip
    assert {name for name in names if getattr(found, name)} == flags


@pytest.mark.parametrize(
    ("sloppy", "mended"),
    [("im here and i dont know u", "I'm here and I don't know u"), ("ive a dog", "I've a dog"), ("gonna go", "going to go"), ("ur dog, mybf", "your dog, my bf"), ("i7 and i.e. it", "i7 and i.e. it")],
)  # fmt: skip
def test_slips_are_mended(sloppy, mended):
    assert tidy(sloppy) == mended


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("btw, as I said, I'm vegan", "I'm vegan"),
        ("Thanks Mel, I'm vegan", "I'm vegan"),
        ("Yesterday, I went out", "Yesterday, I went out"),
        ("so", "so"),
    ],
)
def test_what_leads_up_to_a_statement(text, rest):
    assert text[lead_in(text) :] == rest
