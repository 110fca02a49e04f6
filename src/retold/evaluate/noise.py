"""Messages of others mixed into a user's log: is the evidence found among what does not matter?

What is drawn are whole sittings, which stay sittings of their own. People talk about one thing at a
time, so a stray message in the middle of a sitting would be easier to tell from the rest than what
a long log really holds; and the neighbours of the evidence, which a ranking may use, stay as they
were said. A sitting from after the end of the user's own conversation is moved back by whole
weeks, so that nothing lies in the future of the question; the others keep their times, and all
are put in the order of time. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from math import ceil
from random import Random

from retold.errors import DatasetError
from retold.evaluate.datasets import Conversation
from retold.evaluate.present import moment, present
from retold.records import Said

_WEEK = timedelta(weeks=1)
_EARLIEST = datetime.min.replace(tzinfo=UTC)


class Noise:
    """Draws from the conversations of one file. The same seed draws the same for each of them."""

    def __init__(self, conversations: Mapping[str, Conversation], *, times: int, seed: int) -> None:
        """Mix in `times` as many messages as a conversation has; 0 mixes in nothing."""
        self._conversations = conversations
        self._times = times
        self._seed = seed
        self._sittings = [
            (name, sitting)
            for name, conversation in conversations.items()
            for sitting in _sittings(conversation.turns)
        ]
        self._messages = sum(len(sitting) for _, sitting in self._sittings)

    def mixed(self, name: str) -> Conversation:
        """The conversation with its questions, its evidence and the noise.

        Raises DatasetError where the others have too few messages.
        """
        own = self._conversations[name]
        if not self._times:
            return own
        drawn = self._drawn(name, len(own.turns) * self._times)
        mark = _unused(own)
        dated = any(turn.at is not None for turn in own.turns)
        latest = present(own) if dated else None
        parts: list[tuple[datetime, Sequence[Said]]] = list(_placed(own.turns))
        count = 0
        for number, sitting in enumerate(drawn):
            named = [
                replace(turn, id=f"{mark}{count + i}", session=f"{mark}session{number}")
                for i, turn in enumerate(sitting)
            ]
            count += len(named)
            parts.append(_noise_part(named, latest))
        parts.sort(key=lambda part: part[0])
        return replace(own, turns=[turn for _, part in parts for turn in part])

    def _drawn(self, name: str, wanted: int) -> Iterator[Sequence[Said]]:
        """Sittings of others with as many messages; the last one is cut where it is too long."""
        able = self._messages - len(self._conversations[name].turns)
        if wanted > able:
            raise DatasetError(
                f"the noise for {name!r} takes {wanted} messages, and the others have {able}",
                hint=f"at most {able // len(self._conversations[name].turns)} times its own",
            )
        others = [sitting for owner, sitting in self._sittings if owner != name]
        # A text as the seed is hashed in the same way on every machine.
        Random(f"{self._seed}:{name}").shuffle(others)
        for sitting in others:
            if wanted <= 0:
                return
            yield sitting[:wanted]
            wanted -= len(sitting)


def _sittings(turns: Sequence[Said]) -> Iterator[list[Said]]:
    """Runs of turns in one session."""
    for _, run in groupby(turns, key=lambda turn: turn.session):
        yield list(run)


def _placed(turns: Sequence[Said]) -> Iterator[tuple[datetime, list[Said]]]:
    """The user's own sittings, each with a time that is none before that of the one before it."""
    latest = _EARLIEST
    for run in _sittings(turns):
        latest = max(latest, _begin(run))
        yield latest, run


def _noise_part(
    sitting: Sequence[Said], latest: datetime | None
) -> tuple[datetime, Sequence[Said]]:
    told = [at for at in (moment(turn.at) for turn in sitting) if at is not None]
    late = max(told) - latest if told and latest else timedelta()
    if late > timedelta():
        back = ceil(late / _WEEK) * _WEEK
        sitting = [replace(turn, at=_earlier(turn, back)) for turn in sitting]
    return _begin(sitting), sitting


def _earlier(turn: Said, back: timedelta) -> datetime | None:
    at = moment(turn.at)
    return at if at is None else at - back


def _begin(sitting: Sequence[Said]) -> datetime:
    told = [at for at in (moment(turn.at) for turn in sitting) if at is not None]
    return min(told, default=_EARLIEST)


def _unused(conversation: Conversation) -> str:
    """What no id and no session of the conversation begins with."""
    taken = [name for t in conversation.turns for name in (str(t.id), t.session or "")]
    mark = "noise-"
    while any(name.startswith(mark) for name in taken):
        mark += "-"
    return mark
