"""The threshold follows the rate of growth, for each tenant."""

from datetime import UTC, datetime, timedelta

import pytest

from retold.errors import SettingsError
from retold.growth import Growth
from retold.settings import WriterSettings

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 5, 6, 12, 0, tzinfo=UTC)


class Counted:
    """A ledger that knows how many turns and units conversations have."""

    def __init__(self, **tenants):
        self.tenants = tenants
        self.asked = 0

    async def conversations(self, tenant, *, last, turns):
        assert last <= turns
        self.asked += 1
        return self.tenants.get(tenant, [])[-last:]


def growth(ledger, **settings):
    return Growth(ledger, WriterSettings(**settings))


async def test_without_a_band_the_setting_holds_and_nothing_is_counted():
    ledger = Counted(default=[(20, 20)] * 50)
    assert await growth(ledger, threshold=0.4).threshold("default", now=NOW) == 0.4
    assert ledger.asked == 0


async def test_too_many_units_raise_it_and_too_few_lower_it():
    ledger = Counted(full=[(20, 20)] * 100, sparse=[(40, 1)] * 100, even=[(20, 4)] * 100)
    following = growth(ledger, threshold=0.5, growth_least=3, growth_most=6)
    found = {name: await following.threshold(name, now=NOW) for name in ledger.tenants}
    assert found["sparse"] < found["even"] == 0.5 < found["full"]
    assert await following.threshold("nobody", now=NOW) == 0.5


async def test_short_conversations_do_not_count():
    ledger = Counted(default=[(1, 1)] * 100)
    assert (
        await growth(ledger, threshold=0.5, growth_least=3, growth_most=6).threshold(
            "default", now=NOW
        )
        == 0.5
    )


async def test_it_is_counted_again_after_a_while():
    ledger = Counted(default=[(20, 4)])
    following = growth(ledger, threshold=0.5, growth_least=3, growth_most=6)
    for minutes in (0, 1, 9, 11):
        await following.threshold("default", now=NOW + timedelta(minutes=minutes))
    assert ledger.asked == 2
    # A clock that is set back is no reason to keep what is old.
    await following.threshold("default", now=NOW)
    assert ledger.asked == 3


def test_a_band_that_holds_nothing_is_refused():
    with pytest.raises(SettingsError, match="no band from 6 to 3"):
        growth(Counted(), growth_least=6, growth_most=3)
