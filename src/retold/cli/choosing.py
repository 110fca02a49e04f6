"""Choosing among candidates: they are shown with numbers, and only what is named is meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from retold.cli.output import Output, visible
from retold.records import ErasureReceipt, Hit
from retold.sync import UserMemory
from retold.text.normal import plain

_NUMBERS = re.compile(r"^\d+(?:(?:[\s,、]|and|和)+\d+)*$")
_ALL = re.compile(r"^(?:all(?: of (?:them|it))?|全部|都要?|所有)[.!。]*$", re.IGNORECASE)
_YES = re.compile(r"^(?:y|yes|ok|是的?|好的?|对|确认)[.!。]*$", re.IGNORECASE)
_NO = re.compile(r"^(?:n|no|none|cancel|不|不用|不要|没有|算了|取消|都不)[.!。]*$", re.IGNORECASE)


def candidates_table(output: Output, hits: Sequence[Hit]) -> Table:
    """The candidates with their numbers, from 1."""
    table = output.table("", "memory", "said on", wide={"memory": 1})
    for place, hit in enumerate(hits, start=1):
        kind = output.words("unit") if hit.unit is not None else output.words("turn")
        text = Text.assemble(visible(hit.text), (f"  {kind}", "quiet"))
        day = Text(f"{hit.occurred_at:%Y-%m-%d}", "quiet")
        table.add_row(Text(str(place), "accent"), text, day)
    return table


def chosen(answer: str, hits: Sequence[Hit]) -> list[Hit] | None:
    """The candidates that an answer names: by numbers, `all`, or yes where there is only one.

    None of them for a no; None for what is no answer, or names a number that is not there.
    """
    said = plain(answer.strip())
    if _NO.match(said):
        return []
    if _ALL.match(said) or (len(hits) == 1 and _YES.match(said)):
        return list(hits)
    if not _NUMBERS.match(said):
        return None
    places = dict.fromkeys(int(found) for found in re.findall(r"\d+", said))
    if not all(1 <= place <= len(hits) for place in places):
        return None
    return [hits[place - 1] for place in places]


def erase_chosen(mine: UserMemory, hits: Sequence[Hit], *, sources: bool = True) -> ErasureReceipt:
    """Erase these candidates, in one transaction."""
    units = [hit.id for hit in hits if hit.unit is not None]
    turns = [hit.id for hit in hits if hit.unit is None]
    return mine.erase(*units, turns=turns, sources=sources)
