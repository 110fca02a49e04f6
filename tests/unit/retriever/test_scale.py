import numpy as np
import pytest

from retold.retriever.scale import FACTS, QUESTIONS, SAID, measure_scale


def rows(*values):
    vectors = np.array(values, dtype=np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_unrelated_pairs_are_zero_and_related_pairs_one():
    questions = rows([1, 0, 0, 0.5], [0, 1, 0, 0.5], [0, 0, 1, 0.5])
    facts = rows([1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1])
    scale = measure_scale({"en": questions}, {"en": facts})
    cosines = (questions @ facts.T).astype(np.float64)
    related = scale.relatedness(cosines, ("en", "en"))
    assert np.diag(related) == pytest.approx([1.0, 1.0, 1.0])
    assert related[~np.eye(3, dtype=bool)] == pytest.approx(np.zeros(6), abs=1e-6)


def test_each_pair_of_languages_has_its_own_zero():
    same = rows([1, 0], [0.6, 0.8], [0.8, 0.6])
    apart = rows([-1, 0], [-0.6, 0.8], [-0.8, 0.6])
    scale = measure_scale({"en": same, "zh": apart}, {"en": same, "zh": apart})
    assert scale.unrelated["en", "en"] > scale.unrelated["en", "zh"]


def test_noise_is_not_taken_for_a_relation():
    generator = np.random.default_rng(0)
    noise = {"en": rows(*generator.normal(size=(6, 32)))}
    scale = measure_scale(noise, {"en": rows(*generator.normal(size=(6, 32)))})
    assert scale.span["en", "en"] > 0.3


def test_an_embedder_that_gives_one_vector_for_everything_relates_nothing():
    one = {"en": rows([1, 0], [1, 0], [1, 0])}
    scale = measure_scale(one, one)
    assert scale.relatedness(np.array([1.0]), ("en", "en")) == pytest.approx([0.0], abs=1e-5)


def test_the_sentences_are_as_many_in_both_languages():
    assert {len(texts) for kind in (QUESTIONS, FACTS, SAID) for texts in kind.values()} == {3}
