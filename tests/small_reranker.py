"""A reranker that counts shared words, as weights for llama.cpp's server, and that server.

No cross-encoder comes as a wheel that is small, so this one is not learnt but written down. It is a
BERT of two layers with a head for ranking. In the first layer each token looks for its doubles in
question and text, and just as hard at the token that begins both: what it finds there grows less
with every double. In the second layer that first token takes the mean of what all tokens found, and
the head turns it round: the more doubles, the better. It knows the words that it is given.
"""

import re
import struct
from contextlib import contextmanager

import numpy as np

from tests import small_model

KEY = small_model.KEY
_WIDTH = 64
_TOKENS = 4096
# What a token attends to counts e to this power more than what it does not.
_ATTENTION = 20.0
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]")
_FIRST = _SPECIAL.index("[CLS]")
# Dimensions: one marks the first token, one holds what was found there, the rest tell words apart.
_MARK, _FOUND = 0, 1
# Numbers of the format, as far as they are used: of a value's type, by the type in Python.
_KINDS = {int: (4, "<I"), float: (6, "<f"), bool: (7, "<?")}
_TEXT, _ARRAY, _INTEGER, _FLOATS, _ALIGNMENT = 8, 9, 5, 0, 32
_POOLING_OF_RANKS = 4


@contextmanager
def served(directory, texts):
    """The base address of a reranker that knows the words of these texts."""
    path = directory / "reranker.gguf"
    path.write_bytes(weights(texts))
    with small_model.serving(path, ranks=True) as address:
        yield address


def weights(texts):
    """The model as the bytes of a GGUF file."""
    words = {word for text in texts for word in re.findall(r"[a-z]+|[^\sa-z]", text.lower())}
    vocabulary = [*_SPECIAL, *(f"▁{word}" for word in sorted(words))]
    facts = {
        "general.architecture": "bert",
        "bert.context_length": _TOKENS,
        "bert.embedding_length": _WIDTH,
        "bert.feed_forward_length": 1,
        "bert.block_count": 2,
        "bert.attention.head_count": 1,
        "bert.attention.layer_norm_epsilon": 1e-12,
        "bert.attention.causal": False,
        "bert.pooling_type": _POOLING_OF_RANKS,
        "tokenizer.ggml.model": "bert",
        "tokenizer.ggml.tokens": vocabulary,
        "tokenizer.ggml.token_type": [3] * len(_SPECIAL) + [1] * len(words),
        "tokenizer.ggml.token_type_count": 1,
        # Both names of what ends a text are asked for, one of them misspelt.
        "tokenizer.ggml.padding_token_id": _SPECIAL.index("[PAD]"),
        "tokenizer.ggml.unknown_token_id": _SPECIAL.index("[UNK]"),
        "tokenizer.ggml.bos_token_id": _FIRST,
        "tokenizer.ggml.eos_token_id": _SPECIAL.index("[SEP]"),
        "tokenizer.ggml.seperator_token_id": _SPECIAL.index("[SEP]"),
    }
    return _file(facts, _tensors(len(vocabulary)))


def _tensors(size):
    zero, one = np.zeros(_WIDTH), np.ones(_WIDTH)
    nothing = np.zeros((_WIDTH, _WIDTH))
    # Any two words are far apart, the same on every machine.
    embedded = np.random.default_rng(7).choice([-1.0, 1.0], (size, _WIDTH))
    embedded[:, [_MARK, _FOUND]] = 0
    embedded[_FIRST] = 0
    embedded[_FIRST, _MARK] = 1
    mark = (1 - 1 / _WIDTH) / embedded[_FIRST].std()  # what a norm makes of it
    alike = np.diag(np.where(np.arange(_WIDTH) > _FOUND, 1.0, 0.0))
    loud = _ATTENTION * np.sqrt(_WIDTH)
    query = alike * np.sqrt(loud / (_WIDTH - 2))
    key = query.copy()
    key[_MARK, _MARK] = loud / mark
    always = zero.copy()
    always[_MARK] = 1.0
    value, pass_on, turned = nothing.copy(), nothing.copy(), nothing.copy()
    value[_FOUND, _MARK] = 10.0 / mark
    pass_on[_FOUND, _FOUND] = 1.0
    turned[_MARK, _FOUND] = -0.2
    norms = {"weight": one, "bias": zero}
    return {
        "token_embd.weight": embedded,
        "position_embd.weight": np.zeros((_TOKENS, _WIDTH)),
        "token_types.weight": np.zeros((1, _WIDTH)),
        **{f"token_embd_norm.{name}": values for name, values in norms.items()},
        **_layer(0, query=query, always=always, key=key, value=value),
        **_layer(1, query=nothing, always=zero, key=nothing, value=pass_on),
        "cls.weight": turned,
        "cls.bias": zero,
        "cls.output.weight": always[None],
        "cls.output.bias": np.zeros(1),
    }


def _layer(number, *, query, always, key, value):
    zero, one = np.zeros(_WIDTH), np.ones(_WIDTH)
    parts = {
        "attn_q": (query, always),
        "attn_k": (key, zero),
        "attn_v": (value, zero),
        "attn_output": (np.eye(_WIDTH), zero),
        "attn_output_norm": (one, zero),
        "ffn_up": (np.zeros((1, _WIDTH)), np.zeros(1)),
        "ffn_down": (np.zeros((_WIDTH, 1)), zero),
        "layer_output_norm": (one, zero),
    }
    return {
        f"blk.{number}.{name}.{part}": values
        for name, both in parts.items()
        for part, values in zip(("weight", "bias"), both, strict=True)
    }


def _file(facts, tensors):
    """Facts and tensors as GGUF, version 3: counts, facts, where each tensor is, the tensors."""
    head = [b"GGUF", struct.pack("<IQQ", 3, len(tensors), len(facts))]
    head += [_text(name) + _value(value) for name, value in facts.items()]
    body = b""
    for name, values in tensors.items():
        shape = values.shape[::-1]
        head.append(_text(name) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape))
        head.append(struct.pack("<IQ", _FLOATS, len(body)))
        body += values.astype("<f4").tobytes()
        body += bytes(-len(body) % _ALIGNMENT)
    whole = b"".join(head)
    return whole + bytes(-len(whole) % _ALIGNMENT) + body


def _value(value):
    if isinstance(value, str):
        return struct.pack("<I", _TEXT) + _text(value)
    if not isinstance(value, list):
        kind, form = _KINDS[type(value)]
        return struct.pack("<I", kind) + struct.pack(form, value)
    if isinstance(value[0], str):
        return struct.pack("<IIQ", _ARRAY, _TEXT, len(value)) + b"".join(map(_text, value))
    return struct.pack(f"<IIQ{len(value)}i", _ARRAY, _INTEGER, len(value), *value)


def _text(text):
    encoded = text.encode()
    return struct.pack("<Q", len(encoded)) + encoded
