"""The short-term memory of a session: which of the recent turns are still in view."""

from retold.window.policy import in_view

__all__ = ["in_view"]
