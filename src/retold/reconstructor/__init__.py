"""From scattered hits to one coherent background: order → budget → render."""

from retold.reconstructor.order import STABLE_KINDS
from retold.reconstructor.reconstruct import reconstruct

__all__ = ["STABLE_KINDS", "reconstruct"]
