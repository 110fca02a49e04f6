"""How single statements are said, end to end without a ledger."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from retold.records import Scope, Speaking, Turn
from retold.settings import WriterSettings
from retold.writer import Sieve
from retold.writer.drafts import Draft

AT = datetime(2026, 5, 6, 12, 0, tzinfo=timezone(timedelta(hours=8)))


def contents(text, speaker="user"):
    turn = Turn(
        id="t", scope=Scope(user="u", session="s"), speaker=speaker, role=Speaking.USER, text=text,
        occurred_at=AT, recorded_at=AT,
    )  # fmt: skip
    results = Sieve(WriterSettings(threshold=0.3)).drafted([turn])
    return [result.content for result in results if isinstance(result, Draft)]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("im allergic to nuts btw lol", "The user is allergic to nuts."),
        ("allergic to nuts", "The user is allergic to nuts."),
        ("moved to Rome last week", "The user moved to Rome in the week of 27 April 2026."),
        ("budget is 3000", "The user's budget is 3000."),
        ("looking for a fanless mini PC", "The user is looking for a fanless mini PC."),
        ("Dad's birthday is June 4", "The user's dad's birthday is June 4."),
        ("the kids are allergic to nuts", "The user's kids are allergic to nuts."),
        ("no RGB please", "The user's requirement: no RGB."),
        ("I need it to be under 2 kg", "The user's requirement: under 2 kg."),
        ("please always answer in English", "The user's request: please always answer in English."),
        ("My birthday is May 3", "The user's birthday is May 3."),
        ("住在成都", "用户住在成都。"),
        ("预算3000以内", "用户预算3000以内。"),
        ("老婆对花生过敏", "用户的老婆对花生过敏。"),
        ("不要RGB", "用户的要求：不要RGB。"),
        ("以后都用英文回答我", "用户的要求：以后都用英文回答用户。"),
        ("昨天我去爬了黄山", "2026年5月5日用户去爬了黄山。"),
        ("我生日是5月3日", "用户生日是5月3日。"),
        ("我最喜欢的乐队是五月天", "用户最喜欢的乐队是五月天。"),
    ],
)
def test_statements_are_complete(text, content):
    assert contents(text) == [content]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Flickering lights give me migraines.", "Flickering lights give the user migraines."),
        ("Taking pills that make me dizzy.", "The user is taking pills that make them dizzy."),
        ("灯光一闪我就偏头痛。", "灯光一闪用户就偏头痛。"),
        ("医生让我少喝酒。", "医生让用户少喝酒。"),
        ("比起淋浴，我更喜欢泡澡。", "比起淋浴，用户更喜欢泡澡。"),
    ],
)
def test_a_speaker_who_comes_later_is_not_put_in_front_as_well(text, content):
    assert contents(text) == [content]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("我们房租每个月三千二。", "用户的房租每个月三千二。"),
        ("我们房东是彭师傅。", "用户的房东是彭师傅。"),
        ("我们邻居凌女士有花粉症。", "用户的邻居凌女士有花粉症。"),
        ("我们孩子今年上小学。", "用户的孩子2026年上小学。"),
        ("我们明年要搬去杭州。", "用户等人2027年要搬去杭州。"),
    ],
)
def test_what_is_ours_is_told_from_what_we_do(text, content):
    assert contents(text) == [content]


@pytest.mark.parametrize(
    "text", ["我答应朵朵生日那天带她去海洋馆。", "我陪小满去公园，给他拍了照。"]
)
def test_whom_something_is_promised_is_whom_a_pronoun_means(text):
    assert contents(text) == [f"用户{text[1:]}"]


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Thinking of moving to Spain.", "The user is thinking of moving to Spain."),
        ("Dreaming of living in Kyoto.", "The user is dreaming of living in Kyoto."),
    ],
)
def test_what_somebody_thinks_of_makes_no_name(text, content):
    assert contents(text) == [content]


def test_one_may_be_proud_of_others_than_the_one_spoken_to():
    told = "I'm so proud of Isla's chess trophy."
    assert contents(told) == ["The user is so proud of Isla's chess trophy."]
    assert contents("I'm so proud of you and your trophy.") == []


def test_what_cannot_be_turned_is_quoted():
    (content,) = contents("Great day at the lake with 12 kids and two huge dogs in May 2024!")
    assert content.startswith('The user said: "Great day')


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I moved to Oslo and love it here", "Caroline moved to Oslo."),
        ("My mom lives in Rome", "Caroline's mom lives in Rome."),
    ],
)
def test_a_speaker_by_name(text, content):
    assert contents(text, speaker="Caroline")[0].startswith(content.rstrip("."))


@pytest.mark.parametrize(
    ("text", "speaker", "content"),
    [
        ("Hi! I'm Owen.", "Owen", "The user is Owen."),
        ("我叫周岚", "周岚", "用户叫周岚。"),
        ("My name is Ada.", "Owen", "Owen's name is Ada."),
    ],
)
def test_nobody_is_said_to_be_themself(text, speaker, content):
    turn = Turn(
        id="t",
        scope=Scope(user="ada", session="s"),
        speaker=speaker,
        role=Speaking.USER,
        text=text,
        occurred_at=datetime(2026, 5, 6, tzinfo=UTC),
        recorded_at=datetime(2026, 5, 6, tzinfo=UTC),
    )
    results = Sieve(WriterSettings(scorer="rules")).drafted([turn])
    assert [result.content for result in results if isinstance(result, Draft)] == [content]
