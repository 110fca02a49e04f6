"""What changes closes what it was before, and nothing that only looks alike."""

import pytest

from retold.records import State

CHANGES = [
    ("Our choir rehearsal is on Monday at eight.", "The rehearsal was moved to Wednesday."),
    ("My appointment with the notary is on 12 May.", "I moved the notary appointment to 19 May."),
    ("The deadline for the grant is 3 July.", "The deadline for the grant was extended to 10 July."),
    ("The tender is due on 8 June.", "The tender is due on 15 June now."),
    ("My bank is Triodos.", "I switched banks."),
    ("I use Evernote for my notes.", "I switched from Evernote to Obsidian."),
    ("The rent is 950 euros.", "The rent went up to 1010 euros."),
    ("I take magnesium tablets.", "I stopped taking the magnesium tablets."),
    ("I work in a bookshop on Fridays.", "I quit the bookshop."),
    ("I have a red kayak.", "I sold the kayak."),
    ("My girlfriend works in Ghent.", "My girlfriend and I split up."),
    ("My girlfriend Maud works in Ghent.", "Maud and I broke up."),
    ("My son Bo is four.", "Bo turned five on Sunday."),
    ("I'm vegan.", "I'm not vegan any more."),
    ("I live in Namur.", "I moved to Liège."),
    ("排练定在周一晚上八点。", "排练改到周三了。"),
    ("我跟牙医约的是5月12号。", "牙医改到5月19号了。"),
    ("课题的截止日期是七月三号。", "课题的截止日期推迟到七月十号了。"),
    ("我每周二上法语课。", "法语课改到周四了。"),
    ("我在吃褪黑素。", "褪黑素我不吃了。"),
    ("我周末在书店打工。", "书店的兼职我辞了。"),
    ("我现在每月房租两千六。", "房租涨到两千八了。"),
    ("我开一辆红色的高尔夫。", "我把高尔夫卖了。"),
    ("我女朋友在绍兴上班。", "我跟女朋友分手了。"),
    ("我女儿今年四岁。", "我女儿昨天满五岁了。"),
    ("我住在嘉兴。", "我搬到湖州了。"),
    ("我在腾讯上班。", "我从腾讯跳槽到美团了。"),
]  # fmt: skip

LOOK_ALIKES = [
    ("Our choir rehearsal is on Monday at eight.", "The rehearsal was moved to the big hall."),
    ("Our choir rehearsal is on Monday at eight.", "The staff meeting was moved to Wednesday."),
    ("The deadline for the grant is 3 July.", "The deadline for the thesis is 10 July."),
    ("My bank is Triodos.", "My sister switched banks."),
    ("I use Evernote for my notes.", "My colleague switched from Evernote to Obsidian."),
    ("The rent is 950 euros.", "The rent in Oslo is 2000 euros."),
    ("I take magnesium tablets.", "I stopped taking the bus."),
    ("I take magnesium tablets.", "My dad stopped taking the magnesium tablets."),
    ("I work in a bookshop on Fridays.", "I quit smoking."),
    ("My girlfriend works in Ghent.", "My cousin and I split up the work."),
    ("My girlfriend works in Ghent.", "My brother broke up with Maud."),
    ("My son Bo is four.", "My son Max turned six on Sunday."),
    ("I live in Namur.", "My brother moved to Liège."),
    ("我每周二上法语课。", "钢琴课改到周四了。"),
    ("排练定在周一晚上八点。", "排练改到大厅了。"),
    ("课题的截止日期是七月三号。", "论文的截止日期是七月十号。"),
    ("我在吃褪黑素。", "我妈把褪黑素停了。"),
    ("我现在每月房租两千六。", "上海的房租要六千。"),
    ("我女朋友在绍兴上班。", "我哥跟女朋友分手了。"),
    ("我女儿今年四岁。", "我儿子昨天满五岁了。"),
    ("我叫沈默。", "我养了一只狗，叫可乐。"),
    ("我身高一米八。", "我穿44码的鞋。"),
    ("我住在嘉兴。", "我姐搬到湖州了。"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "change"), CHANGES)
def test_a_change_closes_what_was_so_before(talk, before, change):
    talk.say(before)
    talk.say(change)
    (old,) = talk.units(State.SUPERSEDED)
    assert [source.turn_id for source in old.sources] == ["t0"]


@pytest.mark.parametrize(("before", "other"), LOOK_ALIKES)
def test_what_only_looks_alike_closes_nothing(talk, before, other):
    talk.say(before)
    talk.say(other)
    assert talk.units(State.SUPERSEDED) == []
    assert "t0" in [unit.sources[0].turn_id for unit in talk.units()]


@pytest.mark.parametrize(
    ("one", "another", "change"),
    [
        ("The staff meeting is on Monday.", "The parents' meeting is on Tuesday.", "The meeting was moved to Friday."),
        ("我每周一上游泳课。", "我每周三陪儿子去游泳。", "游泳课改到周五了。"),
    ],
)  # fmt: skip
def test_a_change_that_may_mean_either_of_two_closes_neither(talk, one, another, change):
    talk.say(one)
    talk.say(another)
    talk.say(change)
    assert talk.units(State.SUPERSEDED) == []


@pytest.mark.parametrize(
    ("before", "change"),
    [
        ("Our choir rehearsal is on Monday at eight.", "The rehearsal was moved to Wednesday."),
        ("我每周二上法语课。", "法语课改到周四了。"),
    ],
)
def test_what_a_change_closes_names_its_successor(talk, before, change):
    talk.say(before)
    talk.say(change)
    (old,) = talk.units(State.SUPERSEDED)
    (new,) = [unit for unit in talk.units() if unit.sources[0].turn_id == "t1"]
    assert old.superseded_by == new.id
