"""Forgetting: what is not used fades, what is retired can come back, what is erased cannot."""

from retold.forgetting.derived import quoting
from retold.forgetting.erase import Erasure, plan_erase, statement_digests
from retold.forgetting.evict import Move, candidates, changes_of, plan_moves, surplus, waking
from retold.forgetting.fade import Fading, fading, retention
from retold.forgetting.retire import plan_restore, plan_retire

__all__ = [
    "Erasure",
    "Fading",
    "Move",
    "candidates",
    "changes_of",
    "fading",
    "plan_erase",
    "plan_moves",
    "plan_restore",
    "plan_retire",
    "quoting",
    "retention",
    "statement_digests",
    "surplus",
    "waking",
]
