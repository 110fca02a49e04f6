"""A backup that is put back: what its users have erased since is taken out of it first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from retold.changes import EraseTurn, EraseUnit, RedactTurn
from retold.gateway import Gateway
from retold.ports import Ledger, UnitFilter
from retold.records import BroughtBack, Scope, State, Turn
from retold.text.wording import turn_tokens
from retold.transfer.admission import Admission

_PAGE = 256

Progress = Callable[[int, int], None]


async def apply_erasures(
    ledger: Ledger, gateway: Gateway, progress: Progress | None = None
) -> BroughtBack:
    """Erase from a ledger what its tombstones name, and overwrite it. Raises StoreError."""
    admission = Admission(ledger, gateway)
    counts: Counter[str] = Counter(units_erased=0, turns_erased=0, turns_redacted=0)
    users = await ledger.users()
    for number, scope in enumerate(users, start=1):
        # Units first: they are judged by the turns as they were.
        await _units(ledger, gateway, admission, scope, counts)
        await _turns(ledger, gateway, admission, scope, counts)
        if progress is not None:
            progress(number, len(users))
    await ledger.purge()
    return BroughtBack(users=len(await ledger.users()), **counts)


async def _units(
    ledger: Ledger, gateway: Gateway, admission: Admission, scope: Scope, counts: Counter[str]
) -> None:
    after = 0
    while True:
        page = await ledger.strengths(scope, states=tuple(State), after=after, limit=_PAGE)
        if not page.ids:
            return
        after = int(page.places[-1])
        units = await ledger.units(scope, UnitFilter(ids=page.ids, states=()))
        named = tuple({source.turn_id for unit in units for source in unit.sources})
        _, kept = await admission.unerased(await ledger.turns(scope, ids=named), units)
        ids = {unit.id for unit in kept}
        doomed = [unit for unit in units if unit.id not in ids]
        await gateway.write([EraseUnit(scope=unit.scope, unit_id=unit.id) for unit in doomed])
        counts["units_erased"] += len(doomed)


async def _turns(
    ledger: Ledger, gateway: Gateway, admission: Admission, scope: Scope, counts: Counter[str]
) -> None:
    place = 0
    while True:
        turns, place = await ledger.turn_page(scope, after=place, limit=_PAGE)
        if not turns:
            return
        kept = {turn.id: turn for turn in (await admission.unerased(turns, ()))[0]}
        doomed = [turn for turn in turns if turn.id not in kept]
        blanked = [kept[t.id] for t in turns if t.id in kept and kept[t.id].text != t.text]
        await gateway.write(
            [
                *(EraseTurn(scope=turn.scope, turn_id=turn.id) for turn in doomed),
                *map(_redacting, blanked),
            ]
        )
        counts["turns_erased"] += len(doomed)
        counts["turns_redacted"] += len(blanked)


def _redacting(turn: Turn) -> RedactTurn:
    return RedactTurn(turn=turn, tokens=turn_tokens(turn))
