"""Forgetting on purpose: what is retired can come back, what is erased cannot."""

from retold.forgetting.derived import quoting
from retold.forgetting.erase import Erasure, plan_erase, statement_digests
from retold.forgetting.retire import plan_restore, plan_retire

__all__ = ["Erasure", "plan_erase", "plan_restore", "plan_retire", "quoting", "statement_digests"]
