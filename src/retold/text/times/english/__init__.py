"""English time phrases: what each means, counted from when it was said.

Where usage is divided, these are the readings:

- "last Tuesday" is the most recent Tuesday before today; "next Tuesday" the one of the next
  calendar week; "this Tuesday" the coming one, today included, or the most recent one where
  its sentence speaks of the past.
- A lone weekday is the coming one, today included; the most recent one before today where its
  sentence speaks of the past. A month, date or season without a year is that of this year, or
  the last or next one where the sentence says so (`grammar.in_meant_year`).
- "two weeks ago" is the week two weeks before, "two years ago" the year: as exact as its unit.
  "A few" and "several" are two to six.
- "last summer" is the last summer that has ended; "next summer" the first that is to begin.
- "in two weeks" is two weeks from now, unless its sentence speaks of the past or supposes.
- A clock time without am, pm or a part of the day stays outside of the phrase when it could be
  either; so does one with a time zone.
"""

from __future__ import annotations

from retold.text.times.english.frame import find

__all__ = ["find"]
