"""Time phrases: what holds for every text, every moment and every zone."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from retold.text.times import find_moments, parse_time, phrase
from retold.text.times.folding import fold

ZONES = st.sampled_from(
    ["UTC", "Asia/Shanghai", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"]
).map(ZoneInfo)
MOMENTS = st.datetimes(
    min_value=datetime(1971, 1, 1),  # noqa: DTZ001
    max_value=datetime(2090, 1, 1),  # noqa: DTZ001
    timezones=ZONES,
)
ENGLISH = (
    "yesterday", "the day before yesterday", "last Tuesday", "next Friday evening", "in two weeks",
    "two years ago", "a few months ago", "last night", "at 3pm tomorrow", "on May 3rd",
    "3 May 2026", "2026-05-03", "in 2019", "last summer", "next weekend", "the end of next month",
    "on Friday", "since March", "just now", "an hour ago", "last Christmas", "on the 15th",
    "in the last three days", "early next year", "in half an hour",
)  # fmt: skip
CHINESE = (
    "昨天", "大前天", "上周三", "下周五下午三点", "这周末", "前年", "去年夏天", "下个月底", "月初",
    "三天前", "两周后", "半年前", "今晚八点半", "明早", "刚才", "上个月15号", "五一", "春节",
    "2026年5月3日", "5月3号", "星期天", "下下周", "年底", "凌晨", "几个月前", "十分钟后",
)  # fmt: skip
PIECES = st.one_of(
    st.sampled_from([*ENGLISH, *CHINESE]),
    st.text(max_size=8),
    st.sampled_from(
        ["I went ", "我要", " and ", "每", ", ", "。", " will ", "了", "May ", "三", "3 "]
    ),
)
TEXTS = st.lists(PIECES, max_size=8).map("".join)


@given(st.text())
def test_folding_keeps_every_position(text: str) -> None:
    folded = fold(text)
    assert len(folded) == len(text)
    assert fold(folded) == folded


@given(TEXTS, MOMENTS)
def test_phrases_are_slices_in_order_and_never_empty(text: str, at: datetime) -> None:
    found = find_moments(text, at=at)
    for one in found:
        assert 0 <= one.start < one.end <= len(text)
        assert one.moment.words == text[one.start : one.end]
        assert one.moment.start.tzinfo is at.tzinfo
        assert one.moment.start.astimezone(UTC) < one.moment.end.astimezone(UTC)
    assert all(left.end <= right.start for left, right in pairwise(found))


@given(TEXTS, MOMENTS, st.sampled_from(["en", "zh"]), st.booleans())
def test_every_moment_has_words(text: str, at: datetime, language: str, bare: bool) -> None:  # noqa: FBT001
    for one in find_moments(text, at=at):
        words = phrase(one.moment, language, bare=bare)
        assert words
        assert "{" not in words
        # Its year, or for a night that ends a year the year in which it begins.
        assert str(one.moment.start.year) in words or str(one.moment.end.year) in words


@given(st.sampled_from([*ENGLISH, *CHINESE]), MOMENTS)
def test_every_phrase_is_found_whenever_it_is_said(words: str, at: datetime) -> None:
    (found,) = find_moments(words, at=at)
    assert found.moment.words in words


@given(MOMENTS)
def test_yesterday_today_and_tomorrow_touch(at: datetime) -> None:
    for words in ("yesterday, today, tomorrow", "昨天，今天，明天"):
        yesterday, today, tomorrow = (one.moment for one in find_moments(words, at=at))
        assert yesterday.end.astimezone(UTC) == today.start.astimezone(UTC)
        assert today.end.astimezone(UTC) == tomorrow.start.astimezone(UTC)
        assert today.start.astimezone(UTC) <= at.astimezone(UTC) < today.end.astimezone(UTC)
        assert today.start.date() == at.date()


@given(MOMENTS, st.integers(1, 6))
def test_weekdays_are_the_ones_named(at: datetime, number: int) -> None:
    name = "monday tuesday wednesday thursday friday saturday".split()[number - 1]
    last, following = (one.moment for one in find_moments(f"last {name}; next {name}", at=at))
    assert last.start.weekday() == following.start.weekday() == number - 1
    assert timedelta(0) < at.date() - last.start.date() <= timedelta(days=7)
    assert timedelta(0) < following.start.date() - at.date() <= timedelta(days=13)
    han = "一二三四五六"[number - 1]
    past, coming = (one.moment for one in find_moments(f"上周{han}。下周{han}", at=at))
    assert coming.start.date() - past.start.date() == timedelta(days=14)


@given(MOMENTS, st.integers(0, 400))
def test_days_ago_counts_calendar_days(at: datetime, count: int) -> None:
    for words in (f"{count} days ago", f"{count}天前"):
        (found,) = find_moments(words, at=at)
        assert found.moment.start.date() == at.date() - timedelta(days=count)


@given(MOMENTS, st.integers(0, 400))
def test_hours_ago_counts_real_hours(at: datetime, count: int) -> None:
    (found,) = find_moments(f"{count} hours ago", at=at)
    then = at.astimezone(UTC) - timedelta(hours=count)
    assert found.moment.start.astimezone(UTC) <= then < found.moment.end.astimezone(UTC)


@given(MOMENTS)
def test_what_was_written_is_read_again(at: datetime) -> None:
    assert parse_time(at.isoformat(), now=at).astimezone(UTC) == at.astimezone(UTC)
    (found,) = find_moments(f"on {at.date().isoformat()}", at=at)
    again = find_moments(phrase(found.moment, "en"), at=at)[0].moment
    assert (again.start, again.end) == (found.moment.start, found.moment.end)
    chinese = find_moments(phrase(found.moment, "zh"), at=at)[0].moment
    assert (chinese.start, chinese.end) == (found.moment.start, found.moment.end)
