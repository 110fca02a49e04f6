"""Keywords of a text, the same for what is stored and what is asked.

English words are stemmed (Snowball); irregular verbs and two spellings of a word are one. A run of
Han characters gives its words, its pairs of neighbouring characters and its single characters, so
that 数据库 finds 数据库检索系统 whatever the segmenter makes of either, and so that one character
finds the words it is part of. What is joined by marks, such as `gpt-4`, gives its parts and the
whole without the marks, so that `wi-fi` finds `wifi`. No token holds a space or a control mark.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache

from Stemmer import Stemmer

from retold.text.language import HAN
from retold.text.normal import THOUSANDS, fold
from retold.text.numerals import NUMERAL, value_of
from retold.text.spellings import SPELLINGS
from retold.text.stopwords import CHINESE, ENGLISH
from retold.text.verbs import base_of

# Longer runs without a mark are no words; they are cut, so that a token fits every index.
_LONGEST = 48
# Vocabulary of a few hundred users at once.
_WORDS_CACHED = 32_768
# The same memories are found again and again.
_TEXTS_CACHED = 8192
_EMOJI = "\u2600-\u27bf\U0001f1e6-\U0001f1ff\U0001f300-\U0001faff"
_KANA = "\u3041-\u30ff"
_SHARP = r"(?P<sharp>(?<![^\W_])[a-z](?:\+\+|\#)(?![^\W_]))"
_PIECE = re.compile(
    rf"(?P<han>[{HAN}]+)"
    r"|(?P<date>\d{1,4}[年月日号])"
    rf"|{_SHARP}"
    rf"|(?P<word>[^\W_{HAN}{_KANA}]+(?:(?:[-_.@'&+]|(?<=\d):(?=\d))[^\W_{HAN}{_KANA}]+)*)"
    r"|(?P<kana>[\u3041-\u309f]+|[\u30a1-\u30ff]+)"
    rf"|(?P<emoji>[{_EMOJI}])"
)
# The same of text in ASCII, which needs half of the time.
_ASCII_PIECE = re.compile(rf"{_SHARP}|(?P<word>[a-z\d]+(?:(?:[-_.@'&+]|(?<=\d):(?=\d))[a-z\d]+)*)")
_PART = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*|[^\W_]+")
_JOINER = re.compile(r"[-_@'&+:]|(?<!\d)\.|\.(?!\d)")
_NUMERAL = re.compile(rf"({NUMERAL})([年月日号]?)")


def tokens(text: str) -> list[str]:
    """Index tokens in the order of the text, each as often as it occurs."""
    found: list[str] = []
    for piece in _pieces(text):
        if piece.lastgroup == "han":
            found += _indexed(piece[0])
        else:
            found += _spelt(piece)
    return found


@lru_cache(_TEXTS_CACHED)
def token_set(text: str) -> frozenset[str]:
    """The different tokens of a text, kept for texts that are compared again and again."""
    return frozenset(tokens(text))


def query_tokens(text: str) -> list[str]:
    """Tokens to search for: those of `tokens` that tell something, each once, in order.

    Stop words go, unless nothing else is left. Of Han text the telling words are searched for,
    with their characters and the pairs inside and between them.
    """
    telling: list[str] = []
    every: list[str] = []
    for piece in _pieces(text):
        if piece.lastgroup == "han":
            segments, numbers = _segment(piece[0]), _numerals(piece[0])
            every += _searched(segments) + numbers
            telling += _searched(["" if word in CHINESE else word for word in segments]) + numbers
        else:
            found = _spelt(piece)
            every += found
            telling += () if piece[0] in ENGLISH else found
    return list(dict.fromkeys(telling or every))


def words(text: str) -> list[str]:
    """The telling words in order, folded but not stemmed; Han text as the segmenter divides it."""
    found: list[str] = []
    for piece in _pieces(text):
        parts = _segment(piece[0]) if piece.lastgroup == "han" else [piece[0]]
        found += [part for part in parts if part not in CHINESE and part not in ENGLISH]
    return found


def _pieces(text: str) -> Iterator[re.Match[str]]:
    folded = THOUSANDS.sub("", fold(text))
    return (_ASCII_PIECE if folded.isascii() else _PIECE).finditer(folded)


def _spelt(piece: re.Match[str]) -> list[str]:
    """Tokens of a piece that is not a run of Han characters."""
    whole = piece[0]
    if piece.lastgroup == "word":
        return [stem(whole)] if whole.isalpha() and len(whole) <= _LONGEST else _parts(whole)
    if piece.lastgroup == "date":
        return [_date(whole[:-1], whole[-1]), whole[:-1].lstrip("0") or "0"]
    return [whole[start : start + _LONGEST] for start in range(0, len(whole), _LONGEST)]


def _parts(whole: str) -> list[str]:
    parts = _PART.findall(whole)
    found = [token for part in parts for token in _cut(part)]
    joined = _JOINER.sub("", whole.removeprefix("www."))
    if len(parts) > 1 and len(joined) <= _LONGEST:
        found.append(joined)
    return found


def _cut(part: str) -> Iterable[str]:
    if part[0].isdigit():
        part = part.lstrip("0") or "0"
        part = f"0{part}" if part[0] == "." else part
    elif len(part) <= _LONGEST:
        return (stem(part),)
    return (part[start : start + _LONGEST] for start in range(0, len(part), _LONGEST))


def _indexed(run: str) -> list[str]:
    pairs = [run[i : i + 2] for i in range(len(run) - 1)]
    return [*run, *pairs, *(w for w in _segment(run) if len(w) > 2), *_numerals(run)]


def _searched(segments: list[str]) -> list[str]:
    """Words, the pairs in them, and the pairs across them; an empty word stands for a gap."""
    found = []
    for before, word in zip(["", *segments], segments, strict=False):
        if before and word:
            found.append(before[-1] + word[0])
        if len(word) > 2:
            found += [word, *(word[i : i + 2] for i in range(len(word) - 1))]
        elif word:
            found.append(word)
        found += word
    return found


def _numerals(run: str) -> list[str]:
    """Numbers and dates in Chinese characters as they are in digits: 三千 also as 3000."""
    found = []
    for numeral, unit in _NUMERAL.findall(run):
        value = value_of(numeral) if unit or len(numeral) > 1 else None
        if value is not None:
            found.append(f"{value:f}")
            found += [_date(f"{value:f}", unit)] if unit else []
    return found


def _date(number: str, unit: str) -> str:
    return (number.lstrip("0") or "0") + ("日" if unit == "号" else unit)


@lru_cache(_WORDS_CACHED)
def stem(word: str) -> str:
    """The stem of a folded English word; a word in other letters as it is."""
    if not word.isascii():
        bare = unicodedata.normalize("NFD", word)
        bare = "".join(letter for letter in bare if not unicodedata.combining(letter))
        if not bare.isascii():
            return word
        word = bare
    stemmed = _snowball(base_of(word))
    return _one_spelling().get(stemmed, stemmed)


@cache
def _one_spelling() -> dict[str, str]:
    return {_snowball(form): _snowball(standard) for form, standard in SPELLINGS}


def _snowball(word: str) -> str:
    # A stemmer keeps its state while it works, so every call takes a new one, which is cheap.
    stemmed: str = Stemmer("english", 0).stemWord(word)
    return stemmed


@cache
def _segmenter() -> Callable[[str], list[str]]:
    """Loaded with the first Chinese text, for its dictionary takes a quarter of a second."""
    import rjieba

    cut: Callable[[str], list[str]] = rjieba.cut
    return cut


def _segment(run: str) -> list[str]:
    return _segmenter()(run)
