"""A grammar of time phrases: rules of a pattern and a reading, matched in one pass.

A rule's reading gets the named groups of its pattern and says which interval they mean, or None
where they mean none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property

from retold.text.times import calendar, cues, relative
from retold.text.times.calendar import Interval
from retold.text.times.zones import is_southern, zone_of

# A date three months ahead is more often a plan than the anniversary of something nine months old.
DOUBT = timedelta(days=90)
# What is longer ago is told of in the past; without a sign of it, the next one is meant.
LONG_AGO = timedelta(days=200)


@dataclass(frozen=True, slots=True)
class Now:
    """When the text was said: `at` aware, in the zone of the one who said it."""

    at: datetime

    @property
    def today(self) -> date:
        """The calendar day there."""
        return self.at.date()

    @property
    def wall(self) -> datetime:
        """The wall clock there, naive."""
        return self.at.replace(tzinfo=None)

    @property
    def southern(self) -> bool:
        """Whether summer begins in December there."""
        return is_southern(zone_of(self.at))


@dataclass(frozen=True)
class Said:
    """One match of a rule: its named groups, and the sentence around it.

    Attributes:
        match: in the folded text.
        prefix: what the rule's group names carry in the pattern of all rules.
        now: when it was said.
        original: the text before folding.
    """

    match: re.Match[str]
    prefix: str
    now: Now
    original: str

    def __getitem__(self, name: str) -> str:
        """What the group matched; the empty text where it took no part, or the rule has none."""
        index = self.match.re.groupindex.get(self.prefix + name)
        return (self.match[index] or "") if index else ""

    def is_capital(self, name: str) -> bool:
        """Whether the group began with a capital letter before the text was folded."""
        return self.original[self.match.start(self.prefix + name)].isupper()

    @cached_property
    def around(self) -> cues.Around:
        """The sentence before and after the match."""
        return cues.around(self.match.string, self.match.start(), self.match.end())

    @cached_property
    def clause_direction(self) -> int:
        """Whether its clause speaks of what was (-1), of what will be (+1), or neither (0)."""
        return cues.direction(cues.clause(self.around))

    @cached_property
    def direction(self) -> int:
        """The same of the whole sentence, where the clause says nothing."""
        return self.clause_direction or cues.direction(self.around)

    @cached_property
    def is_recurring(self) -> bool:
        """Whether the sentence speaks of what happens again and again."""
        return cues.is_recurring(self.around)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A time phrase found: its characters and its interval.

    `bare` as in `FoundMoment`, `loose` as in `Interval`.
    """

    start: int
    end: int
    interval: Interval
    bare: bool = False
    loose: bool = False


Reading = Callable[[Said], Interval | None]


class Rules(list[tuple[str, Reading]]):
    """Patterns with their readings, in order of preference where two match at one place."""

    def rule(self, pattern: str, *, begins: str = "") -> Callable[[Reading], Reading]:
        """Add a reading for a pattern; the pattern's named groups are what the reading gets.

        `begins` lists the characters with which a match can begin, for a script without word
        boundaries: nothing else is tried there.
        """
        guarded = f"(?=[{begins}])(?:{pattern})" if begins else pattern

        def add(reading: Reading) -> Reading:
            self.append((guarded, reading))
            return reading

        return add


class Grammar:
    """The rules of a language as one pattern.

    Args:
        boundary: what must hold before every match.
        ending: what must hold after it.
        rules: in order of preference.
    """

    def __init__(self, boundary: str, ending: str, rules: Sequence[tuple[str, Reading]]) -> None:
        self._boundary = boundary
        self._ending = ending
        self._rules = rules

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # Group names are per rule; in the one pattern of all rules they carry the rule's number.
        # Compiled on first use: it takes tens of milliseconds, and many texts name no time.
        numbered = (
            f"(?P<r{number}>" + re.sub(r"\(\?P<(\w+)>", rf"(?P<r{number}_\1>", pattern) + ")"
            for number, (pattern, _) in enumerate(self._rules)
        )
        pattern = f"{self._boundary}(?:{'|'.join(numbered)}){self._ending}"
        # ASCII, so that a Han character beside a Latin word is a boundary.
        return re.compile(pattern, re.ASCII)

    def scan(self, original: str, text: str, now: Now) -> Iterator[tuple[Said, Interval]]:
        """Every match in `text`, the folded form of `original`, that means an interval."""
        for match in self._pattern.finditer(text):
            # The rule's own group closes last, so it is the last group.
            rule = match.lastgroup or ""
            said = Said(match, f"{rule}_", now, original)
            interval = within_calendar(self._rules[int(rule[1:])][1], said)
            if interval is not None:
                yield said, interval


def in_meant_year(said: Said, make: relative.Yearly, certain: int = 0) -> Interval | None:
    """What recurs each year, in the year that is meant; None where every year may be.

    It is that of this year, unless the sentence speaks of the past and it is to come, or the
    other way round, or speaks of neither and it is `LONG_AGO`. Cues of tense are often about
    something else, so one that stands against a date less than `DOUBT` away is believed only where
    it says that the clause is of the future.

    Args:
        said: the match, with its sentence.
        make: the interval in a given year.
        certain: -1 or +1 where a word before the phrase decides ("since", "until").

    Raises:
        ValueError: the year that is meant has no such day.
    """
    if said.is_recurring:
        return None
    wall = said.now.wall
    if certain or said.clause_direction > 0:
        return relative.nearest(make, wall, certain or 1)
    near = relative.nearest(make, wall, 0)
    if not said.direction:
        # Chinese tells of a month that is over without any sign of the past.
        is_told = near.precision == "day" or said.match.string.isascii()
        is_over = is_told and wall - near.end > LONG_AGO
        return relative.nearest(make, wall, 1) if is_over else near
    ahead = near.start - wall if said.direction < 0 else wall - near.end
    return relative.nearest(make, wall, said.direction) if ahead > DOUBT else near


def within_calendar(reading: Reading, said: Said) -> Interval | None:
    """The interval, or None where the calendar has no such day (30 February, the year 12000)."""
    try:
        return reading(said)
    except (ValueError, OverflowError):
        return None


def clock_within(
    base: Interval, hour: int, minute: int | None, *, afternoon: bool | None = None
) -> Interval | None:
    """A clock time on a day or in a part of one; None where it does not fit (calendar.clock)."""
    if not (base.is_one_day or base.part):
        return None
    try:
        return calendar.clock(base, hour, minute, afternoon=afternoon)
    except OverflowError:
        return None
