"""The encoder of multilingual-e5-small as an ONNX graph, with the weights as they are quantised.

A BERT encoder (Devlin et al. 2019): twelve layers of attention and of a feed-forward step, each
added to its input and normalised; then the mean over all tokens, scaled to length one
(Wang et al. 2024, "Multilingual E5 Text Embeddings"). Embeddings of words and positions are added
before the graph, so that it holds only the layers.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from onnx import ModelProto, NodeProto, TensorProto, ValueInfoProto, helper, numpy_helper

from retold.drivers.embedders.e5_weights import (
    BLOCK,
    DIMENSIONS,
    EPSILON,
    HEADS,
    INNER_DIMENSIONS,
    LAYERS,
    Weights,
)

INPUT = "embeddings"
OUTPUT = "vectors"

_STANDARD, _FUSED = "", "com.microsoft"  # operator sets: ONNX's own, and onnxruntime's
# Activations are rounded to 8 bits a block of a row: twice as fast as in full, cosine over .9999
# to it, and, as no block sees another row, independent of what else is computed.
_ACCURACY_LEVEL = 4


def build(weights: Weights) -> bytes:
    """The serialised model.

    It takes `embeddings`, float32 of shape (texts, tokens, dimensions), and gives `vectors`,
    float32 of shape (texts, dimensions), rows of length one.
    """
    serialised: bytes = _Builder(weights).model().SerializeToString()
    return serialised


class _Builder:
    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._nodes: list[NodeProto] = []
        self._constants: list[TensorProto] = []

    def model(self) -> ModelProto:
        state = self._node(
            "LayerNormalization",
            [INPUT, *self._floats("emb.ln.w", "emb.ln.b")],
            "state",
            axis=-1,
            epsilon=EPSILON,
        )
        for layer in range(LAYERS):
            state = self._layer(state, f"l{layer}")
        axes = self._constant("axes", np.array([1], np.int64))
        mean = self._node("ReduceMean", [state, axes], "mean", keepdims=0)
        self._node("LpNormalization", [mean], OUTPUT, axis=-1, p=2)
        graph = helper.make_graph(
            self._nodes,
            "encoder",
            [_value(INPUT, ("texts", "tokens", DIMENSIONS))],
            [_value(OUTPUT, ("texts", DIMENSIONS))],
            self._constants,
        )
        sets = [helper.make_opsetid(_STANDARD, 21), helper.make_opsetid(_FUSED, 1)]
        return helper.make_model(graph, opset_imports=sets, ir_version=10)

    def _layer(self, state: str, layer: str) -> str:
        heads = [self._linear(state, f"{layer}.{part}") for part in ("q", "k", "v")]
        seen = self._node("MultiHeadAttention", heads, f"{layer}.seen", _FUSED, num_heads=HEADS)
        attended = self._linear(seen, f"{layer}.ao")
        state = self._add_and_normalise(state, attended, f"{layer}.aln")
        inner = self._linear(state, f"{layer}.fi")
        active = self._node("Gelu", [inner], f"{layer}.active", _FUSED)
        outer = self._linear(active, f"{layer}.fo", columns=INNER_DIMENSIONS)
        return self._add_and_normalise(state, outer, f"{layer}.oln")

    def _linear(self, state: str, name: str, *, columns: int = DIMENSIONS) -> str:
        scales, codes = self._weights.quantised(f"{name}.w", columns)
        packed = codes[..., 0::2] | codes[..., 1::2] << 4
        constants = [
            self._constant(f"{name}.codes", packed),
            self._constant(f"{name}.scales", scales),
        ]
        return self._node(
            "MatMulNBits",
            # Left out are zero points (the middle, 8, is the default) and the order of groups.
            [state, *constants, "", "", *self._floats(f"{name}.b")],
            f"{name}.out",
            _FUSED,
            K=columns,
            N=len(scales),
            bits=4,
            block_size=BLOCK,
            accuracy_level=_ACCURACY_LEVEL,
        )

    def _add_and_normalise(self, state: str, step: str, name: str) -> str:
        inputs = [state, step, *self._floats(f"{name}.w", f"{name}.b")]
        return self._node("SkipLayerNormalization", inputs, f"{name}.out", _FUSED, epsilon=EPSILON)

    def _floats(self, *names: str) -> list[str]:
        return [self._constant(name, self._weights.floats(name)) for name in names]

    def _constant(self, name: str, values: npt.NDArray[np.generic]) -> str:
        self._constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def _node(
        self,
        operator: str,
        inputs: list[str],
        output: str,
        domain: str = _STANDARD,
        **attributes: Any,
    ) -> str:
        node = helper.make_node(operator, inputs, [output], domain=domain, **attributes)
        self._nodes.append(node)
        return output


def _value(name: str, shape: tuple[str | int, ...]) -> ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
