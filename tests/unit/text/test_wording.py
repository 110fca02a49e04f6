from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from retold.records import Attachment, Kind, Scope, Speaking, Turn, Unit
from retold.text.tokens import query_tokens
from retold.text.wording import (
    date_words,
    plain_date,
    quoted,
    turn_tokens,
    turn_wording,
    unit_tokens,
)


def turn(
    text,
    *,
    speaker="Caroline",
    captions=(),
    at=datetime(2023, 5, 8, 13, 56, tzinfo=UTC),
    dated=True,
):
    return Turn(
        id="t1", scope=Scope(user="u"), speaker=speaker, role=Speaking.USER, text=text, occurred_at=at, recorded_at=at,
        dated=dated, attachments=tuple(Attachment(caption=caption) for caption in captions),
    )  # fmt: skip


def unit(content, *, tags=()):
    at = datetime(2023, 5, 8, tzinfo=UTC)
    return Unit(
        id="m1", scope=Scope(user="u"), content=content, first_person=content, kind=Kind.FACT, subject="user",
        created_at=at, occurred_at=at, tags=tags,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (turn("I went."), 'Caroline said, "I went."'),
        (
            turn("Look!", captions=["a dog", "a cat"]),
            'Caroline said, "Look!" [shares a dog] [shares a cat]',
        ),
        (turn("", captions=["a dog"]), "Caroline [shares a dog]"),
        (turn("I went.", speaker=""), "I went."),
        # The gateway fills in the role where no name is given.
        (turn("I went.", speaker="user"), "I went."),
        (turn("我去了。", speaker="user"), "我去了。"),
        (turn("  padded \n"), 'Caroline said, "padded"'),
        (turn("我去了。", speaker="小明"), "小明说：“我去了。”"),
        (turn("看！", speaker="小明", captions=["一只狗"]), "小明说：“看！”【分享：一只狗】"),
        (turn("", speaker="小明", captions=["一只狗"]), "小明【分享：一只狗】"),
        (turn("我去了。", speaker=""), "我去了。"),
        (turn("", speaker=""), ""),
        (turn("", captions=[""]), "Caroline"),
    ],
)
def test_a_turn_is_worded_in_its_language(given, expected):
    assert turn_wording(given) == expected


def test_tokens_of_a_turn_are_those_of_speaker_text_and_captions():
    found = turn_tokens(turn("I paint", captions=["a sunset"]), dates=False)
    assert found == ("carolin", "i", "paint", "a", "sunset")


def test_date_words_follow_the_language_of_the_turn():
    assert turn_tokens(turn("I paint"))[-4:] == ("monday", "8", "may", "2023")
    chinese = turn_tokens(turn("我画画", speaker="小明"))
    for question in ("2023年", "5月", "8日", "8号", "星期一", "周一", "2023年5月8日"):
        assert set(query_tokens(question)) <= set(chinese)


def test_an_undated_turn_has_no_date_words():
    assert turn_tokens(turn("I paint", dated=False)) == ("carolin", "i", "paint")


def test_the_date_is_that_of_the_turns_zone():
    late = datetime(2023, 5, 8, 23, 30, tzinfo=timezone(timedelta(hours=8)))
    assert "8" in turn_tokens(turn("hi", at=late))
    assert date_words(late, "en") == "Monday 8 May 2023"
    assert date_words(late, "zh") == "2023年5月8日 星期一 周一"


def test_tokens_of_a_unit_are_those_of_its_content_and_tags():
    assert unit_tokens(unit("The user paints", tags=("art", "爱好"))) == (
        "the",
        "user",
        "paint",
        "art",
        "爱",
        "好",
        "爱好",
    )


def test_a_date_inside_a_sentence():
    day = date(2026, 5, 6)
    assert plain_date(day, "en") == "6 May 2026"
    assert plain_date(day, "zh") == "2026年5月6日"


def test_what_is_quoted_ends_without_its_mark():
    assert quoted("Ada drinks tea.") == "Ada drinks tea"
    assert quoted("艾达喝茶。") == "艾达喝茶"
    assert quoted("Who?") == "Who?"
