import pytest

from retold.writer.reading.chinese import read
from retold.writer.reading.chinese_persons import own_person


def subject(text):
    found = read(text).subject
    return found and found.key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("我驴友丁姐对花生过敏", "丁姐"),
        ("我的理疗师佳佳住在根特", "佳佳"),
        ("我会计龙女士的生日是5月4日", "龙女士"),
        ("我家的保洁侯阿姨对猫过敏", "侯阿姨"),
        ("我队友荣佳怕电梯", "荣佳"),
        ("我小区物业的严师傅爱吃辣", "严师傅"),
        ("我实习生小姜喜欢喝咖啡", "小姜"),
        ("我笔友马特住在伦敦", "马特"),
        ("我班主任江老师喜欢京剧", "江老师"),
        ("我的前同事陆伟在银行上班", "陆伟"),
        ("我语伴安娜会说三种语言", "安娜"),
        ("我的驾校教练老秦吃素", "老秦"),
        ("我健身教练阿凯乳糖不耐受", "阿凯"),
        ("我对门邻居孙姐养了两只猫", "孙姐"),
        ("我大学室友韩梅梅怕狗", "韩梅梅"),
        ("我瑜伽老师Lily住在城西", "Lily"),
        ("我们小区的王大爷对青霉素过敏", "王大爷"),
        ("我乐队的阿喜住在无锡", "阿喜"),
        ("我妈妈的同事小王对花生过敏", "小王"),
        ("我有个驴友小魏对花生过敏", "小魏"),
        ("我爸的司机老周吃素", "老周"),
    ],
)
def test_who_is_introduced_by_a_role_is_the_subject_by_name(text, key):
    assert subject(text) == key


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("我的理疗师住在根特", "理疗师"),
        ("我的驴友对花生过敏", "驴友"),
        ("我的会计对花生过敏", "会计"),
        ("我的水管工怕狗", "水管工"),
        ("我保姆回老家了", "保姆"),
        ("我的击剑教练对花生过敏", "教练"),
        ("我钢琴老师对花生过敏", "老师"),
        ("我的放射师对花生过敏", "放射师"),
        ("我的教练的生日是5月4日", "教练"),
        ("我教练生日是5月4日", "教练"),
        # A name of no known shape: no matter whose, it is not the speaker's.
        ("我笔友爱子对花生过敏", "笔友"),
        # A boss and a former boss are two.
        ("我前老板住在苏州", "前老板"),
        ("我老板住在苏州", "老板"),
    ],
)
def test_without_a_name_the_role_is_the_subject(text, key):
    assert subject(text) == key


@pytest.mark.parametrize(
    "text",
    [
        "我最喜欢的歌手阿黛尔是伦敦人",
        "我家的洗碗机是2017年买的",
        "我老家成都夏天很热",
        "我会计算机编程",
        "我会计划去成都旅行",
        "我会计证考过了",
        "我教练证到手了",
        "我实习生活很丰富",
        "我花生过敏",
        "我从小对花生过敏",
        "我个人对花生过敏",
        "我手机是小米的",
        "我的理想是当老师",
        "我喜欢老师小王的课",
        "我和同事小王去吃饭",
        "我跟前夫上周又见了一面",
        "我干月嫂十二年了",
        "我们厨师都喜欢去那儿",
    ],
)
def test_what_is_no_such_person_stays_with_the_speaker(text):
    assert subject(text) == "user"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("我叔叔特喜欢健身", "叔叔"),
        ("我哥方向感很差", "哥哥"),
        ("我姐常年在外地工作", "姐姐"),
        ("我妈高兴坏了", "妈妈"),
        ("我表姐本科毕业", "表姐"),
        ("我公司在浦东", "公司"),
        ("我房东太太对猫过敏", "房东"),
        ("我最好的朋友小王对花生过敏", "小王"),
    ],
)
def test_relatives_are_read_as_ever(text, key):
    assert subject(text) == key


def test_what_is_said_of_whom_a_name_introduces():
    found, rest = own_person("我会计龙女士的生日是5月4日")
    assert (found.key, found.words, rest) == ("龙女士", "我会计龙女士", "的生日是5月4日")
