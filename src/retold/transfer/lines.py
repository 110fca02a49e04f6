"""Records as lines of JSON and back. Pure; the format is in docs/reference/data-format.md.

A line holds the record's fields by their names. What has its default is left out, and what is
left out is read as its default, so a field that is added later breaks no older file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from math import isfinite
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from retold.errors import DatasetError
from retold.records import HistoryEntry, Receipt, Scope, Turn, Unit

VERSION = 1
# As JSON escapes it, or as it stands in a text.
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
# What a ledger can hold.
_LARGEST = 2**63 - 1
Record = TypeVar("Record")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The first line of a user's part of a file: whose it is, and the version of the format."""

    version: int
    user: str
    tenant: str = "default"
    at: datetime
    keeping: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tail:
    """The last line of a user's part: how many lines of each kind came before it."""

    turns: int
    units: int
    receipts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Life:
    """A unit with its history, which is never empty."""

    unit: Unit
    history: tuple[HistoryEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A receipt that answers retries, and where it was given."""

    scope: Scope
    receipt: Receipt


Line = Head | Turn | Life | Kept | Tail


class WrongValueError(ValueError):
    """A value that is not what its field holds."""


def written(line: Line) -> str:
    """The line, with its line feed."""
    return json.dumps(_told(line), ensure_ascii=False, allow_nan=False) + "\n"


def read(text: str, owner: Scope, where: str) -> Line:
    """The line, of whose scope a file says agent and session alone.

    Raises:
        DatasetError: it does not follow the format; the message begins with `where`.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DatasetError(f"{where}: not JSON: {error}") from None
    if _SURROGATE.search(text) and _SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise DatasetError(f"{where}: half a character of UTF-16")
    if not isinstance(value, dict):
        raise DatasetError(f"{where}: not a JSON object")
    kind = value.pop("type", None)
    if not isinstance(kind, str) or kind not in _READERS:
        raise DatasetError(f"{where}: 'type' is {kind!r}, not one of {', '.join(_READERS)}")
    try:
        line: Line = _READERS[kind](value, owner)
    except WrongValueError as error:
        raise DatasetError(f"{where}: {error}") from None
    return line


# ── Writing ────────────────────────────────────────────────────────────────────────────────────


def _told(line: Line) -> dict[str, Any]:
    if isinstance(line, Turn):
        return {"type": "turn", **_scoped(line, line.scope)}
    if isinstance(line, Life):
        steps = [_fields(step, but=("unit_id",)) for step in line.history]
        return {"type": "unit", **_scoped(line.unit, line.unit.scope), "history": steps}
    if isinstance(line, Kept):
        return {"type": "receipt", **_scoped(line.receipt, line.scope)}
    return {"type": "export" if isinstance(line, Head) else "end", **_fields(line)}


def _scoped(record: object, scope: Scope) -> dict[str, Any]:
    place = {"agent": scope.agent, "session": scope.session}
    return {name: value for name, value in place.items() if value} | _fields(
        record, but=("scope", "position", "repeated")
    )


def _fields(record: Any, but: tuple[str, ...] = ()) -> dict[str, Any]:
    told = {}
    for field in fields(record):
        value = getattr(record, field.name)
        default = field.default
        if field.default_factory is not MISSING:
            default = field.default_factory()
        if field.name not in but and (default is MISSING or value != default):
            told[field.name] = _plain(value)
    return told


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, Mapping):
        return dict(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


# ── Reading ────────────────────────────────────────────────────────────────────────────────────


def _head(value: dict[str, Any], _: Scope) -> Head:
    head = _record(Head, value)
    if head.version > VERSION:
        raise WrongValueError(
            f"version {head.version} of the format is newer than this Retold, which reads {VERSION}"
        )
    return head


def _turn(value: dict[str, Any], owner: Scope) -> Turn:
    scope = _scope(value, owner)
    return _record(Turn, value, scope=scope)


def _life(value: dict[str, Any], owner: Scope) -> Life:
    scope, steps = _scope(value, owner), value.pop("history", None)
    unit = _record(Unit, value, scope=scope)
    if not (0 <= unit.importance <= 1 and 0 <= unit.confidence <= 1 and unit.polarity in (1, -1)):
        raise WrongValueError("'importance', 'confidence' or 'polarity' is out of its range")
    if not isinstance(steps, list) or not steps or not all(isinstance(s, dict) for s in steps):
        raise WrongValueError("'history' is not a list of steps")
    return Life(unit=unit, history=tuple(_record(HistoryEntry, s, unit_id=unit.id) for s in steps))


def _kept(value: dict[str, Any], owner: Scope) -> Kept:
    scope = _scope(value, owner)
    receipt = _record(Receipt, value)
    if not receipt.key:
        raise WrongValueError("'key' is missing")
    return Kept(scope=scope, receipt=receipt)


def _tail(value: dict[str, Any], _: Scope) -> Tail:
    return _record(Tail, value)


_READERS: dict[str, Any] = {
    "export": _head,
    "turn": _turn,
    "unit": _life,
    "receipt": _kept,
    "end": _tail,
}


def _scope(value: dict[str, Any], owner: Scope) -> Scope:
    agent, session = (
        _value(str | None, value.pop(name, None), name) for name in ("agent", "session")
    )
    return Scope(user=owner.user, tenant=owner.tenant, agent=agent or None, session=session or None)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _record(kind: type[Record], value: Mapping[str, Any], **given: Any) -> Record:
    """The record of an object. Keys that it does not have are passed over, as newer ones may be."""
    hints = _hints(kind)  # type: ignore[arg-type]  # a class is hashable, which mypy denies
    for field in fields(kind):  # type: ignore[arg-type]  # a dataclass, which no type says
        if field.name in given:
            continue
        if field.name in value:
            given[field.name] = _value(hints[field.name], value[field.name], field.name)
        elif field.default is MISSING and field.default_factory is MISSING:
            raise WrongValueError(f"{field.name!r} is missing")
    return kind(**given)


def _value(kind: Any, value: Any, name: str) -> Any:
    """A value of a field of this type."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType:
        (other,) = (one for one in inner if one is not NoneType)
        return None if value is None else _value(other, value, name)
    if origin is tuple:
        if not isinstance(value, list):
            raise WrongValueError(f"{name!r} is not a list")
        return tuple(_value(inner[0], one, name) for one in value)
    if origin is Literal:
        return _one_of(inner, value, name)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _metadata(value, name)
    return _single(kind, value, name)


def _single(kind: type, value: Any, name: str) -> Any:
    if issubclass(kind, Enum):
        return kind(_one_of(tuple(one.value for one in kind), value, name))
    if is_dataclass(kind):
        if not isinstance(value, dict):
            raise WrongValueError(f"{name!r} is not an object")
        return _record(kind, value)
    if kind is datetime:
        return _time(value, name)
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind or (isinstance(value, float) and not isfinite(value)):
        words = {str: "a text", bool: "true or false", int: "a whole number", float: "a number"}
        raise WrongValueError(f"{name!r} is not {words[kind]}")
    if isinstance(value, int) and abs(value) > _LARGEST:
        raise WrongValueError(f"{name!r} is too large")
    return value


def _one_of(known: tuple[Any, ...], value: Any, name: str) -> Any:
    if not isinstance(value, str) or value not in known:
        raise WrongValueError(f"{name!r} is {value!r}, not one of {', '.join(known)}")
    return value


def _time(value: Any, name: str) -> datetime:
    try:
        at = datetime.fromisoformat(value)
        zoned = at.utcoffset() is not None
        at.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        raise WrongValueError(f"{name!r} is {value!r}, not an ISO 8601 time") from None
    if not zoned:
        raise WrongValueError(f"{name!r} is {value!r}, a time without a zone")
    return at


def _metadata(value: Any, name: str) -> Any:
    scalars = (str, int, float, bool, NoneType)
    if not isinstance(value, dict) or not all(isinstance(v, scalars) for v in value.values()):
        raise WrongValueError(f"{name!r} is not an object of texts, numbers, true, false and null")
    return MappingProxyType(value)
