"""The graph against the encoder written out in numpy, in double precision."""

from __future__ import annotations

import math

import numpy as np
import onnxruntime
import pytest

from retold.drivers.embedders import e5_graph
from retold.drivers.embedders.e5_weights import Weights, locate


@pytest.fixture(scope="module")
def weights():
    return Weights(locate())


@pytest.fixture(scope="module")
def session(weights):
    return onnxruntime.InferenceSession(e5_graph.build(weights))


def normalised(weights, values, name):
    values = values - values.mean(-1, keepdims=True)
    values = values / np.sqrt((values**2).mean(-1, keepdims=True) + 1e-12)
    return values * weights.floats(f"{name}.w") + weights.floats(f"{name}.b")


def linear(weights, values, name):
    scales, codes = weights.quantised(f"{name}.w", values.shape[-1])
    matrix = (scales[..., None] * (codes.astype(float) - 8)).reshape(len(scales), -1)
    return values @ matrix.T + weights.floats(f"{name}.b")


def attention(query, key, value):
    def heads(values):
        return values.reshape(len(values), 12, 32).transpose(1, 0, 2)

    weight = np.exp(heads(query) @ heads(key).transpose(0, 2, 1) / math.sqrt(32))
    seen = weight / weight.sum(-1, keepdims=True) @ heads(value)
    return seen.transpose(1, 0, 2).reshape(len(query), 384)


def encoded(weights, embeddings):
    state = normalised(weights, embeddings.astype(float), "emb.ln")
    for layer in range(12):
        query, key, value = (linear(weights, state, f"l{layer}.{part}") for part in "qkv")
        step = linear(weights, attention(query, key, value), f"l{layer}.ao")
        state = normalised(weights, state + step, f"l{layer}.aln")
        inner = linear(weights, state, f"l{layer}.fi")
        active = inner * (1 + np.vectorize(math.erf)(inner / math.sqrt(2))) / 2
        state = normalised(
            weights, state + linear(weights, active, f"l{layer}.fo"), f"l{layer}.oln"
        )
    mean = state.mean(0)
    return mean / np.linalg.norm(mean)


@pytest.mark.parametrize("tokens", [1, 7, 40])
def test_it_computes_the_encoder(weights, session, tokens):
    ids = np.random.default_rng(tokens).integers(4, 250_000, tokens).tolist()
    embeddings = weights.words(ids) + weights.floats("emb.pos").reshape(512, 384)[:tokens]
    (vectors,) = session.run(["vectors"], {"embeddings": embeddings[None]})
    # Activations of 8 bits cost a little; a wrong sign, order or layer costs far more.
    assert vectors[0] @ encoded(weights, embeddings) > 0.9995


def test_texts_of_a_batch_do_not_see_each_other(weights, session):
    one, two = (weights.words(ids) for ids in ([5, 6, 7], [900, 901, 902]))
    (alone,) = session.run(None, {"embeddings": one[None]})
    (both,) = session.run(None, {"embeddings": np.stack([one, two])})
    assert np.abs(alone[0] - both[0]).max() < 1e-6
    assert alone[0] @ both[1] < 0.99
