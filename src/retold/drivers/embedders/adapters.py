"""Adapters of questions' vectors: what `retold embed train` writes, and `embedder.adapter` reads.

The file is numpy's `.npz` without pickled objects: the version of the format, the identity of the
embedder, and the arrays of a `LinearAdapter` or of a `ResidualAdapter`.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from retold.errors import InputError, SettingsError

# In the precision of the vectors that they are given.
AnyFloats = npt.NDArray[np.floating[Any]]

FORMAT = 1
_DIGEST_CHARACTERS = 12
_HINT = "`retold embed train` makes one; an empty embedder.adapter uses none"


@dataclass(frozen=True, slots=True, eq=False)
class LinearAdapter:
    """A square matrix by which the vectors of questions of one embedder are multiplied.

    Attributes:
        embedder: identity of the embedder that it was learnt over.
        matrix: shape (dimensions, dimensions).
    """

    embedder: str
    matrix: AnyFloats

    @property
    def name(self) -> str:
        """`linear/` and the start of a digest of all that it holds."""
        return f"linear/{_digest(self)}"

    def adapt(self, vectors: AnyFloats) -> AnyFloats:
        """The matrix times each row."""
        return vectors @ self.matrix.T

    def shapes(self, dimensions: int) -> tuple[tuple[int, ...], ...]:
        """Of its arrays, for vectors of that length."""
        return ((dimensions, dimensions),)


@dataclass(frozen=True, slots=True, eq=False)
class ResidualAdapter:
    """A hidden layer whose output is added to the vectors of questions of one embedder.

    Attributes:
        embedder: identity of the embedder that it was learnt over.
        inner: to the hidden layer, shape (hidden, dimensions).
        bias: of the hidden layer, shape (hidden,).
        outer: back from it, shape (dimensions, hidden).
    """

    embedder: str
    inner: AnyFloats
    bias: AnyFloats
    outer: AnyFloats

    @property
    def name(self) -> str:
        """`residual/` and the start of a digest of all that it holds."""
        return f"residual/{_digest(self)}"

    def adapt(self, vectors: AnyFloats) -> AnyFloats:
        """Each row, plus what the hidden layer makes of it."""
        return vectors + np.tanh(vectors @ self.inner.T + self.bias) @ self.outer.T

    def shapes(self, dimensions: int) -> tuple[tuple[int, ...], ...]:
        """Of its arrays, for vectors of that length."""
        hidden = len(self.inner) if self.inner.ndim else 0
        return ((hidden, dimensions), (hidden,), (dimensions, hidden))


FileAdapter = LinearAdapter | ResidualAdapter


def write_adapter(path: Path, adapter: FileAdapter) -> int:
    """Write a new file; the number of its bytes.

    Raises:
        InputError: the file exists, or cannot be written.
    """
    arrays: dict[str, Any] = {
        name: array.astype(np.float32) for name, array in _arrays(adapter).items()
    }
    try:
        with path.open("xb") as file:
            np.savez_compressed(
                file, format=np.int64(FORMAT), embedder=np.str_(adapter.embedder), **arrays
            )
    except FileExistsError:
        raise InputError(f"{path} exists already", hint="name another file") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    return path.stat().st_size


def read_adapter(path: str | Path, embedder: str, dimensions: int) -> FileAdapter:
    """The adapter of a file, for the embedder of that identity and length of vectors.

    Raises:
        SettingsError: the file cannot be read, is no adapter, or is one of another embedder.
    """
    adapter = _read(Path(path))
    if adapter.embedder != embedder:
        raise SettingsError(
            f"the adapter {path} was learnt over {adapter.embedder}, the embedder is {embedder}",
            hint="learn one over this embedder with `retold embed train`",
        )
    arrays = _arrays(adapter).values()
    shapes = tuple(array.shape for array in arrays)
    if shapes != adapter.shapes(dimensions):
        raise SettingsError(
            f"the adapter {path} has the shape {shapes}, vectors have {dimensions}", hint=_HINT
        )
    if not all(np.isfinite(array).all() for array in arrays) or not any(
        array.any() for array in arrays
    ):
        raise SettingsError(f"the adapter {path} holds no usable numbers", hint=_HINT)
    return adapter


def _read(path: Path) -> FileAdapter:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            if int(file["format"]) != FORMAT:
                raise SettingsError(f"the adapter {path} has a format that is not known here")
            form = ResidualAdapter if "outer" in file else LinearAdapter
            names = [field.name for field in fields(form) if field.name != "embedder"]
            arrays = {name: file[name].astype(np.float32) for name in names}
            return form(embedder=str(file["embedder"]), **arrays)
    except OSError as error:
        told = error.strerror or "not a file of numpy"
        raise SettingsError(f"the adapter {path} cannot be read: {told}", hint=_HINT) from None
    except (AttributeError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile):
        raise SettingsError(f"{path} is no adapter", hint=_HINT) from None


def _arrays(adapter: FileAdapter) -> dict[str, AnyFloats]:
    named = {field.name: getattr(adapter, field.name) for field in fields(adapter)}
    return {name: array for name, array in named.items() if name != "embedder"}


def _digest(adapter: FileAdapter) -> str:
    """Of what a file of it holds, whatever the precision in memory."""
    digest = sha256(adapter.embedder.encode())
    for array in _arrays(adapter).values():
        digest.update(np.ascontiguousarray(array, np.float32).tobytes())
    return digest.hexdigest()[:_DIGEST_CHARACTERS]
