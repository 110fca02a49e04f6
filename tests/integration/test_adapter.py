import numpy as np
import pytest

from retold import SettingsError
from retold.drivers.embedders.adapters import LinearAdapter, write_adapter

ASKED = "Do I live in Oslo and work as a baker?"


@pytest.fixture
def adapter(opened, tmp_path):
    """An adapter of the test's embedder; without a matrix, the one that changes nothing."""

    def write(name, matrix=None, embedder=None):
        identity = opened().health()["embedder"]
        size = int(identity.rpartition("/")[2])
        values = np.eye(size) if matrix is None else matrix(size)
        path = tmp_path / name
        write_adapter(path, LinearAdapter(embedder=embedder or identity, matrix=values))
        return str(path)

    return write


def test_an_adapter_changes_what_is_found_and_needs_no_new_vectors(opened, adapter):
    opened().user("alice").remember("I live in Oslo and work as a baker.")
    plain = opened().user("alice").recall(ASKED, threshold=0)
    same = adapter("same.npz")
    opposite = adapter("opposite.npz", matrix=lambda size: -np.eye(size))
    kept = opened({"embedder.adapter": same}).user("alice").recall(ASKED, threshold=0)
    assert [hit.id for hit in kept] == [hit.id for hit in plain]
    assert [hit.score for hit in kept] == pytest.approx([hit.score for hit in plain])
    memory = opened({"embedder.adapter": opposite})
    assert memory.health()["missing_vectors"] == 0
    turned = memory.user("alice").recall(ASKED, threshold=0)
    cosines = [hit.signals["vectors"] for hit in (*plain, *turned)]
    assert cosines[0] > 0.5
    assert cosines[-1] == 0.0


def test_health_names_the_adapter(opened, adapter):
    plain = opened().health()["embedder"]
    named = opened({"embedder.adapter": adapter("a.npz")}).health()["embedder"]
    assert named.startswith(f"{plain}+linear/")


def test_1101_an_adapter_that_does_not_fit_opens_nothing(opened, adapter, path, tmp_path):
    other = adapter("other.npz", embedder="another/1/8")
    small = adapter("small.npz", matrix=lambda size: np.eye(size - 1))
    path.unlink()
    for unfit, told in (
        (other, "was learnt over another/1/8"),
        (small, "has the shape"),
        (str(tmp_path / "missing.npz"), "cannot be read"),
    ):
        with pytest.raises(SettingsError, match=told):
            opened({"embedder.adapter": unfit})
    assert not path.exists()
