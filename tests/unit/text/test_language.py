import pytest

from retold.text.language import language

ENGLISH = [
    "", "OK", "😀", "...", "3000", "I love 北京", "My wife is 李小明", "Please read 《三体》 first", "Where did 小明 go yesterday?",
    "¿Qué tal?", "https://example.com/中文", "let's eat 火锅 tonight, I am hungry", "`print('你好')` fails on my machine",
]  # fmt: skip
CHINESE = [
    "你好", "我用 React Native 和 TypeScript", "3000元", "？", "我在Google做backend", "Docker 部署", "好的，OK", "资料庫", "我家 iPhone 坏了",
    "用 GPT-4o 写 Python 代码", "看 https://www.example.com/very/long/path/indeed 这个链接", "haha 笑死我了", "今天 meeting 好多，要 follow up 一下",
]  # fmt: skip


@pytest.mark.parametrize("text", ENGLISH)
def test_english(text):
    assert language(text) == "en"


@pytest.mark.parametrize("text", CHINESE)
def test_chinese(text):
    assert language(text) == "zh"


def test_a_book_is_judged_by_its_start():
    assert language("我喜欢看书。" * 1000 + " the end" * 1_000_000) == "zh"
