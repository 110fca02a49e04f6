"""Names in a text: what must come through a rewrite byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from retold.text.language import HAN
from retold.text.name_words import (
    CALLED_ONES,
    COMPOUND_SURNAMES,
    FAMILIAR_SURNAMES,
    GIVEN_AFTER_FAMILIAR,
    GIVEN_NAMES,
    NO_NAMES,
    NO_NAMES_ZH,
    NO_PLACE_ENDINGS,
    NOT_AFTER_FAMILIAR,
    NOT_CALLED,
    NOT_GIVEN,
    PLACE_ENDINGS,
    PLACES_ZH,
    SOUNDS,
    SURNAMES,
    TITLES_ZH,
    WORDLIKE_SURNAMES,
)
from retold.text.normal import simplify
from retold.text.patterns import alternatives
from retold.text.stopwords import ENGLISH

# Addresses, files and code. What closes a sentence is not part of them.
_URL_END = r"[^\s，。；、）」』】》\"'<>`]+(?<![.,;:!?)])"
_FILES = (
    "py|js|ts|json|toml|ya?ml|md|txt|csv|pdf|docx?|xlsx?|pptx?|png|jpe?g|mp[34]|zip|html|css|sh|db"
)
_ADDRESS = re.compile(
    rf"https?://{_URL_END}|(?<![\w.])www\.{_URL_END}"
    r"|(?<![\w.+-])[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,64}\.[A-Za-z]{2,24}"
    r"|(?<![\w@])@[A-Za-z_]\w{1,30}|(?<![\w/.])(?:~|\.{1,2})?/[\w.-]+(?:/[\w.-]+)+"
    rf"|(?<![\w.-])[\w-]{{1,64}}\.(?:{_FILES})\b"
    r"|(?<![\w.])v?\d{1,6}(?:\.\d{1,6}){2,}(?![\w.]*\d)|(?<=`)[^`\n]{1,80}(?=`)",
    re.ASCII,
)
# Titles in their marks, without the marks: a rewrite may set them in others.
_TITLE = re.compile(
    r"《([^《》\n]{1,40})》|“([^“”\n]{1,40})”|「([^「」\n]{1,40})」|『([^『』\n]{1,40})』"
    r"|(?<![\w\"])\"(?=\S)([^\"\n]{1,40})(?<=\S)\"(?!\w)"
)
# Letters and digits together, as in GPT-4o, RTX4090, A4, B-52.
_MODEL = re.compile(
    r"(?<![A-Za-z0-9.])(?=[A-Za-z0-9.+/-]{0,30}\d)(?=[0-9.+/-]{0,30}[A-Za-z])"
    r"[A-Za-z0-9]{1,30}(?:[-.+/][A-Za-z0-9]{1,30}){0,4}(?![A-Za-z0-9])",
    re.ASCII,
)
# Digits with letters that say what is counted: 16GB, 3k, 5pm, 2nd, 3-bedroom, 5-year-old.
_AMOUNT = re.compile(
    r"\d+(?:\.\d+)?(?:-?[a-z]+(?:-[a-z]+)*|[KMGT]i?B?|[kM]?W|G?Hz|MHz|mAh|D|PM|AM)"
)
_LETTER = "A-Za-z\u00c0-\u024f"
_LATIN_WORD = re.compile(rf"(?<![0-9A-Za-z_])[{_LETTER}][0-9{_LETTER}]*(?:['’.&-][0-9{_LETTER}]+)*")
_SENTENCE_START = re.compile(r"(?:^|[.!?。！？；：:\n\"“‘(（*•>-]|\d[.)])[\s\"“‘(（*_#]*$")
_TITLE_OR_INITIAL = re.compile(r"\b(?:Mr|Mrs|Ms|Mx|Dr|Prof|St|[A-Z])\.\s*$")
_LINK = re.compile(
    r"(?:(?<=\b[A-Z])\.)? (?:(?:of the|of|de la|de|van der|van|von|del|du|da|bin|le|la) )?"
)
# A product's number belongs to its name: iPhone 15 Pro, RTX 4090, Windows 11.
_PRODUCT_NUMBER = re.compile(
    r" \d{1,4}(?:\.\d{1,2})?[A-Za-z]?(?![\w.])"
    r"(?: (?:Pro|Max|Plus|Ultra|Mini|Air|Ti|Super|SE|Lite)\b)*"
)
_PRODUCTS = frozenset(
    "windows python galaxy pixel model xbox mate redmi honor office debian fedora".split()
)
_SHOUTED_WORDS = 3
_MOST_WORDS = 8
# They open the names of places, at the start of a sentence too.
_FIRST_OF_TWO = frozenset("New San Los Las Saint North South East West Mount Lake Santa".split())

_HAN_PAIR = re.compile(f"[{HAN}]{{2}}")
_TRANSLITERATED = re.compile(f"[{SOUNDS}]{{1,8}}(?:[·•・‧][{SOUNDS}]{{1,8}}){{1,3}}")
_TITLED = re.compile(f"[{''.join(sorted(SURNAMES))}](?:{TITLES_ZH})")
_FAMILIAR = re.compile(f"[小老阿][{FAMILIAR_SURNAMES}](?!{NOT_AFTER_FAMILIAR})")
_CALLED = re.compile(
    f"(?:名叫|取名叫?|名字(?:是|叫做?)|[昵小外][名称号](?:是|叫)|改名(?:为|叫)|[{CALLED_ONES}][^，。,!！？]{{0,2}}叫做?)"
    f'[“"「]?(?P<name>(?![{NOT_CALLED}])[{HAN}]{{2,4}}?)(?=[”"」，。！？,.!?\\s、]|$|的|今年|是|和|了)'
)
_LARGEST_PERSON_NAME = 4
_KNOWN_PLACE = re.compile(alternatives(PLACES_ZH))


def names(text: str) -> set[str]:
    """Proper names, model numbers, addresses, files and titles, exactly as the text writes them.

    Surer of names inside a sentence than at its start, where every English word is capitalised:
    there only known given names count. Chinese names are told by the segmenter's tags together
    with surnames, titles and places.
    """
    found = {match[0] for match in _ADDRESS.finditer(text)}
    rest = _ADDRESS.sub(_blank, text)
    for title in _TITLE.finditer(rest):
        start, end = title.span(title.lastindex or 0)
        found.add(text[start:end].strip())
    rest = _TITLE.sub(_blank, rest)
    found |= {m[0] for m in _MODEL.finditer(rest) if not _AMOUNT.fullmatch(m[0])}
    found.update(text[start:end] for start, end in _english(rest))
    if _HAN_PAIR.search(rest):
        found.update(_chinese(rest))
    found.discard("")
    return found


def _blank(match: re.Match[str]) -> str:
    """A match made unreadable; what follows it does not open a sentence."""
    return "~" * len(match[0])


def _english(text: str) -> Iterator[tuple[int, int]]:
    """Where runs of capitalised words stand, without the word that only opens a sentence."""
    run: list[re.Match[str]] = []
    end = 0
    words = [word for word in _LATIN_WORD.finditer(text) if _is_capitalised(word[0])]
    known = {_bare(word[0]) for word in words if not _opens(text, word.start())}
    for word in [*words, None]:
        full = len(run) == _MOST_WORDS
        if run and (word is None or full or not _continues(text, run[-1], word)):
            found = _run_name(text, run, known)
            run = []
            if found:
                end = found[1]
                yield found
        if word is not None and word.start() >= end and not _is_common(word[0]):
            run.append(word)


def _is_capitalised(word: str) -> bool:
    return not word.islower()


def _is_common(word: str) -> bool:
    bare = _bare(word).lower().rpartition("-")[2]
    return bare in NO_NAMES or bare.removesuffix("s") in NO_NAMES


def _bare(word: str) -> str:
    """A word without its possessive ending."""
    word = word.replace("’", "'")
    return word[:-2] if word.endswith(("'s", "'S")) else word


def _opens(text: str, start: int) -> bool:
    before = max(0, start - 12)
    if _TITLE_OR_INITIAL.search(text, before, start):
        return False
    return _SENTENCE_START.search(text, before, start) is not None


def _continues(text: str, last: re.Match[str], word: re.Match[str]) -> bool:
    possessive = _bare(last[0]) != last[0].replace("’", "'")
    joined = _LINK.fullmatch(text, last.end(), word.start()) is not None
    return joined and not possessive and not _is_common(word[0])


def _run_name(text: str, run: list[re.Match[str]], known: set[str]) -> tuple[int, int] | None:
    """Where the name stands that a run of capitalised words holds, if it holds one."""
    if len(run) >= _SHOUTED_WORDS and all(word[0].isupper() and len(word[0]) > 1 for word in run):
        return None
    while run and not _is_name(text, run[0], known):
        if len(run) > 1 and run[0][0] in _FIRST_OF_TWO:
            break
        run = run[1:]
    if not run:
        return None
    start, end = run[0].start(), run[-1].start() + len(_bare(run[-1][0]))
    last = run[-1][0]
    if last.lower() in _PRODUCTS or not last[1:].islower():
        number = _PRODUCT_NUMBER.match(text, end)
        end = number.end() if number else end
    return (start, end) if end - start > 1 else None


def _is_name(text: str, word: re.Match[str], known: set[str]) -> bool:
    """Whether a run of capitals may begin with this word."""
    bare = _bare(word[0])
    if bare.lower() in ENGLISH and bare not in ("US", "IT"):
        return False
    if not _opens(text, word.start()) or bare in known or bare.lower() in GIVEN_NAMES:
        return True
    numbered = bare.lower() in _PRODUCTS and _PRODUCT_NUMBER.match(text, word.end())
    return bool(numbered) or (len(bare) > 1 and not bare[1:].islower())


def _chinese(text: str) -> Iterator[str]:
    read = simplify(text)
    for shape in (_TRANSLITERATED, _TITLED, _FAMILIAR, _CALLED):
        for match in shape.finditer(read):
            start, end = match.span("name" if "name" in shape.groupindex else 0)
            yield text[start:end]
    start = 0
    before = ""
    for word, tag in _tagger()(read):
        end = start + len(word)
        if before in COMPOUND_SURNAMES and tag.startswith("nr") and len(word) <= 2:
            yield text[start - len(before) : end]
        elif _is_place(word, tag) or _is_person(word, tag):
            yield text[start:end]
        elif tag == "ns":
            # 辽宁沈阳 and 北京郊区 are words of the segmenter.
            for place in _KNOWN_PLACE.finditer(word):
                yield text[start + place.start() : start + place.end()]
        start, before = end, word


def _is_place(word: str, tag: str) -> bool:
    if word in PLACES_ZH or (len(word) > 2 and word.endswith(PLACE_ENDINGS)):
        return True
    named = tag == "ns" and len(word) > 2 and word[-1] in "市省县区镇村"
    return named and not word.endswith(NO_PLACE_ENDINGS)


def _is_person(word: str, tag: str) -> bool:
    length = len(word)
    if not tag.startswith("nr") or word in NO_NAMES_ZH or not 2 <= length <= _LARGEST_PERSON_NAME:
        return False
    if word[0] in WORDLIKE_SURNAMES:
        return length == 3
    if word[0] in "小阿" and length == 2:
        return word[1] in GIVEN_AFTER_FAMILIAR
    if length == _LARGEST_PERSON_NAME:
        return word.startswith(COMPOUND_SURNAMES)
    return word[0] in SURNAMES and word[-1] not in NOT_GIVEN


@cache
def _tagger() -> Callable[[str], list[tuple[str, str]]]:
    """Loaded with the first Chinese text, like the segmenter of `tokens`."""
    import rjieba

    tag: Callable[[str], list[tuple[str, str]]] = rjieba.tag
    return tag
