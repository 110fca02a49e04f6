import pytest

from retold.text.similarity import differing, similarity

# Said again in other words: they may become one.
RESTATED = [
    ("I like jazz", "I really like jazz"), ("I love jazz", "I like jazz"), ("I'm allergic to peanuts", "I am allergic to peanuts."),
    ("I live in Boston", "I live in Boston now"), ("The user works at Google", "The user has a job at Google"),
    ("I have a dog", "I have one dog"), ("My budget is 3000 yuan", "My budget is ￥3,000"), ("I enjoy hiking", "I love to hike"),
    ("The user prefers quiet keyboards", "The user likes quiet keyboards"), ("My kids love pizza", "My children like pizza"),
    ("Caroline's mom lives in Oslo", "Caroline's mother lives in Oslo"), ("I don't eat meat", "I do not eat meat"),
    ("I hate loud music", "I dislike loud music"),
    ("I'm allergic to peanuts", "I have an allergy to peanuts"), ("I bought a red bike", "I buy a red bicycle"), ("我有花生过敏症", "我对花生过敏"), ("我住在北京市", "我住北京"),
    ("Caroline is the user's sister", "The user's sister is Caroline"), ("小明是用户的哥哥", "用户的哥哥是小明"), ("I like jazz", "The user likes jazz"),
    ("我对花生过敏", "花生过敏"), ("我对花生过敏", "我對花生過敏！"), ("我喜欢喝咖啡", "我爱喝咖啡"), ("预算三千块", "预算是3000元"),
    ("我住在北京", "我现在住在北京"), ("我妈妈对花生过敏", "我母亲对花生过敏"), ("用户有一只猫", "用户有只猫"), ("我在医院上班", "我在医院工作"),
    ("我很讨厌香菜", "我讨厌香菜"), ("我老婆是老师", "我妻子是老师"), ("每周跑步三次", "每周跑步3次"),
]  # fmt: skip
# Alike in words, different in what they say: they must stay two.
APART = [
    # numbers
    ("My budget is 3000", "My budget is 4000"), ("预算3000元", "预算4000元"), ("I have two cats", "I have three cats"), ("我有一只猫", "我有两只猫"),
    ("the flat is on floor 3", "the flat is on floor 4"), ("打八折", "打七折"), ("3000元", "3000美元"), ("I am 30", "I am 31"),
    ("会议下午三点开始", "会议下午四点开始"), ("it weighs 3 kg", "it weighs 3 lb"), ("it costs 3.5", "it costs 35"),
    # names, models, addresses
    ("My son is called Tom", "My son is called Tim"), ("我去北京出差", "我去上海出差"), ("张伟是我同事", "李伟是我同事"),
    ("I want a GPT-4o key", "I want a GPT-4 key"), ("I use an iPhone 15", "I use an iPhone 14"), ("see https://a.com/x", "see https://a.com/y"),
    ("mail bob@a.com", "mail rob@a.com"), ("我喜欢《三体》", "我喜欢《流浪地球》"), ("刘老师教数学", "王老师教数学"),
    # negation
    ("I like jazz", "I don't like jazz"), ("我喜欢咖啡", "我不喜欢咖啡"), ("coffee with sugar", "coffee without sugar"), ("有糖可乐", "无糖可乐"),
    ("I love crowds", "I hate crowds"), ("我吃辣", "我不吃辣"), ("I still smoke", "I stopped smoking"),
    # dates
    ("we met on Monday", "we met on Tuesday"), ("周一开会", "周二开会"), ("上周三见面", "下周三见面"), ("昨天去了医院", "前天去了医院"),
    ("I leave on May 3", "I leave on May 4"), ("I leave in June", "I leave in July"), ("去年结婚", "今年结婚"), ("last week I ran", "next week I run"),
    # who does it to whom
    ("I lent Tom money", "Tom lent me money"), ("Jack likes Jill", "Jill likes Jack"), ("小明送我书", "我送小明书"),
    # words of which only one can be meant
    ("my favourite colour is blue", "my favourite colour is red"), ("我妈妈对花生过敏", "我爸爸对花生过敏"), ("my brother likes long walks on the beach", "my sister likes long walks on the beach"),
    ("My dog is called Max and he sleeps all day long", "My cat is called Max and he sleeps all day long"), ("我喜欢热咖啡", "我喜欢冷咖啡"), ("I sold my car", "I bought my car"),
]  # fmt: skip
UNRELATED = [
    ("I like jazz", "The meeting is at noon"), ("我对花生过敏", "他住在北京"), ("My dog is called Max", "I work at Google"), ("我喜欢爬山", "明天要交报告"),
    ("I live in Boston", "I like tea"), ("我住在北京", "我喜欢北方菜"), ("", "I like tea"), ("the of and", "I like tea"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), RESTATED)
def test_restatements_are_alike_and_do_not_differ(one, other):
    assert similarity(one, other) >= 0.85
    assert not differing(one, other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_statements_that_differ_in_one_thing_are_two(one, other):
    assert differing(one, other)
    assert differing(other, one)


@pytest.mark.parametrize(("one", "other"), UNRELATED)
def test_unrelated_statements_are_not_alike(one, other):
    assert similarity(one, other) <= 0.5


def test_a_changed_word_counts_more_than_an_added_one():
    base = "I painted a sunset over the harbour with watercolours"
    changed = "I painted a sunrise over the harbour with watercolours"
    added = "I painted a beautiful sunset over the harbour with watercolours"
    assert similarity(base, changed) < 0.85 <= similarity(base, added) < 1


def test_identical_texts_are_fully_alike_even_without_words():
    assert similarity("!!!", "!!!") == 1
    assert similarity("", "") == 1
    assert similarity("?", "!") == 0


def test_the_order_of_words_does_not_matter():
    assert similarity("我对花生过敏", "花生我过敏") == 1
