"""The times that callers pass in."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from retold.errors import TimeError
from retold.text.times import parse_time
from retold.text.times.zones import is_southern, zone_named

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def test_none_is_now() -> None:
    assert parse_time(None, now=NOW) is NOW


def test_none_is_now_on_the_clock_of_the_zone() -> None:
    found = parse_time(None, now=NOW, zone="Asia/Shanghai")
    assert (found, found.hour) == (NOW, 20)


def test_an_aware_time_stays_as_it_is() -> None:
    time = datetime(2026, 5, 4, tzinfo=ZoneInfo("Europe/Berlin"))
    assert parse_time(time, now=NOW, zone="Asia/Shanghai") is time


@pytest.mark.parametrize(
    ("value", "zone", "wanted"),
    [
        ("2026-05-04T20:11+08:00", None, "2026-05-04T12:11+00:00"),
        ("2026-05-04T20:11+08:00", "Europe/Berlin", "2026-05-04T12:11+00:00"),
        ("2026-05-04T12:11Z", None, "2026-05-04T12:11+00:00"),
        ("2026-05-04T12:11", None, "2026-05-04T12:11+00:00"),
        ("2026-05-04 20:11:30", "Asia/Shanghai", "2026-05-04T12:11:30+00:00"),
        ("2026-05-04", "Asia/Shanghai", "2026-05-03T16:00+00:00"),
        ("2026-05-04T20:11[Asia/Shanghai]", None, "2026-05-04T12:11+00:00"),
        ("2026-05-04T20:11[Asia/Shanghai]", "Europe/Berlin", "2026-05-04T12:11+00:00"),
        ("2026-05-04T20:11+08:00[Asia/Shanghai]", None, "2026-05-04T12:11+00:00"),
        (" 20260504T201100+0800 ", None, "2026-05-04T12:11+00:00"),
        # Berlin skips this half hour, and has the other one twice: the first is meant.
        ("2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30+00:00"),
        ("2026-10-25T02:30", "Europe/Berlin", "2026-10-25T00:30+00:00"),
    ],
)
def test_iso_text(value: str, zone: str | None, wanted: str) -> None:
    # In UTC, as a time that occurs twice in its zone equals none elsewhere.
    assert parse_time(value, now=NOW, zone=zone).astimezone(UTC) == datetime.fromisoformat(wanted)


def test_a_naive_time_is_of_the_zone() -> None:
    naive = datetime(2026, 5, 4, 20, 11)  # noqa: DTZ001
    assert parse_time(naive, now=NOW, zone="Asia/Shanghai").hour == 20
    assert parse_time(naive, now=NOW).utcoffset() == timedelta(0)


def test_the_named_zone_is_kept() -> None:
    assert parse_time("2026-05-04T20:11[Asia/Shanghai]", now=NOW).tzinfo == ZoneInfo(
        "Asia/Shanghai"
    )


@pytest.mark.parametrize(
    "value", ["", "yesterday", "2026-13-01", "2026-02-30", "12:00", "1714800000", "昨天", "[UTC]"]
)
def test_what_is_no_time_is_named(value: str) -> None:
    with pytest.raises(TimeError, match="cannot read") as caught:
        parse_time(value, now=NOW)
    assert repr(value) in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("zone", ["Mars/Phobos", "", "../etc/passwd", "Asia", "GMT+25", "a\0b"])
def test_an_unknown_zone_is_named(zone: str) -> None:
    with pytest.raises(TimeError, match="unknown time zone") as caught:
        parse_time("2026-05-04T20:11", now=NOW, zone=zone)
    assert repr(zone) in caught.value.message


def test_an_unknown_zone_in_brackets_is_named() -> None:
    with pytest.raises(TimeError, match="Mars/Phobos"):
        parse_time("2026-05-04T20:11[Mars/Phobos]", now=NOW)


def test_a_time_off_the_calendar_is_refused() -> None:
    with pytest.raises(TimeError, match="out of range"):
        parse_time("0001-01-01T00:00", now=NOW, zone="Asia/Shanghai")


@pytest.mark.parametrize(
    ("zone", "southern"),
    [
        ("Australia/Lord_Howe", True),
        ("America/Santiago", True),
        ("Asia/Shanghai", False),
        ("UTC", False),
    ],
)
def test_hemispheres(zone, southern) -> None:
    assert is_southern(zone_named(zone)) is southern
