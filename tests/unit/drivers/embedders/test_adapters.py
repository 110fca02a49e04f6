import numpy as np
import pytest

from retold.drivers.embedders.adapters import (
    LinearAdapter,
    ResidualAdapter,
    read_adapter,
    write_adapter,
)
from retold.errors import InputError, SettingsError

NAME = "toy/1/3"


def adapter(matrix=None):
    values = np.diag([1.0, 2.0, 3.0]) if matrix is None else matrix
    return LinearAdapter(embedder=NAME, matrix=np.asarray(values, np.float32))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.npz"


def test_what_is_written_is_read(path):
    made = adapter()
    assert write_adapter(path, made) == path.stat().st_size
    read = read_adapter(path, NAME, 3)
    assert (read.embedder, read.name) == (NAME, made.name)
    assert np.array_equal(read.matrix, made.matrix)
    assert read.matrix.dtype == np.float32


def test_each_vector_is_turned_by_itself():
    turned = adapter().adapt(np.array([[1, 1, 0], [0, 0, 1]], np.float32))
    assert turned.tolist() == [[1, 2, 0], [0, 0, 3]]
    assert turned.dtype == np.float32


def test_another_matrix_or_another_embedder_has_another_name():
    one = adapter()
    names = {
        one.name,
        adapter(np.eye(3)).name,
        LinearAdapter(embedder="toy/2/3", matrix=one.matrix).name,
    }
    assert len(names) == 3


def test_a_file_that_is_there_is_never_overwritten(path):
    path.write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        write_adapter(path, adapter())
    assert path.read_text() == "mine"


def test_a_folder_that_is_missing_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        write_adapter(tmp_path / "no" / "a.npz", adapter())


def test_an_adapter_of_another_embedder_is_refused(path):
    write_adapter(path, adapter())
    with pytest.raises(SettingsError, match=r"learnt over toy/1/3, the embedder is toy/9/3"):
        read_adapter(path, "toy/9/3", 3)


@pytest.mark.parametrize("shape", [(3, 2), (4, 4), (3,)])
def test_an_adapter_of_another_shape_is_refused(path, shape):
    write_adapter(path, adapter(np.ones(shape)))
    with pytest.raises(SettingsError, match="vectors have 3"):
        read_adapter(path, NAME, 3)


@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
def test_numbers_that_turn_nothing_are_refused(path, value):
    write_adapter(path, adapter(np.full((3, 3), value)))
    with pytest.raises(SettingsError, match="no usable numbers"):
        read_adapter(path, NAME, 3)


def test_a_missing_file_says_so(path):
    with pytest.raises(SettingsError, match="No such file"):
        read_adapter(path, NAME, 3)


@pytest.mark.parametrize("content", [b"", b"no numpy", b"PK\x03\x04 cut off", b"\x93NUMPY"])
def test_a_file_of_something_else_is_no_adapter(path, content):
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=r"a\.npz"):
        read_adapter(path, NAME, 3)


@pytest.mark.parametrize(
    "fields",
    [
        {"matrix": np.eye(3)},
        {"format": np.int64(1), "embedder": np.str_(NAME)},
        {"format": np.array([1, 2]), "embedder": np.str_(NAME), "matrix": np.eye(3)},
        {"format": np.int64(1), "embedder": np.str_(NAME), "matrix": np.array(["x"])},
        {"format": np.int64(1), "embedder": np.array(None), "matrix": np.eye(3)},
    ],
)
def test_a_file_of_numpy_with_other_things_is_no_adapter(path, fields):
    np.savez(path, **fields)
    with pytest.raises(SettingsError, match="is no adapter"):
        read_adapter(path, NAME, 3)


def test_an_array_that_stands_alone_is_no_adapter(path):
    with path.open("wb") as file:
        np.save(file, np.eye(3))
    with pytest.raises(SettingsError, match="is no adapter"):
        read_adapter(path, NAME, 3)


def test_a_later_format_is_refused(path):
    np.savez(path, format=np.int64(2), embedder=np.str_(NAME), matrix=np.eye(3))
    with pytest.raises(SettingsError, match="format that is not known"):
        read_adapter(path, NAME, 3)


def residual(**changed):
    arrays = {"inner": np.ones((2, 3)), "bias": np.zeros(2), "outer": np.eye(3)[:, :2]}
    arrays |= changed
    return ResidualAdapter(NAME, *(np.asarray(a, np.float32) for a in arrays.values()))


def test_a_hidden_layer_is_added_to_each_vector():
    rows = np.array([[0, 0, 0], [1, 0, 0]], np.float32)
    layer = residual()
    assert layer.adapt(rows) == pytest.approx(
        np.array([[0, 0, 0], [1 + np.tanh(1), np.tanh(1), 0]])
    )
    assert layer.adapt(rows).dtype == np.float32
    assert residual(outer=np.zeros((3, 2))).adapt(rows) == pytest.approx(rows)


def test_a_hidden_layer_is_written_and_read_with_its_form(path):
    made = residual()
    write_adapter(path, made)
    read = read_adapter(path, NAME, 3)
    assert isinstance(read, ResidualAdapter)
    assert read.name == made.name
    assert read.name.startswith("residual/")
    assert residual(bias=[1, 0]).name != made.name


@pytest.mark.parametrize(
    "changed", [{"bias": np.zeros(3)}, {"outer": np.zeros((2, 3))}, {"inner": np.ones((2, 4))}]
)
def test_a_hidden_layer_of_another_shape_is_refused(path, changed):
    write_adapter(path, residual(**changed))
    with pytest.raises(SettingsError, match="vectors have 3"):
        read_adapter(path, NAME, 3)
