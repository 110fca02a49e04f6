"""Where an old text says again what was erased, though inside a longer sentence. Pure.

A tombstone is a hash, so it only knows its own words again. In text from before the erasure every
sentence is tried, of whatever length, and then every run of words of it.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Iterator

from retold.text.language import HAN
from retold.text.normal import digest, normalise
from retold.text.sentences import sentences

# Han characters stand alone, for nothing parts their words.
_WORD = re.compile(rf"[{HAN}]|[^\s{HAN}]+")
# A clause that was kept as one memory is hardly longer; every word more costs a hash a word.
_LONGEST_WORDS = 60
# In bytes of UTF-8: less than that is said by anybody, as a greeting or a yes.
_LEAST_BYTES = 6


def erased_stretches(
    text: str, is_erased: Callable[[str], bool], *, secret: bytes
) -> Iterator[tuple[int, int]]:
    """Start and end of the longest stretches that were erased, in order.

    Args:
        text: what somebody said.
        is_erased: whether there is a tombstone with a digest as `text.normal.digest` makes it.
        secret: the store's key for tombstones.
    """
    for sentence in sentences(text):
        if is_erased(digest(secret, sentence.text)):
            yield sentence.start, sentence.end
            continue
        words = [
            (sentence.start + found.start(), sentence.start + found.end(), normalise(found[0]))
            for found in _WORD.finditer(sentence.text)
        ]
        place = 0
        while place < len(words):
            end = _longest(words[place : place + _LONGEST_WORDS], is_erased, secret)
            if end:
                yield words[place][0], words[place + end - 1][1]
            place += end or 1


def _longest(
    words: list[tuple[int, int, str]], is_erased: Callable[[str], bool], secret: bytes
) -> int:
    """How many of the words, from the first on, are together what was erased; 0 for none."""
    found, said = 0, b""
    for count, (_, _, plain) in enumerate(words, 1):
        said += plain.encode()
        if plain and len(said) >= _LEAST_BYTES:
            # As `digest` does of the whole; normal forms of words are the words of normal forms.
            mark = hmac.digest(secret, said, "sha256").hex()
            found = count if is_erased(mark) else found
    return found
