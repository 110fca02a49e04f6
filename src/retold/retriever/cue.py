"""What a question asks for: its words, the times and the person it names. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache

import numpy as np

from retold.records import Moment, Query
from retold.retriever.asks import slots_asked
from retold.retriever.keywords import Floats
from retold.retriever.summaries import asks_broadly
from retold.text.language import HAN
from retold.text.relations import relation_words
from retold.text.times import find_moments
from retold.text.tokens import query_tokens

# What is searched of a long question, and of the last reply: its start, and its end.
MOST_CHARACTERS = 2000
_REPLY_CHARACTERS = 400
_OWN = re.compile(r"\b(?:i|me|my|mine|myself)\b|[我咱俺]", re.IGNORECASE)
# Words for others than the asker and the one asked, beside the words for relatives and friends.
_OTHERS = (
    r"who(?:m|se)?|he|him|his|she|her|hers|they|them|their|some(?:one|body)|any(?:one|body)"
    r"|every(?:one|body)|people|family|relatives?|guests?"
)
_OTHERS_ZH = "谁|哪[位个]人|[他她]|大家|家人|亲戚|客人|别人"
# What stands before the subject of a question.
_AUXILIARY = "(?:do|does|did|is|are|was|were|has|have|had|will|would|can|could|should|might|may)"
# "What did you tell me" is about what the assistant said.
_YOURS = re.compile(r"\byou(?:r|rs)?\b|[你您]", re.IGNORECASE)
# "Can you tell me" is only polite.
_POLITE = re.compile(
    r"\b(?:can|could|would|will) you (?:please |kindly |also )?(?:tell|show|list|walk|remind|give"
    r"|help|summari[sz]e|explain|describe|provide|find|say|recall|suggest|recommend)\b"
    r"|\bdo you (?:know|remember|recall)\b|\b(?:thank|let) you\b"
    r"|(?:请问?|麻烦|谢谢)[你您]|[你您](?:能|可以|还?记得|知道|帮)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """What to search for.

    `tokens` are keywords and `weights` how much each counts; `reply` is what is searched of the
    assistant's last reply; `moments` are the times named and `slots` what of a person is asked for;
    `own` says that the asker asks about themself, `alone` that they name nobody else, `yours` that
    they ask about what the assistant said or is, `broad` that they ask for a time as a whole.
    """

    text: str
    reply: str
    tokens: tuple[str, ...]
    weights: Floats
    moments: tuple[Moment, ...]
    slots: frozenset[str]
    own: bool
    alone: bool = False
    yours: bool = False
    broad: bool = False

    def covers(self, moment: datetime) -> bool:
        """Whether a time that the question names holds this moment."""
        return any(named.start <= moment < named.end for named in self.moments)

    def person(self, people: Iterable[str]) -> str | None:
        """Whom the question is about, of these people; None for nobody, or for several alike.

        Of several that it names, the one who does something: "what does Ann think of Bob's plan".
        """
        named = {person for person in people if person and _names(self.text, person)}
        doing = named if len(named) < 2 else {p for p in named if _does(self.text, p)}
        return next(iter(doing)) if len(doing) == 1 else None


def read_cue(query: Query, *, now: datetime, reply_weight: float) -> Cue:
    """Understand a question, asked at `query.at` or now."""
    text = query.text[:MOST_CHARACTERS]
    reply = query.last_reply[-_REPLY_CHARACTERS:] if reply_weight else ""
    tokens = dict.fromkeys(query_tokens(text), 1.0)
    for token in query_tokens(reply):
        tokens.setdefault(token, reply_weight)
    meant = _POLITE.sub(" ", text)
    yours = _YOURS.search(meant) is not None
    own = _OWN.search(meant) is not None and not yours
    moments = tuple(found.moment for found in find_moments(text, at=query.at or now))
    return Cue(
        text=text,
        reply=reply.strip(),
        tokens=tuple(tokens),
        weights=np.array(list(tokens.values()), dtype=np.float64),
        moments=moments,
        slots=slots_asked(text),
        own=own,
        alone=own and _others().search(meant) is None,
        yours=yours,
        broad=bool(moments) and asks_broadly(text),
    )


@cache
def _others() -> re.Pattern[str]:
    english = rf"\b(?:{_OTHERS}|{relation_words('en')})s?\b"
    return re.compile(f"{english}|{_OTHERS_ZH}|{relation_words('zh')}", re.IGNORECASE)


def _names(text: str, person: str) -> bool:
    """Whether the text names the person; a name in Latin letters as a whole word."""
    edges = "(?<![a-z]){}(?![a-z])" if person.isascii() else "{}"
    return re.search(edges.format(re.escape(person)), text, re.IGNORECASE) is not None


def _does(text: str, person: str) -> bool:
    """Whether the person, and nobody beside them, is the subject of a question."""
    name = re.escape(person)
    if re.search(rf"\b(?:and|or) {name}\b|[和跟与同、]{name}", text, re.IGNORECASE):
        return False
    english = rf"\b{_AUXILIARY} {name}\b(?!['’]s\b| (?:and|or)\b)"
    chinese = rf"^{name}(?=[{HAN}])(?![的和跟与同、])"
    return re.search(f"{english}|{chinese}", text, re.IGNORECASE) is not None
