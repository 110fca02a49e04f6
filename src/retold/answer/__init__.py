"""From a context to a reply that rests on it."""

from retold.answer.compose import compose

__all__ = ["compose"]
