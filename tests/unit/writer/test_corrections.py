"""Corrections of what was just said, and what is said without naming whom it is about."""

import pytest


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ("My dog's name is Max.", "Correction, his name is Rex.", "Rex"),
        ("My cousin is called Ann.", "Sorry, my cousin is called Anna.", "Anna"),
        ("我弟弟今年30岁。", "说错了，他32岁。", "32"),
        ("我弟弟叫小强。", "不对，我弟弟叫大强。", "大强"),
    ],
)
def test_106_a_correction_replaces_even_what_there_may_be_several_of(talk, first, second, value):
    talk.say(first)
    talk.say(second)
    (unit,) = talk.units()
    assert value in unit.value


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I was born in 1990.", "I meant 1991."),
        ("I weigh 80 kg.", "Down to 76 kg now!"),
        ("我是1990年出生的。", "我是说1991年。"),
        ("我体重80公斤。", "现在瘦到76公斤了！"),
    ],
)
def test_309_what_is_only_corrected_is_quoted_with_what_it_corrects(talk, first, second):
    talk.say(first)
    talk.say(second)
    quoted = [unit.content for unit in talk.units() if second in unit.content]
    assert quoted
    assert all(first in content for content in quoted)


def test_302_where_a_meeting_is_nobody_lives(talk):
    talk.say("公司团建定在下周五，在密云。")
    assert "residence" not in {unit.slot for unit in talk.units()}
    talk.say("在广州，想买台迷你主机。")
    assert "residence" in {unit.slot for unit in talk.units()}


def test_302_a_name_without_its_owner_is_not_the_users(talk):
    talk.say("我家狗叫麦克斯。")
    talk.say("更正一下，叫雷克斯。")
    assert {unit.subject for unit in talk.units()} == {"狗"}


def test_302_what_has_a_price_is_no_person(talk):
    talk.say("My rent is 1200.", "Rent went up to 1350.")
    (rent,) = talk.units()
    assert (rent.subject, rent.slot) == ("user", "attribute:rent")
    assert "1350" in rent.content


def test_106_a_correction_is_about_whom_was_spoken_of(talk):
    talk.say("My brother Tom is 30.")
    talk.say("Sorry, he's 32.")
    (age,) = talk.units()
    assert (age.subject, age.slot) == ("Tom", "age")
    assert "32" in age.value
