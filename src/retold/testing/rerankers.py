"""The conformance suite of a reranker: subclass it in a test file, and run pytest with anyio.

    class TestMine(RerankerSuite):
        @pytest.fixture(scope="class")
        @classmethod
        def reranker(cls):
            return MyReranker()

Nothing is asked of a reranker's taste but that a text with the words of a question is worth more
than one about something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import anyio

from retold.ports import Reranker
from retold.settings import RerankerSettings
from retold.testing.checks import equal, holds

# A small model on a busy machine takes its time.
_SECONDS = 60.0
_TOLERANCE = 1e-3
ASKED = {
    "en": (
        "What am I allergic to?",
        "I am allergic to peanuts.",
        ("The train to Lyon leaves at nine.", "My sister plays the cello.", "It rained all week."),
    ),
    "zh": (
        "我对什么过敏？",
        "我对花生过敏。",
        ("去里昂的火车九点出发。", "姐姐会拉大提琴。", "这周一直在下雨。"),
    ),
}
"""By language: a question, the text that answers it, and texts that do not."""
AWKWARD = (
    "",
    " \t\n\u3000",
    "\0",
    "a lone surrogate \ud83d and cake",
    "👩‍👩‍👧 🏳️‍🌈",
    "أحب القهوة",
    "e" + "\u0301" * 100,
    "\x01\x1b[31m\x7f\u202e",
    '"}] {"index": 0}',
)
"""Texts that cannot be read, and still get a score."""


class RerankerSuite:
    """Every promise of the port `Reranker`. The fixture `reranker` gives the one to test."""

    async def test_has_a_name(self, reranker: Reranker) -> None:
        """It says which model it is, and always the same."""
        holds(bool(reranker.identity), "the identity has a character")
        equal(reranker.identity, reranker.identity, "the identity asked again")

    async def test_no_text_gives_no_score(self, reranker: Reranker) -> None:
        """An empty list comes back as an empty list."""
        equal(await _scores(reranker, "What am I allergic to?", []), [], "scores of no text")

    async def test_a_text_gives_a_number(self, reranker: Reranker) -> None:
        """One text, and the same text twice, in either language."""
        for question, answer, _ in ASKED.values():
            for texts in ([answer], [answer, answer]):
                _sound(await _scores(reranker, question, texts), texts)

    async def test_what_answers_is_best_wherever_it_stands(self, reranker: Reranker) -> None:
        """Scores come in the order of the texts, and higher is better, in either language."""
        for question, answer, others in ASKED.values():
            for place in range(len(others) + 1):
                texts = [*others[:place], answer, *others[place:]]
                scores = await _scores(reranker, question, texts)
                _sound(scores, texts)
                equal(scores.index(max(scores)), place, f"place of {answer!r}")

    async def test_asked_again_it_says_the_same(self, reranker: Reranker) -> None:
        """But for rounding."""
        for question, answer, others in ASKED.values():
            texts = [answer, *others]
            first = await _scores(reranker, question, texts)
            _same(first, await _scores(reranker, question, texts))

    async def test_awkward_texts_and_questions_get_scores(self, reranker: Reranker) -> None:
        """Text without meaning is still text."""
        _sound(await _scores(reranker, "What am I allergic to?", AWKWARD), AWKWARD)
        for question in AWKWARD:
            texts = ["I am allergic to peanuts.", "我对花生过敏。"]
            _sound(await _scores(reranker, question, texts), texts)

    async def test_texts_as_long_as_they_are_sent(self, reranker: Reranker) -> None:
        """As many as a recall sends, some of the most characters that it sends, by the defaults."""
        settings = RerankerSettings()
        sentences = ("我们今天去了海边。", "The water was cold but we swam. ")
        long = [(text * settings.characters)[: settings.characters] for text in sentences]
        texts = [*long, *sentences * settings.hits][: settings.hits]
        _sound(await _scores(reranker, texts[0], texts), texts)

    async def test_calls_at_the_same_time_do_not_mix(self, reranker: Reranker) -> None:
        """Each gets the scores that it gets alone."""
        calls = [(question, [answer, *others]) for question, answer, others in ASKED.values()] * 2
        alone = [await _scores(reranker, question, texts) for question, texts in calls]
        together: list[list[float]] = [[] for _ in calls]

        async def call(place: int) -> None:
            together[place] = await _scores(reranker, *calls[place])

        async with anyio.create_task_group() as group:
            for place in range(len(calls)):
                group.start_soon(call, place)
        for one, other in zip(alone, together, strict=True):
            _same(one, other)


async def _scores(reranker: Reranker, question: str, texts: Sequence[str]) -> list[float]:
    return await reranker.scores(question, texts, timeout_seconds=_SECONDS)


def _sound(scores: Sequence[float], texts: Sequence[str]) -> None:
    equal(len(scores), len(texts), "scores")
    holds(all(isfinite(score) for score in scores), f"{scores} are finite")


def _same(scores: Sequence[float], others: Sequence[float]) -> None:
    near = [abs(a - b) <= _TOLERANCE for a, b in zip(scores, others, strict=True)]
    holds(all(near), f"{scores} are {others}")
