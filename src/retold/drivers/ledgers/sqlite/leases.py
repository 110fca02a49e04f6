"""Leases: what one process at a time may hold, for as long as it says that it is alive."""

from __future__ import annotations

from datetime import timedelta

from retold.changes import DropLease, TakeLease
from retold.drivers.ledgers.sqlite.rows import stamp
from retold.drivers.ledgers.sqlite.transaction import Transaction
from retold.errors import LeaseError


def take(transaction: Transaction, change: TakeLease) -> None:
    """Carry out a TakeLease. Raises LeaseError where another holds it."""
    now, _ = stamp(change.now)
    expires, _ = stamp(change.now + timedelta(seconds=change.seconds))
    held = transaction.row(
        "SELECT 1 FROM leases WHERE name=? AND holder<>? AND expires_at > ? AND expires_at <= ?",
        (change.name, change.holder, now, expires),
    )
    if held is not None:
        raise LeaseError(
            f"another process holds the lease {change.name!r}", hint="try again when it is done"
        )
    transaction.execute(
        "INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
        " SET holder=excluded.holder, expires_at=excluded.expires_at",
        (change.name, change.holder, expires),
    )


def drop(transaction: Transaction, change: DropLease) -> None:
    """Carry out a DropLease."""
    transaction.execute(
        "DELETE FROM leases WHERE name=? AND holder=?", (change.name, change.holder)
    )
