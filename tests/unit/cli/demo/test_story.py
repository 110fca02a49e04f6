import re
from datetime import datetime

import pytest

from retold.cli.demo.story import NOW, REGRETTED, occurrences, people
from retold.records import Speaking

PEOPLE = {person.language: person for person in people()}


def said(language):
    return " ".join(turn.text for turn in PEOPLE[language].turns)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_conversation_of_two_weeks(language):
    person = PEOPLE[language]
    days = [datetime.fromisoformat(turn.at) for turn in person.turns]
    assert days == sorted(days)
    assert 12 <= (days[-1] - days[0]).days <= 14
    assert days[-1] < NOW
    assert 24 <= len(person.turns) <= 36
    assert len(person.questions) == 3
    assert {turn.role for turn in person.turns} == {Speaking.USER, Speaking.ASSISTANT}


@pytest.mark.parametrize(
    ("language", "phrases"),
    [
        (
            "zh",
            (
                "预算3000",
                "提到4000",
                "不想要车筐了",
                "我周五之前给你",
                "我妹妹",
                "下周三",
                "如果",
                "？",
                "谢谢",
                "请记住",
                "哈哈",
            ),
        ),
        (
            "en",
            (
                "£900",
                "£1,100",
                "never mind",
                "I'll send you",
                "My sister",
                "next Tuesday",
                "If I won",
                "?",
                "thank you",
                "please remember",
                "not Bristol",
            ),
        ),
    ],
)
def test_it_has_what_the_demo_is_about(language, phrases):
    assert [phrase for phrase in phrases if phrase not in said(language)] == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_what_is_regretted_is_said_once(language):
    user, word = REGRETTED[language]
    assert PEOPLE[language].user == user
    assert len(re.findall(word, said(language))) == 1


def test_occurrences_are_counted_in_all_files(tmp_path):
    (tmp_path / "a.db").write_bytes("..脂肪肝..脂肪肝".encode())
    (tmp_path / "a.db-wal").write_bytes("脂肪肝".encode())
    (tmp_path / "other").write_bytes("脂肪肝".encode())
    assert occurrences(tmp_path / "a.db", "脂肪肝") == 3
