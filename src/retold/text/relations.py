"""Who people are to the speaker: mothers, friends, bosses, by the words for them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal

from retold.text.language import Language
from retold.text.patterns import alternatives


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One relation; the fields are those of `relations.toml`."""

    key: str
    words: tuple[str, ...]
    gender: Literal["", "female", "male"] = ""
    several: bool = False
    role: bool = False


@cache
def relations(language: Language) -> Mapping[str, Relation]:
    """The relations of a language, by each of the words for them."""
    text = resources.files("retold.text").joinpath("relations.toml").read_text("utf-8")
    found: dict[str, Relation] = {}
    for key, entry in tomllib.loads(text)[language].items():
        relation = Relation(key=key, **{**entry, "words": tuple(entry["words"])})
        found.update((word, relation) for word in relation.words)
    return found


@cache
def relation_words(language: Language) -> str:
    """The words of a language as alternatives of a regular expression, longest first."""
    return alternatives(relations(language))


def relation_of(key: str) -> Relation | None:
    """The relation that a unit's subject names, in whichever language; None for a name."""
    return relations("en").get(key) or relations("zh").get(key)


def may_be_several(subject: str) -> bool:
    """Whether the subject of a unit, as "Ann's cousin" or 阿安的表弟, may be one of several."""
    relation = relation_of(subject.rpartition("'s ")[2].rpartition("的")[2])
    return relation is not None and relation.several
