"""What is there beside what the writer makes now: the changes from one to the other. Pure.

Two units are the same where they say the same of the same subject in the same slot. What a person
has a hand in is `held`: it is never closed, and stands for what is made of the same words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import product
from typing import Literal

from retold.changes import AddUnit, UpdateUnit
from retold.forgetting.erase import BLANK
from retold.rebuilding.scratch import Made
from retold.records import HistoryEntry, Source, State, Turn, Unit
from retold.text.normal import normalise
from retold.writer.drafts import RULES

_CLOSED = (State.SUPERSEDED, State.RETIRED)
_FAMILY = f"{RULES.partition('/')[0]}/"
NO_LONGER_MADE = f"no longer made by the writer {RULES}"
DERIVED_ANEW = f"derived anew by the writer {RULES}"

_Statement = tuple[str, str, str, str]
_Event = Literal["superseded", "retired", "restored", "changed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What a rebuild writes: units that are new, that move, and that are not made any more."""

    added: tuple[AddUnit, ...]
    # What became of the new ones after they were made.
    steps: tuple[UpdateUnit, ...]
    changed: tuple[UpdateUnit, ...]
    closed: tuple[UpdateUnit, ...]


def paired(
    there: Sequence[Unit], made: Sequence[Unit], *, held: AbstractSet[str]
) -> dict[str, Unit]:
    """For each unit that was made, by id, the one that is there and says the same."""
    staying = {unit.id for unit in _staying(there, held)}
    groups: dict[_Statement, tuple[list[Unit], list[Unit]]] = {}
    for side, units in enumerate((there, made)):
        for unit in units:
            groups.setdefault(_statement(unit), ([], []))[side].append(unit)
    pairs: dict[str, Unit] = {}
    for old, new in groups.values():
        taken: set[str] = set()
        # The most alike first, of equals the oldest: what was paired once is paired again.
        both = [
            (_likeness(one, unit, stays=unit.id in staying), one, unit)
            for one, unit in product(new, old)
        ]
        for _, one, unit in sorted(both, key=lambda pair: pair[0], reverse=True):
            if one.id not in pairs and unit.id not in taken:
                pairs[one.id] = unit
                taken.add(unit.id)
    return pairs


def doubtful(
    there: Sequence[Unit], made: Sequence[Unit], pairs: Mapping[str, Unit]
) -> Iterator[Unit]:
    """Open units that would be closed, unless a person has a hand in them."""
    open_still = {pairs[u.id].id for u in made if u.id in pairs and u.state not in _CLOSED}
    yield from (u for u in there if u.state not in _CLOSED and u.id not in open_still)


def is_held(unit: Unit, turns: Mapping[str, Turn], history: Sequence[HistoryEntry] = ()) -> bool:
    """Whether a unit is not the rules' to close.

    It is pinned, hidden, edited or brought back by a person, made by something else than the
    rules, or rests on none of the turns, by id, or on one with a blank: what is left of that cannot
    be judged as it was. What a writer does names a turn; what a person does, none.
    """
    return (
        unit.pinned
        or unit.state is State.RETIRED
        or not unit.writer.startswith(_FAMILY)
        or not any(source.turn_id in turns for source in unit.sources)
        or any(BLANK in turns[s.turn_id].text for s in unit.sources if s.turn_id in turns)
        or any(e.turn_id is None and e.event in ("changed", "restored") for e in history)
    )


def compare(
    there: Sequence[Unit], made: Sequence[Made], *, held: AbstractSet[str], now: datetime
) -> Comparison:
    """What leads from the units that are there to those that were made.

    Args:
        there: the user's units in every state.
        made: those that the writer makes of the turn log, in order.
        held: ids of units that are not to be closed; see `is_held`.
        now: when the changes happen.
    """
    units = [one.unit for one in made]
    pairs = paired(there, units, held=held)
    taken = {unit.id for unit in pairs.values()}
    staying = [unit for unit in _staying(there, held) if unit.id not in taken]
    known = pairs | _standing_in(staying, [unit for unit in units if unit.id not in pairs])
    # What was taken back in the same breath, or quotes a blank, need not come at all.
    new = [
        one
        for one in made
        if one.unit.id not in known
        and one.unit.state is not State.RETIRED
        and BLANK not in one.unit.content
    ]
    added = {one.unit.id for one in new}
    names = {made_id: unit.id for made_id, unit in known.items()} | {i: i for i in added}
    named = [_renamed(unit, names) for unit in units]
    fixed = {unit.id for unit in _staying(there, held)}
    merged = set(_words_of(units, known, fixed))
    moves = (
        _moved(pairs[unit.id], unit, [i for i in unit.conflicts if i in added], now)
        for unit in named
        if unit.id in pairs and pairs[unit.id].id not in fixed
    )
    return Comparison(
        added=tuple(_added(one, names) for one in new),
        steps=tuple(step for one in new for step in _steps(one, names)),
        changed=tuple(move for move in moves if move is not None),
        closed=tuple(
            _closed(unit, now)
            for unit in there
            if unit.id not in taken
            and unit.id not in held
            and unit.state not in _CLOSED
            and merged.isdisjoint(unit.sources)
        ),
    )


def _words_of(
    made: Sequence[Unit], known: Mapping[str, Unit], fixed: AbstractSet[str]
) -> Iterator[Source]:
    """The words of what was made, where what is there stays as it is.

    Of two statements that the writer merges now, a person may have hidden one and not the other.
    """
    for unit in made:
        if unit.id in known and known[unit.id].id in fixed:
            yield from unit.sources


def _staying(there: Sequence[Unit], held: AbstractSet[str]) -> Iterator[Unit]:
    """Units that stay as they are: held, hidden, or closed by what cannot be judged again.

    That is what was erased since, for what was true before it is not true again, or is held.
    """
    known = {unit.id for unit in there}
    for unit in there:
        settles = unit.superseded_by is not None and (
            unit.superseded_by not in known or unit.superseded_by in held
        )
        if unit.id in held or (settles and unit.state is State.SUPERSEDED):
            yield unit


def _moved(unit: Unit, made: Unit, rivals: Sequence[str], now: datetime) -> UpdateUnit | None:
    """What puts a unit where the one that was made stands, or None where it stands there.

    `made` names units that are or will be there; `rivals` are new ones it may contradict.
    """
    event: _Event = "changed"
    other_id = rivals[0] if rivals else None
    if made.state in _CLOSED:
        event = "retired" if made.state is State.RETIRED else "superseded"
        other_id = made.superseded_by
        moved = replace(unit, state=made.state, valid_to=made.valid_to, superseded_by=other_id)
    elif unit.state is State.SUPERSEDED:
        event, other_id = "restored", None
        moved = replace(unit, state=State.ACTIVE, valid_to=None, superseded_by=None)
    else:
        moved = replace(unit, conflicts=tuple(dict.fromkeys((*unit.conflicts, *rivals))))
    if moved == unit:
        return None
    return UpdateUnit(unit=moved, entry=_entry(moved, event, DERIVED_ANEW, now, other_id))


def _statement(unit: Unit) -> _Statement:
    return unit.scope.agent or "", normalise(unit.content), unit.subject, unit.slot


def _likeness(made: Unit, unit: Unit, *, stays: bool) -> tuple[int, bool, bool, bool]:
    """How well a unit that is there fits one that was made; the greater the better.

    What a rebuild does makes pairs more alike and never others, so the next one pairs the same.
    """
    agrees = (unit.state, unit.valid_to) == (made.state, made.valid_to)
    if made.state in _CLOSED:
        tier = int(agrees or not stays)
    else:
        # What is open, else what a person hid or holds, and only then what is open no more.
        tier = 0 if unit.state is State.SUPERSEDED else 1 if stays else 2
    return (
        tier,
        not set(unit.sources).isdisjoint(made.sources),
        agrees,
        (unit.superseded_by is None) == (made.superseded_by is None),
    )


def _standing_in(hands: Sequence[Unit], made: Sequence[Unit]) -> dict[str, Unit]:
    """For units made of the same words as a held one, by id, the held one: it says it better."""
    standing: dict[str, Unit] = {}
    for unit in hands:
        rivals = [
            other
            for other in made
            if other.id not in standing
            and (other.subject, other.scope.agent) == (unit.subject, unit.scope.agent)
            and _overlap(unit.sources, other.sources)
        ]
        if rivals:
            # The first of those in the same slot, or else the first.
            standing[max(rivals, key=lambda other: other.slot == unit.slot).id] = unit
    return standing


def _overlap(some: Sequence[Source], others: Sequence[Source]) -> bool:
    return any(
        a.turn_id == b.turn_id and a.start < b.end and b.start < a.end for a in some for b in others
    )


def _renamed(unit: Unit, names: Mapping[str, str]) -> Unit:
    """A unit that was made, naming what is there instead of what was made beside it."""
    return replace(
        unit,
        superseded_by=names.get(unit.superseded_by or ""),
        conflicts=tuple(names[i] for i in unit.conflicts if i in names),
    )


def _added(made: Made, names: Mapping[str, str]) -> AddUnit:
    return AddUnit(
        unit=_renamed(made.unit, names),
        tokens=made.tokens,
        fingerprint=made.fingerprint,
        entry=made.entries[0],
    )


def _steps(made: Made, names: Mapping[str, str]) -> Iterator[UpdateUnit]:
    """What became of a new unit after it was made, for its history."""
    for entry in made.entries[1:]:
        named = replace(entry, other_id=names.get(entry.other_id or ""))
        yield UpdateUnit(unit=_renamed(made.unit, names), entry=named)


def _closed(unit: Unit, now: datetime) -> UpdateUnit:
    """It never held, so `as_of` does not find it either."""
    closed = replace(unit, state=State.SUPERSEDED, valid_to=unit.began)
    return UpdateUnit(unit=closed, entry=_entry(closed, "superseded", NO_LONGER_MADE, now))


def _entry(
    unit: Unit, event: _Event, reason: str, now: datetime, other_id: str | None = None
) -> HistoryEntry:
    turn_id = unit.sources[0].turn_id if unit.sources else None
    return HistoryEntry.after(
        unit, event, at=now, reason=reason, turn_id=turn_id, other_id=other_id
    )
