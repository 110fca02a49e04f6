import pytest

from retold.text.verbs import forms, is_participle, is_past, third_singular


@pytest.mark.parametrize(
    ("base", "form"),
    [("like", "likes"), ("have", "has"), ("do", "does"), ("go", "goes"), ("try", "tries"), ("play", "plays"),
     ("watch", "watches"), ("miss", "misses"), ("fix", "fixes"), ("am", "is"), ("are", "is")],
)  # fmt: skip
def test_third_person_singular(base, form):
    assert third_singular(base) == form


@pytest.mark.parametrize("word", ["went", "liked", "were", "put", "bought", "stopped"])
def test_past_forms(word):
    assert is_past(word)


@pytest.mark.parametrize("word", ["need", "feed", "like", "going", "succeed"])
def test_other_forms(word):
    assert not is_past(word)


def test_participles():
    assert is_participle("gone")
    assert is_participle("lived")
    assert not is_participle("went")


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("live", {"live": "base", "lives": "present", "lived": "past", "living": "progressive"}),
        ("go", {"go": "base", "goes": "present", "went": "past", "gone": "participle", "going": "progressive"}),
        ("plan", {"plan": "base", "plans": "present", "planned": "past", "planning": "progressive"}),
        ("study", {"study": "base", "studies": "present", "studied": "past", "studying": "progressive"}),
        ("put", {"put": "base", "puts": "present", "putting": "progressive"}),
        ("prefer", {"prefer": "base", "prefers": "present", "preferred": "past", "preferring": "progressive"}),
        ("lie", {"lie": "base", "lies": "present", "lay": "past", "lain": "participle", "lying": "progressive"}),
    ],
)  # fmt: skip
def test_all_forms(base, expected):
    assert dict(forms(base)) == expected
