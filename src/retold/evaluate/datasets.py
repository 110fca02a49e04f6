"""Conversations with questions, read from JSONL or from LoCoMo's own JSON.

The JSONL format is described in `docs/reference/data-format.md`; it is also what an import reads.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import retold
from retold.errors import DatasetError
from retold.evaluate.locomo import Lines, locomo_lines
from retold.records import Attachment, Said, Speaking

# Keys of a turn that have a place of their own; other scalar values are kept as metadata.
_TURN_KEYS = frozenset(
    ("type", "conversation", "session", "id", "speaker", "role", "at", "text", "caption")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something asked of a conversation, and what the right answer rests on.

    `evidence` are ids of turns, `evidence_sessions` names of sessions, `stale` ids of turns that
    are out of date. With `abstain`, nothing in memory answers it.
    """

    id: str
    text: str
    evidence: tuple[str, ...] = ()
    evidence_sessions: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    abstain: bool = False
    category: str = ""
    answer: str = ""
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """The turns of one user, in order, and the questions about them."""

    turns: list[Said] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """A set of conversations by id; `meta` is the file's own description."""

    meta: Mapping[str, str]
    conversations: dict[str, Conversation]


def own_data(*parts: str) -> Path:
    """A file or folder of this project's own data in a checkout of it; elsewhere, nothing is."""
    return Path(retold.__file__).parents[2].joinpath(*parts)


def read_dataset(path: str | Path) -> Dataset:
    """Read a file in either format.

    Raises:
        DatasetError: it cannot be read, or a line (a sample) does not follow the format; the
            message names it.
    """
    file = Path(path)
    try:
        text = file.read_text("utf-8-sig")
    except OSError as error:
        raise DatasetError(f"{file.name} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = file.read_bytes().count(b"\n", 0, error.start) + 1
        raise DatasetError(f"{file.name}, line {line}: not UTF-8") from None
    theirs = text.lstrip().startswith("[")
    lines = locomo_lines(text, file.name) if theirs else _objects(text, file.name)
    dataset = _gathered(lines, file.stem)
    if not any(c.turns for c in dataset.conversations.values()):
        raise DatasetError(f"{file.name} holds no turns")
    return dataset


def read_log(path: Path) -> list[Conversation]:
    """The conversations that have turns, of a file or of all JSONL files of a folder.

    Raises:
        DatasetError: as `read_dataset`, or the folder holds no such file.
    """
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not files:
        raise DatasetError(f"{path.name} holds no JSONL files")
    found = [c for file in files for c in read_dataset(file).conversations.values()]
    return [conversation for conversation in found if conversation.turns]


def _gathered(lines: Lines, name: str) -> Dataset:
    meta: dict[str, str] = {"name": name}
    conversations: dict[str, Conversation] = {}
    asked: list[tuple[str, Question, str]] = []
    for where, line in lines:
        kind = line.get("type")
        if kind == "meta":
            meta |= {key: str(value) for key, value in line.items() if key != "type"}
        elif kind == "turn":
            owner = _text(line, "conversation", where)
            conversations.setdefault(owner, Conversation()).turns.append(_turn(line, where))
        elif kind == "question":
            asked.append((_text(line, "conversation", where), _question(line, where), where))
        else:
            raise DatasetError(f"{where}: 'type' is {kind!r}, not meta, turn or question")
    _attach(conversations, asked)
    return Dataset(meta=meta, conversations=conversations)


def _objects(text: str, name: str) -> Lines:
    """Each line that is not blank, as an object, with its place in the file."""
    # Only line feeds end a line: a JSON text may hold other separators of Unicode as they are.
    for number, line in enumerate(text.split("\n"), start=1):
        where = f"{name}, line {number}"
        if line.strip():
            try:
                value = json.loads(line)
            except (json.JSONDecodeError, RecursionError) as error:
                raise DatasetError(f"{where}: not JSON: {error}") from None
            if not isinstance(value, dict):
                raise DatasetError(f"{where}: not a JSON object")
            yield where, value


def _turn(line: Mapping[str, Any], where: str) -> Said:
    role = _text(line, "role", where, default="user")
    if role not in [r.value for r in Speaking]:
        raise DatasetError(f"{where}: 'role' is {role!r}, not one of {', '.join(Speaking)}")
    caption = _text(line, "caption", where, default="")
    return Said(
        id=_text(line, "id", where),
        text=_text(line, "text", where, may_be_empty=True),
        speaker=_text(line, "speaker", where, default=""),
        role=Speaking(role),
        at=_time(line, where),
        session=_text(line, "session", where, default="") or None,
        attachments=(Attachment(caption=caption),) if caption else (),
        metadata={
            key: value
            for key, value in line.items()
            if key not in _TURN_KEYS and isinstance(value, str | int | float | bool)
        },
        origin="import",
    )


def _question(line: Mapping[str, Any], where: str) -> Question:
    abstain = line.get("abstain", False)
    if not isinstance(abstain, bool):
        raise DatasetError(f"{where}: 'abstain' is not true or false")
    return Question(
        id=_text(line, "id", where),
        text=_text(line, "text", where),
        evidence=_names(line, "evidence", where),
        evidence_sessions=_names(line, "evidence_sessions", where),
        stale=_names(line, "stale", where),
        abstain=abstain,
        category=_text(line, "category", where, default=""),
        answer=_text(line, "answer", where, default=""),
        at=_time(line, where),
    )


def _attach(
    conversations: Mapping[str, Conversation], asked: list[tuple[str, Question, str]]
) -> None:
    """Give every question to its conversation, once all turns are known."""
    turns = {name: {t.id for t in c.turns} for name, c in conversations.items()}
    sessions = {name: {t.session for t in c.turns} for name, c in conversations.items()}
    for name, conversation in conversations.items():
        if len(turns[name]) < len(conversation.turns):
            ids = [turn.id for turn in conversation.turns]
            twice = next(turn_id for turn_id in ids if ids.count(turn_id) > 1)
            raise DatasetError(f"conversation {name!r} has two turns with the id {twice!r}")
    for name, question, where in asked:
        if name not in conversations:
            raise DatasetError(f"{where}: conversation {name!r} has no turns")
        _known(question.evidence + question.stale, turns[name], where, "turn")
        _known(question.evidence_sessions, sessions[name], where, "session")
        conversations[name].questions.append(question)


def _known(names: tuple[str, ...], known: set[str | None], where: str, what: str) -> None:
    for name in names:
        if name not in known:
            raise DatasetError(f"{where}: the conversation has no {what} {name!r}")


def _text(
    line: Mapping[str, Any],
    key: str,
    where: str,
    *,
    default: str | None = None,
    may_be_empty: bool = False,
) -> str:
    """A text, or a number as text. Without a default it must be there."""
    value = line.get(key)
    if value is None and default is not None:
        return default
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise DatasetError(f"{where}: {key!r} is {'missing' if value is None else 'not a text'}")
    if value == "" and default is None and not may_be_empty:
        raise DatasetError(f"{where}: {key!r} is empty")
    return str(value)


def _names(line: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = line.get(key)
    if value is None:
        return ()
    if not isinstance(value, list) or any(
        isinstance(name, bool) or not isinstance(name, str | int) for name in value
    ):
        raise DatasetError(f"{where}: {key!r} is not a list of ids")
    return tuple(dict.fromkeys(str(name) for name in value))


def _time(line: Mapping[str, Any], where: str) -> str | None:
    value = line.get("at")
    if value is None:
        return None
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise DatasetError(f"{where}: 'at' is {value!r}, not an ISO 8601 time or null") from None
    return str(value)
