"""The way of what was said: admitted, judged, and written in one transaction with its receipt."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

# Reading, splitting and judging text takes long for long input, so it is done off the event loop.
from anyio.to_thread import run_sync as to_thread

from retold.backfill import Embedding
from retold.changes import AddReceipt, AddTurn, Change, SetKeeping
from retold.errors import InputError, StoreError, TooLargeError
from retold.forgetting import wish_about_conversation, wish_about_keeping
from retold.gateway import Gateway
from retold.growth import Growth
from retold.ports import Ledger
from retold.records import Keeping, Outcome, Receipt, Said, Scope, Speaking, Turn
from retold.retriever import Encoder
from retold.scanning import Scanning
from retold.settings import Settings
from retold.text.sentences import sentences
from retold.text.wording import turn_tokens
from retold.window import in_view
from retold.writer import TurnVectors, Writer


class Remembering:
    """Remembers messages of one user at a time."""

    def __init__(
        self,
        ledger: Ledger,
        gateway: Gateway,
        writer: Writer,
        encoder: Encoder,
        scanning: Scanning,
        settings: Settings,
    ) -> None:
        """Write through the gateway what the writer decides."""
        self._scanning = scanning
        self._ledger = ledger
        self._gateway = gateway
        self._writer = writer
        self._encoder = encoder
        self._settings = settings
        self._growth = Growth(ledger, settings.writer)

    async def remember(
        self,
        said: Sequence[Said],
        scope: Scope,
        *,
        key: str | None,
        now: datetime,
        incognito: bool = False,
    ) -> Receipt:
        """What was done with the messages, as `AsyncUserMemory.remember` promises."""
        most = self._settings.limits.turns_a_call
        if not said:
            raise InputError("there is nothing to remember", hint="pass at least one text")
        if len(said) > most:
            raise TooLargeError(
                f"{len(said):,} turns in one call, the limit is {most:,}", hint="send fewer a call"
            )
        keys = [self._gateway.key(one.key) for one in (*said, Said(text="", key=key))]
        logged, notes, wishes = await to_thread(self._admitted, said, scope, now)
        if incognito:
            return _nothing_kept(key, now, "incognito")

        async def decide() -> tuple[Sequence[Change], Receipt]:
            return await self._decide(logged, wishes, keys[:-1], keys[-1], notes, now)

        receipt = await self._gateway.decided(logged[0].turn.scope, decide)
        try:
            scanned = await self._scanning.due(logged[0].turn.scope, now=now)
        except StoreError as error:
            # What was said is written, whatever becomes of the second look; it waits.
            return replace(receipt, notes=(*receipt.notes, f"no second look: {error.message}"))
        return replace(
            receipt,
            outcomes=(*receipt.outcomes, *scanned.outcomes),
            notes=(*receipt.notes, *scanned.notes),
        )

    def _admitted(
        self, said: Sequence[Said], scope: Scope, now: datetime
    ) -> tuple[list[AddTurn], tuple[str, ...], dict[str, _Wish]]:
        admitted = [self._gateway.admit(one, scope, now=now) for one in said]
        notes = dict.fromkeys(note for _, noted in admitted for note in noted)
        turns = [turn for turn, _ in admitted]
        # An old chat does not speak for its user today, and nobody speaks for them.
        asking = (t for t in turns if t.origin == "live" and t.role is Speaking.USER)
        heard = ((turn.id, _wish(turn.text)) for turn in asking)
        wishes = {turn_id: wish for turn_id, wish in heard if wish is not None}
        return _logged(turns), tuple(notes), wishes

    async def _decide(
        self,
        logged: Sequence[AddTurn],
        wishes: Mapping[str, _Wish],
        keys: Sequence[str | None],
        key: str | None,
        notes: tuple[str, ...],
        now: datetime,
    ) -> tuple[Sequence[Change], Receipt]:
        turns = [change.turn for change in logged]
        scope = turns[0].scope
        earlier = await self._receipts(scope, {k for k in (key, *keys) if k is not None})
        if key is not None and key in earlier:
            return (), replace(earlier[key], repeated=True)
        fresh = [t for t, k in zip(turns, keys, strict=True) if k not in earlier]
        repeated = [earlier[k] for k in keys if k in earlier]
        if not fresh:
            return (), _joined(repeated, key)
        heard = _heard(fresh, wishes, await self._kept(scope, fresh))
        if not heard.turns:
            nothing = _nothing_kept(key, now, heard.keeping)
            return heard.after, _with_repeated(nothing, repeated)
        key_of = dict(zip((turn.id for turn in turns), keys, strict=True))
        written, receipt = await self._written(logged, heard, key_of, key, notes, now)
        return written, _with_repeated(receipt, repeated)

    async def _kept(self, scope: Scope, turns: Sequence[Turn]) -> _Kept:
        silent = await self._ledger.silences(scope)
        there = {turn.session for turn in turns}
        return _Kept(await self._ledger.keeping(scope), there & silent)

    async def _written(
        self,
        logged: Sequence[AddTurn],
        heard: _Heard,
        key_of: dict[str, str | None],
        key: str | None,
        notes: tuple[str, ...],
        now: datetime,
    ) -> tuple[Sequence[Change], Receipt]:
        """What writes the turns that are to be kept and what is made of them, with the receipt."""
        scope = logged[0].turn.scope
        context = await self._context(heard.turns)
        failed: dict[str, None] = {}
        threshold = await self._growth.threshold(scope.tenant, now=now)
        embedding = Embedding(self._encoder)

        async def judge(said: Sequence[Turn]) -> tuple[Sequence[Change], Sequence[Outcome]]:
            if not self._settings.writer.enabled:
                return (), ()
            await embedding.turns(said)
            known = TurnVectors(embedder=self._encoder.identity, by_id=embedding.of_turns)
            written = await self._writer.write(
                said, context=context, now=now, vectors=known, threshold=threshold
            )
            failed.update(dict.fromkeys(written.notes))
            return written.changes, written.outcomes

        fresh, changes, outcomes = await self._gateway.judged(heard.turns, judge)
        vectors = await embedding.of(fresh, changes, scope, now, context=context)
        receipt = Receipt(
            id=secrets.token_hex(8),
            turn_ids=tuple(turn.id for turn in fresh),
            outcomes=tuple(outcomes),
            at=now,
            key=key,
            vectors="stored" if embedding.made else "pending",
            keeping=heard.keeping,
            notes=(*notes, *failed),
        )
        added = await self._added(logged, fresh)
        waiting = await self._scanning.noted(fresh, now)
        receipts = _receipts_to_keep(receipt, fresh, key_of)
        kept = [AddReceipt(scope=scope, receipt=one) for one in receipts]
        written = [*heard.before, *added, *changes, *vectors, *waiting, *kept, *heard.after]
        return written, receipt

    async def _added(self, logged: Sequence[AddTurn], fresh: Sequence[Turn]) -> list[AddTurn]:
        """What adds the turns that are new. What was erased is not in them, nor in keywords."""
        adding = {change.turn.id: change for change in logged}
        blanked = [turn for turn in fresh if turn is not adding[turn.id].turn]
        if blanked:
            adding |= {change.turn.id: change for change in await to_thread(_logged, blanked)}
        return [adding[turn.id] for turn in fresh]

    async def _receipts(self, scope: Scope, keys: set[str]) -> dict[str, Receipt]:
        found = {key: await self._ledger.receipt(scope, key) for key in sorted(keys)}
        return {key: receipt for key, receipt in found.items() if receipt is not None}

    async def _context(self, turns: Sequence[Turn]) -> list[Turn]:
        window = self._settings.window
        seen: list[Turn] = []
        if not (self._settings.writer.enabled or self._encoder.reach):
            return seen
        for scope in dict.fromkeys(replace(t.scope, session=t.session) for t in turns):
            first = next(turn for turn in turns if turn.session == scope.session)
            recent = await self._ledger.turns(scope, last=window.turns) if window.turns else []
            seen.extend(in_view(recent, at=first.occurred_at, settings=window))
        return seen


def as_said(one: object, plain: Said) -> Said:
    """A text or a `Said` that a caller passed, with what it leaves open. Raises InputError."""
    if isinstance(one, str):
        return replace(plain, text=one)
    if isinstance(one, Said):
        at = one.at if one.at is not None else plain.at
        return replace(one, at=at, role=as_speaking(one.role))
    raise InputError(f"a {type(one).__name__} cannot be remembered", hint="pass a text or a Said")


def as_speaking(role: Speaking | str) -> Speaking:
    """A role that a caller named. Raises InputError for one that there is not."""
    if role not in tuple(Speaking):
        raise InputError(f"unknown role {role!r}", hint=f"one of {', '.join(Speaking)}")
    return Speaking(role)


@dataclass(frozen=True, slots=True)
class _Wish:
    """That what is said be kept, or not; of one conversation alone, or of all."""

    keeping: bool
    everywhere: bool


def _wish(text: str) -> _Wish | None:
    for everywhere, wish in ((True, wish_about_keeping), (False, wish_about_conversation)):
        found = wish(text)
        if found is not None:
            return _Wish(found, everywhere)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heard:
    """Which turns are to be kept, and what their user wishes about that, before and after them."""

    turns: tuple[Turn, ...]
    keeping: Keeping
    before: tuple[Change, ...] = ()
    after: tuple[Change, ...] = ()


@dataclass(slots=True)
class _Kept:
    """Whether the user is kept at all, and the sessions of which nothing is."""

    everywhere: bool
    silent: set[str]

    def holds(self, session: str) -> bool:
        return self.everywhere and session not in self.silent

    def follow(self, wish: _Wish, session: str) -> None:
        if wish.everywhere:
            self.everywhere = wish.keeping
        if wish.keeping:
            self.silent.discard(session)
        elif not wish.everywhere:
            self.silent.add(session)


def _heard(turns: Sequence[Turn], wishes: Mapping[str, _Wish], start: _Kept) -> _Heard:
    """Go through the turns in order: a wish holds for all that comes after it.

    A message that wishes that nothing be kept is not kept itself, whatever else it says; of one
    that takes it back, what else it says is kept.
    """
    now, kept = _Kept(start.everywhere, set(start.silent)), []
    for turn in turns:
        wish = wishes.get(turn.id)
        before = now.holds(turn.session)
        if wish is not None:
            now.follow(wish, turn.session)
        after = now.holds(turn.session)
        if after and (wish is None or before or len(sentences(turn.text)) > 1):
            kept.append(turn)
    scope, last = turns[0].scope, turns[-1].session
    # A turn is added only where all is open, and afterwards it is as was wished last.
    opened = _Kept(start.everywhere or bool(kept), start.silent - {turn.session for turn in kept})
    holds, held = now.holds(last), start.holds(last)
    told: Keeping = "on" if holds else "off"
    if holds is not held:
        told = "resumed" if holds else "paused" if now.everywhere else "stopped"
    return _Heard(
        turns=tuple(kept),
        keeping=told,
        before=_leading(scope, start, opened),
        after=_leading(scope, opened, now),
    )


def _leading(scope: Scope, before: _Kept, after: _Kept) -> tuple[Change, ...]:
    """The changes that lead from one to the other."""
    changes = [
        SetKeeping(scope=scope, keeping=session not in after.silent, only=session)
        for session in sorted(before.silent ^ after.silent)
    ]
    if before.everywhere is not after.everywhere:
        changes.append(SetKeeping(scope=scope, keeping=after.everywhere))
    return tuple(changes)


def _nothing_kept(key: str | None, now: datetime, why: Keeping) -> Receipt:
    return Receipt(id=secrets.token_hex(8), turn_ids=(), outcomes=(), at=now, key=key, keeping=why)


def _logged(turns: Sequence[Turn]) -> list[AddTurn]:
    return [AddTurn(turn=turn, tokens=turn_tokens(turn)) for turn in turns]


def _receipts_to_keep(
    receipt: Receipt, turns: Sequence[Turn], keys: dict[str, str | None]
) -> list[Receipt]:
    """The receipt of the call if it had a key, and one a turn that had a key of its own."""
    kept = [receipt] if receipt.key is not None else []
    for turn in turns:
        key = keys[turn.id]
        if key is not None and key != receipt.key:
            own = tuple(o for o in receipt.outcomes if o.source.turn_id == turn.id)
            kept.append(
                replace(
                    receipt, id=secrets.token_hex(8), key=key, turn_ids=(turn.id,), outcomes=own
                )
            )
    return kept


def _joined(receipts: Sequence[Receipt], key: str | None) -> Receipt:
    first = replace(receipts[0], repeated=True, key=key or receipts[0].key)
    return _with_repeated(first, receipts[1:])


def _with_repeated(receipt: Receipt, repeated: Sequence[Receipt]) -> Receipt:
    return replace(
        receipt,
        turn_ids=(*receipt.turn_ids, *(i for r in repeated for i in r.turn_ids)),
        outcomes=(*receipt.outcomes, *(o for r in repeated for o in r.outcomes)),
    )
