from datetime import UTC, datetime
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from retold.cli.explaining import explanation_parts
from retold.cli.output import THEME, Output
from retold.records import (
    Corpus,
    Dropped,
    Explanation,
    Filters,
    Hit,
    Kind,
    Moment,
    Query,
    Recall,
    Reranked,
    Scope,
    State,
    Status,
    Understood,
)

AT = datetime(2026, 5, 4, 20, 11, tzinfo=UTC)


def understood(**changed):
    return Understood(
        **{
            "text": "what may I eat?",
            "language": "en",
            "tokens": {"eat": 1.0, "soup": 0.3},
            "persons": {Corpus.TURNS: "Ada"},
            "own": True,
            "moments": (Moment(words="today", start=AT, end=AT, precision="day"),),
            "slots": ("allergy",),
            "reply": "Soup, perhaps?",
            "reply_weight": 0.3,
            "rewritten": ("food allergy", "忌口"),
            **changed,
        }
    )


def recall(read=None, dropped=(), reranked=()):
    hit = Hit(
        id="4f1c9a0b7d2e6358",
        corpus=Corpus.UNITS,
        text="用户对花生过敏。",
        score=0.81,
        signals={"keywords": 0.25, "vectors": 0.88},
        reasons=(),
        sources=("t1",),
        occurred_at=AT,
    )
    filters = Filters(
        corpora=tuple(Corpus),
        states=(State.ACTIVE,),
        kinds=(Kind.CONSTRAINT,),
        as_of=AT,
        signals="vectors",
        threshold=0.25,
        k=8,
    )
    told = Explanation(
        understood=read or understood(),
        filters=filters,
        dropped=tuple(dropped),
        reranked=tuple(reranked),
    )
    query = Query(text="what may I eat?", scope=Scope(user="me"))
    return Recall(query=query, status=Status.OK, hits=(hit,), explanation=told)


def gone(number, **changed):
    return Dropped(
        **{
            "id": f"turn-{number}",
            "corpus": Corpus.TURNS,
            "text": f"用户说了第{number}句话，说得很长。" * 5,
            "why": "below_threshold",
            "score": 0.1,
            "signals": {"keywords": 0.1},
            **changed,
        }
    )


def drawn(found, *, language="en", width=80):
    console = Console(file=StringIO(), width=width, theme=THEME, markup=False)
    output = Output(as_json=False, language=language, colour=False)
    for part in explanation_parts(output, found):
        console.print(part)
    return console.file.getvalue()


def test_a_recall_without_explanation_has_no_parts():
    query = Query(text="tea?", scope=Scope(user="me"))
    assert drawn(Recall(query=query, status=Status.EMPTY, hits=())) == ""


def test_the_question_its_filters_and_the_signals_are_told():
    text = drawn(recall(), width=120)
    for part in ("eat · soup ×0.3", "30% · Soup, perhaps?", "Ada (turns)", "food allergy · 忌口"):
        assert part in text
    for part in (
        "the asker",
        "today",
        "allergy",
        "constraint",
        "2026-05-04 20:11",
        "at most",
        "0.25",
        "vectors 0.88",
    ):
        assert part in text


def test_everything_is_told_in_chinese():
    text = drawn(recall(dropped=[gone(1)]), language="zh", width=120)
    for part in (
        "关键词",
        "上一句回复",
        "提问者本人",
        "改写",
        "过敏",
        "约束",
        "向量 0.88",
        "不够相关",
    ):
        assert part in text


def test_what_was_reranked_is_told_with_the_places_before_and_after():
    one = Reranked(id="4f1c9a0b7d2e6358", corpus=Corpus.UNITS, score=-1.234, before=7, after=1)
    other = Reranked(id="turn-1", corpus=Corpus.TURNS, score=-2, before=1, after=2)
    text = drawn(recall(reranked=[one, other]), width=120)
    assert "4f1c9a0b -1.23 (7 → 1) · turn-1 -2.00 (1 → 2)" in text
    assert "reranked" in text
    assert "重排" in drawn(recall(reranked=[one]), language="zh")
    assert "reranked" not in drawn(recall())


def test_what_is_empty_is_left_out():
    nothing = understood(persons={}, own=False, moments=(), slots=(), reply="", rewritten=())
    text = drawn(recall(nothing))
    for heading in ("person", "times", "asked for", "last reply", "rewritten"):
        assert heading not in text


def test_what_was_dropped_is_told_with_why_and_by_which_other():
    other = gone(1, why="says_the_same", other="4f1c9a0b7d2e6358")
    text = drawn(recall(dropped=[other, gone(2, why="outdated", score=None)]), width=120)
    assert "says the same → 4f1c9a0b" in text
    assert "outdated" in text


def test_a_long_list_is_cut_and_says_so():
    text = drawn(recall(dropped=[gone(n) for n in range(20)]))
    assert "turn-11" in text
    assert "turn-12" not in text
    assert "and 8 more, which --json lists" in text


@pytest.mark.parametrize("width", [80, 100, 120])
def test_no_line_is_wider_than_the_terminal(width):
    text = drawn(recall(dropped=[gone(n) for n in range(5)]), width=width)
    assert all(cell_len(line) <= width for line in text.splitlines())
