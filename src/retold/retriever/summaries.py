"""Summaries among hits: they tell what is known in brief, and never in place of the details. Pure.

A summary stands back where something that it sums up is a hit itself, and is out of sight where it
tells of what was replaced or hidden since it was made. Only a broad question is answered by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from retold.records import Hit, Kind, State, Unit
from retold.text.wording import quotations, quoted

_DONE_EN = r"(?:do|done|doing|up to|talk(?:ed|ing)? about|discuss(?:ed)?)"
_TIMES_EN = r"(?:day|week|weekend|morning|afternoon|evening|go|been)"
_BROAD = re.compile(
    r"\bwhat(?:'s| has| have| all| else)?(?: been)? (?:happen(?:s|ed|ing)?|going on|went on)\b"
    rf"|\bwhat (?:did|have|was|were|had) (?:i|we)\b.{{0,20}}\b{_DONE_EN}\b"
    rf"|\bhow (?:was|were|did|has|have|had)\b.{{0,12}}\b{_TIMES_EN}\b"
    r"|\b(?:summari[sz]e|summary|recap|overview|sum up|catch me up)\b"
    r"|怎么?样|过得|发生了?(?:些|过)?(?:什么|啥|哪些)|总结|回顾|概括|小结|复盘"
    r"|(?:做|干|聊|说|谈|忙)(?:了|过)?些?(?:什么|啥|哪些)",
    re.IGNORECASE,
)


def asks_broadly(text: str) -> bool:
    """Whether a question is about a time as a whole: "what happened last week", 上周怎么样."""
    return _BROAD.search(text) is not None


def is_summary(hit: Hit) -> bool:
    """Whether a hit is a summary."""
    return hit.unit is not None and hit.unit.kind is Kind.SUMMARY


def standing(
    units: Sequence[Unit], closed: Sequence[Unit], *, as_of: datetime | None
) -> list[Unit]:
    """The units without summaries that are not as they should be.

    Args:
        units: what was found.
        closed: superseded and retired units that rest on turns of the summaries among `units`.
        as_of: the moment of the question: what was replaced since was true then.
    """
    told = [
        quoted(unit.content)
        for unit in closed
        if unit.kind is not Kind.SUMMARY
        and (unit.state is State.RETIRED or (as_of is None and closes(unit)))
    ]
    return [
        unit
        for unit in units
        if unit.kind is not Kind.SUMMARY
        or (
            unit.state is not State.SUPERSEDED
            and not any(content in quotations(unit) for content in told)
        )
    ]


def closes(unit: Unit) -> bool:
    """Whether a superseded or retired unit says that what its turns said holds no more.

    One that was merged into another, and a summary, were never untrue.
    """
    return unit.kind is not Kind.SUMMARY and not unit.is_joined


def stood_back(hits: Sequence[Hit], *, broad: bool) -> list[Hit]:
    """The hits, best first, without summaries of what is a hit itself.

    Such a summary is named among the duplicates of the best of these. Asked broadly, only a
    summary gives way that shares its sources with a better one.
    """
    result = list(hits)
    for hit in [hit for hit in hits if is_summary(hit)]:
        place = result.index(hit)
        rivals = [
            i
            for i, other in enumerate(result)
            if (i < place if is_summary(other) else not broad) and i != place and _share(hit, other)
        ]
        if rivals:
            winner = result[rivals[0]]
            names = dict.fromkeys((*winner.duplicates, hit.id, *hit.duplicates))
            result[rivals[0]] = replace(winner, duplicates=tuple(names))
            del result[place]
    return result


def _share(summary: Hit, other: Hit) -> bool:
    """Whether a summary tells of another hit."""
    if summary.unit is None:
        return False
    if other.unit is None:
        return other.id in summary.sources
    return not set(summary.unit.sources).isdisjoint(other.unit.sources)
