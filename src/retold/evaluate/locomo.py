"""LoCoMo's own JSON, as the lines of the data format.

Maharana et al., "Evaluating Very Long-Term Conversational Memory of LLM Agents" (2024): a list of
samples, each with sessions (`session_1`, `session_1_date_time`, …) and questions (`qa`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from retold.errors import DatasetError

Lines = Iterator[tuple[str, dict[str, Any]]]

# Evidence is written by hand there: "D8:6; D9:17", "D:11:26" and "D30:05" all occur.
_EVIDENCE = re.compile(r"D:?(\d+):(\d+)")
_SESSION = re.compile(r"session_\d+")
_TIME = "%I:%M %p on %d %B, %Y"


def locomo_lines(text: str, name: str) -> Lines:
    """The samples' turns and questions as objects of the data format, each with its place.

    Evidence that names no turn of its sample is left out, as the published results do.
    Raises DatasetError.
    """
    try:
        samples = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise DatasetError(f"{name}: not JSON: {error}") from None
    yield name, {"type": "meta", "name": "locomo", "language": "en", "licence": "CC BY-NC 4.0"}
    for number, sample in enumerate(samples, start=1):
        where = f"{name}, sample {number}"
        conversation = _member(sample, "conversation", dict, where)
        identity = str(sample.get("sample_id", number))
        turns = list(_turns(conversation, identity, where))
        yield from turns
        known = {line["id"] for _, line in turns}
        for index, asked in enumerate(_member(sample, "qa", list, where)):
            place = f"{where}, question {index + 1}"
            line = {
                "type": "question",
                "conversation": identity,
                "id": f"{identity}-q{index}",
                "text": _member(asked, "question", str, place),
                "evidence": [e for e in _evidence(asked, place) if e in known],
                "category": str(asked.get("category", "")),
                "answer": str(asked.get("answer", "")),
            }
            yield place, line


def _turns(conversation: dict[str, Any], identity: str, where: str) -> Lines:
    names = (key for key in conversation if _SESSION.fullmatch(key))
    for session in sorted(names, key=lambda key: int(key.removeprefix("session_"))):
        at = _time(conversation.get(f"{session}_date_time"), f"{where}, {session}")
        for index, said in enumerate(_member(conversation, session, list, where), start=1):
            place = f"{where}, {session}, turn {index}"
            line = {
                "type": "turn",
                "conversation": identity,
                "session": session,
                "id": _member(said, "dia_id", str, place),
                "speaker": _member(said, "speaker", str, place),
                "role": "user",
                "at": at,
                "text": _member(said, "text", str, place),
            }
            if said.get("blip_caption"):
                line["caption"] = _member(said, "blip_caption", str, place)
            yield place, line


def _evidence(asked: dict[str, Any], where: str) -> list[str]:
    found: dict[str, None] = {}
    for value in _member(asked, "evidence", list, where):
        for session, turn in _EVIDENCE.findall(str(value)):
            found[f"D{int(session)}:{int(turn)}"] = None
    return list(found)


def _time(value: Any, where: str) -> str | None:
    if value is None:
        return None
    try:
        return datetime.strptime(str(value), _TIME).isoformat()  # noqa: DTZ007 (as local as theirs)
    except ValueError:
        raise DatasetError(
            f"{where}: {value!r} is not a time like '1:56 pm on 8 May, 2023'"
        ) from None


def _member(holder: Any, key: str, kind: type[Any], where: str) -> Any:
    value = holder.get(key) if isinstance(holder, dict) else None
    if not isinstance(value, kind):
        raise DatasetError(f"{where}: {key!r} is missing or is not a {kind.__name__}")
    return value
