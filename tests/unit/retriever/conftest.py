import pytest

from retold.drivers.indexes.sqlite import SqliteIndex
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.settings import StorageSettings
from tests.unit.retriever.stores import Store


@pytest.fixture
async def store(tmp_path):
    settings = StorageSettings(synchronous="normal")
    ledger = await SqliteLedger.open(tmp_path / "memory.db", settings)
    index = SqliteIndex(ledger, settings)
    yield Store(ledger, index)
    await index.close()
    await ledger.close()
