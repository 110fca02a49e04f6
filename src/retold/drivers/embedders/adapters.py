"""Adapters of questions' vectors: what `retold embed train` writes, and `embedder.adapter` reads.

The file is numpy's `.npz` without pickled objects: the version of the format, the identity of the
embedder, and the matrix.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np

from retold.changes import Vector
from retold.errors import InputError, SettingsError

FORMAT = 1
_DIGEST_CHARACTERS = 12
_HINT = "`retold embed train` makes one; an empty embedder.adapter uses none"


@dataclass(frozen=True, slots=True, eq=False)
class LinearAdapter:
    """A square matrix by which the vectors of questions of one embedder are multiplied.

    Attributes:
        embedder: identity of the embedder that it was learnt over.
        matrix: shape (dimensions, dimensions), float32.
    """

    embedder: str
    matrix: Vector

    @property
    def name(self) -> str:
        """`linear/` and the start of a digest of embedder and matrix."""
        digest = sha256(
            self.embedder.encode() + np.ascontiguousarray(self.matrix, np.float32).tobytes()
        )
        return f"linear/{digest.hexdigest()[:_DIGEST_CHARACTERS]}"

    def adapt(self, vectors: Vector) -> Vector:
        """The matrix times each row."""
        turned: Vector = vectors @ self.matrix.T
        return turned


def write_adapter(path: Path, adapter: LinearAdapter) -> int:
    """Write a new file; the number of its bytes.

    Raises:
        InputError: the file exists, or cannot be written.
    """
    try:
        with path.open("xb") as file:
            np.savez_compressed(
                file,
                format=np.int64(FORMAT),
                embedder=np.str_(adapter.embedder),
                matrix=adapter.matrix.astype(np.float32),
            )
    except FileExistsError:
        raise InputError(f"{path} exists already", hint="name another file") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    return path.stat().st_size


def read_adapter(path: str | Path, embedder: str, dimensions: int) -> LinearAdapter:
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
    if adapter.matrix.shape != (dimensions, dimensions):
        raise SettingsError(
            f"the adapter {path} has the shape {adapter.matrix.shape}, vectors have {dimensions}",
            hint=_HINT,
        )
    if not (np.isfinite(adapter.matrix).all() and adapter.matrix.any()):
        raise SettingsError(f"the adapter {path} holds no usable numbers", hint=_HINT)
    return adapter


def _read(path: Path) -> LinearAdapter:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            if int(file["format"]) != FORMAT:
                raise SettingsError(f"the adapter {path} has a format that is not known here")
            return LinearAdapter(
                embedder=str(file["embedder"]), matrix=file["matrix"].astype(np.float32)
            )
    except OSError as error:
        told = error.strerror or "not a file of numpy"
        raise SettingsError(f"the adapter {path} cannot be read: {told}", hint=_HINT) from None
    except (AttributeError, KeyError, TypeError, ValueError, EOFError, zipfile.BadZipFile):
        raise SettingsError(f"{path} is no adapter", hint=_HINT) from None
