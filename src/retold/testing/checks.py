"""What the suites assert with: plain functions, so that they work without pytest's rewriting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def equal(found: Any, wanted: Any, what: str = "") -> None:
    """Raise AssertionError, showing both, unless `found == wanted`."""
    if found != wanted:
        raise AssertionError(f"{what or 'result'}: found {found!r}, wanted {wanted!r}")


def holds(condition: bool, what: str) -> None:  # noqa: FBT001 - it is what the call is about
    """Raise AssertionError, saying `what` should hold, unless it does."""
    if not condition:
        raise AssertionError(f"does not hold: {what}")


@contextmanager
def raises(kind: type[Exception]) -> Iterator[None]:
    """Raise AssertionError unless the block raises `kind`."""
    try:
        yield
    except kind:
        return
    raise AssertionError(f"{kind.__name__} was not raised")
