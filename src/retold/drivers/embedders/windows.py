"""Cutting what is too long for a model into parts that overlap."""

from __future__ import annotations

from typing import TypeVar

from retold.settings import EmbedderSettings
from retold.text.normal import clean

Cut = TypeVar("Cut", str, list[int])


def windows(whole: Cut, size: int, *, overlap: int, limit: int) -> list[Cut]:
    """Up to `limit` parts of `size` characters or tokens from the start; at least one part.

    Neighbours share `overlap` of them, so that what stands at the border of one is whole in the
    other; `overlap` is less than `size`.
    """
    starts = range(0, max(len(whole) - overlap, 1), size - overlap)
    return [whole[start : start + size] for start in starts[:limit]]


def character_windows(text: str, settings: EmbedderSettings) -> list[str]:
    """The cleaned text in parts of `window_characters`, for models whose tokens are not ours."""
    size = settings.window_characters
    overlap = size // 10  # a sentence or two
    return windows(clean(text), size, overlap=overlap, limit=settings.max_windows)
