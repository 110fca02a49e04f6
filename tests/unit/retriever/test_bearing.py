import numpy as np
import pytest

from retold.drivers.embedders.e5 import E5Embedder
from retold.retriever.bearing import Bearing, learnt
from retold.settings import EmbedderSettings


def test_it_was_learnt_for_the_default_embedder():
    embedder = E5Embedder(EmbedderSettings())
    assert learnt().identity == embedder.identity
    assert learnt().matrix.shape == (embedder.dimensions, embedder.dimensions)
    assert learnt().offset.shape == (embedder.dimensions,)


def test_it_stays_near_to_what_is_asked():
    # It turns questions; it does not make others of them.
    away = learnt().matrix - np.eye(len(learnt().matrix))
    assert 0.1 < np.linalg.norm(away, 2) < 1.0


def test_rows_are_turned_and_moved():
    bearing = Bearing(
        identity="fake",
        digest="",
        matrix=np.array([[0, 1], [2, 0]], np.float32),
        offset=np.array([1, 0], np.float32),
    )
    rows = np.array([[1, 0], [0, 1]], np.float32)
    assert bearing.turned(rows).tolist() == [[1, 2], [2, 0]]


@pytest.mark.parametrize(
    ("implied", "bears", "beside"),
    [
        ("Can I have the oysters?", "I'm allergic to shellfish.", "My sister likes dinner."),
        ("我能吃那盘生蚝吗？", "我对贝类过敏。", "我喜欢晚饭后散步。"),
    ],
)
def test_the_fact_that_bears_on_a_question_gains(implied, bears, beside):
    embedder = E5Embedder(EmbedderSettings())
    asked, fact, other = (
        parts[0] for parts in embedder.embed([implied, bears, beside], purpose="query")
    )
    turned = learnt().turned(asked)
    turned = turned / np.linalg.norm(turned)
    assert turned @ (fact - other) > asked @ (fact - other)
