"""The kinds of value that a pattern may hold, and what each accepts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import rjieba

from retold.text.language import Language
from retold.text.numbers import quantities

# Ages of living people; above, a number is something else.
OLDEST = 120
_SMALL_NUMBERS = re.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:-[a-z]+)?",
    re.IGNORECASE,
)
_ONE_DIGIT_ZH = re.compile(r"[一二两三四五六七八九十]")
_NOT_NAMES = frozenset(
    """a an the not so very just sorry fine good great okay ok glad happy sad tired sure here there
    back done ready afraid in on at from with going trying looking also thinking interested excited
    pretty really still always never now currently feeling into new busy single married vegan
    i'm it he she my your hungry bored sick home late early thankful grateful proud allergic
    monday tuesday wednesday thursday friday saturday sunday""".split()
)
_NOT_NAMES_ZH = re.compile(r"[的了很不是在要想有这那什么没]|一[个种下]|我|你")
_PLACE_TAGS = ("ns", "nt")


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueType:
    """A kind of value; the fields are those of `types.toml` for one language."""

    name: str
    language: Language
    regex: str
    accepted: re.Pattern[str] | None
    never: tuple[str, ...]
    cut: re.Pattern[str] | None
    check: Callable[[str], bool] | None

    def proper(self, value: str) -> str:
        """The value without what only stands beside it: "Leeds with two cats" is Leeds."""
        found = self.cut.search(value, 1) if self.cut is not None else None
        return value[: found.start()].strip() if found else value

    def accepts(self, value: str) -> bool:
        """Whether this text can be such a value."""
        value = self.proper(value)
        if not value or _begins_with(value, self.never, self.language):
            return False
        if self.accepted is not None and not self.accepted.search(value):
            return False
        return self.check is None or self.check(value)


def value_types(text: str, language: Language) -> dict[str, ValueType]:
    """The types of a language, from the text of `types.toml`."""
    return {
        name: _value_type(name, entry, language)
        for name, entry in tomllib.loads(text).items()
        if language in entry
    }


def _value_type(name: str, entry: Mapping[str, Any], language: Language) -> ValueType:
    check = entry.get("check")
    return ValueType(
        name=name,
        language=language,
        regex=entry[language],
        accepted=_accepted(entry, language),
        never=tuple(entry.get(f"never_{language}", ())),
        cut=re.compile(entry[cut], re.IGNORECASE) if (cut := f"cut_{language}") in entry else None,
        check=CHECKS[check] if check else None,
    )


def _accepted(entry: Mapping[str, Any], language: Language) -> re.Pattern[str] | None:
    words = [re.escape(word) for word in entry.get(f"words_{language}", ())]
    ends = [re.escape(word) for word in entry.get(f"ends_{language}", ())]
    pattern = entry.get(f"pattern_{language}")
    if not words and not ends and not pattern:
        return None
    parts = []
    if words:
        joined = "|".join(words)
        inside = ("^", "$") if entry.get("whole") else (r"(?:^|[\W_])", r"(?:$|\W)")
        parts.append(
            f"(?i:{inside[0]}(?:{joined}){inside[1]})"
            if language == "en"
            else f"^(?:{joined})(?:[、和跟或及，](?:一点|一些)?(?:{joined}))*$"
        )
    if ends:
        parts.append(f"(?:{'|'.join(ends)})$")
    if pattern:
        parts.append(f"^{pattern}$")
    return re.compile("|".join(parts))


def _begins_with(value: str, starts: tuple[str, ...], language: Language) -> bool:
    lowered = value.lower()
    if language == "zh":
        return lowered.startswith(starts)
    return any(
        lowered.startswith(start) and not lowered[len(start) : len(start) + 1].isalnum()
        for start in starts
    )


def _is_amount(value: str) -> bool:
    return bool(quantities(value))


def _is_age(value: str) -> bool:
    if _SMALL_NUMBERS.fullmatch(value) or _ONE_DIGIT_ZH.fullmatch(value):
        return True
    found = quantities(value)
    return len(found) == 1 and 0 < found[0].value <= OLDEST


def _is_name(value: str) -> bool:
    if value.isascii():
        words = value.split()
        return len(words) <= 3 and not any(word.lower() in _NOT_NAMES for word in words)
    return _NOT_NAMES_ZH.search(value) is None


def _is_place(value: str) -> bool:
    """A town by its capital letter, or by its tag where Chinese gives no such sign."""
    if value.isascii():
        return value[0].isupper() and value.split(maxsplit=1)[0].lower() not in _NOT_NAMES
    return all(tag in _PLACE_TAGS for _, tag in rjieba.tag(value))


CHECKS: Mapping[str, Callable[[str], bool]] = {
    "amount": _is_amount,
    "age": _is_age,
    "name": _is_name,
    "place": _is_place,
}
