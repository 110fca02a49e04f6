"""Whether a unit says what its source says: numbers, names, addresses, dates, denial, person.

Rules make few such errors, but a unit that drifted is worse than none, and whoever writes units
(rules, a model, a caller) is held to the same list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from retold.text.language import Language
from retold.text.names import names
from retold.text.negation import polarity
from retold.text.normal import fold
from retold.text.numbers import quantities
from retold.text.persons import mentions_first
from retold.text.verbs import third_singular

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|[\u4e00-\u9fff]|[^\s\w]|\w+")
# What a change of person changes: pronouns, auxiliaries, marks. "Don't" and "doesn't" are a pair.
_PERSON = frozenset(
    """i me my mine myself we us our ours ourselves you your yours they them their theirs themselves
    the user and others am is are was were have has do does will would had 's i'm i've i'll i'd
    we're we've we'll we'd you're you've you'll you'd 我 你 您 俺 咱 们 用 户 等 人 的 助 手 本
    . , ! ? ; : 。 ， ！ ？ ； ： 、 … ~""".split()
)
_DENIED_PAIRS = {"don't": "doesn't", "haven't": "hasn't", "aren't": "isn't"}
_ADDRESS = re.compile(r"https?://[^\s，。；）)]+|[\w.+-]+@[\w-]+\.[\w.-]+")


@dataclass(frozen=True, slots=True)
class Changed:
    """What a writer changed on purpose.

    `added` are words put in: the name of the speaker, dates, antecedents. `dropped` are words
    taken out: relative time phrases.
    """

    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def drifts(
    source: str, content: str, *, language: Language, changed: Changed | None = None
) -> tuple[str, ...]:
    """The kinds of drift between a source and what was written from it; empty if there is none.

    Kinds are "number", "name", "address", "negation" and "person" (words in the first person are
    left, so that the statement would be about whoever reads it).

    Args:
        source: the words of the source.
        content: the statement written from them.
        language: the language of both.
        changed: what the writer changed on purpose.
    """
    found = []
    changed = changed or Changed()
    said, written = _without(source, changed.dropped), _without(content, changed.added)
    if not _is_harmless(said, written):
        if _numbers(said) != _numbers(written):
            found.append("number")
        if not _same_names(said, written, content, source):
            found.append("name")
        if sorted(_ADDRESS.findall(source)) != sorted(_ADDRESS.findall(content)):
            found.append("address")
        if polarity(said) != polarity(written):
            found.append("negation")
    if mentions_first(content, language):
        found.append("person")
    return tuple(found)


def _is_harmless(said: str, written: str) -> bool:
    """Whether all that changed are pronouns and verb forms: what stayed cannot have drifted."""
    before, after = _words(said), _words(written)
    gone, new = before - after, after - before
    agreed = {_DENIED_PAIRS.get(word, third_singular(word)): word for word in gone}
    turned = {word for word in new if word in agreed}
    left = {agreed[word] for word in turned}
    return all(word in _PERSON or word in turned for word in new) and all(
        word in _PERSON or word in left for word in gone
    )


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.lower().replace("’", "'")))


def _without(text: str, parts: Iterable[str]) -> str:
    for part in sorted(parts, key=len, reverse=True):
        if part:
            text = re.sub(
                rf"(?<![A-Za-z]){re.escape(part)}(?![A-Za-z])", " ", text, flags=re.IGNORECASE
            )
    return text


def _numbers(text: str) -> list[tuple[str, str]]:
    return sorted((str(q.value.normalize()), q.unit) for q in quantities(text))


def _same_names(said: str, written: str, content: str, source: str) -> bool:
    """No name of the source is lost, and none is in the unit that the source does not have."""
    lost = [name for name in names(said) if name not in content]
    new = [name for name in names(written) if fold(name) not in fold(source)]
    return not lost and not new
