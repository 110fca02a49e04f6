"""Circles: words of daily life, in both languages, that bring each other to mind.

Two words are as near as the circles they stand in are the same. `circles.json` holds them; it is
made by `training/circles.py` of the files beside that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

import numpy as np

from retold.retriever.keywords import Floats, Integers
from retold.text.language import HAN
from retold.text.tokens import tokens, words

_HAN_RUN = re.compile(f"[{HAN}]+")
# A telephone number or an address says exactly what is meant.
_EXACT = re.compile(r"\d{5,}|\w@\w")
# In a run of Han characters words are looked for whatever a segmenter makes of it, up to this long.
_LONGEST = 5
# Words less near than this add more to search for than to find.
_LEAST = 0.1
_WORDS_CACHED = 2048


@dataclass(frozen=True, slots=True)
class _Lists:
    """Lists of numbers, one after the other: list i is `values[starts[i]:starts[i + 1]]`."""

    values: Integers
    starts: Integers

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]]) -> _Lists:
        """From lists."""
        flat = np.fromiter((one for some in lists for one in some), dtype=np.int64)
        return cls(flat, np.concatenate(([0], np.cumsum([len(some) for some in lists]))))

    def turned(self, size: int) -> _Lists:
        """For each of `size` values the lists that hold it."""
        holders = np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))
        order = np.argsort(self.values, kind="stable")
        sizes = np.bincount(self.values, minlength=size)
        return _Lists(holders[order], np.concatenate(([0], np.cumsum(sizes))))

    def __getitem__(self, place: int) -> Integers:
        return self.values[self.starts[place] : self.starts[place + 1]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Network:
    """All words, and which of the circles hold which."""

    tokens: tuple[str, ...]
    places: Mapping[str, int]
    circles: _Lists
    holders: _Lists


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearby:
    """Tokens near the words of a question; `nearness` has a row a word, a column a token, 0-1."""

    tokens: tuple[str, ...]
    nearness: Floats


NOTHING_NEAR = Nearby(tokens=(), nearness=np.zeros((0, 0)))


def nearby(text: str) -> Nearby:
    """The tokens near the words of a text; none where it names something exactly."""
    if _EXACT.search(text):
        return NOTHING_NEAR
    network = _network()
    asked = [network.places[w] for w in dict.fromkeys(_said(text)) if w in network.places]
    near = [_near(place) for place in asked]
    if not near:
        return NOTHING_NEAR
    there = np.unique(np.concatenate([places for places, _ in near]))
    nearness = np.zeros((len(near), len(there)))
    for row, (places, values) in enumerate(near):
        nearness[row, np.searchsorted(there, places)] = values
    # Those of the question itself are found by keywords.
    nearness[:, np.searchsorted(there, sorted(asked))] = 0.0
    return Nearby(tokens=tuple(network.tokens[i] for i in there.tolist()), nearness=nearness)


def _said(text: str) -> Iterator[str]:
    for word in words(text):
        if not _HAN_RUN.match(word):
            yield from tokens(word)[-1:]
    for run in _HAN_RUN.findall(text):
        for start in range(len(run)):
            for end in range(start + 1, min(start + _LONGEST, len(run)) + 1):
                yield run[start:end]


@lru_cache(_WORDS_CACHED)
def _near(place: int) -> tuple[Integers, Floats]:
    """Words that share circles with a word, and the cosine of both over the circles."""
    network = _network()
    mine = network.holders[place]
    shared = np.bincount(np.concatenate([network.circles[circle] for circle in mine.tolist()]))
    words_there = np.flatnonzero(shared)
    theirs = np.diff(network.holders.starts)[words_there]
    cosines = shared[words_there] / np.sqrt(len(mine) * theirs)
    kept = cosines >= _LEAST
    return words_there[kept], cosines[kept]


@cache
def _network() -> _Network:
    file = resources.files("retold.retriever").joinpath("circles.json")
    read = json.loads(file.read_text("utf-8"))
    every: tuple[str, ...] = tuple(read["tokens"])
    circles = _Lists.of(read["circles"])
    return _Network(
        tokens=every,
        places={token: i for i, token in enumerate(every)},
        circles=circles,
        holders=circles.turned(len(every)),
    )
