"""Rebuild: the turn log is read again by the present rules, and compared with what is there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby

import numpy as np
from anyio.to_thread import run_sync as to_thread

from retold.backfill import Embedding
from retold.changes import Change, Vector
from retold.errors import SettingsError
from retold.gateway import Gateway
from retold.ports import Ledger, UnitFilter
from retold.rebuilding.compare import compare, doubtful, is_held, paired
from retold.rebuilding.scratch import Scratch
from retold.records import Corpus, Outcome, Rebuilt, Scope, Turn, Unit
from retold.retriever import Encoder
from retold.settings import Settings, WindowSettings
from retold.window import in_view
from retold.writer import TurnVectors, Writer


class Rebuilding:
    """Derives the units of one user at a time anew."""

    def __init__(
        self, ledger: Ledger, gateway: Gateway, encoder: Encoder, settings: Settings
    ) -> None:
        """Read the turns of this ledger, and write through the gateway."""
        self._ledger = ledger
        self._gateway = gateway
        self._encoder = encoder
        self._settings = settings

    async def rebuild(self, scope: Scope, *, now: datetime) -> Rebuilt:
        """Derive the units of a scope from its turns, in one transaction.

        The rules read; a language model that helps the writer is not asked again. What is derived
        again stays as it is, with its id and history. What the rules do not make any more is
        closed, unless it is pinned, retired, edited or restored by a person, was not made by rules,
        or rests on none of the turns. What was erased stays away.

        Raises:
            SettingsError: the writer is off, so that nothing would be left.
            StoreError, ConflictError: nothing was written.
        """
        if not self._settings.writer.enabled:
            raise SettingsError(
                "without the writer a rebuild would leave nothing", hint="set writer.enabled"
            )

        async def decide() -> tuple[Sequence[Change], Rebuilt]:
            return await self._decide(scope, now)

        return await self._gateway.decided(scope, decide)

    async def _decide(self, scope: Scope, now: datetime) -> tuple[Sequence[Change], Rebuilt]:
        turns = await self._ledger.turns(scope)
        there = await self._ledger.units(scope, UnitFilter(states=()))
        scratch, read = await self._derived(scope, turns, now)
        made = list(scratch.made.values())
        units = [one.unit for one in made]
        held = await self._held(scope, there, units, read)
        found = await to_thread(partial(compare, there, made, held=held, now=now))
        vectors = await Embedding(self._encoder).of((), found.added, scope, now)
        rebuilt = Rebuilt(
            turns=len(turns),
            unchanged=len(there) - len(found.changed) - len(found.closed),
            changed=len(found.changed),
            added=len(found.added),
            closed=len(found.closed),
        )
        return [*found.added, *found.steps, *found.changed, *found.closed, *vectors], rebuilt

    async def _held(
        self, scope: Scope, there: Sequence[Unit], made: Sequence[Unit], read: Mapping[str, Turn]
    ) -> set[str]:
        """Ids of units that are not to be closed; history is read of those in question alone."""
        held = {unit.id for unit in there if is_held(unit, read)}
        looked_up: set[str] = set()
        while True:
            pairs = await to_thread(partial(paired, there, made, held=held))
            asked = [u for u in doubtful(there, made, pairs) if u.id not in held | looked_up]
            if not asked:
                return held
            for unit in asked:
                looked_up.add(unit.id)
                if is_held(unit, read, await self._ledger.history(scope, unit.id)):
                    held.add(unit.id)

    async def _derived(
        self, scope: Scope, turns: Sequence[Turn], now: datetime
    ) -> tuple[Scratch, dict[str, Turn]]:
        """What the writer makes of the turns, as if they were said for the first time.

        And the turns as it read them, by id: without what was erased.
        """
        scratch = Scratch(await self._ledger.secret())
        writer = Writer(scratch, self._settings.writer)
        vectors = await self._turn_vectors(scope)
        read: dict[str, Turn] = {}
        for batch, context in _batches(turns, self._settings.window):
            said = await self._read(batch, context, writer, scratch, vectors, now=now)
            read |= {turn.id: turn for turn in said}
        return scratch, read

    async def _read(
        self,
        batch: Sequence[Turn],
        context: Sequence[Turn],
        writer: Writer,
        scratch: Scratch,
        vectors: Mapping[str, Vector],
        *,
        now: datetime,
    ) -> list[Turn]:
        texts = {turn.id: turn.text for turn in batch}

        async def judge(said: Sequence[Turn]) -> tuple[Sequence[Change], Sequence[Outcome]]:
            # The vector of a turn whose erased sentences are blanked is not that of the turn.
            whole = [t.id for t in said if t.id in vectors and t.text == texts[t.id]]
            known = TurnVectors(
                embedder=self._encoder.identity, by_id={i: vectors[i] for i in whole}
            )
            written = await writer.write(said, context=context, now=now, vectors=known)
            return written.changes, written.outcomes

        said, changes, _ = await self._gateway.judged(batch, judge)
        scratch.apply(changes)
        return said

    async def _turn_vectors(self, scope: Scope) -> dict[str, Vector]:
        """The vectors of the turns, where they are made; a rebuild makes none of turns."""
        model = self._encoder.identity
        stored = await self._ledger.vectors(scope, Corpus.TURNS, model, after=0)
        parts: dict[str, list[tuple[int, Vector]]] = {}
        for row in stored.rows:
            parts.setdefault(row.item_id, []).append((row.part, row.vector))
        return {
            turn_id: np.stack([vector for _, vector in sorted(rows, key=lambda row: row[0])])
            for turn_id, rows in parts.items()
        }


def _batches(
    turns: Sequence[Turn], window: WindowSettings
) -> Iterator[tuple[list[Turn], list[Turn]]]:
    """The turns as they were sent, call by call, each with the turns that were in view before it.

    What came in one call has one time of recording.
    """
    recent: dict[tuple[str, str | None], deque[Turn]] = {}

    def before(turn: Turn, agent: str | None) -> deque[Turn]:
        return recent.setdefault((turn.session, agent), deque(maxlen=window.turns))

    for (agent, _), call in groupby(turns, key=lambda turn: (turn.scope.agent, turn.recorded_at)):
        batch = list(call)
        firsts = {turn.session: turn for turn in reversed(batch)}
        context = [
            seen
            for first in firsts.values()
            for seen in in_view(list(before(first, agent)), at=first.occurred_at, settings=window)
        ]
        yield batch, context
        for turn in batch:
            # Whoever names no agent sees every agent's turns.
            for reader in dict.fromkeys((None, turn.scope.agent)):
                before(turn, reader).append(turn)
