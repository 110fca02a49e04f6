from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.records import Corpus, Status
from retold.retriever.hits import unit_hit
from retold.retriever.parts import MOST_PARTS, Part, questions_in, taken_in_turn
from tests.unit.retriever.stores import kept, said

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "How old is Ann? Also, when is the fair?",
            ("How old is Ann?", "Also, when is the fair?"),
        ),
        (
            "What is my dog's name and where do I work?",
            ("What is my dog's name?", "and where do I work?"),
        ),
        (
            "What is my name, and how old is my sister?",
            ("What is my name?", "and how old is my sister?"),
        ),
        (
            "我的下属多大年纪？另外，研讨会的时间是什么？",
            ("我的下属多大年纪？", "另外，研讨会的时间是什么？"),
        ),
        ("我住哪儿，还有，我的狗叫什么？", ("我住哪儿？", "还有，我的狗叫什么？")),
    ],
)
def test_several_questions_are_asked_one_by_one(text, asked):
    assert questions_in(text) == tuple(map(Part, asked))


@pytest.mark.parametrize(
    "text",
    [
        "Where did Melanie go and what did she do there?",
        "How did it go? Did she like it?",
        "I'm planning my week. How would you break it up?",
        "How many days are between when I started, and when I stopped?",
        "My sister is here. I like her a lot. Any ideas?",
        "那个电话是123的人，其邮箱是多少？",
        "他叫什么？他多大？",
        "A fanless model, please",
        "不要风扇",
        "And?",
        "",
        "   ",
    ],
)
def test_what_belongs_together_stays_in_one(text):
    assert [part.text for part in questions_in(text)] == [text]
    assert not questions_in(text)[0].before


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "天气真好。猫跑了吗？等等，我真正想问的问题是：那个生日是1月的人，家乡是什么？",
            "那个生日是1月的人，家乡是什么？",
        ),
        ("好累啊。搞错了，我实际想问的问题是：我的手机怎么样？", "我的手机怎么样？"),
        (
            "I went out. Was it cold? What I really wanted to ask is: where does my sister live?",
            "where does my sister live?",
        ),
        ("Long day. My question is: which phone do I have?", "which phone do I have?"),
    ],
)
def test_what_leads_up_to_the_real_question_is_left_out(text, asked):
    assert questions_in(text) == (Part(asked),)


def test_what_is_said_at_length_before_a_question_stands_apart():
    text = "It rained all day. The cat is asleep. Which colour is my bicycle?"
    assert questions_in(text) == (
        Part("Which colour is my bicycle?", "It rained all day. The cat is asleep."),
    )


@given(st.text(st.sampled_from("Who am I?？。and also另外 ,，"), max_size=80))
def test_never_more_than_a_few_and_never_none(text):
    assert 1 <= len(questions_in(text)) <= MOST_PARTS


def test_hits_are_taken_in_turn_once_and_scores_never_rise():
    def hits(*scores):
        return [unit_hit(kept(str(name), "x"), score) for name, score in scores]

    first = hits(("a", 0.9), ("b", 0.8), ("c", 0.7))
    second = hits(("d", 0.6), ("a", 0.5))
    merged = taken_in_turn([first, second], limit=3)
    assert [hit.id for hit in merged] == ["a", "d", "b"]
    assert all(one.score >= other.score for one, other in pairwise(merged))
    assert taken_in_turn([[], []], limit=3) == ()


async def test_a_recall_answers_both(store):
    await store.add_units(
        kept("tea", "Ada drinks green tea."),
        kept("home", "Ada lives in a flat in Oslo."),
        *(kept(f"coffee{i}", f"Ada drinks coffee at {i} o'clock.") for i in range(4)),
    )
    recall = await store.recall("What do I drink? Also, where do I live?", k=2)
    assert "home" in [hit.id for hit in recall.hits]
    assert len(recall.hits) == 2
    assert recall.query.text == "What do I drink? Also, where do I live?"
    assert recall.status is Status.OK
    assert {"total", "cue", "rank"} <= recall.milliseconds.keys()


async def test_one_answered_of_two_is_an_answer(store):
    await store.add_units(kept("tea", "Ada drinks green tea."))
    recall = await store.recall("Who won the election? Also, what do I drink?")
    assert (recall.status, [hit.id for hit in recall.hits]) == (Status.OK, ["tea"])


async def test_both_are_explained_together(store):
    await store.add_units(kept("tea", "Ada drinks green tea."), kept("home", "Ada lives in Oslo."))
    await store.add_turns(said("t", "The dentist called."))
    plain = await store.recall("What do I drink? Also, where do I live?")
    told = await store.recall("What do I drink? Also, where do I live?", explain=True)
    assert told.hits == plain.hits
    assert {"drink", "live"} <= told.explanation.understood.tokens.keys()
    hits = {(hit.corpus, hit.id) for hit in told.hits}
    dropped = [(one.corpus, one.id) for one in told.explanation.dropped]
    assert (Corpus.TURNS, "t") in dropped
    assert len(dropped) == len(set(dropped))
    assert not hits.intersection(dropped)
