"""Forgetting: what is not used fades, what is retired can come back, what is erased cannot."""

from retold.forgetting.derived import Going, derived, summing, told_of
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
from retold.forgetting.letting_go import (
    COLD_FOR_LONG,
    TOLD_OF_IT,
    UNUSED_TURN,
    WITNESSES,
    Gone,
    cold_for_long,
    goes,
    said_before,
)
from retold.forgetting.merge import Twins, plan_merges, twins
from retold.forgetting.periods import blocks, periods
from retold.forgetting.receipts import is_genuine, read_receipt, signed
from retold.forgetting.retire import plan_pin, plan_restore, plan_retire
from retold.forgetting.stretches import erased_stretches
from retold.forgetting.summarise import (
    IN_QUOTATIONS,
    MODEL,
    SUMMED_UP,
    Making,
    Summing,
    changes_of_summaries,
    plan_summaries,
    summed_up,
)
from retold.forgetting.wishes import topic_to_forget, wish_about_conversation, wish_about_keeping

__all__ = [
    "COLD_FOR_LONG",
    "IN_QUOTATIONS",
    "MODEL",
    "SUMMED_UP",
    "TOLD_OF_IT",
    "UNUSED_TURN",
    "WITNESSES",
    "Doomed",
    "Erasure",
    "Fading",
    "Going",
    "Gone",
    "Making",
    "Move",
    "Summing",
    "Twins",
    "blocks",
    "candidates",
    "changes_of",
    "changes_of_summaries",
    "cold_for_long",
    "derived",
    "erased_stretches",
    "fading",
    "goes",
    "is_genuine",
    "periods",
    "plan_erase",
    "plan_merges",
    "plan_moves",
    "plan_pin",
    "plan_restore",
    "plan_retire",
    "plan_summaries",
    "read_receipt",
    "retention",
    "said_before",
    "signed",
    "statement_digests",
    "summed_up",
    "summing",
    "surplus",
    "told_of",
    "topic_to_forget",
    "turn_digest",
    "twins",
    "unit_digest",
    "waking",
    "wish_about_conversation",
    "wish_about_keeping",
]
