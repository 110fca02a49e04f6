import pytest

from retold.drivers.ledgers.sqlite import SqliteLedger
from retold.settings import StorageSettings
from retold.testing.ledgers import LedgerSuite

FAST = StorageSettings(synchronous="normal")


@pytest.mark.anyio
class TestSqliteLedger(LedgerSuite):
    @pytest.fixture
    def open_ledger(self, tmp_path):
        return lambda: SqliteLedger.open(tmp_path / "memory.db", FAST)

    @pytest.fixture
    async def ledger(self, open_ledger):
        ledger = await open_ledger()
        yield ledger
        await ledger.close()
