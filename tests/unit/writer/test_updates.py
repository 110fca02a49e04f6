"""Acceptance 1: updates and contradictions."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from retold.records import Action, State
from tests.unit.writer.conftest import NOW


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I love jazz.", "I hate jazz."),
        ("I don't like cilantro", "I like cilantro now"),
        ("I'm not allergic to peanuts.", "I'm allergic to peanuts."),
        ("我喜欢香菜", "我不喜欢香菜"),
        ("我不喜欢爵士乐", "我喜欢爵士乐"),
        ("我讨厌早起", "我喜欢早起"),
    ],
)
def test_101_the_opposite_of_a_statement_closes_it(talk, first, second):
    talk.say(first)
    (outcome,) = talk.say(second)
    assert outcome.action is Action.SUPERSEDED
    (active,) = talk.units()
    (old,) = talk.units(State.SUPERSEDED)
    assert active.polarity == -old.polarity
    assert old.superseded_by == active.id
    assert outcome.affected == (old.id,)


@pytest.mark.parametrize(
    "wordings",
    [
        ("I'm allergic to peanuts.", "btw I have a peanut allergy", "peanuts give me hives"),
        ("My name is Anna.", "my full name is Anna", "my name's Anna btw"),
        ("I live in Lisbon", "I'm based in Lisbon", "my home is in Lisbon"),
        ("我对花生过敏", "我有花生过敏", "我一吃花生就过敏"),
        ("我住在成都", "我家在成都", "其实我现在住成都"),
    ],
)
def test_102_one_fact_in_three_wordings_is_one_unit_with_three_sources(talk, wordings):
    for wording in wordings:
        talk.say(wording)
    (unit,) = talk.units()
    assert len(unit.sources) == 3


@pytest.mark.parametrize(
    ("blue", "red", "again"),
    [
        (
            "My favorite color is blue.",
            "My favorite color is red now.",
            "My favorite color is blue again.",
        ),
        ("我最喜欢的颜色是蓝色", "我现在最喜欢的颜色是红色", "我最喜欢的颜色又是蓝色了"),
    ],
)
def test_103_back_to_the_first_value_makes_a_third_unit(talk, blue, red, again):
    for text in (blue, red, again):
        talk.say(text)
    (active,) = talk.units()
    first, second = talk.units(State.SUPERSEDED)
    assert active.value == first.value != second.value
    assert first.superseded_by == second.id
    assert second.superseded_by == active.id
    assert [entry.event for entry in talk.history(first.id)] == ["created", "superseded"]


@pytest.mark.parametrize(
    "facts",
    [
        ("I work at SAP.", "I administer SAP's servers."),
        ("I work at SAP.", "I also work part-time at a bakery."),
        ("I live in Munich.", "I was born in Rome."),
        ("I love tea.", "I love jazz."),
        ("I have a dog.", "I have two cats."),
        ("I speak Spanish.", "I speak German."),
        ("I'm allergic to nuts.", "I'm allergic to pollen."),
        ("我在腾讯上班", "我负责腾讯的服务器"),
        ("我住在慕尼黑", "我老家在罗马"),
        ("我喜欢喝茶", "我喜欢爵士乐"),
        ("我养了一只猫", "我还养了一只狗"),
        ("我会说粤语", "我会说日语"),
    ],
)
def test_105_what_adds_up_stays(talk, facts):
    for fact in facts:
        talk.say(fact)
    assert len(talk.units()) == 2
    assert talk.units(State.SUPERSEDED) == []


@pytest.mark.parametrize(
    ("home", "birth", "move"),
    [
        ("I live in Munich.", "I was born in Munich.", "I moved to Hamburg."),
        ("I live in Munich.", "I was born in Munich.", "I relocated from Munich to Hamburg."),
        ("我住在武汉", "我出生在武汉", "我搬到上海了"),
    ],
)
def test_105_moving_closes_the_home_but_not_the_birthplace(talk, home, birth, move):
    talk.say(home, birth, move)
    assert sorted(unit.slot for unit in talk.units()) == ["origin", "residence"]
    (old,) = talk.units(State.SUPERSEDED)
    assert old.slot == "residence"


def test_105_who_moves_from_home_lives_there_no_more(talk):
    talk.say("I live in Leeds.", "At work I moved from Slack to Teams.")
    assert talk.units(State.SUPERSEDED) == []
    talk.say("I moved from Leeds to Bristol last month.")
    (old,) = talk.units(State.SUPERSEDED)
    assert old.slot == "residence"


@pytest.mark.parametrize(
    ("fact", "change", "gone"),
    [
        ("I drive a Corsa.", "I traded my Corsa in for an electric Mini.", "possession"),
        ("I drive a blue Fiat.", "I sold the Fiat and bought a red Skoda.", "possession"),
        ("I take metformin.", "My doctor switched me from metformin to semaglutide.", "health"),
        ("I take metformin.", "My GP took me off metformin.", "health"),
        ("I take metformin.", "I was switched from metformin to semaglutide.", "health"),
        ("My girlfriend's name is Mei.", "Mei and I broke up last week.", "name"),
        ("I live in Berlin.", "I moved away from Berlin.", "residence"),
        ("我女朋友叫小美。", "我和小美上周分手了。", "name"),
        ("我住在北京", "我不在北京了，回老家沈阳了", "residence"),
        ("我在腾讯上班", "我刚换了工作，从腾讯跳到字节了", "employer"),
        ("我在德勤做审计", "我从德勤离职了", "employer"),
    ],
)
def test_106_what_comes_in_its_place_is_kept(talk, fact, change, gone):
    talk.say(fact)
    talk.say(change)
    (old,) = talk.units(State.SUPERSEDED)
    assert old.slot == gone
    assert talk.units()


@pytest.mark.parametrize(
    ("home", "away"),
    [
        ("I live in Berlin.", "I left Berlin yesterday."),
        ("我住在北京", "我离开北京了，去三亚玩几天"),
        ("我住在北京", "我不在北京，出差呢"),
    ],
)
def test_106_who_is_away_still_lives_there(talk, home, away):
    talk.say(home)
    talk.say(away)
    assert talk.units(State.SUPERSEDED) == []


@pytest.mark.parametrize(
    ("fact", "end"),
    [
        ("I have a car.", "I no longer have a car."),
        ("I have a car.", "I sold my car last week."),
        ("I want a mechanical keyboard.", "I don't want the mechanical keyboard any more."),
        ("My budget is 500 dollars.", "Forget the budget."),
        ("我有一辆车", "我把车卖了"),
        ("我有车", "我没有车了"),
        ("我想买机械键盘", "我不想买机械键盘了"),
        ("我的预算是3000", "预算不用考虑了"),
    ],
)
def test_106_what_ends_without_a_successor(talk, fact, end):
    talk.say(fact)
    (outcome,) = talk.say(end)
    assert outcome.action is Action.WITHDRAWN
    assert talk.units() == []
    (closed,) = talk.units(State.SUPERSEDED)
    assert closed.superseded_by is None
    assert closed.valid_to == NOW
    assert talk.history(closed.id)[-1].event == "withdrawn"


def test_107_pins_tags_and_metadata_survive_an_update(talk):
    talk.say("I live in Munich.", metadata={"source": "form"})
    (home,) = talk.units()
    talk.change(replace(home, pinned=True, tags=("address",), confidence=0.5))
    talk.say("I moved to Hamburg.", metadata={"device": "phone"})
    (moved,) = talk.units()
    assert moved.value == "Hamburg"
    assert moved.pinned
    assert moved.tags == ("address",)
    assert dict(moved.metadata) == {"source": "form", "device": "phone"}


def test_107_they_survive_a_merge(talk):
    talk.say("I live in Munich.", metadata={"source": "form"})
    (home,) = talk.units()
    talk.change(replace(home, pinned=True, tags=("address",)))
    talk.say("I'm based in Munich", metadata={"source": "chat", "device": "phone"})
    (merged,) = talk.units()
    assert merged.pinned
    assert merged.tags == ("address",)
    assert dict(merged.metadata) == {"source": "form", "device": "phone"}
    assert len(merged.sources) == 2
    assert merged.confidence > home.confidence


def test_107_a_guess_does_not_replace_what_was_pinned(talk):
    talk.say("My name is Anna.")
    (name,) = talk.units()
    talk.change(replace(name, pinned=True, confidence=1.0))
    talk.say("My name is Maria.")
    old, new = talk.units()
    assert old.conflicts == (new.id,)
    assert new.conflicts == (old.id,)


def test_109_a_closed_unit_says_when_it_held(talk):
    talk.say("I live in Munich.", at=NOW - timedelta(days=100))
    talk.say("I moved to Hamburg.", at=NOW - timedelta(days=10))
    (old,) = talk.units(State.SUPERSEDED)
    (new,) = talk.units()
    assert (old.valid_from, old.valid_to) == (NOW - timedelta(days=100), NOW - timedelta(days=10))
    assert (new.valid_from, new.valid_to) == (NOW - timedelta(days=10), None)


def test_109_an_older_turn_that_comes_late_is_filed_as_past(talk):
    talk.say("I moved to Hamburg.", at=NOW - timedelta(days=10))
    talk.say("I live in Munich.", at=NOW - timedelta(days=100))
    (present,) = talk.units()
    (past,) = talk.units(State.SUPERSEDED)
    assert (present.value, past.value) == ("Hamburg", "Munich")
    assert past.superseded_by == present.id
    assert past.valid_to == present.valid_from


@pytest.mark.parametrize(
    ("first", "second", "value"),
    [
        ("My budget is 3000.", "I raised my budget to 4000.", "4000"),
        ("My budget is around $3000", "let's raise it to $4000", "$4000"),
        ("budget is 3000 max", "budget went up to 4000", "4000"),
        ("My budget is $3000", "Actually scratch that, I got a bonus, so make it $4000.", "$4000"),
        ("My budget is $3000", "On second thought, let's make it $4000", "$4000"),
        ("My budget is $3000", "Never mind, make it $4000", "$4000"),
        ("预算3000以内", "预算提高到4000", "4000"),
        ("我的预算是三千", "预算加到四千吧", "四千"),
        ("预算3000", "我把预算从3000提到4000了", "4000"),
    ],
)
def test_110_a_raised_budget_replaces_the_old_one(talk, first, second, value):
    talk.say(first)
    talk.say(second)
    (budget,) = (unit for unit in talk.units() if unit.slot == "budget")
    assert value in budget.value
    assert value in budget.content
    assert len(talk.units(State.SUPERSEDED)) == 1


def test_110_three_budgets_in_one_call(talk):
    talk.say("My budget is 3000.", "My budget is 4000.", "My budget is 5000.")
    (budget,) = talk.units()
    assert budget.value == "5000"
    first, second = talk.units(State.SUPERSEDED)
    assert (first.superseded_by, second.superseded_by) == (second.id, budget.id)


PEOPLE = ("Anna", "Boris", "Chen", "Dalia", "Emil", "Farah", "Gero", "Hana", "Ines", "Jonas")
PLACES = ("Rome", "Oslo", "Lima", "Kyoto", "Quito", "Minsk", "Perth", "Tunis", "Delhi", "Porto")
PEOPLE_ZH = ("小安", "小波", "小陈", "小丁", "小飞", "小高", "小何", "小江", "小康", "小林")


def unrelated_facts():
    for i, (person, place) in enumerate(zip(PEOPLE, PLACES, strict=True)):
        yield f"My friend {person} lives in {place}."
        yield f"My friend {person} works as a nurse."
        yield f"My friend {person} is {20 + i} years old."
        yield f"The Project{i} deadline is {i + 1} June 2026."
        yield f"I visited {place} in {2010 + i}."
        yield f"I love {('jazz', 'tea', 'chess', 'rain', 'trains', 'maps', 'bread', 'moss', 'snow', 'ink')[i]}."
    for i, person in enumerate(PEOPLE_ZH):
        yield f"我朋友{person}住在{('罗马', '奥斯陆', '利马', '京都', '基多', '明斯克', '珀斯', '突尼斯', '德里', '波尔图')[i]}。"
        yield f"我朋友{person}喜欢{('爵士乐', '喝茶', '下棋', '雨天', '火车', '地图', '面包', '苔藓', '滑雪', '书法')[i]}。"
        yield f"我朋友{person}今年{30 + i}岁。"
        yield f"第{i + 1}号项目的截止日期是6月{i + 1}日。"


def test_111_unrelated_facts_in_any_order_retire_nothing(talk):
    facts = list(unrelated_facts())
    random.Random(7).shuffle(facts)
    talk.say(*facts)
    assert talk.units(State.SUPERSEDED, State.RETIRED) == []
    assert [unit.id for unit in talk.units() if unit.conflicts] == []
    assert len(talk.units()) == len(facts)


@pytest.mark.parametrize(
    ("said", "gone"),
    [
        ("我想买一辆折叠自行车，要带车筐", "车筐不要了"),
        ("我想买一辆折叠自行车，要带车筐", "车筐我不想要了"),
        ("我想要一个蓝色的书包", "书包不要了"),
    ],
)
def test_106_a_wish_that_is_withdrawn_by_its_thing_alone(talk, said, gone):
    talk.say(said)
    (outcome,) = talk.say(gone)
    assert outcome.action is Action.WITHDRAWN


def test_101_a_budget_for_something_is_a_budget(talk):
    talk.say("My budget for the piano is £900.")
    talk.say("I can go up to £1,100.")
    (unit,) = talk.units()
    assert (unit.slot, "1,100" in unit.content) == ("budget", True)


def test_101_two_spellings_of_a_topic_are_one(talk):
    talk.say("My favourite color is green.")
    talk.say("My favourite colour is blue.")
    (unit,) = talk.units()
    assert "blue" in unit.content


@pytest.mark.parametrize(
    ("before", "said", "content"),
    [
        (
            "My budget is 500 euros.",
            "actually raise it to 700 euros",
            "The user's budget is now 700 euros.",
        ),
        (
            "My budget is 500 euros.",
            "make it at most 800 euros",
            "The user's budget is now at most 800 euros.",
        ),
        ("我的预算是3000", "还是提到4000吧", "用户的预算现在是4000。"),
        ("我的预算是3000", "加到最多5000", "用户的预算现在是最多5000。"),
    ],
)
def test_101_an_elliptic_change_is_told_as_what_holds_now(talk, before, said, content):
    talk.say(before)
    (outcome,) = talk.say(said)
    assert outcome.action is Action.SUPERSEDED
    assert talk.contents() == [content]
