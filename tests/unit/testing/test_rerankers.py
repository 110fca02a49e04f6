"""The suite must refuse what breaks a promise: each reranker here breaks one."""

from __future__ import annotations

import itertools
import re

import anyio
import anyio.lowlevel
import pytest

from retold.errors import RerankerError
from retold.testing.rerankers import RerankerSuite

pytestmark = pytest.mark.anyio


class Sound:
    identity = "shared words/1"

    async def scores(self, query, texts, *, timeout_seconds):
        asked = words(query)
        return [len(asked & words(text)) / (1 + len(asked)) for text in texts]


def words(text):
    return set(re.findall(r"[a-z]+|[^\sa-z]", text.lower()))


class WithoutIdentity(Sound):
    identity = ""


class TooManyForNothing(Sound):
    async def scores(self, query, texts, *, timeout_seconds):
        return await super().scores(query, texts or [""], timeout_seconds=timeout_seconds)


class EachTextOnce(Sound):
    async def scores(self, query, texts, *, timeout_seconds):
        once = list(dict.fromkeys(texts))
        return await super().scores(query, once, timeout_seconds=timeout_seconds)


class NotFinite(Sound):
    async def scores(self, query, texts, *, timeout_seconds):
        return [float("nan") for _ in texts]


class BestFirst(Sound):
    async def scores(self, query, texts, *, timeout_seconds):
        return sorted(await super().scores(query, texts, timeout_seconds=timeout_seconds))[::-1]


class LowerIsBetter(Sound):
    async def scores(self, query, texts, *, timeout_seconds):
        made = await super().scores(query, texts, timeout_seconds=timeout_seconds)
        return [-score for score in made]


class KnowsNoChinese(Sound):
    async def scores(self, query, texts, *, timeout_seconds):
        seen = [re.sub("[\u4e00-\u9fff]", "", text) for text in texts]
        return await super().scores(query, seen, timeout_seconds=timeout_seconds)


class Changing(Sound):
    def __init__(self):
        self.calls = itertools.count()

    async def scores(self, query, texts, *, timeout_seconds):
        made = await super().scores(query, texts, timeout_seconds=timeout_seconds)
        return [score + next(self.calls) for score in made]


class RefusesEmptyText(Sound):
    async def scores(self, query, texts, *, timeout_seconds):
        if not all(text.strip() for text in (query, *texts)):
            raise RerankerError("nothing to read")
        return await super().scores(query, texts, timeout_seconds=timeout_seconds)


class RefusesLongText(Sound):
    async def scores(self, query, texts, *, timeout_seconds):
        if any(len(text) > 500 for text in texts):
            raise RerankerError("too long")
        return await super().scores(query, texts, timeout_seconds=timeout_seconds)


class OneCallAtATime(Sound):
    async def scores(self, query, texts, *, timeout_seconds):
        self.query = query
        await anyio.lowlevel.checkpoint()
        return await super().scores(self.query, texts, timeout_seconds=timeout_seconds)


@pytest.mark.parametrize(
    ("broken", "test", "error"),
    [
        (WithoutIdentity, "test_has_a_name", AssertionError),
        (TooManyForNothing, "test_no_text_gives_no_score", AssertionError),
        (EachTextOnce, "test_a_text_gives_a_number", AssertionError),
        (NotFinite, "test_a_text_gives_a_number", AssertionError),
        (BestFirst, "test_what_answers_is_best_wherever_it_stands", AssertionError),
        (LowerIsBetter, "test_what_answers_is_best_wherever_it_stands", AssertionError),
        (KnowsNoChinese, "test_what_answers_is_best_wherever_it_stands", AssertionError),
        (Changing, "test_asked_again_it_says_the_same", AssertionError),
        (RefusesEmptyText, "test_awkward_texts_and_questions_get_scores", RerankerError),
        (RefusesLongText, "test_texts_as_long_as_they_are_sent", RerankerError),
        (OneCallAtATime, "test_calls_at_the_same_time_do_not_mix", AssertionError),
    ],
)
async def test_a_broken_promise_is_found(broken, test, error):
    with pytest.raises(error):
        await getattr(RerankerSuite(), test)(broken())


async def test_a_sound_reranker_passes():
    names = [name for name in vars(RerankerSuite) if name.startswith("test_")]
    assert len(names) == 8
    for name in names:
        await getattr(RerankerSuite(), name)(Sound())
