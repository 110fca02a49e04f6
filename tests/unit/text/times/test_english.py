"""Case 1001, the English half: each phrase with the interval it means."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from retold.text.times import find_moments

# A Thursday.
AT = datetime(2026, 5, 7, 15, 5, tzinfo=ZoneInfo("Asia/Shanghai"))

# The phrase stands in brackets; start inclusive, end exclusive.
PHRASES = """
I went to the dentist [yesterday].                | 2026-05-06       | 2026-05-07       | day
[The day before yesterday] it rained.             | 2026-05-05       | 2026-05-06       | day
We leave [the day after tomorrow].                | 2026-05-09       | 2026-05-10       | day
[Today] I feel fine.                              | 2026-05-07       | 2026-05-08       | day
I'll call [tomorrow].                             | 2026-05-08       | 2026-05-09       | day
We talked [last Tuesday].                         | 2026-05-05       | 2026-05-06       | day
We talked [last Thursday].                        | 2026-04-30       | 2026-05-01       | day
We talked [last Friday].                          | 2026-05-01       | 2026-05-02       | day
The show is [next Friday].                        | 2026-05-15       | 2026-05-16       | day
The show is [next Friday evening].                | 2026-05-15T18:00 | 2026-05-16       | part
The show is [this Friday].                        | 2026-05-08       | 2026-05-09       | day
We met [this Tuesday].                            | 2026-05-05       | 2026-05-06       | day
[This coming Sunday] we hike.                     | 2026-05-10       | 2026-05-11       | day
See you [on Friday]!                              | 2026-05-08       | 2026-05-09       | day
[On Friday] I went home early.                    | 2026-05-01       | 2026-05-02       | day
[Monday] works for me.                            | 2026-05-11       | 2026-05-12       | day
I had a check-up [Monday].                        | 2026-05-04       | 2026-05-05       | day
The exam is [on Monday of next week].             | 2026-05-11       | 2026-05-12       | day
We start [next week on Tuesday].                  | 2026-05-12       | 2026-05-13       | day
I saw him [Wednesday last week].                  | 2026-04-29       | 2026-04-30       | day
I fly [a week from Friday].                       | 2026-05-15       | 2026-05-16       | day
I fly [two weeks from tomorrow].                  | 2026-05-22       | 2026-05-23       | day
It was [a week ago Friday].                       | 2026-05-01       | 2026-05-02       | day
We married [ten years ago today].                 | 2016-05-07       | 2016-05-08       | day
I fly [in two weeks].                             | 2026-05-18       | 2026-05-25       | week
I bought it [two weeks ago].                      | 2026-04-20       | 2026-04-27       | week
I bought it [a week ago].                         | 2026-04-27       | 2026-05-04       | week
I bought it [three days ago].                     | 2026-05-04       | 2026-05-05       | day
I bought it [a couple of days ago].               | 2026-05-05       | 2026-05-06       | day
I bought it [a few days ago].                     | 2026-05-01       | 2026-05-06       | day
I bought it [several weeks ago].                  | 2026-03-23       | 2026-04-27       | week
I bought it [a few months ago].                   | 2025-11-01       | 2026-04-01       | month
I bought it [a few years back].                   | 2020-01-01       | 2025-01-01       | year
I bought it [twenty-one days ago].                | 2026-04-16       | 2026-04-17       | day
I moved here [two years ago].                     | 2024-01-01       | 2025-01-01       | year
I moved here [about five years ago].              | 2021-01-01       | 2022-01-01       | year
I moved here [a year and a half ago].             | 2024-11-01       | 2024-12-01       | month
I moved here [half a year ago].                   | 2025-11-01       | 2025-12-01       | month
I moved here [six months ago].                    | 2025-11-01       | 2025-12-01       | month
I moved here [a decade ago].                      | 2016-01-01       | 2017-01-01       | year
I moved here [two weekends ago].                  | 2026-04-25       | 2026-04-27       | day
I'll be back [in three days].                     | 2026-05-10       | 2026-05-11       | day
I'll be back [in two months' time].               | 2026-07-01       | 2026-08-01       | month
I'll be back [three months from now].             | 2026-08-01       | 2026-09-01       | month
I ate [two hours ago].                            | 2026-05-07T13:00 | 2026-05-07T14:00 | hour
I ate [30 minutes ago].                           | 2026-05-07T14:35 | 2026-05-07T14:36 | minute
I'll call [in half an hour].                      | 2026-05-07T15:35 | 2026-05-07T15:36 | minute
I heard it [just now].                            | 2026-05-07T15:00 | 2026-05-07T16:00 | hour
I ran [this morning].                             | 2026-05-07T06:00 | 2026-05-07T12:00 | part
I nap [this afternoon].                           | 2026-05-07T12:00 | 2026-05-07T18:00 | part
I ate out [last night].                           | 2026-05-06T18:00 | 2026-05-07T06:00 | part
I'm cooking [tonight].                            | 2026-05-07T18:00 | 2026-05-08T06:00 | part
I left [yesterday evening].                       | 2026-05-06T18:00 | 2026-05-07       | part
I leave [tomorrow morning].                       | 2026-05-08T06:00 | 2026-05-08T12:00 | part
Dinner [on Saturday night]?                       | 2026-05-09T18:00 | 2026-05-10T06:00 | part
We danced [last Saturday night].                  | 2026-05-02T18:00 | 2026-05-03T06:00 | part
It snowed [the night before last].                | 2026-05-05T18:00 | 2026-05-06T06:00 | part
We meet [at 3pm tomorrow].                        | 2026-05-08T15:00 | 2026-05-08T16:00 | hour
We meet [tomorrow at 3:30 pm].                    | 2026-05-08T15:30 | 2026-05-08T15:31 | minute
We meet [tomorrow] at 3.                          | 2026-05-08       | 2026-05-09       | day
We meet [tomorrow] at 3pm EST.                    | 2026-05-08       | 2026-05-09       | day
We meet [tomorrow at 15:30].                      | 2026-05-08T15:30 | 2026-05-08T15:31 | minute
We meet [tomorrow at 7 in the evening].           | 2026-05-08T19:00 | 2026-05-08T20:00 | hour
We meet [tonight at eight].                       | 2026-05-07T20:00 | 2026-05-07T21:00 | hour
We meet [at 9am on Monday].                       | 2026-05-11T09:00 | 2026-05-11T10:00 | hour
We meet [at half past seven tomorrow evening].    | 2026-05-08T19:30 | 2026-05-08T19:31 | minute
We meet [tomorrow at noon].                       | 2026-05-08T11:00 | 2026-05-08T13:00 | part
I was born [on May 3rd, 1990].                    | 1990-05-03       | 1990-05-04       | day
I saw it [on May 3rd].                            | 2026-05-03       | 2026-05-04       | day
I saw it [on December 24th].                      | 2025-12-24       | 2025-12-25       | day
I will see it [on the 3rd of May].                | 2027-05-03       | 2027-05-04       | day
It opened [on 3 May 2026].                        | 2026-05-03       | 2026-05-04       | day
It opened [on Sunday, 3 May 2026].                | 2026-05-03       | 2026-05-04       | day
It opened [on the evening of May 3rd].            | 2026-05-03T18:00 | 2026-05-04       | part
It opened [May 8th, 2026 at 3:30pm].              | 2026-05-08T15:30 | 2026-05-08T15:31 | minute
It opened [on 2026-05-03].                        | 2026-05-03       | 2026-05-04       | day
It opened [on 2026/5/3].                          | 2026-05-03       | 2026-05-04       | day
It opened [on 13/05/2026].                        | 2026-05-13       | 2026-05-14       | day
It opened [on 03-May-2026].                       | 2026-05-03       | 2026-05-04       | day
Logged [2026-05-03T10:20:30Z] by us.              | 2026-05-03T18:20:30 | 2026-05-03T18:20:31 | second
I paid [on the 1st].                              | 2026-05-01       | 2026-05-02       | day
I'll pay [on the 15th].                           | 2026-05-15       | 2026-05-16       | day
I'll pay [on the 15th of next month].             | 2026-06-15       | 2026-06-16       | day
We travel [next week].                            | 2026-05-11       | 2026-05-18       | week
We travelled [the week before last].              | 2026-04-20       | 2026-04-27       | week
We travelled [last weekend].                      | 2026-05-02       | 2026-05-04       | day
We travel [next weekend].                         | 2026-05-16       | 2026-05-18       | day
We travelled [over the weekend].                  | 2026-05-02       | 2026-05-04       | day
Any plans for [the weekend]?                      | 2026-05-09       | 2026-05-11       | day
We moved [last month].                            | 2026-04-01       | 2026-05-01       | month
We move [the month after next].                   | 2026-07-01       | 2026-08-01       | month
We move [at the end of next month].               | 2026-06-24       | 2026-07-01       | day
It is due by [the end of the year].               | 2026-11-01       | 2027-01-01       | month
We moved [early last month].                      | 2026-04-01       | 2026-04-11       | day
We moved [in late March].                         | 2026-03-21       | 2026-04-01       | day
We moved [in mid-April].                          | 2026-04-11       | 2026-04-21       | day
We moved [last March].                            | 2026-03-01       | 2026-04-01       | month
We moved [last May].                              | 2025-05-01       | 2025-06-01       | month
We will move [in March].                          | 2027-03-01       | 2027-04-01       | month
I have lived here since [March].                  | 2026-03-01       | 2026-04-01       | month
I have lived here since [last October].           | 2025-10-01       | 2025-11-01       | month
I lived here until [May 2021].                    | 2021-05-01       | 2021-06-01       | month
I moved [in August last year].                    | 2025-08-01       | 2025-09-01       | month
I moved [in 2019].                                | 2019-01-01       | 2020-01-01       | year
I have lived here since [2019].                   | 2019-01-01       | 2020-01-01       | year
I moved [last year].                              | 2025-01-01       | 2026-01-01       | year
I graduate [next year].                           | 2027-01-01       | 2028-01-01       | year
I moved [late last year].                         | 2025-09-01       | 2026-01-01       | month
I surfed [last summer].                           | 2025-06-01       | 2025-09-01       | season
I'll surf [this summer].                          | 2026-06-01       | 2026-09-01       | season
I skied [last winter].                            | 2025-12-01       | 2026-03-01       | season
I surfed [in the summer of 2019].                 | 2019-06-01       | 2019-09-01       | season
We ate goose [last Christmas].                    | 2025-12-25       | 2025-12-26       | day
We ate turkey [on Thanksgiving 2025].             | 2025-11-27       | 2025-11-28       | day
I read a lot [in the last three days].            | 2026-05-04       | 2026-05-08       | day
I'll read a lot [in the next few months].         | 2026-05-01       | 2026-12-01       | month
Wait until [Friday].                              | 2026-05-08       | 2026-05-09       | day
It runs from [May 3] to [May 5].                  | 2026-05-03       | 2026-05-04       | day
"""

# Nothing is said, or nothing that can be told.
NONE = """
every Monday I swim
I swim on Mondays
each Friday night we play
on a Friday like any other
you may go now
May I ask you something?
we march on and on
they march against the war
give me a second
the second floor
in a minute
just a minute
a 24/7 hotline
my day job is dull
the sun is out
one day I will go
some day soon
these days I read
I recently moved
a long time ago
years ago
once upon a time
I finished it in two weeks
version 3.5.1 is out
it costs 2019 dollars
in 2000 steps
call 555-2019 now
it took 3 days
for two years
more than two years ago
on the 3rd floor
in the 15th century
he is 30 years old
I was born on May 3rd
my birthday is March 5
Black Friday deals
Sunday school
Friday the 13th
I get up at 7am
in the morning I run
I love Christmas
spring rolls
the fall of Rome
we fall in love
3/5/2026
Feb 30, 2026
on the weekend people sleep
Monday: gym
daily and weekly
the day I met her
at the end of the day
"""


def _rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(cell.strip() for cell in row.split("|")) for row in table.strip().splitlines()]


@pytest.mark.parametrize(("sentence", "start", "end", "precision"), _rows(PHRASES))
def test_1001_english(sentence: str, start: str, end: str, precision: str) -> None:
    before, _, rest = sentence.partition("[")
    words = rest.partition("]")[0]
    text = sentence.replace("[", "").replace("]", "")
    found = find_moments(text, at=AT)[0]
    moment = found.moment
    assert (moment.words, found.start) == (words, len(before))
    assert text[found.start : found.end] == words
    assert moment.start == datetime.fromisoformat(start).replace(tzinfo=AT.tzinfo)
    assert moment.end == datetime.fromisoformat(end).replace(tzinfo=AT.tzinfo)
    assert moment.precision == precision


def test_1001_counts_a_hundred_english_phrases() -> None:
    assert len({row[0] for row in _rows(PHRASES)}) >= 100


@pytest.mark.parametrize("text", NONE.strip().splitlines())
def test_unknown_stays_unknown(text: str) -> None:
    assert find_moments(text, at=AT) == []
