"""Looking for what is left of texts in bytes: every run of eight bytes of them, anywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from retold.errors import InputError

# So long that no two texts share a run by chance, so short that a torn copy is still found.
RUN_BYTES = 8
# Two Chinese characters; four bytes stand somewhere in any large file by chance.
LEAST_BYTES = 6

_Bytes = npt.NDArray[np.uint8]


class Runs:
    """The runs of some texts, and which of them are accounted for.

    A text is looked for as UTF-8, as it is and as JSON writes it. One that is shorter than a run
    is a run by itself.

    Attributes:
        wholes: the texts in each of their forms.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        """Take the texts apart. Raises InputError for one that is too short to tell anything."""
        self.wholes = tuple(dict.fromkeys(form for text in texts for form in _forms(text)))
        for form in self.wholes:
            if len(form) < LEAST_BYTES:
                raise InputError(
                    f"a text of {len(form)} bytes stands in any file by chance",
                    hint=f"give {LEAST_BYTES} bytes or more",
                )
        long = [_windows(_as_array(form)) for form in self.wholes if len(form) >= RUN_BYTES]
        self._long = np.unique(np.concatenate([np.empty(0, dtype=np.uint64), *long]))
        self._short = tuple(form for form in self.wholes if len(form) < RUN_BYTES)
        self._open_long = np.ones(len(self._long), dtype=np.bool_)
        self._open_short = dict.fromkeys(self._short, True)
        # Most places are dismissed by their first two bytes.
        self._starts = np.zeros(1 << 16, dtype=np.bool_)
        self._starts[(self._long & np.uint64(0xFFFF)).astype(np.int64)] = True

    @property
    def total(self) -> int:
        """How many distinct runs there are."""
        return len(self._long) + len(self._short)

    @property
    def shared(self) -> int:
        """How many of them are accounted for."""
        return self.total - int(self._open_long.sum()) - sum(self._open_short.values())

    def account_for(self, data: bytes) -> None:
        """Look no more for runs that stand in these bytes, which are there by right."""
        _, runs = self._matches(data)
        self._open_long[runs] = False
        for form in self._short:
            self._open_short[form] &= form not in data

    def places(self, data: bytes) -> list[int]:
        """Where runs that are not accounted for begin in these bytes, in order."""
        at, runs = self._matches(data)
        found = set(at[self._open_long[runs]].tolist())
        for form in (form for form, is_open in self._open_short.items() if is_open):
            found.update(_occurrences(data, form))
        return sorted(found)

    def _matches(self, data: bytes) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
        """Every place where a long run begins, and which one."""
        none = np.empty(0, dtype=np.intp)
        if len(data) < RUN_BYTES or not len(self._long):
            return none, none
        array = _as_array(data)
        pairs = array[: 1 - RUN_BYTES].astype(np.uint16)
        pairs |= array[1 : len(array) - RUN_BYTES + 2].astype(np.uint16) << 8
        at = np.flatnonzero(self._starts[pairs])
        found = _windows(array, at)
        runs = np.searchsorted(self._long, found).clip(max=len(self._long) - 1)
        same = self._long[runs] == found
        return at[same], runs[same]


def _forms(text: str) -> Iterator[bytes]:
    yield text.encode("utf-8", "surrogatepass")
    yield json.dumps(text, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass")


def _as_array(data: bytes) -> _Bytes:
    return np.frombuffer(data, dtype=np.uint8)


def _windows(array: _Bytes, at: npt.NDArray[np.intp] | None = None) -> npt.NDArray[np.uint64]:
    """The runs that begin at these places, or at every place, as numbers; lowest byte first."""
    windows = np.lib.stride_tricks.sliding_window_view(array, RUN_BYTES)
    rows = np.ascontiguousarray(windows if at is None else windows[at])
    numbers: npt.NDArray[np.uint64] = rows.view("<u8").reshape(-1)
    return numbers


def _occurrences(data: bytes, form: bytes) -> Iterator[int]:
    place = data.find(form)
    while place >= 0:
        yield place
        place = data.find(form, place + 1)
