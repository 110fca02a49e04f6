import pytest

from retold.writer.frames import frames
from retold.writer.matching import Surroundings, asked, match, trimmed
from retold.writer.reading import chinese, english


def found(text, language="en", **around):
    read = (
        english.read(english.tidy(text), frames("en").verbs)
        if language == "en"
        else chinese.read(text)
    )
    return match(read, language, Surroundings(**around))


@pytest.mark.parametrize(
    ("text", "slot", "value", "polarity"),
    [
        ("my name is Anna", "name", "Anna", 1),
        ("call me Sam", "called", "Sam", 1),
        ("I'm 34", "age", "34", 1),
        ("I live in Leeds with two cats", "residence", "Leeds", 1),
        ("I'm in Guangzhou", "residence", "Guangzhou", 1),
        ("I moved to Berlin", "residence", "Berlin", 1),
        ("I was born in Lyon", "origin", "Lyon", 1),
        ("I'm a nurse", "job", "nurse", 1),
        ("I work at SAP", "employer", "SAP", 1),
        ("I graduated from MIT", "education", "MIT", 1),
        ("I have two cats", "pet", "cats", 1),
        ("I have a sister", "family", "sister", 1),
        ("I'm married", "marital", "married", 1),
        ("I have a peanut allergy", "allergy", "peanut", 1),
        ("peanuts give me hives", "allergy", "peanuts", 1),
        ("I don't eat meat", "diet", "meat", -1),
        ("I'm vegan", "diet", "vegan", 1),
        ("I love jazz", "like", "jazz", 1),
        ("I can't stand noise", "like", "noise", -1),
        ("I'm not a fan of jazz", "like", "jazz", -1),
        ("my favourite color is blue", "favourite:color", "blue", 1),
        ("Adele is my favourite singer", "favourite:singer", "Adele", 1),
        ("my budget is 3000", "budget", "3000", 1),
        ("no RGB", "constraint", "RGB", -1),
        ("must be quiet", "constraint", "quiet", 1),
        ("I'd like a quiet keyboard", "want", "quiet keyboard", 1),
        ("I want to learn Rust", "goal", "Rust", 1),
        ("I use a ThinkPad X1", "device", "ThinkPad X1", 1),
        ("I speak Spanish", "language", "Spanish", 1),
        ("I have asthma", "health", "asthma", 1),
        ("please always answer in English", "style", "in English", 1),
        ("the Apollo deadline is 5 June", "feature:deadline", "5 June", 1),
    ],
)
def test_english(text, slot, value, polarity):
    matched = found(text)
    assert (matched.slot, matched.value, matched.polarity) == (slot, value, polarity)


@pytest.mark.parametrize(
    ("text", "slot", "value", "polarity"),
    [
        ("我叫小明", "name", "小明", 1),
        ("叫我老王就行", "called", "老王", 1),
        ("我今年34岁", "age", "34", 1),
        ("我住在广州", "residence", "广州", 1),
        ("我搬到上海了", "residence", "上海", 1),
        ("我老家在河北", "origin", "河北", 1),
        ("我是一名护士", "job", "护士", 1),
        ("我在腾讯上班", "employer", "腾讯", 1),
        ("我毕业于清华大学", "education", "清华大学", 1),
        ("我养了一只猫", "pet", "猫", 1),
        ("我有一个姐姐", "family", "姐姐", 1),
        ("我结婚了", "marital", "结婚了", 1),
        ("我对花生过敏", "allergy", "花生", 1),
        ("我对猫毛不过敏", "allergy", "猫毛", -1),
        ("我不吃肉", "diet", "肉", -1),
        ("我喝不了牛奶", "diet", "牛奶", -1),
        ("我喜欢爵士乐", "like", "爵士乐", 1),
        ("我不太喜欢香菜", "like", "香菜", -1),
        ("我觉得青轴太吵了", "like", "青轴", -1),
        ("我最喜欢的颜色是蓝色", "favourite:颜色", "蓝色", 1),
        ("周杰伦是我最喜欢的歌手", "favourite:歌手", "周杰伦", 1),
        ("谢笙堇是我最喜欢的歌手", "favourite:歌手", "谢笙堇", 1),
        ("李娜一直是我最喜欢的球员", "favourite:球员", "李娜", 1),
        ("我的预算是3000", "budget", "3000", 1),
        ("不要RGB", "constraint", "RGB", -1),
        ("必须静音", "constraint", "静音", 1),
        ("想买个机械键盘", "want", "机械键盘", 1),
        ("我在准备考研", "goal", "考研", 1),
        ("我用的是小米14", "device", "小米14", 1),
        ("我会说粤语", "language", "粤语", 1),
        ("我有哮喘", "health", "哮喘", 1),
        ("以后请用中文回答", "style", "用中文回答", 1),
        ("阿波罗的截止日期是6月5日", "feature:截止日期", "6月5日", 1),
    ],
)
def test_chinese(text, slot, value, polarity):
    matched = found(text, "zh")
    assert matched.slot.partition("：")[0] == slot
    assert value in matched.value
    assert matched.polarity == polarity


@pytest.mark.parametrize(
    "text",
    [
        "I have a question",
        "I'm tired of it",
        "I love the red and blue of it",
        "I need help",
        "I want you to write",
        "I'm going home",
        "my car broke down",
        "I wish I lived in Rome",
        "Cool, Maria",
    ],
)
def test_what_looks_like_a_fact_and_is_none(text):
    matched = found(text)
    assert matched is None or matched.frame.soft


@pytest.mark.parametrize(
    ("text", "flag"),
    [
        ("I no longer have a car", "ended"),
        ("I used to live in Paris", "former"),
        ("I lived in Paris", "former"),
    ],
)
def test_what_holds_no_longer(text, flag):
    assert getattr(found(text), flag)


def test_a_home_to_be_is_a_plan_as_yet():
    assert found("I live in Rome", ahead=True) is None
    assert found("I'm moving to Rome", ahead=True).slot == "plan"


def test_an_elliptic_change_needs_its_theme():
    assert found("raise it to 4000", recent="my budget is 3000").slot == "budget"
    assert found("raise it to 4000", recent="the shelf is low") is None


def test_endings_name_the_slots_they_end():
    assert found("I sold my car").frame.ends == ("possession", "device")
    assert found("I quit my job").value == ""
    assert found("我把车卖了", "zh").value == "车"


@pytest.mark.parametrize(
    ("question", "language", "slot"),
    [
        ("Where do you live?", "en", "residence"),
        ("What's your budget?", "en", "budget"),
        ("您的预算是多少？", "zh", "budget"),
        ("你对什么过敏吗？", "zh", "allergy"),
        ("What is love?", "en", None),
    ],
)
def test_questions_that_a_short_answer_fills(question, language, slot):
    frame = asked(question, language)
    assert (frame.slot if frame else None) == slot


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [("jazz too, lol", "en", "jazz"), ("dancing - it's my escape", "en", "dancing"), ("the report by", "en", "the report"), ("花生哦！", "zh", "花生"), ("键盘什么的就行", "zh", "键盘"), ("a" + " ," * 500 + "b", "en", "a" + " ," * 500 + "b")],
)  # fmt: skip
def test_values_without_what_trails_after_them(text, language, value):
    assert trimmed(text, language) == value
