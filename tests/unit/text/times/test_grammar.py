"""The year that is meant, and how rules go together."""

from datetime import UTC, datetime

import pytest

from retold.text.times import find_moments
from retold.text.times.grammar import Grammar, Now, Rules
from retold.text.times.relative import away

AT = datetime(2026, 5, 7, 15, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "year"),
    [
        # Nothing says: this year.
        ("on March 5", 2026),
        ("on December 5", 2026),
        ("3月5日", 2026),
        ("12月5日", 2026),
        # The past, and far ahead: the last one.
        ("I met her on December 5", 2025),
        ("12月5日我去了北京", 2025),
        ("I have known her since December 5", 2025),
        # The past, but near ahead: the word speaks of something else.
        ("I selected June 5 for the trip", 2026),
        ("我选了6月5日", 2026),
        # What is to come in its own clause: the next one.
        ("I will meet her on March 5", 2027),
        ("3月5日我要去北京", 2027),
        ("I'm staying until March 5", 2027),
        # What is to come elsewhere in the sentence.
        ("on May 5 it rained, so I will stay", 2026),
        ("I was done by March 5", 2026),
    ],
)
def test_the_year_that_is_meant(text: str, year: int) -> None:
    (found,) = find_moments(text, at=AT)
    assert found.moment.start.year == year


@pytest.mark.parametrize(
    ("text", "year"),
    [
        # Long ago, and nothing tells of it in the past: the next one.
        ("My flight leaves on January 12", 2027),
        ("I've got an exam on January 12", 2027),
        ("1月12日有场考试", 2027),
        ("I had an exam on January 12", 2026),
        ("My flight leaves on June 14", 2026),
    ],
)
def test_the_year_of_what_is_long_ago(text: str, year: int) -> None:
    (found,) = find_moments(text, at=datetime(2026, 12, 1, 9, tzinfo=UTC))
    assert found.moment.start.year == year


def test_the_first_rule_wins_and_sees_its_own_groups() -> None:
    rules = Rules()

    @rules.rule(r"(?P<count>\d) moons?(?P<rest> ago)?")
    def moons(said):
        assert said["rest"] in {"", " ago"}
        assert said["nothing"] == ""
        return away(AT, -2 * int(said["count"]), "month")

    @rules.rule(r"(?P<count>\d) moons? ago")
    def never(said):
        pytest.fail("the rule before matches first")

    grammar = Grammar(boundary=r"\b", ending=r"\b", rules=rules)
    text = "2 moons ago and 1 moon"
    found = list(grammar.scan(text, text, Now(AT)))
    assert [interval.start.month for _, interval in found] == [3, 4]


def test_a_day_that_the_calendar_lacks_is_no_moment() -> None:
    rules = Rules()

    @rules.rule("never")
    def never(said):
        raise ValueError("no such day")

    grammar = Grammar(boundary="", ending="", rules=rules)
    assert list(grammar.scan("never", "never", Now(AT))) == []
