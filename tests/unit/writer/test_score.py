import pytest

from retold.records import Kind
from retold.writer.score import Evidence, framed_value, generic_value, telling_words

EN = Evidence(language="en")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("I went to Oslo with my sister and two friends", "It is nice to go to places with people"),
        ("We adopted a greyhound in 2024", "That is awesome and so inspiring"),
        ("I hope to open a bakery next year", "I hope you enjoy it"),
        ("我跟我哥去爬了黄山，走了8个小时", "今天刚看到一只猫"),
        ("我老婆十月份生孩子", "真不错，太棒了"),
    ],
)
def test_concrete_and_personal_beats_vague(better, worse):
    language = "en" if better.isascii() else "zh"
    evidence = Evidence(language=language)
    assert generic_value(better, evidence).score > generic_value(worse, evidence).score


@pytest.mark.parametrize(
    "field", ["timed", "pictured", "about_known", "about_self", "worded", "asked_to_remember"]
)
def test_what_raises_a_score(field):
    text = "The shelf came from a small shop"
    evidence = Evidence(language="en", **{field: True})
    assert generic_value(text, evidence).score > generic_value(text, EN).score


@pytest.mark.parametrize("field", ["unsure", "loose", "elsewhere"])
def test_what_lowers_a_score(field):
    text = "The shelf came from a small shop"
    evidence = Evidence(language="en", **{field: True})
    assert generic_value(text, evidence).score < generic_value(text, EN).score


def test_scores_of_frames_follow_what_the_slot_is_worth():
    strong, _ = framed_value("I'm allergic to nuts", 0.95, 0.9, EN)
    weak, _ = framed_value("I'm allergic to nuts", 0.5, 0.9, EN)
    unsure, reasons = framed_value(
        "I'm allergic to nuts", 0.95, 0.9, Evidence(language="en", unsure=True)
    )
    assert 0 < unsure < strong <= 1
    assert weak < strong
    assert "unsure" in reasons


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("I plan to paint next week", Kind.PLAN),
        ("I feel sad", Kind.FEELING),
        ("I painted a wall", Kind.EVENT),
        ("I am into jazz", Kind.PREFERENCE),
        ("The wall is green", Kind.FACT),
    ],
)
def test_kinds(text, kind):
    assert generic_value(text, EN).kind is kind


def test_telling_words_are_different_words_that_are_no_grammar():
    assert telling_words("the dog and the dog and a cat", "en") == 2
    assert telling_words("我喜欢爵士乐", "zh") == 3
