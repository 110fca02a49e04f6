import pytest

from retold.writer.reading.chinese import lead_in, read


@pytest.mark.parametrize(
    ("text", "key", "form"),
    [
        ("我住在广州", "user", "我住在广州"),
        ("我们搬到上海了", "user", "我搬到上海了"),
        ("我妈妈对花生过敏", "妈妈", "我对花生过敏"),
        ("我妈对花生过敏", "妈妈", "我对花生过敏"),
        ("我朋友小王对花生过敏", "小王", "我对花生过敏"),
        ("我叔叔的老家在广州", "叔叔", "我的老家在广州"),
        ("老婆怀孕了", "老婆", "我怀孕了"),
        ("李春燕喜欢玩电子游戏", "李春燕", "我喜欢玩电子游戏"),
        ("小明喜欢吃辣", "小明", "我喜欢吃辣"),
        ("其身高是163cm", "", "我身高是163cm"),
        ("现在我住在广州", "user", "我住在广州"),
        ("预算3000以内", None, "预算3000以内"),
        ("我没有车", "user", "我有车"),
        ("我不会游泳", "user", "我会游泳"),
        ("我不是不喜欢咖啡", "user", "我喜欢咖啡"),
        ("我最近在学日语", "user", "我在学日语"),
        ("家里养了猫", "user", "我家里养了猫"),
    ],
)
def test_subject_and_bare_form(text, key, form):
    found = read(text)
    assert (found.subject and found.subject.key) == key
    assert form in found.forms


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("我不太喜欢香菜", {"negated"}),
        ("我不是不喜欢咖啡", set()),
        ("我不再吃肉", {"ended"}),
        ("我不喜欢他了", {"ended", "past", "perfect"}),
        ("我没去过日本", {"negated", "past", "perfect"}),
        ("我以前住在巴黎", {"once"}),
        ("我可能要去北京", {"hedged"}),
        ("我觉得我对花生过敏", {"unsure"}),
        ("我对花生过敏", set()),
        ("我觉得味道不错", set()),
    ],
)
def test_flags(text, flags):
    found = read(text).flags
    names = ("negated", "ended", "once", "past", "perfect", "hedged", "unsure")
    assert {name for name in names if getattr(found, name)} == flags


def test_the_form_in_which_the_negation_still_stands():
    found = read("我不要灯")
    assert found.spelt == "我不要灯"
    assert not found.is_negated("我不要灯")
    assert found.is_negated("我要灯")


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("对了，顺便说一下，我吃素", "我吃素"),
        ("嗯嗯我想想", "我想想"),
        ("其实我吃素", "我吃素"),
        ("好的", "好的"),
    ],
)
def test_what_leads_up_to_a_statement(text, rest):
    assert text[lead_in(text) :] == rest
