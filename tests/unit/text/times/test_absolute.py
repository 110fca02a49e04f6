"""Dates that need no other to be understood."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from retold.text.times import absolute, find_moments

AT = datetime(2026, 5, 7, 15, 5, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.mark.parametrize(
    ("text", "start", "precision"),
    [
        ("2026-05-03", "2026-05-03", "day"),
        ("2026/5/3", "2026-05-03", "day"),
        ("2026.05.03", "2026-05-03", "day"),
        ("2026-05-03 10:20", "2026-05-03T10:20", "minute"),
        ("2026-05-03 9:20", "2026-05-03T09:20", "minute"),
        ("2026-05-03T10:20:30.5Z", "2026-05-03T18:20:30", "second"),
        ("2026-05-03T10:20+02:00", "2026-05-03T16:20", "minute"),
        ("13/05/2026", "2026-05-13", "day"),
        ("05/13/2026", "2026-05-13", "day"),
        ("5/5/2026", "2026-05-05", "day"),
        ("3.5.2026", "2026-05-03", "day"),
        ("03-May-2026", "2026-05-03", "day"),
        ("May 3rd '26", "2026-05-03", "day"),
        ("3 May '26", "2026-05-03", "day"),
        ("2026 May 3", "2026-05-03", "day"),
        ("Mon, 04 May 2026 10:00:00 +0200", "2026-05-04T16:00:00", "second"),
        ("3 May 2026 10:30 UTC", "2026-05-03T18:30", "minute"),
    ],
)
def test_read(text: str, start: str, precision: str) -> None:
    (found,) = find_moments(f"It says {text}, I think", at=AT)
    assert found.moment.words == text
    assert found.moment.start == datetime.fromisoformat(start).replace(tzinfo=AT.tzinfo)
    assert found.moment.precision == precision


@pytest.mark.parametrize(
    "text",
    [
        "3/5/2026",  # which is the month?
        "31/02/2026",
        "2026-02-30",
        "2026-05/03",
        "v2026-05-03",
        "2026-05-03-rc1",
        "10.0.2026.1",
        "192.168.2026",
        "1.2.3",
        "2026-05-031",
        "$3.5.2026",
        "tel 2026-05-03-44",
    ],
)
def test_left_alone(text: str) -> None:
    assert find_moments(text, at=AT) == []


def test_dateparser_is_asked_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(absolute, "_dateparser", lambda said, _: asked.append(said))
    find_moments("; ".join(f"{day % 28 + 1}.{day % 12 + 1}.2026" for day in range(500)), at=AT)
    assert len(asked) == absolute._MAX_WRITTEN


def test_dateparser_is_not_asked_about_plain_dates(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(said: str, order: str) -> None:
        pytest.fail(f"asked about {said}")

    monkeypatch.setattr(absolute, "_dateparser", refuse)
    text = "On 3 May 2026, May 4th, 2026 and 2026-05-05, on 6/7/2026; 2026年5月8日"
    assert len(find_moments(text, at=AT)) == 4
