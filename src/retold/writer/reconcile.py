"""What a draft does to what is known: kept, merged, superseding, withdrawing, or flagged.

Comparison is narrow. Only a unit of the same subject and slot, or the same statement with the
opposite polarity, is ever closed; being similar is never enough. Where two may both hold, both
stay and name each other, for the person to settle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from retold.records import Action, Outcome, State, Unit
from retold.text.names import names
from retold.text.normal import fold
from retold.text.numbers import quantities
from retold.text.relations import may_be_several
from retold.text.similarity import differing, similarity
from retold.text.tokens import query_tokens
from retold.writer import ending
from retold.writer.desk import Desk, unit_of
from retold.writer.drafts import Draft, TakeBack
from retold.writer.frames import slot_of

# A restatement raises confidence by this share of what is missing to certainty.
_RAISE = 0.3
# So many more telling words make a restatement a statement of its own, for they would be lost; a
# Chinese word has two characters and stands for more than an English one.
_RICHER_BY = {"en": 3, "zh": 2}
# Below this a statement is a guess, and never closes what was plainly said.
_GUESS = 0.6


def reconcile(draft: Draft, desk: Desk, *, near_duplicate: float) -> None:
    """Carry out a draft on the desk and say in an outcome what was done."""
    if draft.withdraws:
        _withdraw(draft, desk)
        return
    known = _restated(draft, desk, near_duplicate)
    if known is not None:
        _merge(draft, known, desk)
        return
    _keep(draft, desk)


def take_back(wish: TakeBack, desk: Desk) -> None:
    """Retire what rests on the turn that the user takes back; it can be restored."""
    taken = desk.resting_on(wish.turn_id)
    for unit in taken:
        desk.update(
            replace(unit, state=State.RETIRED),
            "retired",
            reason=wish.rule,
            turn_id=wish.source.turn_id,
        )
    action = Action.WITHDRAWN if taken else Action.REFUSED
    desk.outcomes.append(
        Outcome(
            action=action,
            rule=wish.rule,
            score=0.0,
            source=wish.source,
            affected=tuple(u.id for u in taken),
        )
    )


# ── Restatements ───────────────────────────────────────────────────────────────────────────────


def _restated(draft: Draft, desk: Desk, near_duplicate: float) -> Unit | None:
    """The open unit that says the same, if there is one."""
    same = desk.same_words(draft)
    if same is not None and same.subject == draft.subject:
        return same
    if draft.slot:
        for unit in desk.in_slot(draft.subject, draft.slot):
            if (
                unit.polarity == draft.polarity
                and same_value(unit.value, draft.value)
                and not _is_richer(draft, unit)
            ):
                return unit
    for unit in desk.sharing(draft.content):
        if _is_near(draft, unit, near_duplicate):
            return unit
    return None


def _is_near(draft: Draft, unit: Unit, near_duplicate: float) -> bool:
    return (
        unit.subject == draft.subject
        and unit.polarity == draft.polarity
        and unit.owner is draft.owner
        and (unit.slot == draft.slot or not (unit.slot and draft.slot))
        and _adds_nothing(draft, unit)
        and similarity(draft.content, unit.content) >= near_duplicate
        and not differing(draft.content, unit.content)
    )


def _adds_nothing(draft: Draft, unit: Unit) -> bool:
    """Whether merging loses no word that tells something: the text of the draft is not kept."""
    return set(query_tokens(draft.content)) <= set(query_tokens(unit.content))


def _is_richer(draft: Draft, unit: Unit) -> bool:
    """Whether a restatement says something that the unit does not."""
    more = set(query_tokens(draft.content)) - set(query_tokens(unit.content))
    size = len(more)
    if draft.language == "zh":
        # Its tokens overlap; what counts are characters that are new, two to a word.
        size = len({c for word in more for c in word} - set(unit.content)) // 2
    return size >= _RICHER_BY[draft.language] or (bool(more) and _names_more(draft, unit))


def _names_more(draft: Draft, unit: Unit) -> bool:
    """Whether the draft has a number or a name that the unit lacks."""
    amounts = {q.value for q in quantities(draft.content)} - {
        q.value for q in quantities(unit.content)
    }
    return bool(amounts) or any(name not in unit.content for name in names(draft.content))


def same_value(a: str, b: str) -> bool:
    """Whether two values are the same, by their amounts where both have some, else by words."""
    if fold(a).strip() == fold(b).strip():
        return True
    amounts = [sorted(q.value for q in quantities(text)) for text in (a, b)]
    if amounts[0] and amounts[1]:
        return amounts[0] == amounts[1] and _units_agree(a, b)
    return set(query_tokens(a)) == set(query_tokens(b))


def _units_agree(a: str, b: str) -> bool:
    units = [{q.unit for q in quantities(text)} - {""} for text in (a, b)]
    return not (units[0] and units[1]) or units[0] == units[1]


def _merge(draft: Draft, unit: Unit, desk: Desk) -> None:
    """Append the evidence, not the text. Pins, tags and metadata stay."""
    new = tuple(source for source in draft.sources if source not in unit.sources)
    if new:
        earliest = min(unit.valid_from or draft.turn.occurred_at, draft.turn.occurred_at)
        merged = replace(
            unit,
            sources=(*unit.sources, *new),
            confidence=round(
                unit.confidence + (1 - unit.confidence) * _RAISE * draft.confidence, 4
            ),
            importance=max(unit.importance, round(draft.importance, 4)),
            valid_from=earliest,
            state=State.ACTIVE,
            metadata={**draft.turn.metadata, **unit.metadata},
        )
        desk.update(merged, "merged", reason="said again", turn_id=draft.turn.id)
    desk.outcomes.append(_outcome(draft, Action.MERGED, unit.id, affected=(unit.id,)))


# ── New statements ─────────────────────────────────────────────────────────────────────────────


def _keep(draft: Draft, desk: Desk) -> None:
    rivals = _rivals(draft, desk)
    if draft.polarity < 0 and not rivals and draft.slot and slot_of(draft.slot).replaces:
        # "I'm not a nurse" tells little where nobody thought so.
        reasons = ("denies nothing that is known",)
        desk.outcomes.append(_outcome(draft, Action.REFUSED, None, (), reasons))
        return
    closing = [u for u in rivals if _yields(u, draft)]
    newer = [u for u in closing if u.began > draft.turn.occurred_at]
    flagged = [u for u in rivals if u not in closing]
    unit = unit_of(draft, desk.now)
    if newer:
        _file_as_past(draft, unit, newer, desk)
        return
    unit = replace(
        unit,
        conflicts=tuple(u.id for u in flagged),
        pinned=any(u.pinned for u in closing),
        tags=tuple(dict.fromkeys(tag for u in closing for tag in u.tags)),
        metadata={**{k: v for u in closing for k, v in u.metadata.items()}, **unit.metadata},
    )
    desk.add(unit, reason=draft.rule, turn_id=draft.turn.id)
    for old in closing:
        _close(old, draft.turn.occurred_at, desk, draft, successor=unit.id)
    for other in flagged:
        both = replace(other, conflicts=tuple(dict.fromkeys((*other.conflicts, unit.id))))
        desk.update(
            both, "changed", reason="may contradict", turn_id=draft.turn.id, other_id=unit.id
        )
    action = Action.SUPERSEDED if closing else Action.KEPT
    notes = ("may contradict what is known",) if flagged else ()
    desk.outcomes.append(_outcome(draft, action, unit.id, tuple(u.id for u in closing), notes))


def _rivals(draft: Draft, desk: Desk) -> list[Unit]:
    """Open units that cannot hold beside the draft, or perhaps not."""
    if not draft.slot:
        return []
    if draft.slot.startswith("former "):
        # What was once so no longer is.
        present = desk.in_slot(draft.subject, draft.slot.removeprefix("former "))
        return [u for u in present if u.polarity > 0 and same_value(u.value, draft.value)]
    rivals = []
    one_at_a_time = slot_of(draft.slot).replaces and not draft.adds
    for unit in desk.in_slot(draft.subject, draft.slot):
        if same_value(unit.value, draft.value):
            if unit.polarity != draft.polarity:
                rivals.append(unit)
        elif one_at_a_time and unit.polarity > 0 and draft.polarity > 0:
            rivals.append(unit)
    return rivals


def _yields(unit: Unit, draft: Draft) -> bool:
    """Whether the draft closes this rival, rather than standing beside it with a flag."""
    if unit.pinned and draft.confidence < unit.confidence:
        return False
    if draft.confidence < _GUESS <= unit.confidence:
        return False
    several = may_be_several(draft.subject)
    return unit.polarity != draft.polarity or draft.changes or not several


def _close(unit: Unit, at: datetime, desk: Desk, draft: Draft, *, successor: str) -> None:
    closed = replace(unit, state=State.SUPERSEDED, valid_to=at, superseded_by=successor)
    desk.update(closed, "superseded", reason=draft.rule, turn_id=draft.turn.id, other_id=successor)


def _file_as_past(draft: Draft, unit: Unit, newer: Sequence[Unit], desk: Desk) -> None:
    """An old turn that comes late (an import) does not overrule what was said after it."""
    successor = min(newer, key=lambda unit: unit.began)
    past = replace(
        unit, state=State.SUPERSEDED, valid_to=successor.began, superseded_by=successor.id
    )
    desk.add(past, reason="older than what is known", turn_id=draft.turn.id)
    desk.outcomes.append(_outcome(draft, Action.KEPT, past.id, (), ("older than what is known",)))


# ── Endings ────────────────────────────────────────────────────────────────────────────────────


def _withdraw(draft: Draft, desk: Desk) -> None:
    ended = ending.ended(draft, desk)
    successor, place = None, len(desk.outcomes)
    if draft.keeps == "always" or (draft.keeps == "unmatched" and not ended):
        kept = draft.slot if draft.keeps == "always" or not ended else ""
        statement = replace(draft, withdraws=(), parts=False, slot=kept)
        reconcile(statement, desk, near_duplicate=1.0)
        successor = desk.outcomes[-1].unit_id
    elif not ended:
        desk.outcomes.append(_outcome(draft, Action.REFUSED, None, (), ("nothing to withdraw",)))
    closed = [desk.unit(one.id) for one in ended if one.id != successor]
    # What states the new value in the same slot has closed the old one already.
    left = [unit for unit in closed if unit.state is not State.SUPERSEDED]
    for unit in left:
        past = replace(
            unit, state=State.SUPERSEDED, valid_to=draft.turn.occurred_at, superseded_by=successor
        )
        desk.update(past, "withdrawn", reason=draft.rule, turn_id=draft.turn.id, other_id=successor)
    if left:
        affected = tuple(unit.id for unit in left)
        desk.outcomes.insert(place, _outcome(draft, Action.WITHDRAWN, None, affected))


def _outcome(
    draft: Draft,
    action: Action,
    unit_id: str | None,
    affected: tuple[str, ...] = (),
    reasons: tuple[str, ...] = (),
) -> Outcome:
    return Outcome(
        action=action,
        rule=draft.rule,
        score=draft.score,
        source=draft.sources[0],
        reasons=(*draft.reasons, *reasons),
        unit_id=unit_id,
        affected=affected,
    )
