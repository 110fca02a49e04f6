"""Zones and the times that callers pass in."""

from __future__ import annotations

import re
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from retold.errors import TimeError

# Where summer begins in December. Zones of the tropics are left out: there nobody says it.
SOUTHERN = (
    "Australia/", "Antarctica/", "Pacific/Auckland", "Pacific/Chatham", "America/Argentina/",
    "America/Buenos_Aires", "America/Montevideo", "America/Santiago", "America/Sao_Paulo",
    "America/Asuncion", "Africa/Johannesburg", "Africa/Maseru", "Africa/Mbabane",
)  # fmt: skip
ANNOTATED = re.compile(r"(.*)\[([^\[\]]+)\]", re.DOTALL)
HINT = "pass an aware datetime or ISO 8601, such as 2026-05-04T20:11+08:00"


@lru_cache(maxsize=256)
def zone_named(name: str) -> tzinfo:
    """The zone of an IANA name such as "Asia/Shanghai".

    Raises:
        TimeError: there is no such zone; the message names it.
    """
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise TimeError(
            f"unknown time zone {name!r}", hint="use an IANA name, such as Asia/Shanghai"
        ) from error


def zone_of(at: datetime) -> tzinfo:
    """The zone of an aware datetime, as one whose offset follows the date.

    Raises:
        TimeError: `at` is naive.
    """
    zone = at.tzinfo
    if zone is None:
        raise TimeError(f"the time {at.isoformat()} has no zone", hint=HINT)
    # A pytz zone holds one fixed offset; the date it is asked for would change nothing.
    name = getattr(zone, "zone", None)
    return zone_named(name) if isinstance(name, str) else zone


def is_southern(zone: tzinfo) -> bool:
    """Whether summer begins in December there; False for zones that are bare offsets."""
    return str(getattr(zone, "key", "")).startswith(SOUTHERN)


def parse_time(value: str | datetime | None, *, now: datetime, zone: str | None = None) -> datetime:
    """The aware time that a caller means.

    Args:
        value: an aware datetime is returned as it is; a naive one, or ISO 8601 text without an
            offset, is a wall-clock time in `zone`; text may end in a zone name, as in
            "2026-05-04T20:11[Asia/Shanghai]"; None is now.
        now: what None stands for.
        zone: an IANA name; UTC when it is None.

    Raises:
        TimeError: the text is not ISO 8601, or a zone is unknown; the message names the value.
    """
    local = UTC if zone is None else zone_named(zone)
    if value is None:
        return now if zone is None else now.astimezone(local)
    if isinstance(value, datetime):
        return value if value.tzinfo is not None else _placed(value, local)
    text = value.strip()
    named = ANNOTATED.fullmatch(text)
    if named:
        text, local = named[1], zone_named(named[2])
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError as error:
        raise TimeError(f"cannot read the time {value!r}", hint=HINT) from error
    if parsed.tzinfo is None:
        return _placed(parsed, local)
    return _moved(parsed, local) if named else parsed


def _placed(wall: datetime, zone: tzinfo) -> datetime:
    return _moved(wall.replace(tzinfo=zone), zone)


def _moved(time: datetime, zone: tzinfo) -> datetime:
    # By way of UTC, so that a wall-clock time that the zone skips becomes one that exists.
    try:
        return time.astimezone(UTC).astimezone(zone)
    except OverflowError as error:
        raise TimeError(f"the time {time.isoformat()} is out of range", hint=HINT) from error
