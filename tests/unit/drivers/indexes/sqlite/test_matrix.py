import numpy as np
import pytest

from retold.drivers.indexes.sqlite.matrix import Matrix
from retold.errors import DimensionsError
from retold.ports import LIVE, VectorRow
from retold.records import State

X, Y = np.eye(2, dtype=np.float32)


def row(item_id, vector=X, *, change=1, part=0, state=State.ACTIVE):
    return VectorRow(item_id=item_id, part=part, change=change, state=state, vector=vector)


def nearest(matrix, vector=X, limit=9):
    found = matrix.nearest(vector, limit, (), LIVE)
    return dict(zip(found.ids, found.values.tolist(), strict=True))


def test_rows_come_in_as_they_grow():
    matrix = Matrix()
    for number in range(300):
        matrix.absorb([row(f"u{number:03}", X if number % 2 else Y, change=number)], number)
    assert nearest(matrix, limit=300) == {
        f"u{n:03}": float(n % 2) for n in [*range(1, 300, 2), *range(0, 300, 2)]
    }
    assert matrix.change == 299


def test_every_row_is_compared():
    angles = np.linspace(0, 1, 23)
    held = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    matrix = Matrix()
    matrix.absorb([row(f"u{n:02}", vector) for n, vector in enumerate(held)], 1)
    found = nearest(matrix, limit=23)
    assert found == pytest.approx({f"u{n:02}": np.cos(a) for n, a in enumerate(angles)}, abs=1e-5)


def test_growing_copies_seldom():
    matrix = Matrix()
    arrays = set()
    for number in range(5000):
        matrix.absorb([row(f"u{number}")], number)
        arrays.add(matrix._vectors.ctypes.data)
        assert matrix._vectors.flags.c_contiguous
    assert len(arrays) < 60


def test_a_later_row_replaces_and_an_earlier_one_does_not():
    matrix = Matrix()
    matrix.absorb([row("u", X, change=5)], 5)
    matrix.absorb([row("u", Y, change=4, state=State.COLD)], 4)
    assert nearest(matrix) == {"u": 1.0}
    assert matrix.change == 5
    matrix.absorb([row("u", Y, change=6)], 6)
    assert nearest(matrix) == {"u": 0.0}


def test_memory_is_about_what_is_said():
    matrix = Matrix()
    assert matrix.nbytes == 0
    matrix.absorb([row(f"u{n}", np.zeros(100, dtype=np.float32)) for n in range(1000)], 1)
    assert 1000 * 400 < matrix.nbytes < 3 * 1000 * (400 + 400)


def test_dimensions_must_fit():
    matrix = Matrix()
    matrix.absorb([row("u")], 1)
    for vector in (np.ones(3, dtype=np.float32), np.ones((1, 2), dtype=np.float32)):
        with pytest.raises(DimensionsError):
            nearest(matrix, vector)
