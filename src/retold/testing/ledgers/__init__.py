"""The conformance suite of a ledger: subclass it in a test file, and run pytest with anyio.

    @pytest.mark.anyio
    class TestMine(LedgerSuite):
        @pytest.fixture
        def open_ledger(self, tmp_path):
            return lambda: MyLedger.open(tmp_path / "memory")

        @pytest.fixture
        async def ledger(self, open_ledger):
            ledger = await open_ledger()
            yield ledger
            await ledger.close()

`open_ledger` opens the same store each time; a test finds it empty.
"""

from __future__ import annotations

from retold.testing.ledgers.erasure import ErasureSuite
from retold.testing.ledgers.forgetting import ForgettingSuite
from retold.testing.ledgers.isolation import IsolationSuite
from retold.testing.ledgers.keeping import KeepingSuite
from retold.testing.ledgers.postings import PostingsSuite
from retold.testing.ledgers.turns import TurnsSuite
from retold.testing.ledgers.units import UnitsSuite
from retold.testing.ledgers.vectors import VectorsSuite

__all__ = ["LedgerSuite"]


class LedgerSuite(
    TurnsSuite,
    UnitsSuite,
    KeepingSuite,
    PostingsSuite,
    VectorsSuite,
    ErasureSuite,
    ForgettingSuite,
    IsolationSuite,
):
    """Every promise of the port `Ledger`."""
