"""Export: everything of one user as lines, page by page, so that no memory grows with it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import IO

from anyio.to_thread import run_sync as to_thread

from retold.errors import ConflictError
from retold.ports import Ledger, UnitFilter
from retold.records import Exported, Scope, State
from retold.transfer.lines import VERSION, Head, Kept, Life, Line, Tail, written
from retold.transfer.threads import InThreads
from retold.whole_files import new_file

# Some hundred kilobytes: few enough to hold, many enough that the way to a thread costs little.
_PAGE = 500


class Exporting:
    """Writes what one user has to a file."""

    def __init__(self, ledger: Ledger) -> None:
        """Read this ledger."""
        self._ledger = ledger

    async def export(self, scope: Scope, to: str | Path | IO[str], *, now: datetime) -> Exported:
        """What was written, as `AsyncUserMemory.export` promises."""
        async with AsyncExitStack() as stack:
            if isinstance(to, str | Path):
                part = await stack.enter_async_context(InThreads(new_file(Path(to))))
                to = await stack.enter_async_context(
                    InThreads(part.open("w", encoding="utf-8", newline="\n"))
                )
            file, exported = to, Exported()
            async for lines in self._pages(scope, now):
                text = await to_thread(_joined, lines)
                await to_thread(file.write, text)
                if isinstance(lines[-1], Tail):
                    tail = lines[-1]
                    exported = Exported(turns=tail.turns, units=tail.units, receipts=tail.receipts)
            await to_thread(file.flush)
        return exported

    async def _pages(self, scope: Scope, now: datetime) -> AsyncIterator[Sequence[Line]]:
        erasures = (await self._ledger.counts(scope))["tombstones"]
        keeping = await self._ledger.keeping(scope)
        yield [Head(version=VERSION, user=scope.user, tenant=scope.tenant, at=now, keeping=keeping)]
        turns = units = receipts = place = after = 0
        while True:
            # What units rest on is written before them, also what is said meanwhile.
            lives, after = await self._lives(scope, after)
            while True:
                page, place = await self._ledger.turn_page(scope, after=place, limit=_PAGE)
                if not page:
                    break
                turns += len(page)
                yield page
            if not lives:
                break
            units += len(lives)
            yield lives
        last = None
        while found := await self._ledger.receipt_page(scope, after=last, limit=_PAGE):
            receipts += len(found)
            last = found[-1]
            yield [Kept(scope=place_of, receipt=receipt) for place_of, receipt in found]
        if (await self._ledger.counts(scope))["tombstones"] != erasures:
            raise ConflictError(
                "something was erased while it was exported, which may be in what was written",
                hint="delete that and export again",
            )
        yield [Tail(turns=turns, units=units, receipts=receipts)]

    async def _lives(self, scope: Scope, after: int) -> tuple[list[Life], int]:
        """A page of units with their histories, and its last place; none after the last page."""
        lives: list[Life] = []
        while not lives:
            page = await self._ledger.strengths(
                scope, states=tuple(State), after=after, limit=_PAGE
            )
            if not page.ids:
                break
            after = int(page.places[-1])
            units = await self._ledger.units(scope, UnitFilter(ids=page.ids, states=()))
            steps = [await self._ledger.history(scope, unit.id) for unit in units]
            # One that was erased between two reads has no history any more.
            order = {unit_id: number for number, unit_id in enumerate(page.ids)}
            pairs = sorted(zip(units, steps, strict=True), key=lambda pair: order[pair[0].id])
            lives = [Life(unit=unit, history=tuple(told)) for unit, told in pairs if told]
        return lives, after


def _joined(lines: Sequence[Line]) -> str:
    return "".join(map(written, lines))
