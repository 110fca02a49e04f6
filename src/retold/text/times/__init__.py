"""Time phrases in Chinese and English: found, resolved against when they were said, reworded."""

from __future__ import annotations

from retold.text.times.finding import FoundMoment, find_moments
from retold.text.times.wording import phrase
from retold.text.times.zones import parse_time, zone_named

__all__ = ["FoundMoment", "find_moments", "parse_time", "phrase", "zone_named"]
