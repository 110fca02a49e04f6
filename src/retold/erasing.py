"""Erasing: what is to go, with all that was made of it, and then out of the files' bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from anyio.to_thread import run_sync as to_thread

from retold.changes import Change
from retold.errors import NotFoundError
from retold.forgetting import plan_erase, quoting
from retold.forgetting.erase import said_in
from retold.gateway import Gateway
from retold.ports import Ledger, UnitFilter
from retold.records import ErasureReceipt, Scope


class Erasing:
    """Erases what one user asks for."""

    def __init__(
        self, ledger: Ledger, gateway: Gateway, forget_accesses: Callable[[str], None]
    ) -> None:
        """Erase in this ledger through the gateway, and from the accesses that are held back."""
        self._ledger = ledger
        self._gateway = gateway
        self._forget_accesses = forget_accesses

    async def erase(
        self, unit_id: str, scope: Scope, *, sources: bool, now: datetime
    ) -> ErasureReceipt:
        """What went, as `AsyncUserMemory.erase` promises."""
        ledger = self._ledger
        before = await ledger.counts(scope)

        async def decide() -> tuple[Sequence[Change], ErasureReceipt]:
            found = await ledger.units(scope, UnitFilter(ids=(unit_id,), states=()))
            if not found:
                raise NotFoundError(f"no memory {unit_id!r}", hint="`memories` lists them")
            unit = found[0]
            turn_ids = tuple(dict.fromkeys(source.turn_id for source in unit.sources))
            turns = {turn.id: turn for turn in await ledger.turns(scope, ids=turn_ids)}
            quotes = await quoting(ledger, scope, said_in(unit, turns))
            derived = [other for other in quotes if other.id != unit.id]
            secret = await ledger.secret()
            plans = partial(plan_erase, derived=derived, secret=secret, now=now, sources=sources)
            plan = await to_thread(plans, unit, turns)
            steps = 0
            for gone in (unit, *derived):
                steps += len(await ledger.history(scope, gone.id))
            return plan.changes, plan.receipt(history=steps)

        receipt = await self._gateway.decided(scope, decide)
        self._forget_accesses(unit_id)
        await ledger.purge()
        after = await ledger.counts(scope)
        return replace(receipt, vectors=before["vectors"] - after["vectors"])
