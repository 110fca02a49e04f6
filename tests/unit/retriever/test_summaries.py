import pytest

from retold.records import Corpus, Hit, Kind, Source, State
from retold.retriever.collapse import collapse
from retold.retriever.summaries import asks_broadly, closes, standing
from retold.testing import samples

ADA = samples.scope()
ONE = Source(turn_id="t1", start=0, end=20)
TWO = Source(turn_id="t2", start=0, end=20)


def made(unit_id, content, sources, **fields):
    return samples.unit(unit_id, ADA, content=content, sources=tuple(sources), **fields)


def summary(unit_id="s", content="On 3 May 2026: Ada drinks tea; 小明去了港口.", **fields):
    return made(unit_id, content, [ONE, TWO], kind=Kind.SUMMARY, subject="", **fields)


def hit(unit, score):
    return Hit(
        id=unit.id,
        corpus=Corpus.UNITS,
        text=unit.content,
        score=score,
        signals={},
        reasons=(),
        sources=tuple(source.turn_id for source in unit.sources),
        occurred_at=unit.occurred_at,
        unit=unit,
    )


def turn_hit(turn_id, score):
    turn = samples.turn(turn_id, ADA, text="I drink tea, and much else besides, as you know.")
    return Hit(
        id=turn_id,
        corpus=Corpus.TURNS,
        text=turn.text,
        score=score,
        signals={},
        reasons=(),
        sources=(turn_id,),
        occurred_at=turn.occurred_at,
        turn=turn,
    )


def collapsed(*hits, broad=False):
    ordered = sorted(hits, key=lambda one: -one.score)
    kept = collapse(ordered, near_duplicate=0.9, limit=10, broad=broad)
    return [(one.id, one.duplicates, one.sources) for one in kept]


def test_the_details_come_in_place_of_their_summary():
    detail = made("u", "Ada drinks tea.", [ONE])
    assert collapsed(hit(summary(), 0.9), hit(detail, 0.5)) == [("u", ("s",), ("t1",))]
    assert collapsed(hit(summary(), 0.9), turn_hit("t2", 0.5)) == [("t2", ("s",), ("t2",))]


def test_a_summary_of_something_else_stays():
    other = made("u", "Ada drinks tea.", [Source(turn_id="t3", start=0, end=9)])
    assert [name for name, *_ in collapsed(hit(summary(), 0.9), hit(other, 0.5))] == ["s", "u"]


def test_asked_broadly_the_summary_leads():
    detail = made("u", "Ada drinks tea.", [ONE])
    names = [name for name, *_ in collapsed(hit(summary(), 0.9), hit(detail, 0.5), broad=True)]
    assert names == ["s", "u"]


@pytest.mark.parametrize("broad", [True, False])
def test_of_two_summaries_of_the_same_the_better_one_stays(broad):
    day, week = summary("day"), summary("week", "In the week from 27 April 2026: 小明去了港口.")
    found = collapsed(hit(day, 0.6), hit(week, 0.8), broad=broad)
    assert found == [("week", ("day",), ("t1", "t2"))]


@pytest.mark.parametrize(
    "text",
    [
        "What happened last week?",
        "what's been going on since Monday",
        "How was my week?",
        "What did I do yesterday?",
        "Summarise last week for me.",
        "上周怎么样？",
        "昨天都发生了什么？",
        "我上周做了些什么",
        "帮我总结一下上个星期",
    ],
)
def test_broad_questions(text):
    assert asks_broadly(text)


@pytest.mark.parametrize(
    "text",
    [
        "Where did I go last week?",
        "What am I allergic to?",
        "Who came to dinner yesterday?",
        "我上周去了哪里？",
        "我对什么过敏？",
        "昨天谁来吃饭了？",
    ],
)
def test_questions_for_details(text):
    assert not asks_broadly(text)


@pytest.mark.parametrize("content", ["Ada drinks tea.", "小明去了港口。"])
def test_a_summary_of_what_was_hidden_or_replaced_is_out_of_sight(content):
    hidden = made("u", content, [ONE], state=State.RETIRED)
    replaced = made(
        "u", content, [ONE], state=State.SUPERSEDED, valid_to=samples.AT, superseded_by="v"
    )
    for closed in (hidden, replaced):
        assert standing([summary()], [closed], as_of=None) == []
    # It was true then.
    assert standing([summary()], [replaced], as_of=samples.AT) == [summary()]
    assert standing([summary()], [hidden], as_of=samples.AT) == []
    other = made("u", "Ada swims.", [ONE], state=State.RETIRED)
    assert standing([summary()], [other], as_of=None) == [summary()]


def test_an_old_summary_is_out_of_sight_at_any_time():
    old = summary(state=State.SUPERSEDED, superseded_by="new")
    assert standing([old], [], as_of=samples.AT) == []


def test_what_was_merged_or_summed_up_makes_no_turn_outdated():
    merged = made("u", "Ada drinks tea.", [ONE], state=State.SUPERSEDED, superseded_by="v")
    assert not closes(merged)
    assert not closes(summary(state=State.RETIRED))
    assert closes(made("u", "Ada drinks tea.", [ONE], state=State.RETIRED))
