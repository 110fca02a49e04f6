"""Finding the time phrases of a text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from retold.records import Moment
from retold.text.times import absolute, chinese, english
from retold.text.times.folding import fold
from retold.text.times.grammar import Candidate, Now
from retold.text.times.zones import zone_of

# What every phrase of a language has at least one of: most sentences stop here.
_ENGLISH = re.compile(
    r"\b(?:ago|today|tonight|tonite|tmr|tmrw|tomorrow|yesterday|just now"
    r"|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|spring(?:time)?|summer(?:time)?|autumn|fall|winter"
    r"|(?:min(?:ute)?|hour|hr|day|night|week(?:end)?|fortnight|month|year|yr|decade)s?"
    r"|noon|morning|afternoon|evening|christmas|xmas|thanksgiving|halloween|eve|\d{4}|\d\d?(?:st|nd|rd|th))\b"
)
_CHINESE = re.compile(
    "[天日号月年周星礼前后昨今明刚方凌元愚五国双平圣春除宵清端七秋重腊]|情人|妇女"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundMoment:
    """A time phrase in a text: characters `start` to `end`, and what they mean.

    `bare` says that the phrase stands behind a word that governs it ("since last March", "until
    Friday") or is itself the subject ("last week was hard"): word it with `phrase(…, bare=True)`.
    """

    start: int
    end: int
    moment: Moment
    bare: bool = False


def find_moments(text: str, *, at: datetime) -> list[FoundMoment]:
    """The time phrases of a text that name a moment or a stretch of time.

    What recurs ("every Monday", 每天), what is too vague ("recently", 以后) and what cannot be
    decided is left out: unknown stays unknown. The readings where usage is divided stand at the
    top of english/ and chinese/.

    Args:
        text: Chinese, English or both.
        at: when it was said; aware, in the zone of the one who said it.

    Returns:
        Phrases in order, not overlapping. Start inclusive, end exclusive, in the zone of `at`;
        `moment.words` is the exact slice. In the hour that autumn repeats, two datetimes of one
        zone compare by the clock on the wall: convert to UTC to compare instants.

    Raises:
        TimeError: `at` has no zone.
    """
    zone = zone_of(at)
    folded = fold(text)
    now = Now(at.astimezone(zone))
    candidates = absolute.find(text, folded, now)
    if _ENGLISH.search(folded):
        candidates.extend(english.find(text, folded, now))
    if not folded.isascii() and _CHINESE.search(folded):
        candidates.extend(chinese.find(text, folded, now))
    found: list[FoundMoment] = []
    for candidate in sorted(candidates, key=lambda one: (one.start, -one.end)):
        if found and candidate.start < found[-1].end:
            continue
        moment = _moment(text, candidate, now)
        if moment is not None:
            found.append(
                FoundMoment(
                    start=candidate.start, end=candidate.end, moment=moment, bare=candidate.bare
                )
            )
    return found


def _moment(text: str, candidate: Candidate, now: Now) -> Moment | None:
    try:
        start, end = candidate.interval.within(zone_of(now.at))
    except OverflowError:
        return None
    return Moment(
        words=text[candidate.start : candidate.end],
        start=start,
        end=end,
        precision=candidate.interval.precision,
    )
