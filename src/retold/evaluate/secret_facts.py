"""Statements to be erased: made of parts, each with a name or number that stands nowhere else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

LANGUAGES = ("en", "zh")

# Each user says one of each; the second says the same of the same slot in other words. X is what
# no other statement holds, N a number.
_STATEMENTS = {
    "en": (
        ("My favourite singer is X.", "My favorite singer is X."),
        ("I live in X.", "I'm living in X."),
        ("I'm allergic to X nuts.", "I have an allergy to X nuts."),
        ("I work as a nurse at X Clinic.", "I'm a nurse at X Clinic."),
        ("My sister's name is X.", "My sister is named X."),
        ("My cat's name is X.", "My cat is named X."),
        ("My best friend is X.", "My best friend's name is X."),
        ("My favourite restaurant is X.", "My favorite restaurant is X."),
        ("I was born in X.", "I'm from X."),
        ("I enjoy X music.", "I like X music."),
    ),
    "zh": (
        ("我最喜欢的歌手是X。", "我最爱的歌手是X。"),
        ("我住在杭州市X路N号。", "我现在住杭州市X路N号。"),
        ("我对X果过敏。", "我吃X果会过敏。"),
        ("我喜欢吃X糕。", "我爱吃X糕。"),
        ("我姐姐叫X。", "我姐姐的名字是X。"),
        ("我的猫叫X。", "我的猫名叫X。"),
        ("我最好的朋友叫X。", "我最好的朋友名叫X。"),
        ("我最喜欢的餐厅是X。", "我最爱的餐厅是X。"),
        ("我出生在X镇。", "我老家在X镇。"),
        ("我儿子在X小学上学。", "我儿子就读于X小学。"),
    ),
}
# What each user says beside, which is not erased and has to stay.
BYSTANDERS = {
    "en": ("I drink my coffee black.", "I'm learning to play the cello."),
    "zh": ("我喝咖啡不加糖。", "我正在学拉大提琴。"),
}
_SYLLABLES = (
    "bra dro fel gri hol jun kes lum mor nav pol quin ros stel tam ul vor wex yll zan".split()
)
_CHARACTERS = "沐澜翊琛煜桁筱岚霁昀芷蘅澈珩棠砚笙屿浔瑾铮堇旻泓曜茗璟翎钰崎"
_SURNAMES = "顾沈陆裴谢苏容慕闻楚"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A statement of a user, `other` words for it, and the part by which it is known again."""

    user: str
    language: str
    text: str
    other: str
    mark: str


def facts(a_language: int, *, seed: int) -> list[Fact]:
    """So many statements in each language, ten a user; the same for the same seed."""
    chance = random.Random(seed)
    return [fact for language in LANGUAGES for fact in _of_language(language, a_language, chance)]


def _of_language(language: str, count: int, chance: random.Random) -> Iterator[Fact]:
    marks = _marks(language, chance)
    statements = _STATEMENTS[language]
    for number in range(count):
        mark = next(marks)
        where = str(chance.randint(100, 999))
        text, other = (
            wording.replace("N", where, 1).replace("X", mark, 1)
            for wording in statements[number % len(statements)]
        )
        yield Fact(
            user=f"{language}-{number // len(statements)}",
            language=language,
            text=text,
            other=other,
            mark=mark,
        )


def _marks(language: str, chance: random.Random) -> Iterator[str]:
    """Names, each once."""
    seen: set[str] = set()
    while True:
        if language == "en":
            parts = ["".join(chance.choices(_SYLLABLES, k=k)).capitalize() for k in (2, 3)]
            mark = " ".join(parts)
        else:
            mark = chance.choice(_SURNAMES) + "".join(chance.choices(_CHARACTERS, k=2))
        if mark not in seen:
            seen.add(mark)
            yield mark
