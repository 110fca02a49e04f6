"""Records to rows and back. Pure; the order of the columns is that of the lists below."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from retold.changes import Job
from retold.errors import InputError, StoreError
from retold.records import (
    NO_METADATA,
    Action,
    Attachment,
    HistoryEntry,
    Kind,
    Metadata,
    Moment,
    Outcome,
    Owner,
    Receipt,
    Scope,
    Source,
    Speaking,
    State,
    Turn,
    Unit,
)

Row = Sequence[Any]

TURN_COLUMNS = (
    "id, agent, session, position, speaker, role, dated, origin,"
    " occurred_at, occurred_zone, recorded_at, recorded_zone, text, attachments, metadata"
)
UNIT_COLUMNS = (
    "id, agent, session, state, kind, subject, slot, created_at, created_zone,"
    " accessed_at, accessed_zone, access_count, content, first_person, details"
)
HISTORY_COLUMNS = "at, zone, event, content, state, reason, turn_id, other_id"
JOB_COLUMNS = (
    "id, agent, session, kind, payload, state, attempts, created_at, created_zone, last_error"
)

_AFTER_QUESTION_MARK = " \t\n\r\u3000\"')]”’」』）"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def stamp(at: datetime) -> tuple[int, str]:
    """Microseconds since 1970 in UTC, and the zone: a name (`Asia/Shanghai`) or an offset.

    Raises InputError for a time without a zone.
    """
    offset = at.utcoffset()
    if offset is None:
        raise InputError(f"the time {at.isoformat()} has no zone", hint="pass an aware datetime")
    zone = at.tzinfo
    name = zone.key if isinstance(zone, ZoneInfo) else None
    return (at - _EPOCH) // _MICROSECOND, name or str(int(offset.total_seconds()))


def stamp_or_none(at: datetime | None) -> tuple[int | None, str | None]:
    """The same for a time that may be missing."""
    return (None, None) if at is None else stamp(at)


def time_of(micros: int, zone: str) -> datetime:
    """The aware time that `stamp` took apart."""
    return (_EPOCH + timedelta(microseconds=micros)).astimezone(_zone(zone))


@lru_cache(maxsize=512)
def _zone(name: str) -> tzinfo:
    if name.lstrip("-").isdigit():
        return timezone(timedelta(seconds=int(name)))
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        raise StoreError(
            f"the time zone {name!r} is not known on this machine", hint="install `tzdata`"
        ) from None


def dump(value: Any) -> str:
    """Compact JSON; text stays as it is, so that a scan of the file finds it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _dump_metadata(metadata: Metadata) -> str:
    return dump(dict(metadata)) if metadata else ""


def _metadata(text: str) -> Metadata:
    return MappingProxyType(json.loads(text)) if text else NO_METADATA


def narrowed(owner: Scope, agent: str, session: str) -> Scope:
    """The scope of a row of an owner."""
    return Scope(user=owner.user, tenant=owner.tenant, agent=agent or None, session=session or None)


def is_question(text: str) -> bool:
    """Whether a text closes with a question mark, Western or Chinese, quoted or not."""
    return text.rstrip(_AFTER_QUESTION_MARK).endswith(("?", "？"))


def turn_values(turn: Turn) -> tuple[Any, ...]:
    """Values for TURN_COLUMNS; the position is the ledger's to fill in."""
    return (
        turn.id,
        turn.scope.agent or "",
        turn.session,
        turn.position,
        turn.speaker,
        turn.role.value,
        turn.dated,
        turn.origin,
        *stamp(turn.occurred_at),
        *stamp(turn.recorded_at),
        turn.text,
        dump_attachments(turn.attachments),
        _dump_metadata(turn.metadata),
    )


def dump_attachments(attachments: tuple[Attachment, ...]) -> str:
    """JSON of what a turn shares; the empty text for nothing."""
    return dump([(a.caption, a.url, a.media) for a in attachments]) if attachments else ""


def turn_of(owner: Scope, row: Row) -> Turn:
    """The turn of a row of TURN_COLUMNS."""
    return Turn(
        id=row[0],
        scope=narrowed(owner, row[1], row[2]),
        position=row[3],
        speaker=row[4],
        role=Speaking(row[5]),
        dated=bool(row[6]),
        origin=row[7],
        occurred_at=time_of(row[8], row[9]),
        recorded_at=time_of(row[10], row[11]),
        text=row[12],
        attachments=tuple(
            Attachment(caption=caption, url=url, media=media)
            for caption, url, media in (json.loads(row[13]) if row[13] else ())
        ),
        metadata=_metadata(row[14]),
    )


def unit_values(unit: Unit) -> tuple[Any, ...]:
    """Values for UNIT_COLUMNS."""
    return (
        unit.id,
        unit.scope.agent or "",
        unit.scope.session or "",
        unit.state.value,
        unit.kind.value,
        unit.subject,
        unit.slot,
        *stamp(unit.created_at),
        *stamp_or_none(unit.last_access_at),
        unit.access_count,
        unit.content,
        unit.first_person,
        dump(_details(unit)),
    )


def _details(unit: Unit) -> dict[str, Any]:
    moment = unit.moment
    return {
        "value": unit.value,
        "polarity": unit.polarity,
        "language": unit.language,
        "importance": unit.importance,
        "confidence": unit.confidence,
        "occurred_at": stamp(unit.occurred_at),
        "valid_from": unit.valid_from and stamp(unit.valid_from),
        "valid_to": unit.valid_to and stamp(unit.valid_to),
        "moment": moment
        and (moment.words, stamp(moment.start), stamp(moment.end), moment.precision),
        "superseded_by": unit.superseded_by,
        "owner": unit.owner.value,
        "tags": unit.tags,
        "pinned": unit.pinned,
        "conflicts": unit.conflicts,
        "writer": unit.writer,
        "metadata": dict(unit.metadata),
    }


def unit_of(owner: Scope, row: Row, sources: tuple[Source, ...]) -> Unit:
    """The unit of a row of UNIT_COLUMNS."""
    more: Mapping[str, Any] = json.loads(row[14])
    moment = more["moment"]
    return Unit(
        id=row[0],
        scope=narrowed(owner, row[1], row[2]),
        state=State(row[3]),
        kind=Kind(row[4]),
        subject=row[5],
        slot=row[6],
        created_at=time_of(row[7], row[8]),
        last_access_at=None if row[9] is None else time_of(row[9], row[10]),
        access_count=row[11],
        content=row[12],
        first_person=row[13],
        sources=sources,
        value=more["value"],
        polarity=more["polarity"],
        language=more["language"],
        importance=more["importance"],
        confidence=more["confidence"],
        occurred_at=time_of(*more["occurred_at"]),
        valid_from=more["valid_from"] and time_of(*more["valid_from"]),
        valid_to=more["valid_to"] and time_of(*more["valid_to"]),
        moment=moment
        and Moment(
            words=moment[0],
            start=time_of(*moment[1]),
            end=time_of(*moment[2]),
            precision=moment[3],
        ),
        superseded_by=more["superseded_by"],
        owner=Owner(more["owner"]),
        tags=tuple(more["tags"]),
        pinned=more["pinned"],
        conflicts=tuple(more["conflicts"]),
        writer=more["writer"],
        metadata=MappingProxyType(more["metadata"]) if more["metadata"] else NO_METADATA,
    )


def history_values(entry: HistoryEntry) -> tuple[Any, ...]:
    """Values for HISTORY_COLUMNS."""
    return (
        *stamp(entry.at),
        entry.event,
        entry.content,
        entry.state.value,
        entry.reason,
        entry.turn_id,
        entry.other_id,
    )


def history_of(unit_id: str, row: Row) -> HistoryEntry:
    """The history entry of a row of HISTORY_COLUMNS."""
    return HistoryEntry(
        unit_id=unit_id,
        at=time_of(row[0], row[1]),
        event=row[2],
        content=row[3],
        state=State(row[4]),
        reason=row[5],
        turn_id=row[6],
        other_id=row[7],
    )


def dump_receipt(receipt: Receipt) -> str:
    """JSON of what a receipt says beside its key and its time."""
    return dump(
        {
            "id": receipt.id,
            "turn_ids": receipt.turn_ids,
            "outcomes": [asdict(outcome) for outcome in receipt.outcomes],
            "vectors": receipt.vectors,
            "notes": receipt.notes,
        }
    )


def receipt_of(key: str, micros: int, zone: str, body: str) -> Receipt:
    """The receipt that was kept under a key."""
    more = json.loads(body)
    return Receipt(
        id=more["id"],
        turn_ids=tuple(more["turn_ids"]),
        outcomes=tuple(_outcome(outcome) for outcome in more["outcomes"]),
        at=time_of(micros, zone),
        key=key,
        vectors=more["vectors"],
        notes=tuple(more["notes"]),
    )


def _outcome(more: Mapping[str, Any]) -> Outcome:
    return Outcome(
        action=Action(more["action"]),
        rule=more["rule"],
        score=more["score"],
        source=Source(**more["source"]),
        reasons=tuple(more["reasons"]),
        unit_id=more["unit_id"],
        affected=tuple(more["affected"]),
    )


def job_values(job: Job) -> tuple[Any, ...]:
    """Values for JOB_COLUMNS."""
    return (
        job.id,
        job.scope.agent or "",
        job.scope.session or "",
        job.kind,
        dump(job.payload),
        job.state,
        job.attempts,
        *stamp(job.created_at),
        job.last_error,
    )


def job_of(owner: Scope, row: Row) -> Job:
    """The job of a row of JOB_COLUMNS."""
    return Job(
        id=row[0],
        scope=narrowed(owner, row[1], row[2]),
        kind=row[3],
        payload=json.loads(row[4]),
        state=row[5],
        attempts=row[6],
        created_at=time_of(row[7], row[8]),
        last_error=row[9],
    )
