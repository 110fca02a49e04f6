import pytest

from retold.drivers.indexes.sqlite import SqliteIndex
from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.settings import StorageSettings
from retold.testing.indexes import IndexSuite

FAST = StorageSettings(synchronous="normal")


@pytest.mark.anyio
class TestSqliteIndex(IndexSuite):
    @pytest.fixture
    async def ledger(self, tmp_path):
        ledger = await SqliteLedger.open(tmp_path / "memory.db", FAST)
        yield ledger
        await ledger.close()

    @pytest.fixture
    async def index(self, ledger):
        index = SqliteIndex(ledger, FAST)
        yield index
        await index.close()
