"""Questions for everything: "what do you know about me?" names nothing to search for. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retold.records import Hit, Unit
from retold.retriever.hits import unit_hit

# Nothing more may follow: "who am I meeting?" asks for something.
_ASKED = re.compile(
    r"(?:\bwhat (?:else )?(?:do|did|can) you (?:know|remember|recall|tell me) about (?:me|myself)"
    r"|\bwhat(?: all)? have you (?:learned|remembered|kept|stored) about me"
    r"|\btell me (?:everything|what) you (?:know|remember)(?: about me)?|\bwho am i"
    r"|[你您][都还]*(?:知道|记得|记住|了解)了?(?:关于)?我的?(?:什么|哪些|多少|些什么|哪些事|情况)"
    r"|关于我[，,]?[你您][都还]*(?:知道|记得|了解)些?(?:什么|多少)"
    r"|[你您][都还]*记[得住了](?:些什么|了什么|哪些)|说说[你您]对我的了解|我是谁)"
    r"[\s?？.。!！呢吗啊呀]*$",
    re.IGNORECASE,
)


def asks_for_everything(text: str) -> bool:
    """Whether a question asks for all that is known of the asker."""
    return _ASKED.search(text) is not None


def overview(units: Sequence[Unit], *, limit: int) -> tuple[Hit, ...]:
    """The units that matter most, pinned ones first; what was said later before what was earlier.

    A hit's score is the importance of its unit, 0-1.
    """
    ranked = sorted(units, key=lambda u: (-u.pinned, -u.importance, -u.occurred_at.timestamp()))
    return tuple(
        unit_hit(
            unit,
            unit.importance,
            signals={"importance": unit.importance},
            reasons=("asked for everything",),
        )
        for unit in ranked[:limit]
    )
