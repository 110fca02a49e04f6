"""What Retold is for: constraints said on Monday are there two weeks later, and no chatter."""

import pytest

from retold import Memory

STORIES = {
    "en": (
        (
            "Hi there!",
            "I'm in Guangzhou and want a low-power mini PC as a soft router.",
            "My budget is 3000 yuan.",
            "Actually, forget the budget.",
            "Thanks, talk later!",
        ),
        "a fanless model, please",
        ("Guangzhou", "mini PC as a soft router"),
        ("3000", "talk later", "Hi there"),
    ),
    "zh": (
        (
            "你好呀",
            "我在广州，想要一台低功耗的迷你主机做软路由",
            "预算3000元",
            "预算不用管了",
            "谢谢，回头聊",
        ),
        "推荐一款无风扇的",
        ("广州", "迷你主机做软路由"),
        ("3000", "回头聊", "你好"),
    ),
}


@pytest.mark.parametrize("language", STORIES)
def test_two_constraints_and_no_chatter(tmp_path, language):
    said, question, told, untold = STORIES[language]
    with Memory.open(tmp_path / "memory.db") as memory:
        user = memory.user("ada")
        for minute, text in enumerate(said):
            user.remember(text, at=f"2026-05-04T20:{minute:02}+08:00")
        context = user.context(question)
    assert [part for part in told if part not in context.text] == []
    assert [part for part in untold if part in context.text] == []
    assert all(line.sources for line in context.lines)
