"""Forms of a text: clean for storing, folded for comparing, normalised for fingerprints."""

from __future__ import annotations

import hashlib
import hmac
import re
import tomllib
import unicodedata
from functools import cache
from importlib import resources

# Half of a surrogate pair, which no encoding can carry, and NUL, which databases cut at.
_UNCLEAN = re.compile("[\ud800-\udfff\0]")
# Reordering combining marks takes quadratic time in the length of their run, so runs are taken in
# pieces. Real writing has a handful in a row (Unicode's stream-safe format allows 30).
_LONG_RUN = re.compile(r"\W{65}")
_PIECE = re.compile(r"\w*\W{1,64}|\w+")
# What carries meaning in an otherwise dropped mark: 3.5 1:30 1/2 C++ C# 20% -5
_MEANT = re.compile(
    r"\w+|(?<=\d)[./:-](?=\d)|(?<=[a-z])[+#]+|(?<=\d)%|(?<=\d )%|(?P<minus>(?<!\w)-(?=\d))"
    r"|(?P<mark>[^\w\s])"
)
# Letters, and marks that carry meaning beside a digit at the most: most of what is said.
_BARE = re.compile(r"(?:[^\W\d]++|[\s.,:;!?/()'\"…·。，、：；！？“”‘’（）《》「」『』【】-]++)*+")
_DROPPED = re.compile(r"\W+")
_DASHES = {ord(dash): "-" for dash in "‐‑‒–—―"}
# Stands for the hyphen of -5 once the space before it is gone.
_MINUS = "\N{MINUS SIGN}"
# Symbols that chat uses as ornament.
_ORNAMENT = frozenset("~^`|")
# The commas of 3,000,000.
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def clean(text: str) -> str:
    """The text as it can be stored: lone surrogates become U+FFFD, NUL goes, all else stays."""
    if not _UNCLEAN.search(text):
        return text
    # Two halves that belong together become the character they stand for.
    whole = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return whole.replace("\0", "")


def simplify(text: str) -> str:
    """The text with traditional Chinese characters made simplified, one for one.

    Its length is unchanged, so positions found in it are positions in `text`.
    """
    return text if text.isascii() else text.translate(_variants())


def plain(text: str) -> str:
    """The text with traditional characters, full-width marks and curly apostrophes made plain.

    Like `simplify` it keeps the length, so positions found in it are positions in `text`.
    """
    return text if text.isascii() else text.translate(_plain_forms())


def fold(text: str) -> str:
    """The text with case, width, compatibility forms and traditional characters made equal.

    NFKC and case folding, as in Unicode's NFKC_Casefold. Its length may differ from the text's.
    """
    if text.isascii():
        return text.replace("\0", "").lower()
    folded = _compatible(_compatible(clean(text)).casefold())
    return simplify(folded).replace("’", "'")


def normalise(text: str) -> str:
    """What is left of a text when case, width, script variant, punctuation and spaces are equal.

    Marks that carry meaning stay: decimal points, signs, percent, `C++` against `C`, emoji.
    """
    folded = fold(text)
    if _BARE.fullmatch(folded):
        return _compatible(_DROPPED.sub("", folded))
    folded = THOUSANDS.sub("", folded).translate(_DASHES)
    meant = (
        _MINUS if found["minus"] else found[0]
        for found in _MEANT.finditer(folded)
        if found["mark"] is None or _carries_meaning(found["mark"])
    )
    # A mark may now follow a letter that it composes with.
    return _compatible("".join(meant))


def digest(secret: bytes, text: str) -> str:
    """HMAC-SHA256 of the normalised text as 64 hexadecimal digits: fingerprint and tombstone.

    Without the store's secret nobody can test a guess against it.
    """
    return hmac.new(secret, normalise(text).encode(), hashlib.sha256).hexdigest()


def _compatible(text: str) -> str:
    if not _LONG_RUN.search(text):
        return unicodedata.normalize("NFKC", text)
    return "".join(unicodedata.normalize("NFKC", piece) for piece in _PIECE.findall(text))


def _carries_meaning(mark: str) -> bool:
    """Whether it is a symbol or a combining mark; the latter are vowels in many scripts."""
    return mark not in _ORNAMENT and unicodedata.category(mark)[0] in "SM"


@cache
def _plain_forms() -> dict[int, str]:
    wide = {0xFF01 + i: chr(0x21 + i) for i in range(94)}
    return _variants() | wide | {0x3000: " ", ord("’"): "'", ord("‘"): "'", ord("￥"): "¥"}


@cache
def _variants() -> dict[int, str]:
    source = resources.files("retold.text").joinpath("variants.toml").read_text("utf-8")
    pairs = "".join(tomllib.loads(source)["pairs"].split())
    return {ord(pairs[i]): pairs[i + 1] for i in range(0, len(pairs), 2)}
