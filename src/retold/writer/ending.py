"""What an ending ends: found by the words it names, in the slots it looks through. Pure.

An ending closes little. Every word that it names must stand in a unit of the same subject. What
gives a thing another time ("the meeting was moved to Friday") ends only what names a time, and
only where one unit can be meant; what ends a bond ends what is known of a partner as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from retold.records import Unit
from retold.text.language import Language
from retold.text.normal import fold
from retold.text.relations import relations
from retold.text.tokens import query_tokens
from retold.writer.cues import cue
from retold.writer.desk import Desk
from retold.writer.drafts import Draft
from retold.writer.frames import slot_of, slots
from retold.writer.reading import SPEAKER

_NAMES = frozenset(("name", "called"))


def ended(draft: Draft, desk: Desk) -> list[Unit]:
    """The units that an ending ends: by the name of a slot, or by what they say."""
    if draft.parts:
        about = [unit for who in partners(draft) for unit in desk.about(who)]
        return [unit for unit in (*about, *_named(draft, desk)) if _is_partner(unit)]
    if draft.moves:
        return _moved(draft, desk)
    named = "" if draft.old else _slot_named(draft.value)
    if named:
        return [u for u in desk.about(draft.subject) if u.slot.partition(":")[0] == named]
    open_units = [unit for unit in desk.about(draft.subject) if _may_end(unit, draft)]
    wanted = wanted_of(draft)
    if not query_tokens(wanted):
        # "I quit my job" names none: what the slot holds ends.
        return [u for u in open_units if u.slot and slot_of(u.slot).replaces]
    return [u for u in open_units if _says(u, wanted)]


def wanted_of(draft: Draft) -> str:
    """What an ending names, without words for what sort of thing it is: 瑜伽课 is 瑜伽."""
    named = draft.old or draft.value
    bare = cue("ending.sort", draft.language).sub("", named)
    return bare if query_tokens(bare) else named


def partners(draft: Draft) -> Iterator[str]:
    """The subjects under which units about the partner are filed whom a draft parts from."""
    named = draft.value.strip()
    relation = relations(draft.language).get(named.lower())
    yield named
    if relation is None:
        return
    yield relation.key
    if draft.subject != SPEAKER:
        owner = f"{draft.subject}的" if draft.language == "zh" else f"{draft.subject}'s "
        yield owner + relation.key


def _named(draft: Draft, desk: Desk) -> list[Unit]:
    """The units that say what somebody is called by the name that an ending names."""
    name = fold(draft.value.strip())
    return [u for u in desk.sharing(name) if u.slot in _NAMES and fold(u.value) == name]


def _moved(draft: Draft, desk: Desk) -> list[Unit]:
    """The one unit that told when the thing is, if there is one."""
    wanted = wanted_of(draft)
    told = [*desk.about(draft.subject), *(desk.about("") if draft.subject else ())]
    found = [
        u for u in told
        if u.polarity > 0 and _precedes(u, draft.turn.occurred_at) and _names_time(u)
        and _says(u, wanted)
    ]  # fmt: skip
    return found if len(found) == 1 else []


def _may_end(unit: Unit, draft: Draft) -> bool:
    anywhere = "*" in draft.withdraws
    inside = anywhere or unit.slot.partition(":")[0] in draft.withdraws
    return unit.polarity > 0 and inside and _precedes(unit, draft.turn.occurred_at)


def _precedes(unit: Unit, at: datetime) -> bool:
    return unit.began <= at


def _says(unit: Unit, wanted: str) -> bool:
    words = set(query_tokens(wanted))
    return bool(words) and words <= set(query_tokens(f"{unit.value} {unit.content}"))


def _names_time(unit: Unit) -> bool:
    spoken: Language = "zh" if unit.language == "zh" else "en"
    return unit.moment is not None or cue("ending.time", spoken).search(unit.content) is not None


def _is_partner(unit: Unit) -> bool:
    return cue("ending.partner").search(f"{unit.subject} {unit.content}") is not None


def _slot_named(value: str) -> str:
    folded = fold(value).strip()
    return next((name for name, slot in slots().items() if folded in map(fold, slot.names)), "")
