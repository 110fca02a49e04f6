"""Finding the time phrases of a text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from retold.records import Moment
from retold.text.numerals import value_of
from retold.text.times import absolute, chinese, english, relative
from retold.text.times.calendar import DAY
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
    r"|noon|morning|afternoon|evening|christmas|xmas|thanksgiving|halloween|eve|\d{4}|\d\d?(?:st|nd|rd|th))\b",
    re.ASCII,
)
_CHINESE = re.compile(
    "[天日号月年周前后昨今明]|星期|礼拜|刚才|方才|凌晨|元旦|愚人|五一|国庆|双十|平安夜|圣诞|春节|除夕|元宵"
    "|清明|端午|七夕|中元|中秋|重阳|腊八|(?:教师|儿童|劳动|妇女|情人|万圣)节"
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
    candidates = list(absolute.find(folded, now))
    if _ENGLISH.search(folded):
        candidates.extend(english.find(text, folded, now))
    if not folded.isascii() and _CHINESE.search(folded):
        candidates.extend(chinese.find(text, folded, now))
    return [found for one in _in_turn(folded, candidates) if (found := _found(text, one, zone))]


# What stands between two days of a list, and between the ends of a range.
_LIST = re.compile(r" ?(?:,|、|,? ?(?:and|or|&|和|跟|与|及|以及|或|还有)) ?(?:on )?")
# A day without its month.
_DAY_ALONE = re.compile(
    r"(?:on )?the (?P<day>\d{1,2})(?:st|nd|rd|th)"
    r"|(?P<number>\d{1,2}|[一二三四五六七八九十廿]{1,3})号"
)
_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|月")
_APART = re.compile(r"[.!?;。！？；\n]")
_RANGE = re.compile(r" ?(?:to|through|thru|until|till|-|~|到|至) ?")


def _in_turn(text: str, candidates: list[Candidate]) -> list[Candidate]:
    """The candidates in order, not overlapping; days that follow another are the next such days.

    "Last Monday and Tuesday" are two days running, "12 January and another on the 15th" are of one
    month. "Monday to Friday" names no week: it is left out, as it is mostly said of every week.
    """
    chosen: list[Candidate] = []
    month: Candidate | None = None
    for one in sorted(candidates, key=lambda one: (one.start, -one.end)):
        former = chosen[-1] if chosen else None
        if former is None or not one.loose:
            if former is None or one.start >= former.end:
                alone = _DAY_ALONE.fullmatch(text, one.start, one.end)
                chosen.append(_in_month(text, month, one, alone) if alone and month else one)
                month = month if alone else _with_month(text, one)
            continue
        between = text[former.end : one.start]
        if _RANGE.fullmatch(between) and former.loose:
            chosen.pop()
        elif _RANGE.fullmatch(between) or _LIST.fullmatch(between):
            chosen.append(_following(former, one))
        elif one.start >= former.end:
            chosen.append(one)
    return chosen


def _with_month(text: str, one: Candidate) -> Candidate | None:
    """The same if it is a day with its month, which days alone may follow."""
    named = _MONTH.search(text[one.start : one.end])
    return one if named and one.interval.precision == "day" else None


def _in_month(text: str, month: Candidate, one: Candidate, alone: re.Match[str]) -> Candidate:
    """A day alone as the next such day after one with its month, in the same sentence."""
    if _APART.search(text, month.end, one.start):
        return one
    number = alone["day"] or value_of(alone["number"]) or 0
    try:
        day = relative.day_of_month(int(number), month.interval.start.date(), 1)
    except (ValueError, OverflowError):
        return one
    return replace(one, interval=day)


def _following(former: Candidate, one: Candidate) -> Candidate:
    """The same weekday, as the next one after the candidate before."""
    interval = one.interval
    days = (interval.start.date() - former.interval.start.date()).days
    shift = ((days - 1) % 7 + 1 - days) * DAY
    try:
        moved = replace(interval, start=interval.start + shift, end=interval.end + shift)
    except OverflowError:
        # Past the last day of the calendar there is no other.
        return one
    return replace(one, interval=moved)


def _found(text: str, candidate: Candidate, zone: tzinfo) -> FoundMoment | None:
    """The moment in its zone; None past the end of the calendar."""
    try:
        start, end = candidate.interval.within(zone)
    except OverflowError:
        return None
    words = text[candidate.start : candidate.end]
    precision = candidate.interval.precision
    return FoundMoment(
        start=candidate.start,
        end=candidate.end,
        moment=Moment(words=words, start=start, end=end, precision=precision),
        bare=candidate.bare,
    )
