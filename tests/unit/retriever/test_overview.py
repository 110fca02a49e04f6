import pytest

from retold import Memory
from retold.retriever.overview import asks_for_everything


@pytest.mark.parametrize(
    "text",
    [
        "What do you know about me?",
        "what else do you remember about me",
        "Tell me everything you know.",
        "Who am I?",
        "你知道我什么？",
        "你都记得我哪些事",
        "你还记得些什么？",
        "关于我你了解多少",
        "我是谁？",
    ],
)
def test_a_question_for_everything(text):
    assert asks_for_everything(text)


@pytest.mark.parametrize(
    "text",
    [
        "What do you know about Me Before You?",
        "What do you know about my sister?",
        "Who am I meeting on Friday?",
        "你知道我妹妹住哪吗？",
        "你记得我的生日吗？",
        "我是谁的粉丝？",
    ],
)
def test_a_question_for_something(text):
    assert not asks_for_everything(text)


@pytest.mark.parametrize(
    ("said", "question", "told"),
    [
        (("I'm allergic to peanuts.", "I like tea."), "What do you know about me?", "peanuts"),
        (("我对花生过敏。", "我喜欢喝茶。"), "你知道我什么？", "花生"),
    ],
)
def test_the_most_important_is_told_and_an_empty_memory_says_so(tmp_path, said, question, told):
    with Memory.open(tmp_path / "m.db") as memory:
        user = memory.user("ada")
        assert not user.answer(question).known
        user.remember(list(said))
        answer = user.answer(question)
        explained = user.recall(question, explain=True)
    assert answer.known
    dropped = {one.id for one in explained.explanation.dropped}
    assert dropped.isdisjoint(hit.id for hit in explained)
    assert told in answer.text
