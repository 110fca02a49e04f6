"""Where phrases stand, in which zone they are read, and how they go together."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from retold.errors import TimeError
from retold.text.times import find_moments, phrase

SHANGHAI = ZoneInfo("Asia/Shanghai")
AT = datetime(2026, 5, 7, 15, 5, tzinfo=SHANGHAI)


def only(text: str, at: datetime = AT):
    (found,) = find_moments(text, at=at)
    return found.moment


def in_utc(text: str, at: datetime) -> tuple[str, str]:
    moment = only(text, at)
    return tuple(
        time.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="minutes")
        for time in (moment.start, moment.end)
    )


ZONES = [
    # The day on which New York's clocks jump: 23 hours.
    ("today", "2026-03-08T12:00", "America/New_York", "2026-03-08T05:00", "2026-03-09T04:00"),
    ("tomorrow", "2026-03-07T12:00", "America/New_York", "2026-03-08T05:00", "2026-03-09T04:00"),
    # The day on which Berlin's go back: 25 hours.
    ("today", "2026-10-25T12:00", "Europe/Berlin", "2026-10-24T22:00", "2026-10-25T23:00"),
    ("昨天", "2026-10-26T00:01", "Europe/Berlin", "2026-10-24T22:00", "2026-10-25T23:00"),
    # Lord Howe goes back by half an hour: 24.5 hours.
    ("today", "2026-04-05T12:00", "Australia/Lord_Howe", "2026-04-04T13:00", "2026-04-05T13:30"),
    # Calendar days, across the change.
    ("three days ago", "2026-03-30T00:01", "Europe/Berlin", "2026-03-26T23:00", "2026-03-27T23:00"),
    ("三天前", "2026-03-30T00:01", "Europe/Berlin", "2026-03-26T23:00", "2026-03-27T23:00"),
    ("last week", "2026-11-04T09:00", "America/New_York", "2026-10-26T04:00", "2026-11-02T05:00"),
    # Hours are real time: two hours before half past four it was half past one.
    ("two hours ago", "2026-03-29T04:30", "Europe/Berlin", "2026-03-29T00:00", "2026-03-29T01:00"),
    ("两小时前", "2026-03-29T04:30", "Europe/Berlin", "2026-03-29T00:00", "2026-03-29T01:00"),
    # A clock time that the zone skips is read as the moment at which it goes on.
    (
        "today at 2:30 am",
        "2026-03-29T12:00",
        "Europe/Berlin",
        "2026-03-29T01:30",
        "2026-03-29T01:31",
    ),
    ("today at 2 am", "2026-03-29T12:00", "Europe/Berlin", "2026-03-29T01:00", "2026-03-29T02:00"),
    # A minute to midnight, and a minute past.
    ("yesterday", "2026-05-07T23:59", "Asia/Shanghai", "2026-05-05T16:00", "2026-05-06T16:00"),
    ("yesterday", "2026-05-08T00:01", "Asia/Shanghai", "2026-05-06T16:00", "2026-05-07T16:00"),
    ("昨天", "2026-05-07T23:59", "Asia/Shanghai", "2026-05-05T16:00", "2026-05-06T16:00"),
    ("昨天", "2026-05-08T00:01", "Asia/Shanghai", "2026-05-06T16:00", "2026-05-07T16:00"),
    ("last night", "2026-05-08T00:01", "Asia/Shanghai", "2026-05-07T10:00", "2026-05-07T22:00"),
    ("昨晚", "2026-05-08T00:01", "Asia/Shanghai", "2026-05-07T10:00", "2026-05-07T16:00"),
    ("tonight", "2026-05-07T23:59", "UTC", "2026-05-07T18:00", "2026-05-08T06:00"),
    ("next week", "2026-05-10T23:59", "UTC", "2026-05-11T00:00", "2026-05-18T00:00"),
    ("next week", "2026-05-11T00:01", "UTC", "2026-05-18T00:00", "2026-05-25T00:00"),
    ("去年", "2026-01-01T00:01", "Asia/Shanghai", "2024-12-31T16:00", "2025-12-31T16:00"),
    ("last month", "2026-03-01T00:01", "UTC", "2026-02-01T00:00", "2026-03-01T00:00"),
    # South of the equator summer is in December.
    ("last summer", "2026-05-07T12:00", "Australia/Sydney", "2025-11-30T13:00", "2026-02-28T13:00"),
    ("去年夏天", "2026-05-07T12:00", "Australia/Lord_Howe", "2025-11-30T13:00", "2026-02-28T13:00"),
]


@pytest.mark.parametrize(("text", "at", "zone", "start", "end"), ZONES)
def test_1002_zones_and_midnight(text: str, at: str, zone: str, start: str, end: str) -> None:
    said = datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(zone))
    assert in_utc(text, said) == (start, end)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("an exam on 12 June and another on the 15th", ["2026-06-12", "2026-06-15"]),
        ("六月十二号有场考试，十五号还有一场", ["2026-06-12", "2026-06-15"]),
        ("I have exams on 28 June and on the 2nd", ["2026-06-28", "2026-07-02"]),
        ("It was on 12 April. We go on the 15th", ["2026-04-12", "2026-05-15"]),
    ],
)
def test_a_day_alone_follows_the_one_with_a_month(text: str, days: list[str]) -> None:
    assert [f.moment.start.date().isoformat() for f in find_moments(text, at=AT)] == days


def test_the_same_instant_is_another_day_elsewhere() -> None:
    instant = datetime(2026, 5, 7, 23, 30, tzinfo=UTC)
    assert only("today", instant).start.day == 7
    assert only("today", instant.astimezone(SHANGHAI)).start.day == 8


def test_moments_are_in_the_zone_of_the_speaker() -> None:
    assert only("yesterday").start.tzinfo is SHANGHAI
    fixed = timezone(timedelta(hours=-3, minutes=-30))
    assert only("昨天", AT.astimezone(fixed)).end.utcoffset() == timedelta(hours=-3, minutes=-30)


def test_the_repeated_hour_is_told_apart() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    # Half past two for the second time; an hour ago it was half past two as well.
    at = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=berlin)
    assert in_utc("an hour ago", at) == ("2026-10-25T00:00", "2026-10-25T01:00")


def test_a_naive_time_is_refused() -> None:
    with pytest.raises(TimeError, match="2026-05-07"):
        find_moments("yesterday", at=datetime(2026, 5, 7))  # noqa: DTZ001


def test_a_time_of_pytz_keeps_its_zone() -> None:
    pytz = pytest.importorskip("pytz")
    at = pytz.timezone("Europe/Berlin").localize(datetime(2026, 3, 30, 12))  # noqa: DTZ001
    assert in_utc("three days ago", at) == ("2026-03-26T23:00", "2026-03-27T23:00")


def test_1003_old_chats_are_read_from_their_own_day() -> None:
    at = datetime(2009, 1, 5, 9, tzinfo=UTC)
    assert phrase(only("last Friday", at), "en") == "on 2 January 2009"
    assert phrase(only("去年", at), "zh") == "2008年"


def test_several_phrases_come_in_order() -> None:
    text = "Yesterday I packed, today I rest, and in two weeks we fly; 后天 is for friends."
    found = find_moments(text, at=AT)
    assert [one.moment.words for one in found] == ["Yesterday", "today", "in two weeks", "后天"]
    assert all(left.end <= right.start for left, right in pairwise(found))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("last Monday and Tuesday", [4, 5]),
        ("next Monday, Wednesday and Friday", [11, 13, 15]),
        ("on Friday and Saturday I slept", [1, 2]),
        ("下周一到周五", [11, 15]),
        ("下周一、周三和周五", [11, 13, 15]),
        ("next week, Friday", [11, 15]),
    ],
)
def test_a_weekday_follows_the_one_before_it(text: str, days: list[int]) -> None:
    assert [one.moment.start.day for one in find_moments(text, at=AT)] == days


@pytest.mark.parametrize("text", ["Monday to Friday", "from Monday through Friday", "周一到周五"])
def test_a_working_week_is_no_date(text: str) -> None:
    assert find_moments(text, at=AT) == []


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("I have lived here since last March", True),
        ("wait until Friday", True),
        ("hand it in by Friday", True),
        ("the trip was before May 3rd", True),
        ("last week was hard", True),
        ("Yes, but last week was hard", True),
        ("yesterday's meeting", True),
        ("my Friday meeting", True),
        ("we moved it to Friday", True),
        ("between 3 May and 5 May", True),
        ("the party last week was fun", False),
        ("I met her yesterday", False),
        ("the place I went to last week", False),
        ("my exam is tomorrow", False),
    ],
)
def test_bare_where_a_word_governs_the_phrase(text, bare) -> None:
    assert {one.bare for one in find_moments(text, at=AT)} == {bare}


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("I went to the dentist yesterday.", "en", "I went to the dentist on 6 May 2026."),
        ("I've lived here since last March.", "en", "I've lived here since March 2026."),
        ("Hand it in by Friday.", "en", "Hand it in by 8 May 2026."),
        ("We meet tomorrow at 3pm.", "en", "We meet on 8 May 2026 at 3 pm."),
        ("I rode a horse a few days ago.", "en", "I rode a horse between 1 and 5 May 2026."),
        ("It is due by the end of the week.", "en", "It is due by 8–10 May 2026."),
        ("The party last night was fun.", "en", "The party on the night of 6 May 2026 was fun."),
        ("我昨天去看了牙医", "zh", "我2026年5月6日去看了牙医"),
        ("从上周三到今天都在下雨", "zh", "从2026年4月29日到2026年5月7日都在下雨"),
        ("周五之前要交", "zh", "2026年5月8日之前要交"),
        ("我们下周去爬山", "zh", "我们2026年5月11日那一周去爬山"),
        ("他去年冬天滑了雪", "zh", "他2025/26年冬天滑了雪"),
    ],
)
def test_1004_the_date_reads_well_in_its_place(text: str, language: str, wanted: str) -> None:
    for one in reversed(find_moments(text, at=AT)):
        text = text[: one.start] + phrase(one.moment, language, bare=one.bare) + text[one.end :]
    assert text == wanted


@pytest.mark.parametrize("at", [datetime.min, datetime.max])  # noqa: DTZ901
@pytest.mark.parametrize(
    "text",
    [
        "yesterday and tomorrow, last year, next year, last Monday and Tuesday at 3pm",
        "in 9999 years, 9999 weeks ago, in an hour, two hours ago, next winter",
        "昨天，明天，去年，明年，下周五，三百年前，三百年后，刚才，去年春节，今晚十二点",
    ],
)
def test_the_ends_of_the_calendar_are_survived(text: str, at: datetime) -> None:
    for one in find_moments(text, at=at.replace(tzinfo=UTC)):
        assert one.moment.start < one.moment.end


@pytest.mark.parametrize(
    "piece", ["word ", "in ", "the end of ", "at 3 ", "1", "9 ", "年", "三", "我们", "（", "may "]
)
def test_901_a_megabyte_without_a_phrase(piece: str) -> None:
    assert find_moments(piece * (1_000_000 // len(piece)), at=AT) == []


def test_903_many_phrases_in_one_line_are_all_found() -> None:
    assert len(find_moments("昨天" * 2000 + " yesterday" * 2000, at=AT)) == 4000
