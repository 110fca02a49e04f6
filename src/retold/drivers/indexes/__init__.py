"""Drivers of the index port. `registry` opens them by name; none imports another."""
