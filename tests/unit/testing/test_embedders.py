"""The suite must refuse what breaks a promise: each embedder here breaks one."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from retold.drivers.embedders.hashing import HashingEmbedder
from retold.settings import EmbedderSettings
from retold.testing.embedders import EmbedderSuite


class Sound(HashingEmbedder):
    def __init__(self):
        super().__init__(EmbedderSettings())
        self.first_thread = threading.get_ident()


class WithoutIdentity(Sound):
    identity = ""


class TooManyForNothing(Sound):
    def embed(self, texts, *, purpose):
        return super().embed(texts or [""], purpose=purpose)


class Unordered(Sound):
    def embed(self, texts, *, purpose):
        return super().embed(texts, purpose=purpose)[::-1]


class Doubles(Sound):
    def embed(self, texts, *, purpose):
        return [made.astype(np.float64) for made in super().embed(texts, purpose=purpose)]


class NotOfLengthOne(Sound):
    def embed(self, texts, *, purpose):
        return [made * np.float32(1.001) for made in super().embed(texts, purpose=purpose)]


class FlatArrays(Sound):
    def embed(self, texts, *, purpose):
        return [made[0] for made in super().embed(texts, purpose=purpose)]


class FailsOnEmptyText(Sound):
    def embed(self, texts, *, purpose):
        return [made if text else made[:0] for text, made in self.pairs(texts, purpose)]

    def pairs(self, texts, purpose):
        return zip(texts, super().embed(texts, purpose=purpose), strict=True)


class CutsAtNul(Sound):
    def embed(self, texts, *, purpose):
        return super().embed([text.split("\0")[0] for text in texts], purpose=purpose)


class WithoutLimit(Sound):
    def embed(self, texts, *, purpose):
        return [np.tile(made, (2, 1)) for made in super().embed(texts, purpose=purpose)]


class DependsOnTheBatch(Sound):
    def embed(self, texts, *, purpose):
        made = super().embed(texts, purpose=purpose)
        for rows in made:
            rows[:, 0] += 1e-3 * len(texts)
            rows[:] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return made


class Random(Sound):
    def embed(self, texts, *, purpose):
        rows = np.random.default_rng().normal(size=(len(texts), 1, 256)).astype(np.float32)
        return list(rows / np.linalg.norm(rows, axis=2, keepdims=True))


class OfOneThread(Sound):
    def embed(self, texts, *, purpose):
        if threading.get_ident() != self.first_thread:
            texts = ["another" for _ in texts]
        return super().embed(texts, purpose=purpose)


class EverythingAlike(Sound):
    def embed(self, texts, *, purpose):
        return super().embed(["same" for _ in texts], purpose=purpose)


@pytest.mark.parametrize(
    ("broken", "test"),
    [
        (WithoutIdentity, "test_has_the_methods_of_the_port"),
        (TooManyForNothing, "test_no_text_gives_no_vector"),
        (Doubles, "test_short_text_gives_one_part"),
        (NotOfLengthOne, "test_short_text_gives_one_part"),
        (FlatArrays, "test_short_text_gives_one_part"),
        (WithoutLimit, "test_short_text_gives_one_part"),
        (FailsOnEmptyText, "test_awkward_text_gives_one_part"),
        (CutsAtNul, "test_what_follows_a_nul_counts"),
        (WithoutLimit, "test_long_text_gives_a_bounded_number_of_parts"),
        (DependsOnTheBatch, "test_vectors_do_not_depend_on_the_batch"),
        (Unordered, "test_vectors_do_not_depend_on_the_batch"),
        (Random, "test_the_same_text_gives_the_same_vector"),
        (OfOneThread, "test_any_thread_may_call"),
        (EverythingAlike, "test_shared_wording_is_nearer_than_none"),
    ],
)
def test_a_broken_promise_is_found(broken, test):
    with pytest.raises(AssertionError):
        getattr(EmbedderSuite(), test)(broken())


def test_a_sound_embedder_passes():
    names = [name for name in vars(EmbedderSuite) if name.startswith("test_")]
    assert len(names) == 10
    for name in names:
        getattr(EmbedderSuite(), name)(Sound())
