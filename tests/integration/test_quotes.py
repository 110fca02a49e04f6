"""A memory that quotes a sentence goes with the memory of that sentence."""

import pytest

from retold import Memory

STORIES = {
    "en": (
        "My grandmother's surgery went well at the hospital.",
        "coming home friday, she'll need someone there for two weeks",
        "surgery",
    ),
    "zh": ("邻居家的狗生了五只小狗", "我想要那只最小的，八月份去接", "五只小狗"),
}


@pytest.mark.parametrize("language", STORIES)
def test_what_quotes_an_erased_sentence_is_erased_with_it(tmp_path, monkeypatch, language):
    monkeypatch.setenv("RETOLD_EMBEDDER__DRIVER", "hashing")
    first, second, word = STORIES[language]
    with Memory.open(tmp_path / "memory.db") as memory:
        user = memory.user("ada")
        user.remember(first, at="2026-05-04T20:00+08:00")
        user.remember(second, at="2026-05-04T20:01+08:00")
        told, *others = user.memories()
        assert any(word in unit.content for unit in others)
        receipt = user.erase(told.id)
        left = user.memories()
    assert receipt.units == 2
    assert not any(word in unit.content for unit in left)
    assert word.encode() not in (tmp_path / "memory.db").read_bytes()
