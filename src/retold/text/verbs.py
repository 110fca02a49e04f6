"""Forms of English verbs: enough to make a verb agree with a new subject, and to know its tense."""

from __future__ import annotations

import re
from functools import cache
from types import MappingProxyType
from typing import Literal

Tense = Literal["base", "present", "past", "participle", "progressive"]

# Base, past and participle where they are not made by rule. Equal ones are written once.
_IRREGULAR = """
be was been|become became become|begin began begun|bend bent|bet bet|bite bit bitten|bleed bled
blow blew blown|break broke broken|bring brought|build built|burn burnt|burst burst|buy bought
catch caught|choose chose chosen|come came come|cost cost|cut cut|deal dealt|dig dug|do did done
draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen
feed fed|feel felt|fight fought|find found|fly flew flown|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone
grow grew grown|hang hung|have had|hear heard|hide hid hidden|hit hit|hold held|hurt hurt|keep kept
know knew known|lay laid|lead led|learn learnt|leave left|lend lent|let let|lie lay lain|light lit
lose lost|make made|mean meant|meet met|pay paid|put put|quit quit|read read|ride rode ridden
ring rang rung|rise rose risen|run ran run|say said|see saw seen|sell sold|send sent|set set
shake shook shaken|shine shone|shoot shot|show showed shown|shut shut|sing sang sung|sit sat
sleep slept|speak spoke spoken|spend spent|spread spread|stand stood|steal stole stolen|stick stuck
strike struck|swear swore sworn|sweep swept|swim swam swum|take took taken|teach taught
tear tore torn|tell told|think thought|throw threw thrown|understand understood|upset upset
wake woke woken|wear wore worn|weep wept|win won|withdraw withdrew withdrawn|write wrote written
"""
# These end in -ed without being past forms.
_BASES_IN_ED = frozenset(("bleed", "breed", "embed", "exceed", "feed", "need", "proceed", "seed",
                          "shed", "speed", "succeed", "wed"))  # fmt: skip
# Verbs of more than one syllable that double their last letter.
_DOUBLING = frozenset(("admit", "commit", "equip", "forget", "occur", "prefer", "refer", "regret"))
_SHORT_CLOSED = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]")
_HISSING = ("s", "sh", "ch", "x", "z", "o")

# Verbs that people coordinate with "and" in talk: "I live here and work there".
COMMON = frozenset(
    """add agree aim ask attend bake believe belong book bring build buy call care carry change
    collect come commute cook cover crave cycle dance deal decide design develop dislike draw dread
    drink drive earn eat enjoy expect fear feel find fix fly garden get give go grow hate have help
    hike hope intend join keep know lead learn like listen live look lose love maintain make manage
    mean meet miss move need organise organize own paint pay plan play practice practise prefer
    raise read rent require ride run see sell send share sing skate sleep speak spend start stay
    stop struggle study suffer support swim take teach tell tend think train travel try understand
    use visit volunteer vote wait wake walk want watch wear wish work worry write""".split()
)
# After "and" these are verbs even where an infinitive stands before them.
FINITE = frozenset(("am", "belong", "dislike", "enjoy", "hate", "have", "know", "live", "love",
                    "mean", "need", "own", "prefer", "want"))  # fmt: skip
MODALS = frozenset(
    """can can't cannot could couldn't will won't would wouldn't shall shan't should shouldn't may
    might mightn't must mustn't ought""".split()
)


def _irregular() -> dict[str, tuple[str, str]]:
    rows = (row.split() for line in _IRREGULAR.strip().splitlines() for row in line.split("|"))
    return {row[0]: (row[1], row[-1]) for row in rows}


_PARTS = MappingProxyType(_irregular())
_PASTS = frozenset(past for past, _ in _PARTS.values()) | {"were"}
_PARTICIPLES = frozenset(participle for _, participle in _PARTS.values())
_OTHER_WORDS = frozenset(
    ("bit", "fell", "felt", "found", "lay", "lead", "left", "lit", "rose", "saw")
)
_BASES = MappingProxyType(
    {form: base for base, parts in _PARTS.items() for form in parts if form not in _OTHER_WORDS}
    | {"were": "be", "is": "be", "are": "be", "am": "be", "has": "have", "does": "do"}
)
# Past and base are spelt alike; in doubt they are left as they are.
_UNCHANGING = frozenset(base for base, (past, _) in _PARTS.items() if past == base)


def base_of(form: str) -> str:
    """The base of an irregular past form, `bought` → `buy`; other words as they are.

    Forms that are more often another word, as `left` and `saw`, are left alone.
    """
    return _BASES.get(form, form)


def third_singular(base: str) -> str:
    """The form after he, she or it: `like` → `likes`, `have` → `has`, `try` → `tries`."""
    fixed = {"be": "is", "am": "is", "are": "is", "have": "has", "do": "does"}.get(base)
    if fixed is not None:
        return fixed
    if base.endswith(_HISSING):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in set("aeiou"):
        return base[:-1] + "ies"
    return base + "s"


def is_past(word: str) -> bool:
    """Whether a lower-case verb form is, or may be, a past form."""
    if word in _PASTS or word in _UNCHANGING:
        return True
    return word.endswith("ed") and word not in _BASES_IN_ED


def is_participle(word: str) -> bool:
    """Whether a lower-case verb form can follow `have`."""
    return word in _PARTICIPLES or (word.endswith("ed") and word not in _BASES_IN_ED)


@cache
def forms(base: str) -> MappingProxyType[str, Tense]:
    """Every form of a verb with its tense; where two are spelt alike, the first of these wins.

    The order is base, present, past, participle, progressive.
    """
    past, participle = _PARTS.get(base, (_regular_past(base), _regular_past(base)))
    pairs: tuple[tuple[str, Tense], ...] = (
        (base, "base"),
        (third_singular(base), "present"),
        (past, "past"),
        (participle, "participle"),
        (_progressive(base), "progressive"),
    )
    found: dict[str, Tense] = {}
    for form, tense in pairs:
        found.setdefault(form, tense)
    return MappingProxyType(found)


def _doubles(base: str) -> bool:
    return base in _DOUBLING or _SHORT_CLOSED.fullmatch(base) is not None


def _regular_past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in set("aeiou"):
        return base[:-1] + "ied"
    return base + (base[-1] if _doubles(base) else "") + "ed"


def _progressive(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return base[:-1] + "ing"
    return base + (base[-1] if _doubles(base) else "") + "ing"
