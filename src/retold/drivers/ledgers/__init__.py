"""Drivers of the ledger port. `registry` opens them by name; none imports another."""
