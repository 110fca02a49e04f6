"""The conformance suite of an embedder: subclass it in a test file, and run pytest.

    class TestMine(EmbedderSuite):
        @pytest.fixture(scope="class")
        @classmethod
        def embedder(cls):
            return MyEmbedder()

Vectors are compared to within 1e-6, and a long text has a million characters.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from retold.changes import Vector
from retold.ports import Embedder
from retold.settings import EmbedderSettings
from retold.testing.checks import equal, holds

_CHARACTERS_OF_LONG_TEXT = 1_000_000
# Two computations of one vector may differ by the rounding of their last bit, not by more.
_TOLERANCE = 1e-6
_SHORT = (
    "I am allergic to peanuts.",
    "我对花生过敏。",
    "The train to Lyon leaves at nine.",
    "去里昂的火车九点出发。",
    "yes",
    "好",
    "She moved to Berlin in May 2021, after four years in a small town, and it suits her",
    "她二〇二一年五月搬到了柏林，此前在海边的小镇住了四年，从来没有后悔过；她弟弟还带着两条狗和一只鹦鹉住在那里。",
)
_AWKWARD = {
    "empty": "",
    "spaces": " \t\n\u3000",
    "NUL": "\0",
    "a lone surrogate": "tea \ud83d and cake",
    "emoji": "👩‍👩‍👧 🏳️‍🌈",
    "right to left": "أحب القهوة",
    "combining marks": "e" + "\u0301" * 200,
    "control characters": "\x01\x1b[31m\x7f\u202e",
    "one long word": "a" * 5000,
    "characters of a rare script": "𒀀𒀁𒀂",
}


class EmbedderSuite:
    """Every promise of the port `Embedder`. The fixture `embedder` gives the one to test."""

    max_parts: int = EmbedderSettings().max_windows
    """Most parts that a long text may have; set it where the embedder is made with another."""

    def test_has_the_methods_of_the_port(self, embedder: Embedder) -> None:
        """It is an `Embedder` with a name and a length."""
        holds(isinstance(embedder, Embedder), "it has every method of the port")
        holds(bool(embedder.identity), "the identity has a character")
        equal(embedder.identity, embedder.identity, "the identity asked again")
        holds(embedder.dimensions >= 1, "there is a dimension")

    def test_no_text_gives_no_vector(self, embedder: Embedder) -> None:
        """An empty list comes back as an empty list."""
        equal(embedder.embed([], purpose="query"), [], "vectors of no text")

    def test_short_text_gives_one_part(self, embedder: Embedder) -> None:
        """One array a text, in order, for both purposes."""
        for made in (
            embedder.embed(_SHORT, purpose="query"),
            embedder.embed(_SHORT, purpose="passage"),
        ):
            equal(len(made), len(_SHORT), "arrays")
            for vectors in made:
                _sound(vectors, embedder.dimensions, most=1)

    def test_awkward_text_gives_one_part(self, embedder: Embedder) -> None:
        """Text without meaning is still text."""
        for name, text in _AWKWARD.items():
            (vectors,) = embedder.embed([text], purpose="passage")
            _sound(vectors, embedder.dimensions, most=self.max_parts, what=name)

    def test_what_follows_a_nul_counts(self, embedder: Embedder) -> None:
        """Text is not cut where a C string would end."""
        cut, whole = embedder.embed(["tea", "tea\0 我对花生过敏"], purpose="query")
        holds(not _same(cut, whole), "text after a NUL makes a difference")

    def test_long_text_gives_a_bounded_number_of_parts(self, embedder: Embedder) -> None:
        """A million characters are cut into windows, and no more than allowed."""
        sentence = "今天我们去了海边，the water was cold but we swam anyway. "
        text = sentence * (_CHARACTERS_OF_LONG_TEXT // len(sentence))
        (vectors,) = embedder.embed([text], purpose="passage")
        _sound(vectors, embedder.dimensions, most=self.max_parts)

    def test_vectors_do_not_depend_on_the_batch(self, embedder: Embedder) -> None:
        """A text gets the same vector alone, among others, and in another order."""
        together = embedder.embed(_SHORT, purpose="passage")
        backwards = embedder.embed(_SHORT[::-1], purpose="passage")[::-1]
        alone = [embedder.embed([text], purpose="passage")[0] for text in _SHORT]
        for text, *made in zip(_SHORT, together, backwards, alone, strict=True):
            for vectors in made[1:]:
                holds(_same(made[0], vectors), f"{text!r} has one vector in any batch")

    def test_the_same_text_gives_the_same_vector(self, embedder: Embedder) -> None:
        """Twice in one call, and again in the next."""
        text = _SHORT[0]
        one, two = embedder.embed([text, text], purpose="query")
        (three,) = embedder.embed([text], purpose="query")
        holds(_same(one, two), "one text has one vector within a call")
        holds(_same(one, three), "one text has one vector in two calls")

    def test_any_thread_may_call(self, embedder: Embedder) -> None:
        """It is called in worker threads, one at a time."""
        (here,) = embedder.embed(_SHORT[:1], purpose="query")
        for _ in range(2):
            with ThreadPoolExecutor(1) as pool:
                work = pool.submit(embedder.embed, _SHORT[:1], purpose="query")
            holds(_same(here, work.result()[0]), "another thread gets the same vector")

    def test_shared_wording_is_nearer_than_none(self, embedder: Embedder) -> None:
        """A reworded statement beats an unrelated one, in either language."""
        for text, near, far in (
            ("I am allergic to peanuts.", "My peanuts allergy", "The train leaves at nine."),
            ("我对花生过敏。", "花生会让我过敏", "火车九点出发。"),
        ):
            rows = [made[0] for made in embedder.embed([text, near, far], purpose="query")]
            to_near, to_far = float(rows[0] @ rows[1]), float(rows[0] @ rows[2])
            holds(to_near > to_far, f"{text!r} is nearer to {near!r} than to {far!r}")


def _sound(vectors: Vector, dimensions: int, *, most: int, what: str = "text") -> None:
    holds(isinstance(vectors, np.ndarray), f"{what}: the vectors are an array")
    equal(vectors.dtype, np.dtype(np.float32), f"{what}: type of number")
    equal(vectors.ndim, 2, f"{what}: number of axes")
    parts, length = vectors.shape
    equal(length, dimensions, f"{what}: dimensions")
    holds(1 <= parts <= most, f"{what}: {parts} parts are 1 to {most}")
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    # 1e-5: what float32 leaves of a sum over a thousand squares.
    holds(bool(np.all(np.abs(lengths - 1) < 1e-5)), f"{what}: {lengths} are lengths of one")


def _same(one: Vector, other: Vector) -> bool:
    return one.shape == other.shape and bool(np.abs(one - other).max() <= _TOLERANCE)
