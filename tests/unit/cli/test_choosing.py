from datetime import UTC, datetime

import pytest

from retold.cli.choosing import chosen
from retold.records import Corpus, Hit


def hits(number):
    return [
        Hit(
            id=f"u{place}",
            corpus=Corpus.UNITS,
            text="x",
            score=0.5,
            signals={},
            reasons=(),
            sources=(),
            occurred_at=datetime(2026, 5, 4, tzinfo=UTC),
        )
        for place in range(1, number + 1)
    ]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("1", ["u1"]),
        ("3 1", ["u3", "u1"]),
        ("1, 2 and 3", ["u1", "u2", "u3"]),
        ("1、2和3", ["u1", "u2", "u3"]),
        ("１，２", ["u1", "u2"]),
        ("2 2", ["u2"]),
        ("all", ["u1", "u2", "u3"]),
        ("All of them.", ["u1", "u2", "u3"]),
        ("全部", ["u1", "u2", "u3"]),
        ("no", []),
        ("不", []),
        ("算了。", []),
    ],
)
def test_an_answer_names_candidates(answer, expected):
    assert [hit.id for hit in chosen(answer, hits(3))] == expected


@pytest.mark.parametrize("answer", ["", "0", "4", "1 4", "yes", "是", "1 apple", "-1", "maybe 1"])
def test_what_is_no_clear_answer_names_none(answer):
    assert chosen(answer, hits(3)) is None


@pytest.mark.parametrize("answer", ["yes", "y", "好", "是的", "确认"])
def test_yes_is_clear_where_there_is_one(answer):
    assert [hit.id for hit in chosen(answer, hits(1))] == ["u1"]
