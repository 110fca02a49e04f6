import pytest

from retold.text.negation import negations, polarity, qualifiers

AFFIRMS = [
    # plain
    "I love jazz", "We moved to Oslo in March", "我喜欢爬山", "他在医院上班", "",
    # double negation
    "I don't dislike it", "She is not unhappy there", "It's not that I don't like it",
    "Nobody who knows him doesn't like him", "There's nothing I don't eat",
    "I haven't quit smoking", "I'm not unwilling to help", "I never said I disliked it",
    "我不是不喜欢他", "我没有不开心", "我并不讨厌他", "没有人不喜欢她", "他不會不來", "不得不去", "我不能不管",
    "我不是没去过", "并不是不想去", "没有一个人不知道", "我从不讨厌下雨",
    # verbs that need a negation to affirm
    "I don't mind spicy food", "I can't live without music", "I never travel without my camera",
    "He couldn't have done it without you", "我离不开咖啡", "没有音乐我活不下去", "少不了你", "忘不了那个夏天",
    # fixed expressions
    "I can't wait to see you", "can’t wait!", "Not only cheap but good", "No problem, I can do it",
    "no worries", "Not bad at all", "I couldn't be happier", "I can't help laughing",
    "I couldn't agree more", "No doubt it works", "Believe it or not, I won", "Why not try it?",
    "I like it, don't you?", "Isn't it great?", "It's no big deal", "Don't forget my birthday",
    "Nothing beats homemade bread", "She never fails to make me laugh", "Last but not least, we won",
    "I can't get enough of it", "No wonder she loves it",
    "No, I like it", "No. We live in Leeds", "nope, it works",
    "不错", "这家店真不错", "不仅便宜还好吃", "不但会唱还会跳", "没关系", "没问题", "没事的", "没错，我住这儿", "差点没赶上",
    "差一点没摔倒", "不过我喜欢", "特别喜欢", "别人都喜欢", "非常好", "无论如何我都去", "我恨不得马上去", "我非去不可",
    "谁不喜欢钱", "好不容易买到了", "不管怎样我都支持", "他对不起我", "差不多三点到", "时不时去一趟", "不断学习",
    "我忍不住笑了", "等不及要见你", "再好不过了", "没什么比这更好", "未来可期", "无数次去那里", "要不要喝茶",
    "你喜不喜欢", "是不是下雨了", "有没有时间", "说不定会来", "好得不得了", "不锈钢的杯子",
    # a negation inside a description
    "I like coffee without sugar", "a sugar-free drink for me", "我喜欢不加糖的咖啡", "無糖可樂我喜歡", "想买没有香精的面霜",
    # letters that only look alike
    "I have a notebook and a knot", "Nobel prize", "notice the nonstick pan", "北京的别墅",
]  # fmt: skip
DENIES = [
    "I don't like jazz", "I never eat meat", "I have no car", "I no longer have a car",
    "I’m not happy", "neither tea nor coffee", "I cannot swim", "I can't eat gluten", "I dont eat pork",
    "I hardly ever drink", "I rarely cook", "I wasn't there", "no RGB please", "No, I don't like it",
    "None of us smoke", "Nobody came", "I'm not allergic to nuts", "She won't come", "We ain't going",
    # negations side by side do not cancel
    "no milk and no eggs", "I don't smoke and I don't drink", "I don't have no money",
    "I don't like people who don't listen", "not today, not tomorrow",
    # verbs of dislike and of refusing
    "I hate jazz", "She dislikes crowds", "I stopped smoking", "He quit his job", "I gave up sugar",
    "I'm unable to come", "We avoid fried food", "I refuse to fly", "I'm sick of winter",
    # one part denies
    "I don't like jazz but I love rock", "我喜欢猫，不喜欢狗",
    "不喜欢", "我没有车", "讨厌香菜", "不吃肉不吃蛋", "别放辣", "千万别告诉他", "从来不喝酒", "我再也不去了", "我並不喜歡他", "受不了噪音",
    "我戒烟了", "没去过北京", "不要RGB", "他还没来", "我不太喜欢", "我不能吃花生", "请勿打扰", "没时间", "我一点都不累", "我不会游泳",
    "这里禁止吸烟", "我不再去健身房", "尚未结婚", "吃不惯辣的", "他从没迟到过", "毫无兴趣", "我放弃了", "他拒绝了我", "不怎么看电视",
    "我听不懂", "没人来", "我不是医生", "既不抽烟也不喝酒",
]  # fmt: skip


@pytest.mark.parametrize("text", AFFIRMS)
def test_affirms(text):
    assert polarity(text) == 1


@pytest.mark.parametrize("text", DENIES)
def test_denies(text):
    assert polarity(text) == -1


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("I don't like jazz", ("don't",)),
        ("I don’t like coffee without sugar", ("don't", "without")),
        ("我不吃辣，也沒有車", ("不", "没有")),
        ("我喜欢无糖的", ("无",)),
        ("I love it", ()),
        ("can't wait", ()),
        ("不错", ()),
    ],
)
def test_names_the_negations(text, cues):
    assert negations(text) == cues


def test_a_negation_inside_a_description_is_told_apart():
    assert qualifiers("coffee without sugar") == ("without",)
    assert qualifiers("I don't drink coffee") == ()
    assert qualifiers("我喜欢不加糖的咖啡") == ("不",)


def test_case_width_and_script_do_not_matter():
    assert polarity("I DO NOT LIKE IT") == -1
    assert polarity("我沒有車") == -1
    assert polarity("Ｉ ｄｏｎ'ｔ ｓｍｏｋｅ") == -1
