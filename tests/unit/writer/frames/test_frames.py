"""Every wording of the tables works: it compiles, it fits itself, and its cheap tests let it through."""

import re

import pytest

from retold.writer.frames import frames, slot_of, slots
from retold.writer.frames.notation import compile_pattern
from retold.writer.matching import _candidates
from retold.writer.reading import english

SAMPLES = {
    "en": {"amount": "500 dollars", "age": "34", "number": "two", "date": "May 3", "town": "Rome", "proper": "Anna", "name": "Anna",
           "mbti": "INTJ", "grade": "third", "hour": "6", "feet": "5'11", "nick": "Anna", "school": "Oxford",
           "weekday": "friday", "moment": "friday", "partner": "wife", "changed": "gyms"},
    "zh": {"amount": "3000", "age": "34", "number": "两", "date": "5月3日", "town": "广州", "proper": "小明", "name": "小明",
           "mbti": "INTJ", "grade": "三年级", "hour": "6", "nick": "小明", "school": "北京大学",
           "weekday": "五", "moment": "周五", "namedpet": "猫，叫小花", "changed": "健身房"},
}  # fmt: skip
DEFAULT = {"en": "green tea", "zh": "绿茶"}


def example(text, language):
    """One sentence that a wording is meant to fit: first choices, no options, sample values."""
    while re.search(r"\[[^\[\]]*\][?*+]?", text):
        text = re.sub(r"\[[^\[\]]*\][?*+]?", "", text)
    while re.search(r"\([^()]*\)[?*+]?", text):
        text = re.sub(r"\(([^()|]*)[^()]*\)[?*+]?", r"\1", text)
    text = re.sub(r"\{\w+(?::\w+)?\}[?*]", "", text)
    text = re.sub(r"\{not\}|.[?*]", "", text.replace("\\d+", "3").replace("\\d", "3"))
    return re.sub(
        r"\{(\w+)(?::\w+)?\}", lambda m: SAMPLES[language].get(m[1], DEFAULT[language]), text
    ).strip()


def wordings(language):
    return [(frame, pattern) for frame, pattern in frames(language).entries]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_wording_fits_its_own_example_past_the_cheap_tests(language):
    table = frames(language)
    for _, pattern in wordings(language):
        said = example(pattern.text, language)
        assert pattern.regex.match(said), (pattern.text, said)
        if language == "en":
            said = re.sub(r"^(I|my) (?:am|is|are)\b", r"\1 be", said)
        assert any(one is pattern for _, one in _candidates(said, table)), (pattern.text, said)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_frame_names_a_slot_and_every_ending_slots(language):
    for frame, _ in wordings(language):
        if frame.ends:
            assert all(name == "*" or name in slots() for name in frame.ends)
        else:
            assert slot_of(frame.slot).importance > 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_answer_is_a_sentence_that_its_frame_knows(language):
    from retold.writer.matching import Surroundings, match
    from retold.writer.reading import chinese

    values = {"budget": {"en": "300 dollars", "zh": "3000"}, "age": {"en": "34", "zh": "34"}, "birthday": {"en": "May 3", "zh": "5月3日"}, "residence": {"en": "Rome", "zh": "成都"},
              "job": {"en": "a nurse", "zh": "护士"}, "language": {"en": "Spanish", "zh": "粤语"}, "family": {"en": "two kids", "zh": "两个孩子"}, "pet": {"en": "a dog", "zh": "猫"},
              "device": {"en": "a ThinkPad", "zh": "小米14"}, "marital": {"en": "married", "zh": "结婚了"}, "diet": {"en": "vegan", "zh": "吃素"}, "name": {"en": "Anna", "zh": "小明"},
              "called": {"en": "Sam", "zh": "小明"}, "origin": {"en": "Rome", "zh": "成都"}, "employer": {"en": "SAP", "zh": "腾讯"}}  # fmt: skip
    for frame in {id(frame): frame for frame, _ in frames(language).questions}.values():
        if "{topic}" in frame.answer or frame.slot == "appointment":
            continue
        value = values.get(frame.slot, {"en": "peanuts", "zh": "花生"})[language]
        said = frame.answer.replace("{}", value).replace("{a}", value)
        reading = english.read(said, frames("en").verbs) if language == "en" else chinese.read(said)
        found = match(reading, language, Surroundings())
        assert found is not None, said
        assert found.slot.partition(":")[0] == frame.slot.partition(":")[0], said


def test_a_slot_with_a_topic_and_a_former_one():
    assert slot_of("favourite:color").replaces
    former = slot_of("former residence")
    assert not former.replaces
    assert former.importance < slot_of("residence").importance


def test_an_unknown_type_and_an_open_bracket_are_errors():
    with pytest.raises(KeyError):
        compile_pattern("I live in {nowhere}", "en", frames("en").types)
    with pytest.raises(ValueError, match="never closed"):
        compile_pattern("I [really live", "en", frames("en").types)
