"""What a cosine means for an embedder: 0 for unrelated texts, 1 for a question and its answer.

Embedders put their cosines in different ranges, and the same embedder puts Chinese, English and
pairs of both in different ones: with the default, two unrelated Chinese sentences are nearer than
an English question and its Chinese answer. A few sentences of known relation show where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from retold.changes import Vector
from retold.retriever.keywords import Floats
from retold.text.language import Language

# The same questions and facts in both languages, in the same order, unrelated to each other.
QUESTIONS: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "What should I avoid eating?",
        "When do I see the dentist?",
        "When is my mother's birthday?",
    ),
    "zh": ("我不能吃什么？", "我什么时候看牙医？", "我妈妈生日是哪天？"),
}
FACTS: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "I am allergic to peanuts.",
        "My dentist appointment is on Friday.",
        "My mother's birthday is on 8 March.",
    ),
    "zh": ("我对花生过敏。", "我周五要去看牙医。", "我妈妈的生日是三月八号。"),
}
# The facts as turns are worded.
SAID: Mapping[Language, tuple[str, ...]] = {
    "en": tuple(f'user said, "{fact}"' for fact in FACTS["en"]),
    "zh": tuple(f"user说：“{fact}”" for fact in FACTS["zh"]),
}
# An embedder that sees no relation in the sentences above must still not take noise for one.
_DEVIATIONS = 3.0
_LEAST_SPAN = 0.02

Pair = tuple[Language, Language]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Cosines of unrelated texts by the languages of question and item, and how far to related."""

    unrelated: Mapping[Pair, float]
    span: Mapping[Pair, float]

    def relatedness(self, cosines: Floats, pair: Pair) -> Floats:
        """0 for unrelated, 1 for a question and its answer; 2 or more for the same words."""
        related: Floats = (cosines - self.unrelated[pair]) / self.span[pair]
        return related


def measure_scale(questions: Mapping[Language, Vector], facts: Mapping[Language, Vector]) -> Scale:
    """The scale by the vectors of `QUESTIONS` and of `FACTS` or `SAID`, one row a sentence."""
    unrelated: dict[Pair, float] = {}
    span: dict[Pair, float] = {}
    for asked, question_vectors in questions.items():
        for told, fact_vectors in facts.items():
            cosines = question_vectors @ fact_vectors.T
            apart = cosines[~np.eye(len(cosines), dtype=bool)]
            unrelated[asked, told] = float(apart.mean())
            distance = float(np.diag(cosines).mean() - apart.mean())
            span[asked, told] = max(distance, _DEVIATIONS * float(apart.std()), _LEAST_SPAN)
    return Scale(unrelated=unrelated, span=span)
