"""A conversation with a writer over a real ledger, one turn at a time."""

from datetime import datetime, timedelta, timezone

import anyio
import pytest

from retold.changes import AddTurn, UpdateUnit
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.ports import UnitFilter
from retold.records import HistoryEntry, Scope, Speaking, State, Turn
from retold.settings import StorageSettings, WriterSettings
from retold.text.wording import turn_tokens
from retold.writer import Writer

NOW = datetime(2026, 5, 6, 12, 0, tzinfo=timezone(timedelta(hours=8)))
SCOPE = Scope(user="ada")
EVERY = UnitFilter(states=tuple(State))


class Talk:
    """What is said to a writer, and what the ledger then holds."""

    def __init__(self, path, **settings):
        self.path = path
        self.settings = WriterSettings(**settings)
        self.ledger = None
        self.turns = []

    async def open(self):
        if self.ledger is None:
            self.ledger = await SqliteLedger.open(self.path, StorageSettings())
        return Writer(self.ledger, self.settings)

    def say(self, *texts, at=NOW, role="user", speaker="", session="s", metadata=None):
        """The outcomes of the texts, said in one call."""
        return anyio.run(self._say, texts, at, role, speaker, session, metadata or {})

    async def _say(self, texts, at, role, speaker, session, metadata):
        writer = await self.open()
        fresh = [
            Turn(
                id=f"t{len(self.turns) + i}",
                scope=Scope(user="ada", session=session),
                speaker=speaker or role,
                role=Speaking(role),
                text=text,
                occurred_at=at,
                recorded_at=NOW,
                metadata=metadata,
            )
            for i, text in enumerate(texts)
        ]
        written = await writer.write(fresh, context=self.turns[-10:], now=NOW)
        logged = await anyio.to_thread.run_sync(
            lambda: [AddTurn(turn=turn, tokens=turn_tokens(turn)) for turn in fresh]
        )
        await self.ledger.apply([*logged, *written.changes])
        await self._close()
        self.turns += fresh
        return written.outcomes

    async def _close(self):
        await self.ledger.close()
        self.ledger = None

    def units(self, *states, **where):
        """Units, in the order they were made; the active ones unless told otherwise."""
        return anyio.run(self._units, states or (State.ACTIVE,), where)

    async def _units(self, states, where):
        await self.open()
        found = await self.ledger.units(SCOPE, UnitFilter(states=states, **where))
        await self._close()
        return found

    def contents(self, *states):
        return [unit.content for unit in self.units(*states)]

    def history(self, unit_id):
        return anyio.run(self._history, unit_id)

    async def _history(self, unit_id):
        await self.open()
        found = await self.ledger.history(SCOPE, unit_id)
        await self._close()
        return found

    def change(self, unit):
        """Store a unit as it is given, as a page or a tool would."""
        anyio.run(self._change, unit)

    async def _change(self, unit):
        await self.open()
        entry = HistoryEntry(
            unit_id=unit.id, at=NOW, event="changed", content=unit.content, state=unit.state
        )
        await self.ledger.apply([UpdateUnit(unit=unit, entry=entry)])
        await self._close()


@pytest.fixture
def talk(tmp_path):
    return Talk(tmp_path / "memory.db")


@pytest.fixture
def new_talk(tmp_path):
    """Conversations that know nothing of each other, or with other settings."""
    made = []

    def new(**settings):
        made.append(Talk(tmp_path / f"memory{len(made)}.db", **settings))
        return made[-1]

    return new
