"""Persons whom a role introduces: what is said of them is theirs, and never the user's."""

import pytest

from retold.records import State

BOTH = pytest.mark.parametrize("language", ["en", "zh"])
MINE = {"en": "I live in Munich.", "zh": "我住在慕尼黑。"}
OTHERS = {"en": "My physiotherapist Tilda lives in Ghent.", "zh": "我的理疗师佳佳住在根特。"}
NAME = {"en": "Tilda", "zh": "佳佳"}
ROLE = {"en": "My physiotherapist lives in Ghent.", "zh": "我的理疗师住在根特。"}
NO_LONGER = {"en": "I no longer live in Munich.", "zh": "我不再住在慕尼黑了。"}


def told(talk, slot):
    """Subjects and values of a slot."""
    return {(unit.subject, unit.value) for unit in talk.units() if unit.slot == slot}


@pytest.mark.parametrize(
    ("text", "subject", "slot", "kind"),
    [
        ("My hiking buddy Maren is allergic to nuts.", "Maren", "allergy", "constraint"),
        ("My colleague Maren is allergic to nuts.", "Maren", "allergy", "constraint"),
        ("My tax adviser Ms Adeyemi's birthday is on 4 May.", "Ms Adeyemi", "birthday", "profile"),
        ("My driving instructor Lars is a vegetarian.", "Lars", "diet", "constraint"),
        ("My plumber is allergic to cats.", "plumber", "allergy", "constraint"),
        ("我驴友丁姐对花生过敏。", "丁姐", "allergy", "constraint"),
        ("我同事丁姐对花生过敏。", "丁姐", "allergy", "constraint"),
        ("我会计龙女士的生日是5月4日。", "龙女士", "birthday", "profile"),
        ("我的驾校教练老秦吃素。", "老秦", "diet", "constraint"),
        ("我家的保洁对猫过敏。", "保洁", "allergy", "constraint"),
        ("我朋友谭迪想去摩洛哥旅行。", "谭迪", "goal", "plan"),
    ],
)
def test_kind_and_slot_are_those_of_a_named_relative(talk, text, subject, slot, kind):
    talk.say(text)
    (unit,) = talk.units()
    assert (unit.subject, unit.slot, unit.kind) == (subject, slot, kind)


@BOTH
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("other", [OTHERS, ROLE])
def test_where_they_live_and_where_the_user_lives_stand_side_by_side(talk, language, order, other):
    for text in (MINE[language], other[language])[::order]:
        talk.say(text)
    assert len(told(talk, "residence")) == 2
    assert not talk.units(State.SUPERSEDED)


@BOTH
def test_a_withdrawal_of_the_one_leaves_the_other(talk, language):
    talk.say(OTHERS[language])
    talk.say(MINE[language])
    talk.say(NO_LONGER[language])
    (left,) = [unit for unit in talk.units() if unit.slot == "residence" and unit.polarity > 0]
    assert left.subject == NAME[language]


@BOTH
def test_of_two_with_one_role_neither_closes_the_other(talk, language):
    second = {"en": "My physiotherapist lives in Bruges.", "zh": "我的理疗师住在布鲁日。"}
    talk.say(ROLE[language])
    talk.say(second[language])
    assert len(told(talk, "residence")) == 2


def test_of_a_speaker_with_a_name_the_role_is_theirs(talk):
    talk.say("My plumber is allergic to cats.", speaker="Ann")
    assert [unit.subject for unit in talk.units()] == ["Ann's plumber"]


def test_a_title_with_its_mark_ends_no_clause(talk):
    talk.say("My neighbour Mr. Brown is allergic to cats.")
    assert talk.contents() == ["The user's neighbour Mr. Brown is allergic to cats."]
