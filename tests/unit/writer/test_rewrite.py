from datetime import datetime, timedelta, timezone

import pytest

from retold.writer.rewrite import (
    Speaker,
    first_person,
    moments_of,
    quoted,
    third_person,
    with_dates,
    without_moments,
    without_vocative,
)

AT = datetime(2026, 5, 6, 12, 0, tzinfo=timezone(timedelta(hours=8)))
USER = Speaker(key="user", name="", addressee="")
CAROLINE = Speaker(key="Caroline", name="Caroline", addressee="Melanie")


@pytest.mark.parametrize(
    ("text", "language", "dated"),
    [
        ("I went out yesterday", "en", "I went out on 5 May 2026"),
        ("Yesterday I went out", "en", "On 5 May 2026 I went out"),
        (
            "I start with December 12, 2023, approaching",
            "en",
            "I start with 12 December 2023, approaching",
        ),
        ("昨天我去了故宫", "zh", "2026年5月5日我去了故宫"),
        ("I get up at 6", "en", "I get up at 6"),
        ("I run every Monday at 6 pm", "en", "I run every Monday at 6 pm"),
        ("我每天6点起床", "zh", "我每天6点起床"),
    ],
)
def test_relative_times_become_dates(text, language, dated):
    assert with_dates(text, moments_of(text, AT), language)[0] == dated


def test_times_cut_out_leave_one_space_or_none():
    text = "I went yesterday to Rome"
    assert without_moments(text, moments_of(text, AT)) == "I went to Rome"
    text = "我昨天去了故宫"
    assert without_moments(text, moments_of(text, AT)) == "我去了故宫"


@pytest.mark.parametrize(
    ("text", "language", "tidied"),
    [
        ("i love jazz lol 😂", "en", "I love jazz."),
        ("iPhone users rule!", "en", "iPhone users rule!"),
        ("no RGB please", "en", "No RGB."),
        ("我喜欢爵士乐哈哈哈", "zh", "我喜欢爵士乐。"),
        ("我住在成都啊", "zh", "我住在成都。"),
        ("我住在成都！", "zh", "我住在成都！"),
    ],
)
def test_statements_end_with_one_mark_and_without_fillers(text, language, tidied):
    assert first_person(text, language) == tidied


def test_names_of_speakers_in_both_languages():
    assert third_person("I like you.", CAROLINE, "en") == "Caroline likes Melanie."
    assert third_person("I like you.", USER, "en") == "The user likes the assistant."
    assert third_person("我喜欢你。", USER, "zh") == "用户喜欢助手。"
    assert quoted("I like you", USER, "en") == 'The user said: "I like you"'
    assert quoted("我喜欢你", CAROLINE, "zh") == "Caroline说：“我喜欢你”"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("I'm getting there, Mel!", "I'm getting there!"),
        ("I'm in Rome, Italy.", "I'm in Rome, Italy."),
        ("I like Melanie.", "I like Melanie."),
    ],
)
def test_the_one_spoken_to_is_no_part_of_the_statement(text, rest):
    assert without_vocative(text, "Melanie") == rest
