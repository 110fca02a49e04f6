"""The threshold of a write: the setting's, or one that follows how fast memory grows."""

from __future__ import annotations

from datetime import datetime, timedelta

from retold.errors import InputError, SettingsError
from retold.ports import Ledger
from retold.settings import WriterSettings
from retold.writer import WINDOW_CONVERSATIONS, GrowthBand

# The threshold is followed through this many conversations; it moves by 0.001 in each.
_CONVERSATIONS = 1000
# Turns of them that are looked at, at the most.
_TURNS = 50_000
# What has fewer turns tells little about a rate.
_LEAST_TURNS = 5
# Conversations come and go faster than a mean over a hundred of them moves.
_KEPT = timedelta(minutes=10)
_TURNS_A_RATE = 20


class Growth:
    """Says from which score a sentence is kept, for each tenant."""

    def __init__(self, ledger: Ledger, settings: WriterSettings) -> None:
        """Follow this ledger.

        Raises:
            SettingsError: the band of growth holds no rate.
        """
        self._ledger = ledger
        self._settings = settings
        self._band: GrowthBand | None = None
        self._known: dict[str, tuple[datetime, float]] = {}
        if settings.growth_most:
            try:
                self._band = GrowthBand(settings.growth_least, settings.growth_most)
            except InputError as error:
                raise SettingsError(error.message, hint=error.hint) from None

    async def threshold(self, tenant: str, *, now: datetime) -> float:
        """The least score, 0-1. Raises StoreError."""
        if self._band is None:
            return self._settings.threshold
        at, value = self._known.get(tenant, (None, 0.0))
        if at is None or not timedelta() <= now - at < _KEPT:
            value = await self._followed(self._band, tenant)
            self._known[tenant] = now, value
        return value

    async def _followed(self, band: GrowthBand, tenant: str) -> float:
        counted = await self._ledger.conversations(tenant, last=_CONVERSATIONS, turns=_TURNS)
        rates = [_TURNS_A_RATE * units / turns for turns, units in counted if turns >= _LEAST_TURNS]
        value = self._settings.threshold
        for end in range(1, len(rates) + 1):
            value = band.threshold(rates[max(end - WINDOW_CONVERSATIONS, 0) : end], value)
        return value
