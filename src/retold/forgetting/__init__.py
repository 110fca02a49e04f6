"""Forgetting on purpose: what is retired can come back, what is erased cannot."""

from retold.forgetting.derived import Going, derived
from retold.forgetting.erase import Doomed, Erasure, plan_erase, statement_digests, turn_digest
from retold.forgetting.receipts import is_genuine, read_receipt, signed
from retold.forgetting.retire import plan_restore, plan_retire
from retold.forgetting.wishes import topic_to_forget, wish_about_keeping

__all__ = [
    "Doomed",
    "Erasure",
    "Going",
    "derived",
    "is_genuine",
    "plan_erase",
    "plan_restore",
    "plan_retire",
    "read_receipt",
    "signed",
    "statement_digests",
    "topic_to_forget",
    "turn_digest",
    "wish_about_keeping",
]
