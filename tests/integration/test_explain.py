import pytest

from retold import State


def bytes_on_disk(path):
    return b"".join(p.read_bytes() for p in path.parent.iterdir() if p.name.startswith(path.name))


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        (
            (
                "I live in Oslo and I am allergic to peanuts.",
                "I moved to Bergen last week.",
                "My sister Mia has a dog called Rex.",
                "I want a quiet laptop for under 900 euros.",
                "I am allergic to peanuts, remember.",
            ),
            (
                "Where do I live?",
                "What may I eat?",
                "Which laptop should I buy?",
                "What did Mia say about the dog last week?",
                "Does anybody collect stamps?",
                "peanuts",
            ),
        ),
        (
            (
                "我住在杭州，对花生过敏。",
                "我上周搬到苏州了。",
                "我妹妹小雨养了一只狗，叫豆豆。",
                "我想买一台安静的笔记本，预算六千。",
                "记住，我对花生过敏。",
            ),
            (
                "我住在哪里？",
                "我不能吃什么？",
                "推荐一台笔记本",
                "上周小雨怎么了？",
                "花生",
                "集邮",
            ),
        ),
    ],
)
def test_1703_explain_changes_nothing(opened, path, said, asked):
    memory = opened()
    alice = memory.user("alice")
    for text in said:
        alice.remember(text)
    alice.retire(alice.memories()[0].id)
    everything = tuple(State)
    before = alice.memories(states=everything), bytes_on_disk(path), memory.health()
    questions = [(text, k, least) for text in asked for k in (1, 3, 8) for least in (None, 0.0)]
    told = [alice.recall(q, k=k, threshold=least, explain=True) for q, k, least in questions]
    assert (alice.memories(states=everything), bytes_on_disk(path), memory.health()) == before
    for (text, k, least), explained in zip(questions, told, strict=True):
        plain = alice.recall(text, k=k, threshold=least)
        assert (explained.hits, explained.status) == (plain.hits, plain.status)
        assert (explained.confidence, explained.note) == (plain.confidence, plain.note)
        assert plain.explanation is None
        shown = {one.id for one in explained.hits}
        assert shown.isdisjoint(one.id for one in explained.explanation.dropped)


def test_1703_explain_counts_no_access_and_makes_no_vector(opened):
    memory = opened({"embedder.when": "later"})
    alice = memory.user("alice")
    alice.remember("I live in Oslo and work as a baker.")
    asked = "Do I live in Oslo and work as a baker?"
    assert alice.recall(asked, explain=True).hits
    assert memory.health()["missing_vectors"] > 0
    alice.sweep()
    assert {unit.access_count for unit in alice.memories()} == {0}
    alice.recall(asked)
    assert memory.health()["missing_vectors"] == 0
    alice.sweep()
    assert 1 in {unit.access_count for unit in alice.memories()}
