"""Records to test with: every field can be given, and the rest is plausible."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from retold.changes import AddTurn, AddUnit, Change, PutVectors, UpdateUnit, Vector
from retold.records import (
    Action,
    Attachment,
    Corpus,
    HistoryEntry,
    Kind,
    Moment,
    Outcome,
    Receipt,
    Scope,
    Source,
    Speaking,
    State,
    Turn,
    Unit,
)

AT = datetime(2026, 5, 3, 9, 30, 0, 123456, tzinfo=ZoneInfo("Asia/Shanghai"))
MODEL = "sample/1/4"
WORDS = ("tea", "with", "tea", "milk")


def scope(user: str = "ada", **named: Any) -> Scope:
    """A scope of a user."""
    return Scope(user=user, **named)


def later(minutes: float) -> datetime:
    """So many minutes after AT."""
    return AT + timedelta(minutes=minutes)


def turn(turn_id: str, of: Scope, **fields: Any) -> Turn:
    """A turn."""
    values: dict[str, Any] = {
        "speaker": "Ada",
        "role": Speaking.USER,
        "text": "Tea with milk, please.",
        "occurred_at": AT,
        "recorded_at": AT,
    }
    return Turn(id=turn_id, scope=of, **(values | fields))


def unit(unit_id: str, of: Scope, **fields: Any) -> Unit:
    """A unit."""
    values: dict[str, Any] = {
        "content": "Ada takes tea with milk.",
        "first_person": "I take tea with milk.",
        "kind": Kind.PREFERENCE,
        "subject": "Ada",
        "created_at": AT,
        "occurred_at": AT,
    }
    return Unit(id=unit_id, scope=of, **(values | fields))


def whole_turn(turn_id: str, of: Scope) -> Turn:
    """A turn with every field set to something else than its default."""
    return turn(
        turn_id,
        of,
        speaker="小明",
        role=Speaking.ASSISTANT,
        text="茶加奶？\n“yes”, 'no' — \t👩‍👩‍👧 %_\\",
        recorded_at=later(1),
        dated=False,
        attachments=(
            Attachment(caption="一杯茶", url="https://example.org/a.png", media="image"),
            Attachment(caption="a cup"),
        ),
        metadata={"channel": "web", "n": 3, "share": 0.5, "seen": True, "none": None, "键": "值"},
        origin="import",
    )


def whole_unit(unit_id: str, of: Scope) -> Unit:
    """A unit with every field set to something else than its default."""
    return unit(
        unit_id,
        of,
        content="艾达要加奶的茶。",
        first_person="我要加奶的茶。",
        kind=Kind.PLAN,
        subject="艾达",
        slot="drink",
        value="tea",
        polarity=-1,
        language="zh",
        importance=0.9,
        confidence=0.7,
        sources=(Source(turn_id="t2", start=3, end=9), Source(turn_id="t1", start=0, end=2)),
        occurred_at=later(-5),
        valid_from=later(-4),
        valid_to=later(60),
        moment=Moment(words="明天", start=later(900), end=later(2340), precision="day"),
        last_access_at=later(2),
        access_count=7,
        state=State.FADED,
        superseded_by="u9",
        tags=("drinks", "早餐"),
        pinned=True,
        conflicts=("u7", "u8"),
        writer="rules/2",
        metadata={"score": 0.25},
    )


def entry(of: Unit, event: Any = "created", **fields: Any) -> HistoryEntry:
    """A history entry that says what the unit says."""
    values: dict[str, Any] = {"at": AT, "content": of.content, "state": of.state}
    return HistoryEntry(unit_id=of.id, event=event, **(values | fields))


def receipt(key: str | None, turn_ids: tuple[str, ...] = ("t1",)) -> Receipt:
    """A receipt with one outcome."""
    outcome = Outcome(
        action=Action.KEPT,
        rule="preference",
        score=0.75,
        source=Source(turn_id=turn_ids[0], start=0, end=4),
        reasons=("a wish", "第一人称"),
        unit_id="u1",
        affected=("u0",),
    )
    return Receipt(id="r1", turn_ids=turn_ids, outcomes=(outcome,), at=AT, key=key, notes=("n",))


def adding(record: Turn | Unit, *tokens: str, fingerprint: str = "") -> Change:
    """The change that adds a turn or a unit with its tokens, WORDS where none are given."""
    chosen = tokens or WORDS
    if isinstance(record, Turn):
        return AddTurn(turn=record, tokens=chosen)
    return AddUnit(unit=record, tokens=chosen, fingerprint=fingerprint, entry=entry(record))


def updating(changed: Unit, event: Any = "changed") -> UpdateUnit:
    """The change that replaces a unit."""
    return UpdateUnit(unit=changed, entry=entry(changed, event))


def vectors(*rows: tuple[float, ...]) -> Vector:
    """Rows scaled to length one, shape (parts, dimensions)."""
    table = np.array(rows, dtype=np.float32)
    scaled: Vector = table / np.linalg.norm(table, axis=1, keepdims=True)
    return scaled


def putting(record: Turn | Unit, *rows: tuple[float, ...], model: str = MODEL) -> PutVectors:
    """The change that stores vectors of a turn or a unit."""
    corpus = Corpus.TURNS if isinstance(record, Turn) else Corpus.UNITS
    return PutVectors(
        scope=record.scope, corpus=corpus, item_id=record.id, model=model, vectors=vectors(*rows)
    )
