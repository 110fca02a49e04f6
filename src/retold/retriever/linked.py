"""What the best hit names leads on to what else is said about it. Pure.

"The one in Qingdao, which event is that?" is answered in two steps: one memory says which event is
in Qingdao, and others tell of the event by its name alone, without a word of the question. So it is
with a person: "the one who is 164 cm tall, what do they do?" leads to what else is known of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import log

from retold.records import Speaking
from retold.retriever.hits import Scored
from retold.text.normal import normalise
from retold.text.tokens import words

# Candidates that are compared with the best: they are enough to tell rare words from common ones.
_COMPARED = 24
# A question for many of a kind is answered by hits that are alike, not by one that leads on.
_FOR_MANY = re.compile(
    r"\bhow (?:many|often)\b|\blist (?:all|every|the)\b|\bwhich of\b"
    r"|[几多][少]?(?:个|位|名|种|条|家|次|件|本|场|部|款|只|间|门)|哪些|哪几",
    re.IGNORECASE,
)


def linked(scored: Sequence[Scored], question: str, *, weight: float, least: float) -> list[Scored]:
    """The candidates, those raised that share with the best one what the question does not say.

    A score s becomes s + weight * best * share * (1 - s), where `share` is how much of the best
    one's telling words, each by its rarity among the candidates, the other has as well. Of a unit
    about the same subject, one that the question does not name, it is 1.

    Args:
        scored: candidates in any order.
        question: what is asked.
        weight: 0-1; 0 leaves everything as it is.
        least: the best candidate must score this much, or it leads nowhere.
    """
    order = sorted(scored, key=lambda one: -one.hit.score)[:_COMPARED]
    if not weight or not order or order[0].hit.score < least or _FOR_MANY.search(question):
        return list(scored)
    best, others = order[0], order[1:]
    asked = frozenset(words(question))
    names = frozenset(words(best.hit.text)) - asked
    said = [names & frozenset(words(one.hit.text)) for one in others]
    frequency = Counter(name for some in said for name in some)
    rarity = {name: log((len(order) + 1) / (1 + frequency[name])) for name in names}
    total = sum(rarity.values())
    sure = weight * best.hit.score
    shares = [
        sure * sum(rarity[name] for name in shared) / total if total else 0.0 for shared in said
    ]
    subject = _led_to(order, question)
    if subject:
        shares = [
            sure if _subject(one) == subject else share
            for one, share in zip(others, shares, strict=True)
        ]
    raised = [
        one.raised(share, linked=share)
        for one, share in zip(others, shares, strict=True)
        if share and one.hit.text != best.hit.text
    ]
    by_id = {(one.hit.corpus, one.hit.id): one for one in raised}
    return [by_id.get((one.hit.corpus, one.hit.id), one) for one in scored]


def _led_to(order: Sequence[Scored], question: str) -> str:
    """The subject of the best one; "" where the question names it, or most are about it anyway."""
    best = order[0].hit
    subjects = [_subject(one) for one in order]
    # The best may be the turn that a unit was made from.
    telling = (_subject(one) for one in order if one is order[0] or best.id in one.hit.sources)
    subject = next(filter(None, telling), "")
    usual = subject == Speaking.USER or 2 * subjects.count(subject) > len(subjects)
    return "" if usual or normalise(subject) in normalise(question) else subject


def _subject(one: Scored) -> str:
    return "" if one.hit.unit is None else one.hit.unit.subject
