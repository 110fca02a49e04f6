import pytest

from retold.writer.reading.chinese_names import (
    introduced_name_at,
    may_follow_name,
    name_at,
    plain_name_at,
    rare_name_at,
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("小张对花生过敏", "小张"),
        ("谭迪想去旅行", "谭迪"),
        ("李春燕喜欢游戏", "李春燕"),
        ("王志刚住在这里", "王志刚"),
        ("Anna住在这里", "Anna"),
        ("高兴坏了", ""),
    ],
)
def test_a_name_by_its_tag_its_surname_or_what_follows(text, name):
    assert name_at(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("谭迪想去旅行", "谭迪"),
        ("马特住在伦敦", "马特"),
        ("荣佳怕电梯", "荣佳"),
        ("王志刚住在这里", "王志刚"),
        ("贺大开要搬家", "贺大开"),
        ("佩佩对尘螨过敏", "佩佩"),
        ("贝贝要搬家", "贝贝"),
        ("茱莉会弹琴", "茱莉"),
        ("孙姐养了猫", "孙姐"),
        ("老秦在学游泳", "老秦"),
        ("李想去北京了", ""),
        ("小区很安静", ""),
        ("方向感很差", ""),
        ("高兴坏了", ""),
        ("阿尔茨海默三期", ""),
        ("", ""),
    ],
)
def test_an_introduced_name_takes_no_verb_along(text, name):
    assert introduced_name_at(text) == name


@pytest.mark.parametrize(
    ("text", "name"), [("严师傅来了", "严师傅"), ("阿喜住在无锡", "阿喜"), ("管工怕狗", ""), ("陆伟来了", "")]
)  # fmt: skip
def test_names_that_tell_a_person_without_a_role(text, name):
    assert plain_name_at(text) == name


def test_a_rare_name_is_known_without_what_follows():
    assert rare_name_at("涂山青在看书") in ("", "涂山青")
    assert rare_name_at("开会在三楼") == ""


@pytest.mark.parametrize(("rest", "may"), [("住在这里", True), ("", True), ("证到手了", False)])
def test_what_may_follow_a_name(rest, may):
    assert may_follow_name(rest) is may
