"""Rebuilding: a user's units are derived anew from the turn log, and what did not change stays."""

from retold.rebuilding.rebuild import Rebuilding

__all__ = ["Rebuilding"]
