"""What was made of a sentence besides the unit that is erased: units that quote it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from anyio.to_thread import run_sync

from retold.ports import Ledger, UnitFilter
from retold.records import Corpus, Scope, State, Unit
from retold.text.normal import normalise
from retold.text.tokens import query_tokens

_ANY = tuple(State)
# Shorter stretches stand in many units that were not made from them.
_LEAST_CHARACTERS = 6


async def quoting(ledger: Ledger, scope: Scope, said: Sequence[str]) -> list[Unit]:
    """Units of the user, in any state, that contain one of the sentences word for word.

    Raises StoreError.
    """
    found: dict[str, Unit] = {}
    # In a thread, for the first text of a process loads tables.
    for plain, tokens in await run_sync(_looked_for, said):
        places = await ledger.postings(scope, Corpus.UNITS, tokens, states=_ANY)
        held = np.bincount(places.items, minlength=len(places.ids))
        ids = tuple(places.ids[i] for i in np.flatnonzero(held == len(tokens)))
        units = await ledger.units(scope, UnitFilter(ids=ids, states=_ANY)) if ids else []
        found |= {unit.id: unit for unit in await run_sync(_containing, units, plain)}
    return list(found.values())


def _looked_for(said: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Each of the sentences in its normal form, with the words to search for."""
    both = [(normalise(sentence), query_tokens(sentence)) for sentence in dict.fromkeys(said)]
    return [(plain, words) for plain, words in both if len(plain) >= _LEAST_CHARACTERS and words]


def _containing(units: Sequence[Unit], plain: str) -> list[Unit]:
    return [unit for unit in units if plain in normalise(unit.content)]
