"""The one way to write: limits, secrets, scope, tombstones.

Everything that ends in the ledger passes here, whoever sends it: a chat turn, an import, a
restore, a rebuild. So what is refused here is refused on every path.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar
from weakref import WeakValueDictionary

import anyio
from anyio.to_thread import run_sync as to_thread

from retold.changes import AddTurn, AddUnit, Change, ExpectRevision
from retold.errors import ConflictError, InputError, TimeError, TooLargeError
from retold.forgetting import erased_stretches, statement_digests, turn_digest
from retold.forgetting.erase import blank, said_in
from retold.ports import Ledger, Removed
from retold.records import Action, Kind, Outcome, Query, Said, Scope, Turn, Unit
from retold.settings import LimitSettings
from retold.text.normal import clean, digest
from retold.text.secrets import mask
from retold.text.sentences import sentences
from retold.text.times import parse_time

Result = TypeVar("Result")
Judge = Callable[[Sequence[Turn]], Awaitable[tuple[Sequence[Change], Sequence[Outcome]]]]
Decision = Callable[[], Awaitable[tuple[Sequence[Change], Result]]]

# Every failed try means that another writer succeeded, so this many in a row is a stuck caller.
DECISIONS = 100
# Characters that are marked in less time than the way to a thread and back takes.
_SHORT = 1000


class Gateway:
    """Admits what callers say, and passes changes on to the ledger."""

    def __init__(self, ledger: Ledger, limits: LimitSettings) -> None:
        """Guard this ledger with these limits."""
        self._ledger = ledger
        self._limits = limits
        self._turnstiles: WeakValueDictionary[tuple[str, str], anyio.Lock] = WeakValueDictionary()

    def admit(self, said: Said, scope: Scope, *, now: datetime) -> tuple[Turn, tuple[str, ...]]:
        """A message as a turn, and notes on what was changed on the way in.

        Lone surrogates become U+FFFD and NULs go; secrets are masked in place; everything else
        stays as it was said.

        Raises:
            InputError: empty text or name, a name with control characters, unusable metadata,
                a secret where the settings refuse them.
            TooLargeError: longer than a limit.
            TimeError: a time or a zone that cannot be understood, or too far in the future.
        """
        text = clean(said.text)
        if not text.strip() and not said.attachments:
            raise InputError("the text is empty", hint="say something, or attach a caption")
        self._within("text", text, self._limits.turn_characters)
        text, kinds = self._without_secrets(text)
        notes = tuple(f"masked {kind} in the text" for kind in dict.fromkeys(kinds))
        if text != said.text and not kinds:
            notes = (*notes, "characters that are not text were replaced")
        session = said.session if said.session is not None else scope.session
        turn = Turn(
            id=self._name("id", said.id) if said.id is not None else secrets.token_hex(8),
            scope=replace(scope, session=self._name("session", session) if session else None),
            speaker=self._name("speaker", said.speaker or str(said.role)),
            role=said.role,
            text=text,
            occurred_at=self._time(said, now),
            recorded_at=now,
            dated=said.at is not None or said.origin == "live",
            attachments=tuple(replace(a, caption=clean(a.caption)) for a in said.attachments),
            metadata=self._metadata(said.metadata),
            origin=said.origin,
        )
        return turn, notes

    def scope(self, scope: Scope) -> Scope:
        """The scope, checked.

        Raises:
            InputError: an empty name or one with control characters.
            TooLargeError: a name longer than the limit.
        """
        self._name("user", scope.user)
        self._name("tenant", scope.tenant)
        for field, value in (("agent", scope.agent), ("session", scope.session)):
            if value:
                self._name(field, value)
        return scope

    def key(self, key: str | None) -> str | None:
        """An idempotency key, checked. Raises InputError, TooLargeError."""
        return None if key is None else self._name("key", key)

    def question(self, query: Query, scope: Scope) -> Query:
        """The query, cleaned and inside the caller's scope.

        Raises:
            InputError: an empty question, or a scope that is not inside the caller's.
            TimeError: a time without a zone.
            TooLargeError: a longer question, or a larger `k`, than the limits.
        """
        text = clean(query.text)
        if not text.strip():
            raise InputError("the question is empty", hint="ask for something")
        self._within("question", text, self._limits.question_characters)
        if not 1 <= query.k <= self._limits.k:
            raise TooLargeError(f"k = {query.k} is outside 1 to {self._limits.k}")
        for name, moment in (("as_of", query.as_of), ("at", query.at)):
            if moment is not None and moment.utcoffset() is None:
                raise TimeError(f"{name} = {moment.isoformat()} has no zone", hint="add one")
        theirs, own = query.scope, scope
        if (theirs.tenant, theirs.user) != (own.tenant, own.user) or (
            own.agent is not None and theirs.agent != own.agent
        ):
            raise InputError("the query's scope is not inside the caller's")
        return replace(query, text=text)

    async def judged(
        self, turns: Sequence[Turn], judge: Judge
    ) -> tuple[list[Turn], list[Change], list[Outcome]]:
        """The turns and what `judge` makes of them, without what their user has erased.

        A turn that was erased, and comes again from an old source, is left out. A sentence that
        repeats what was erased is blanked in its turn, and a unit that would bring it back in
        other words is refused. What a user says anew after the erasure is theirs to say and stays.
        """
        secret = await self._ledger.secret()
        changes, outcomes = await judge(turns)
        if sum(len(turn.text) for turn in turns) <= _SHORT:
            marks = _marks(turns, changes, secret)
        else:
            marks = await to_thread(_marks, turns, changes, secret)
        # Whoever speaks now may say anything; a text from the past is compared with all that went.
        past = any(not turn.dated or turn.occurred_at < turn.recorded_at for turn in turns)
        graves = await self._ledger.tombstones(turns[0].scope, None if past else marks)
        if not graves:
            return list(turns), list(changes), list(outcomes)
        blanked = await to_thread(_without_erased, turns, graves, secret)
        if not blanked:
            return [], [], []
        changes, outcomes = await judge(blanked)
        by_id = {turn.id: turn for turn in blanked}
        revived = {
            unit.id
            for unit in _added(changes)
            if any(
                _lies_in(graves, mark, by_id[unit.sources[0].turn_id])
                for mark in _unit_marks(unit, by_id, secret)
            )
        }
        return (
            [_without(turn, [u for u in _added(changes) if u.id in revived]) for turn in blanked],
            [change for change in changes if not _concerns(change, revived)],
            [_refused(o) if o.unit_id in revived else o for o in outcomes],
        )

    async def write(self, changes: Sequence[Change]) -> Removed:
        """Write all of it or nothing; what went with it. Raises StoreError, ConflictError."""
        return await self._ledger.apply(changes) if changes else Removed()

    async def decided(self, scope: Scope, decide: Decision[Result]) -> Result:
        """Read, decide and write as one step, whoever else writes meanwhile.

        `decide` reads what it needs and returns the changes and a result. When another writer
        changed the user's units in between, nothing is written and `decide` is called again.

        Raises:
            ConflictError: others came first every time.
            StoreError: nothing was written.
        """
        return (await self.removed(scope, decide))[0]

    async def removed(self, scope: Scope, decide: Decision[Result]) -> tuple[Result, Removed]:
        """The same, and what went together with what was erased.

        Raises:
            ConflictError: others came first every time.
            StoreError: nothing was written.
        """
        async with self._turnstile(scope):
            for _ in range(DECISIONS):
                revision = await self._ledger.revision(scope)
                changes, result = await decide()
                if not changes:
                    return result, Removed()
                try:
                    expected = ExpectRevision(scope=scope, revision=revision)
                    removed = await self.write([expected, *changes])
                except ConflictError:
                    continue
                return result, removed
        raise ConflictError(
            f"other writers changed the user's memories {DECISIONS} times meanwhile",
            hint="try again",
        )

    def _turnstile(self, scope: Scope) -> anyio.Lock:
        # Inside this process one writer a user waits for the other instead of deciding in vain.
        return self._turnstiles.setdefault((scope.tenant, scope.user), anyio.Lock())

    def _without_secrets(self, text: str) -> tuple[str, tuple[str, ...]]:
        if self._limits.secrets == "keep":
            return text, ()
        masked, kinds = mask(text)
        if kinds and self._limits.secrets == "refuse":
            raise InputError(
                f"the text holds a secret ({kinds[0]})", hint='set limits.secrets to "mask"'
            )
        return masked, kinds

    def _within(self, what: str, text: str, limit: int) -> None:
        if len(text) > limit:
            raise TooLargeError(
                f"the {what} has {len(text):,} characters, the limit is {limit:,}",
                hint="split it into several",
            )

    def _name(self, what: str, value: str) -> str:
        if not value.strip() or any(ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF for c in value):
            raise InputError(f"{what} {value!r} is empty or holds control characters")
        self._within(what, value, self._limits.name_characters)
        return value

    def _time(self, said: Said, now: datetime) -> datetime:
        at = parse_time(said.at, now=now)
        if at > now + timedelta(seconds=self._limits.future_seconds):
            raise TimeError(
                f"the turn is dated {at.isoformat()}, which lies in the future",
                hint="check the clock and the zone",
            )
        return at

    def _metadata(
        self, metadata: Mapping[str, object]
    ) -> dict[str, str | int | float | bool | None]:
        try:
            text = json.dumps(dict(metadata), ensure_ascii=False, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise InputError(f"metadata cannot be stored: {error}") from None
        self._within("metadata", text, self._limits.metadata_characters)
        plain: dict[str, str | int | float | bool | None] = json.loads(text)
        return plain


def _is_older(turn: Turn, erased_at: datetime) -> bool:
    # A turn without a date of its own cannot show that it was said after the erasure.
    return not turn.dated or turn.occurred_at <= erased_at


def _lies_in(graves: Mapping[str, datetime], mark: str, turn: Turn) -> bool:
    """Whether a mark was erased, and the turn cannot show that it was said after that."""
    return mark in graves and _is_older(turn, graves[mark])


def _added(changes: Sequence[Change]) -> list[Unit]:
    return [change.unit for change in changes if isinstance(change, AddUnit)]


def _marks(turns: Sequence[Turn], changes: Sequence[Change], secret: bytes) -> list[str]:
    """The keyed hashes of every turn and its sentences, and of every unit that is added."""
    by_id = {turn.id: turn for turn in turns}
    ids = (turn_digest(secret, turn.id) for turn in turns)
    said = [digest(secret, span.text) for turn in turns for span in sentences(turn.text)]
    made = (mark for unit in _added(changes) for mark in _unit_marks(unit, by_id, secret))
    return list(dict.fromkeys((*ids, *said, *made)))


def _unit_marks(unit: Unit, turns: Mapping[str, Turn], secret: bytes) -> list[str]:
    return list(statement_digests(unit, said_in(unit, turns), secret=secret))


def _without_erased(
    turns: Sequence[Turn], graves: Mapping[str, datetime], secret: bytes
) -> list[Turn]:
    """The turns that were not erased, with what was erased in them blanked."""
    return [
        _blanked(turn, graves, secret)
        for turn in turns
        if not _lies_in(graves, turn_digest(secret, turn.id), turn)
    ]


def _blanked(turn: Turn, graves: Mapping[str, datetime], secret: bytes) -> Turn:
    def is_erased(mark: str) -> bool:
        return _lies_in(graves, mark, turn)

    if not any(_is_older(turn, at) for at in graves.values()):
        return turn
    spans = list(erased_stretches(turn.text, is_erased, secret=secret))
    return replace(turn, text=blank(turn.text, spans)) if spans else turn


def _without(turn: Turn, units: Sequence[Unit]) -> Turn:
    """The turn without the sentences that say in other words what was erased."""
    said = [unit for unit in units if unit.kind is not Kind.SUMMARY]
    spans = [(s.start, s.end) for unit in said for s in unit.sources if s.turn_id == turn.id]
    return replace(turn, text=blank(turn.text, spans)) if spans else turn


def _concerns(change: Change, unit_ids: set[str]) -> bool:
    """Whether a change adds one of the units, or closes another one in its favour."""
    if isinstance(change, AddTurn):
        return False
    unit = getattr(change, "unit", None)
    return unit is not None and (unit.id in unit_ids or unit.superseded_by in unit_ids)


def _refused(outcome: Outcome) -> Outcome:
    return replace(
        outcome, action=Action.REFUSED, rule="erased by the user", unit_id=None, affected=()
    )
