"""Forgetting: what is not used fades, what is retired can come back, what is erased cannot."""

from retold.forgetting.derived import Going, derived
from retold.forgetting.erase import (
    Doomed,
    Erasure,
    plan_erase,
    statement_digests,
    turn_digest,
    unit_digest,
)
from retold.forgetting.evict import Move, candidates, changes_of, plan_moves, surplus, waking
from retold.forgetting.fade import Fading, fading, retention
from retold.forgetting.merge import Twins, plan_merges, twins
from retold.forgetting.periods import blocks, periods
from retold.forgetting.receipts import is_genuine, read_receipt, signed
from retold.forgetting.retire import plan_restore, plan_retire
from retold.forgetting.stretches import erased_stretches
from retold.forgetting.summarise import (
    SUMMED_UP,
    Making,
    changes_of_summaries,
    plan_summaries,
    summed_up,
)
from retold.forgetting.wishes import topic_to_forget, wish_about_keeping

__all__ = [
    "SUMMED_UP",
    "Doomed",
    "Erasure",
    "Fading",
    "Going",
    "Making",
    "Move",
    "Twins",
    "blocks",
    "candidates",
    "changes_of",
    "changes_of_summaries",
    "derived",
    "erased_stretches",
    "fading",
    "is_genuine",
    "periods",
    "plan_erase",
    "plan_merges",
    "plan_moves",
    "plan_restore",
    "plan_retire",
    "plan_summaries",
    "read_receipt",
    "retention",
    "signed",
    "statement_digests",
    "summed_up",
    "surplus",
    "topic_to_forget",
    "turn_digest",
    "twins",
    "unit_digest",
    "waking",
    "wish_about_keeping",
]
