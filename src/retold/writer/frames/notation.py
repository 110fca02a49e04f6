"""The notation of the patterns, compiled to regular expressions with cheap tests in front."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from retold.text.language import Language
from retold.writer.frames.values import ValueType

BE = "(?:be|is|are|am|was|were)"
_BE_WORDS = frozenset(("am", "is", "are", "be"))
_NOT_ZH = "(?P<not>(?:一点|并|完全|从来|都|也)?(?:不|没有|没)(?:太|怎么|是很|大)?)?"
_TAIL_ZH = r"[了呢啊吧哦呀啦嘛哈噢喔的]*"
# What may follow a wording that ends in a word: an adjunct, never the rest of the predicate.
_TAIL_EN = (
    r"(?:,\s.*|[ ,]+(?:since|for|now|too|and|but|because|so|at|in|on|from|with|again|anymore|"
    r"any more|these|here|right|last|this|next|by|as|after|when|while|thanks|please|though|already|"
    r"lol|btw)\b.*)?"
)
_TOKEN = re.compile(r"\\.|\{(\w+)(?::(\w+))?\}|[\[\]()|?*+]|[A-Za-z0-9']+|\s+|.")


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """A compiled wording.

    `value` is the name of the group that holds the value, empty where the wording itself is the
    value. `groups` are the types of all groups by name. `openings` are the lower-case beginnings
    it can match (English: subject and verb); `hints` are texts of which one must occur.
    """

    text: str
    body: str
    language: Language
    value: str
    groups: Mapping[str, str]
    openings: tuple[str, ...]
    hints: tuple[str, ...]

    @cached_property
    def regex(self) -> re.Pattern[str]:
        """The expression, compiled when the first clause comes near it: most never are."""
        return re.compile(self.body, re.IGNORECASE if self.language == "en" else 0)


@dataclass(slots=True)
class _Compiler:
    text: str
    language: Language
    types: Mapping[str, ValueType]
    groups: dict[str, str] = field(default_factory=dict)
    value: str = ""

    def regex(self) -> str:
        return "".join(self._pieces())

    def _pieces(self) -> Iterator[str]:
        closing: list[str] = []
        tokens = list(_TOKEN.finditer(self.text))
        for i, token in enumerate(tokens):
            word = token.group()
            if token[1]:
                yield self._placeholder(token[1], token[2])
            elif word == "[":
                closing.append(self._optional(tokens, i))
                yield "(?:"
            elif word == "(":
                closing.append(")")
                yield "(?:"
            elif word in "])":
                yield closing.pop()
            else:
                yield self._literal(word)

    def _optional(self, tokens: list[re.Match[str]], start: int) -> str:
        """How a bracket closes: its own quantifier wins over "may be left out"."""
        depth = 0
        for i in range(start, len(tokens)):
            depth += {"[": 1, "]": -1}.get(tokens[i].group(), 0)
            if depth == 0:
                following = tokens[i + 1].group() if i + 1 < len(tokens) else ""
                return ")" if following in ("*", "+", "?") else ")?"
        raise ValueError(f"the bracket is never closed in {self.text!r}")

    def _placeholder(self, kind: str, alias: str | None) -> str:
        if kind == "not":
            return _NOT_ZH
        name = alias or kind
        if name in self.groups:
            name = f"{name}_{len(self.groups)}"
        self.groups[name] = kind
        if alias is None and not self.value:
            self.value = name
        return f"(?P<{name}>{self.types[kind].regex})"

    def _literal(self, word: str) -> str:
        if word in "|?*+" or word.startswith("\\"):
            return word
        if word.isspace():
            return r"\s+" if self.language == "en" else r"\s*"
        if self.language == "en" and word in _BE_WORDS:
            return BE
        return re.escape(word)


def compile_pattern(
    text: str, language: Language, types: Mapping[str, ValueType], *, anywhere: bool = False
) -> Pattern:
    """The pattern of one wording; `anywhere` lets it match inside a longer text.

    Raises:
        KeyError: a value of a type that `types.toml` does not know.
        ValueError: an unclosed bracket.
    """
    compiler = _Compiler(text, language, types)
    body = compiler.regex()
    if not anywhere:
        body = f"{_opened(body, language)}{_tail(text, language)}$"
    return Pattern(
        text=text,
        body=body,
        language=language,
        value=compiler.value,
        groups=compiler.groups,
        openings=() if anywhere or language == "zh" else _openings(text),
        hints=_hints(text if language == "zh" else _after_opening(text)),
    )


def _opened(body: str, language: Language) -> str:
    # In Chinese the speaker is left out more often than not.
    return f"我?{body[1:]}" if language == "zh" and body.startswith("我") else body


def _tail(text: str, language: Language) -> str:
    if language == "zh":
        return _TAIL_ZH
    return "" if re.search(r"\{\w+(?::\w+)?\}\]?$", text) else _TAIL_EN


def _expansions(text: str) -> Iterator[str]:
    """Every choice at the beginning of an English wording, spelt out; placeholders stay."""
    parts = re.findall(r"\[[^\]]*\]|\([^)]*\)\??|[^\[(]+", text)[:4]
    choices = []
    for part in parts:
        if part[0] == "[":
            choices.append(["", *part[1:-1].split("|")])
        elif part[0] == "(":
            ends = ("?", ")")
            choices.append(
                [*part[1:].rstrip("?")[:-1].split("|"), *([""] if part.endswith(ends[0]) else [])]
            )
        else:
            choices.append([part])
    for combination in product(*choices):
        yield " ".join("".join(combination).split())


def _openings(text: str) -> tuple[str, ...]:
    found = dict.fromkeys(_opening(expanded) for expanded in _expansions(text))
    return tuple(found)


def _opening(words: str) -> str:
    """Subject and first word ("i live", "my name"); the first word alone otherwise.

    A placeholder in that place gives "i *", "my *" or "*".
    """
    parts = words.lower().replace(",", "").replace(":", "").split()
    first = "*" if parts[0].startswith("{") else parts[0]
    if first not in ("i", "my"):
        return "be" if first in _BE_WORDS else first
    second = parts[1].partition("'")[0] if len(parts) > 1 else ""
    if second.startswith("{"):
        second = "*"
    return f"{first} {'be' if second in _BE_WORDS else second}"


def _after_opening(text: str) -> str:
    """An English wording without its subject and verb, in lower case; "be" may have any form."""
    rest = re.sub(r"^(?:i\s+[a-z]+\b|i\s+|my\s+)", "", text.lower())
    return re.sub(r"\b(?:be|am|is|are)\b", "\n", rest)


def _hints(text: str) -> tuple[str, ...]:
    """Texts of which one stands in every sentence that the wording can match."""
    bare = re.sub(r"\[[^\[\]]*\][?*+]?|\{[^}]*\}\??", "\n", text)
    literal = re.sub(r"\([^()]*\)[?*]?|.[?*]|\\.", "\n", bare).replace("我", "\n")
    runs = sorted((run for run in re.split(r"[\s,'’]+", literal) if run), key=len, reverse=True)
    groups: list[list[str]] = [
        group.split("|") for group in re.findall(r"\(([^()]*)\)(?![?*])", bare)
    ]
    whole = [group for group in groups if all(_is_literal(choice) for choice in group)]
    if runs and (len(runs[0]) > 1 or not whole):
        return (runs[0],)
    if not whole:
        return ()
    shortest: list[str] = min(whole, key=len)
    return tuple(shortest)


def _is_literal(choice: str) -> bool:
    return bool(choice) and not re.search(r"[\n\\?*+]", choice)
