"""Moments in absolute words."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from retold.records import Moment
from retold.text.times import phrase


def moment(start: str, end: str, precision, zone: str = "Asia/Shanghai") -> Moment:
    place = ZoneInfo(zone)
    return Moment(
        words="",
        start=datetime.fromisoformat(start).replace(tzinfo=place),
        end=datetime.fromisoformat(end).replace(tzinfo=place),
        precision=precision,
    )


WORDINGS = """
day     | 2026-05-03          | 2026-05-04          | on 3 May 2026                        | 2026年5月3日
hour    | 2026-05-03T15:00    | 2026-05-03T16:00    | on 3 May 2026 at 3 pm                | 2026年5月3日下午3点
hour    | 2026-05-03T00:00    | 2026-05-03T01:00    | on 3 May 2026 at 12 am               | 2026年5月3日凌晨0点
hour    | 2026-05-03T12:00    | 2026-05-03T13:00    | on 3 May 2026 at 12 pm               | 2026年5月3日中午12点
minute  | 2026-05-03T20:30    | 2026-05-03T20:31    | on 3 May 2026 at 8:30 pm             | 2026年5月3日晚上8点30分
minute  | 2026-05-03T08:00    | 2026-05-03T08:01    | on 3 May 2026 at 8:00 am             | 2026年5月3日上午8点整
second  | 2026-05-03T08:05:09 | 2026-05-03T08:05:10 | on 3 May 2026 at 8:05:09 am          | 2026年5月3日上午8点5分9秒
part    | 2026-05-03T18:00    | 2026-05-04          | on the evening of 3 May 2026         | 2026年5月3日晚上
part    | 2026-05-03T18:00    | 2026-05-04T06:00    | on the night of 3 May 2026           | 2026年5月3日夜里
part    | 2026-05-03T06:00    | 2026-05-03T12:00    | on the morning of 3 May 2026         | 2026年5月3日上午
part    | 2026-05-03T06:00    | 2026-05-03T10:00    | on the morning of 3 May 2026         | 2026年5月3日早上
part    | 2026-05-03T12:00    | 2026-05-03T18:00    | on the afternoon of 3 May 2026       | 2026年5月3日下午
part    | 2026-05-03T11:00    | 2026-05-03T13:00    | around noon on 3 May 2026            | 2026年5月3日中午
part    | 2026-05-03          | 2026-05-03T06:00    | in the small hours of 3 May 2026     | 2026年5月3日凌晨
part    | 2026-05-03T05:00    | 2026-05-03T08:00    | in the early morning of 3 May 2026   | 2026年5月3日清晨
part    | 2026-05-03T17:00    | 2026-05-03T19:00    | in the early evening of 3 May 2026   | 2026年5月3日傍晚
part    | 2026-05-03T22:00    | 2026-05-04T06:00    | late on the night of 3 May 2026      | 2026年5月3日深夜
part    | 2026-05-03T01:00    | 2026-05-03T03:00    | on 3 May 2026                        | 2026年5月3日
week    | 2026-05-04          | 2026-05-11          | in the week of 4 May 2026            | 2026年5月4日那一周
day     | 2026-05-09          | 2026-05-11          | on the weekend of 9 May 2026         | 2026年5月9日那个周末
month   | 2026-05-01          | 2026-06-01          | in May 2026                          | 2026年5月
season  | 2025-06-01          | 2025-09-01          | in summer 2025                       | 2025年夏天
season  | 2025-12-01          | 2026-03-01          | in winter 2025/26                    | 2025/26年冬天
year    | 2024-01-01          | 2025-01-01          | in 2024                              | 2024年
day     | 2026-05-01          | 2026-05-08          | at the beginning of May 2026         | 2026年5月初
day     | 2026-05-11          | 2026-05-21          | in the middle of May 2026            | 2026年5月中旬
day     | 2026-05-25          | 2026-06-01          | at the end of May 2026               | 2026年5月底
day     | 2026-05-01          | 2026-05-11          | in early May 2026                    | 2026年5月上旬
day     | 2026-02-21          | 2026-03-01          | in late February 2026                | 2026年2月下旬
month   | 2026-01-01          | 2026-03-01          | at the beginning of 2026             | 2026年初
month   | 2026-11-01          | 2027-01-01          | at the end of 2026                   | 2026年底
month   | 2026-06-01          | 2026-08-01          | in the middle of 2026                | 2026年年中
month   | 2026-01-01          | 2026-07-01          | in the first half of 2026            | 2026年上半年
month   | 2026-07-01          | 2027-01-01          | in the second half of 2026           | 2026年下半年
month   | 2026-01-01          | 2026-05-01          | in early 2026                        | 2026年前期
month   | 2026-09-01          | 2027-01-01          | in late 2026                         | 2026年后期
day     | 2026-05-02          | 2026-05-06          | between 2 and 5 May 2026             | 2026年5月2日到5日之间
day     | 2026-04-29          | 2026-05-03          | between 29 April and 2 May 2026      | 2026年4月29日到5月2日之间
day     | 2025-12-30          | 2026-01-03          | between 30 December 2025 and 2 January 2026 | 2025年12月30日到2026年1月2日之间
week    | 2026-04-06          | 2026-04-20          | between 6 and 19 April 2026          | 2026年4月6日到19日之间
month   | 2026-03-01          | 2026-06-01          | between March and May 2026           | 2026年3月到5月之间
month   | 2025-11-01          | 2026-03-01          | between November 2025 and February 2026 | 2025年11月到2026年2月之间
year    | 2020-01-01          | 2025-01-01          | between 2020 and 2024                | 2020年到2024年之间
"""


@pytest.mark.parametrize(
    ("precision", "start", "end", "english", "chinese"),
    [[cell.strip() for cell in row.split("|")] for row in WORDINGS.strip().splitlines()],
)
def test_wordings(precision: str, start: str, end: str, english: str, chinese: str) -> None:
    found = moment(start, end, precision)
    assert phrase(found, "en") == english
    assert phrase(found, "zh") == chinese


@pytest.mark.parametrize(
    ("precision", "start", "end", "wanted"),
    [
        ("day", "2026-05-03", "2026-05-04", "3 May 2026"),
        ("hour", "2026-05-03T15:00", "2026-05-03T16:00", "3 May 2026 at 3 pm"),
        ("part", "2026-05-03T18:00", "2026-05-04", "the evening of 3 May 2026"),
        ("part", "2026-05-03T22:00", "2026-05-04T06:00", "the night of 3 May 2026"),
        ("week", "2026-05-04", "2026-05-11", "the week of 4 May 2026"),
        ("month", "2026-05-01", "2026-06-01", "May 2026"),
        ("season", "2025-06-01", "2025-09-01", "summer 2025"),
        ("year", "2024-01-01", "2025-01-01", "2024"),
        ("day", "2026-05-25", "2026-06-01", "the end of May 2026"),
        ("day", "2026-05-02", "2026-05-06", "2–5 May 2026"),
        ("day", "2026-04-29", "2026-05-03", "29 April – 2 May 2026"),
        ("year", "2020-01-01", "2025-01-01", "2020–2024"),
    ],
)
def test_bare_wordings(precision: str, start: str, end: str, wanted: str) -> None:
    found = moment(start, end, precision)
    assert phrase(found, "en", bare=True) == wanted
    assert phrase(found, "zh", bare=True) == phrase(found, "zh")


def test_the_day_is_that_of_the_zone() -> None:
    found = moment("2026-05-03", "2026-05-04", "day", "Asia/Shanghai")
    assert phrase(found, "en") == "on 3 May 2026"
    assert found.start.astimezone(UTC).day == 2


def test_a_day_of_25_hours_is_one_day() -> None:
    assert (
        phrase(moment("2026-10-25", "2026-10-26", "day", "Europe/Berlin"), "en")
        == "on 25 October 2026"
    )


def test_summer_in_the_south() -> None:
    found = moment("2025-12-01", "2026-03-01", "season", "Australia/Sydney")
    assert phrase(found, "en") == "in summer 2025/26"
    assert phrase(found, "zh") == "2025/26年夏天"
