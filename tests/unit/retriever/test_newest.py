from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retold.records import Speaking
from retold.retriever.newest import asks_for_now, newest_first
from retold.settings import RetrieverSettings
from retold.text.tokens import query_tokens
from tests.unit.retriever.stores import NOW, kept, said
from tests.unit.retriever.test_linked import candidate

BUDGET = "What is my budget for books?"


def hit(name, text, score, days_ago=0, **fields):
    return candidate(said(name, text, at=NOW - timedelta(days=days_ago), **fields), score).hit


OLD = hit("old", "My monthly budget for books is $35.", 0.9, days_ago=9)
NEW = hit("new", "I want to spend the increased book budget of $50.", 0.8, days_ago=2)


def ordered(question, *hits, positions=None):
    found = newest_first(hits, query_tokens(question), question, positions or {})
    return [one.id for one in found]


def test_what_was_said_later_of_the_same_comes_first():
    found = newest_first([OLD, NEW], query_tokens(BUDGET), BUDGET, {})
    assert [(one.id, one.score) for one in found] == [("new", 0.9), ("old", 0.8)]


def test_so_it_is_in_chinese():
    old = hit("old", "我买书的预算是三十五元。", 0.9, days_ago=9)
    new = hit("new", "书的预算现在改成五十元。", 0.8)
    assert ordered("我买书的预算是多少？", old, new) == ["new", "old"]


@pytest.mark.parametrize(
    "later",
    [
        hit("new", "Books are my joy.", 0.8),
        hit("new", "The book budget is a worry.", 0.8),
        hit("new", "I want to spend the increased book budget of $50.", 0.4),
        hit("new", "So the book budget is $50.", 0.8, role=Speaking.ASSISTANT),
        hit("new", "I had a book budget of $20.", 0.8, days_ago=20),
    ],
)
def test_what_tells_of_something_else_or_fits_badly_or_is_older_stays_behind(later):
    assert ordered(BUDGET, OLD, later) == ["old", "new"]


def test_of_equal_times_the_place_in_the_conversation_decides():
    new = hit("new", NEW.text, 0.8, days_ago=9)
    assert ordered(BUDGET, OLD, new, positions={"old": 3, "new": 8}) == ["new", "old"]
    assert ordered(BUDGET, OLD, new, positions={"old": 8, "new": 3}) == ["old", "new"]


def test_what_lies_between_does_not_keep_it_back():
    other = hit("other", "Books on the monthly shelf.", 0.85)
    assert ordered(BUDGET, OLD, other, NEW) == ["new", "old", "other"]


def test_a_change_may_name_what_it_is_about_more_shortly():
    long = "What is the monthly budget for books and subscriptions of the reading club?"
    old = hit("old", "The monthly budget for books and subscriptions of the club is 35.", 0.9, 9)
    plain, change = "50 for books is a budget.", "The budget for books was increased to 50."
    assert ordered(long, old, hit("new", plain, 0.8)) == ["old", "new"]
    assert ordered(long, old, hit("new", change, 0.8)) == ["new", "old"]


@pytest.mark.parametrize(
    ("question", "now"),
    [
        (BUDGET, True),
        ("How many classes do I have?", True),
        ("我的预算是多少？", True),
        ("Which phone do I have now?", True),
        ("What is my sister like?", False),
        ("What was my budget?", False),
        ("What did I use to spend on books?", False),
        ("我以前的预算是多少？", False),
        ("books", False),
    ],
)
def test_only_a_question_of_how_things_are(question, now):
    assert asks_for_now(question) is now


@given(st.lists(st.tuples(st.integers(0, 9), st.floats(0, 1)), max_size=20))
def test_nothing_is_lost_and_scores_stay(drawn):
    hits = [
        hit(str(i), f"book budget {days}", score, days_ago=days)
        for i, (days, score) in enumerate(sorted(drawn, key=lambda one: -one[1]))
    ]
    found = newest_first(hits, query_tokens(BUDGET), BUDGET, {})
    assert {one.id for one in found} == {one.id for one in hits}
    assert [one.score for one in found] == [one.score for one in hits]


@pytest.mark.anyio
async def test_a_recall_tells_the_latest_first_and_the_past_when_asked(store):
    await store.add_turns(
        said("old", "The monthly tea budget is 35.", at=NOW - timedelta(days=9)),
        said("new", "I drink up the increased tea budget of 50.", at=NOW - timedelta(days=1)),
    )
    now = await store.recall("What is the monthly tea budget?", threshold=0.0)
    assert [one.id for one in now.hits] == ["new", "old"]
    off = RetrieverSettings(newest_first=False)
    plain = await store.recall("What is the monthly tea budget?", threshold=0.0, settings=off)
    assert [one.id for one in plain.hits] == ["old", "new"]
    then = await store.recall("What was the monthly tea budget?", threshold=0.0)
    assert [one.id for one in then.hits] == ["old", "new"]


@pytest.mark.parametrize(
    ("question", "cousin", "boss"),
    [
        ("How tall is she, in cm?", "She is 158 cm tall.", "She is 173 cm tall."),
        ("身高是多少？", "身高158厘米。", "身高173厘米。"),
    ],
)
def test_what_is_known_of_somebody_else_replaces_nothing(question, cousin, boss):
    old = candidate(kept("old", cousin, subject="cousin", occurred_at=NOW - timedelta(days=9)), 0.9)
    for subject, order in (("boss", ["old", "new"]), ("cousin", ["new", "old"])):
        new = candidate(kept("new", boss, subject=subject, occurred_at=NOW), 0.8)
        assert ordered(question, old.hit, new.hit) == order
