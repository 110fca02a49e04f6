import pytest

from retold.retriever.asks import QUESTIONS, slots_asked


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("What is my budget?", {"budget"}),
        ("How much can I spend on the piano?", {"budget"}),
        ("我买电脑最多能花多少？", {"budget"}),
        ("多少钱以内合适？", {"budget"}),
        ("Where should we book a table?", {"allergy", "diet"}),
        ("Which restaurant suits my sister?", {"allergy", "diet"}),
        ("请妹妹吃什么好？", {"allergy", "diet"}),
        ("有什么要忌口的？", {"allergy", "diet"}),
        ("Where do I live?", {"residence"}),
        ("我住在哪里？", {"residence"}),
        ("Where did she grow up?", {"origin"}),
        ("What do I do for a living?", {"work", "job"}),
        ("我在哪家公司上班？", {"employer"}),
        ("我叫什么名字？", {"name"}),
        ("How old am I?", {"age"}),
        ("妈妈生日是哪天？", {"birthday"}),
        ("Do I have pets?", {"pet"}),
        ("我结婚了吗？", {"marital"}),
        ("我大学学的是什么？", {"education"}),
        ("Any medication I take?", {"health"}),
        ("Which languages do I speak?", {"language"}),
        ("recommend a fanless model", {"want", "constraint", "budget"}),
        ("A fanless one, please!", {"want", "constraint", "budget"}),
        ("Which one would you get?", {"want", "constraint", "budget"}),
        ("推荐一款没有风扇的", {"want", "constraint", "budget"}),
        ("换一台静音的吧", {"want", "constraint", "budget"}),
        ("Repeat that, please.", set()),
        ("What music do I like?", set()),
        ("Who won the cup?", set()),
        ("今天天气怎么样？", set()),
        ("Is the great wall eaten by rain?", set()),
    ],
)
def test_a_question_asks_for_slots(text, slots):
    assert slots_asked(text) == slots


@pytest.mark.parametrize("slot", sorted(QUESTIONS))
def test_the_question_of_a_slot_asks_for_it_in_both_languages(slot):
    english, chinese = QUESTIONS[slot]
    assert slot in slots_asked(english)
    assert slot in slots_asked(chinese)
