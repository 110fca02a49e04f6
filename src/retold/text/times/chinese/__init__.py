"""Chinese time phrases: what each means, counted from when it was said.

Where usage is divided, these are the readings:

- 上周三, 这周三, 下周三 are days of the last, this and the next calendar week. A lone 周三 is
  that of this week; the last or the next one where its sentence speaks of the past or the future
  and this week's lies on the other side. A lone 周末 is read only where the sentence says which.
- A date without a year (5月3号, 五一, 春节) is this year's, or the last or next one where the
  sentence says so (`grammar.in_meant_year`).
- 八月十五 without 号 is left out: it may be of either calendar.
- 三天前 is a day, 两周后 a week, 半年前 a month, 两年前 a year: as exact as the unit. 几 is two to
  six.
- 去年冬天 is the winter that began last year, or the one before where that is still running.
- 昨晚两点 is two o'clock in the night that began yesterday.
"""

from __future__ import annotations

from retold.text.times.chinese.frame import find

__all__ = ["find"]
