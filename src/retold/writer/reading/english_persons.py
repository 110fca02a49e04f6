"""Persons of the speaker's at the beginning of an English clause: relatives, and other roles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from retold.text.patterns import alternatives
from retold.text.relations import Relation, relation_words, relations
from retold.text.verbs import COMMON, MODALS, is_past
from retold.writer.cues import cue
from retold.writer.reading import Subject
from retold.writer.reading.predicate import ADVERBS, BE

Verbs = Mapping[str, tuple[str, str]]

NAME = r"(?-i:[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)"
_TITLE = r"(?-i:(?:Mr|Mrs|Ms|Mx|Dr|Prof)\b\.?\s)"
_TITLED = rf"(?:{_TITLE})?{NAME}"
_KIN_MODIFIERS = (
    r"(?:(?:best|oldest|older|old|little|late|twin|big|younger|eldest|youngest|other|dear|good|close"
    r"|childhood|former|step|middle|elder|new|half|great)[ -])*"
)
# Of these there is one that everybody means.
_BARE = (
    r"the\s(?=(?:kids|children|wife|husband|hubby|baby|dog|cat|boys|girls)\b)"
    r"|(?=(?:mom|mum|dad|gf|bf|hubby|grandma|grandpa|grandad|granddad|granny|nana|wifey|boss"
    r"|landlord)\b(?:'s)? )"
)
# Up to three words, the last of them in small letters: "my German tutor", "my son's teacher".
_INTRODUCED = re.compile(
    r"(?:my|our)\s(?P<before>(?:[\w'-]+\s){0,2}?)(?P<head>(?-i:[a-z]+(?:-[a-z]+)*)),?\s"
    rf"(?P<name>{_TITLED})\b,?(?P<own>'s)?",
    re.IGNORECASE,
)
_OWNED = re.compile(r"\s+(\w+)(?: [\w-]+){0,2}? (?:is|was|are|were)\b")
# Capitalised words that begin sentences and are no names.
BEGINNERS = frozenset(
    """the this that these those it what when where why how who which there here if as at in on for
    to from by with and but or so not no yes my our your his her their its a an some any all most
    many few each every both one two three just also maybe perhaps today yesterday tomorrow tonight
    monday tuesday wednesday thursday friday saturday sunday last next please thanks thank great
    love working going looking having being seeing hope hoping glad happy sorry let can could would
    should will do does did is are was were have has had been got need want budget rent salary
    deadline mortgage tuition insurance weight height dinner lunch breakfast work school therapy
    practice rehearsal training""".split()
)
_JOINS = frozenset(("and", "or", "&"))
_NOT_OWNED = ADVERBS | {"a", "an", "the", "in", "from", "not", "allergic"}
_SINGULAR = BE | MODALS | {"has", "had", "doesn't", "didn't", "isn't", "wasn't", "hasn't", "won't"}
# A plural verb: no one person.
_PLURAL = frozenset(("are", "were", "have", "aren't", "weren't"))


def own_person(body: str, verbs: Verbs) -> tuple[Subject, str, str] | None:
    """The person of the speaker's whom a clause begins with, if it does.

    Returns the subject, what of its contraction belongs to the predicate ("my" where the rest is
    an attribute of theirs and its value), and the rest. A person whom a role introduces goes by
    the name; without one by the relation.
    """
    found = _INTRODUCED.match(body)
    if found and _is_introduction(found, body[found.end() :], verbs):
        return _relative(found, body)
    for pattern in _relative_patterns():
        match = pattern.match(body)
        if not match or body[match.end() : match.end() + 1] not in (" ", "'", ""):
            continue
        if not _of(match).role or _is_told_of(match, body[match.end() :], verbs):
            return _relative(match, body)
    return _by_role(body, verbs)


def _is_introduction(found: re.Match[str], rest: str, verbs: Verbs) -> bool:
    """Whether the words before the name are a role, and the name is the subject."""
    name, before = found["name"], found["before"].split()
    if rest[:1] not in (" ", "'", "") or _first_word(rest) in _JOINS:
        return False
    if name.split()[0].lower() in BEGINNERS or not _may_modify(before, verbs):
        return False
    noun = found["head"].rpartition("-")[2]
    thing = cue("roles.thing", "en").fullmatch(noun) is not None
    if cue("roles.person", "en").fullmatch(noun) or (_is_relation(found["head"]) and not thing):
        return True
    if is_finite(noun, verbs) or not _may_modify([noun], verbs):
        return False
    if re.match(_TITLE, name):
        return True
    told = cue("roles.does", "en").match(f"{found['own'] or ''}{rest}")
    return told is not None and not thing


def _is_relation(noun: str) -> bool:
    """Whether relations know it: a mother-in-law, and of an ex-colleague the colleague."""
    return not relations("en").keys().isdisjoint((noun, noun.rpartition("-")[2]))


def _may_modify(words: list[str], verbs: Verbs) -> bool:
    """Whether these can stand before a noun: in "my wife calls doctor Kim" they do not."""
    no_modifier = cue("roles.no_modifier", "en")
    fitting = not any(no_modifier.fullmatch(word) for word in words)
    return fitting and not any(is_finite(word, verbs) for word in words[1:])


def _by_role(body: str, verbs: Verbs) -> tuple[Subject, str, str] | None:
    """Someone without a name whose role other words make clear: "my fencing coach"."""
    match = _role_pattern().match(body)
    if not match or not _may_modify(match["before"].split(), verbs):
        return None
    told = _is_told_of(match, body[match.end() :], verbs)
    return _relative(match, body) if told else None


def _is_told_of(match: re.Match[str], rest: str, verbs: Verbs) -> bool:
    """Whether a role is a subject of its own: not in "my dentist appointment is …"."""
    following = _first_word(rest)
    if match["name"]:
        return following not in _JOINS
    return match["own"] is not None or is_finite(following, verbs)


def _first_word(rest: str) -> str:
    return rest.split(None, 1)[0] if rest.startswith(" ") and rest.strip() else ""


@cache
def _relative_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    kin = relation_words("en")
    return (
        re.compile(
            rf"(?:a|one|another)\s(?:good |close |old )?(?P<kin>{kin})\sof\smine"
            rf"(?:\s(?:called|named))?(?:,?\s(?P<name>{_TITLED}),?)?(?P<own>)",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?:(?P<bare>{_BARE})|(?:my|our)\s){_KIN_MODIFIERS}(?P<kin>{kin})\b"
            rf"(?:,?\s(?P<name>{_TITLED})\b,?)?(?P<own>'s)?",
            re.IGNORECASE,
        ),
    )


@cache
def _role_pattern() -> re.Pattern[str]:
    roles = alternatives(word for word, r in relations("en").items() if r.role)
    return re.compile(
        rf"(?:my|our)\s(?P<before>(?:[\w'-]+\s){{1,2}}?)(?P<kin>{roles})\b"
        r"(?P<name>)(?P<own>'s)?",
        re.IGNORECASE,
    )


def _relative(match: re.Match[str], body: str) -> tuple[Subject, str, str]:
    rest = body[match.end() :]
    subject = Subject(
        # "Mr. Brown" and "Mr Brown" are one.
        key=match["name"].replace(".", "") if match["name"] else _of(match).key,
        words=match.group().rstrip(",").removesuffix("'s"),
        person="other",
        bare=match.groupdict().get("bare") is not None,
    )
    if match["own"] and is_possessive(rest):
        return subject, "my", rest.strip()
    return subject, "'s" if match["own"] else "", rest


def _of(match: re.Match[str]) -> Relation:
    return relations("en")[match["kin"].lower()]


def is_possessive(rest: str) -> bool:
    """Whether 's before this is a possessive and not "is" or "has"."""
    match = _OWNED.match(rest)
    return match is not None and match[1].lower() not in _NOT_OWNED


def is_finite(word: str, verbs: Verbs) -> bool:
    """Whether a word can be the verb of one person; `verbs` are the forms the frames know."""
    word = word.lower()
    if word in _PLURAL:
        return False
    if word in _SINGULAR:
        return True
    known = verbs.get(word)
    if known is not None:
        return known[1] in ("present", "past")
    return is_past(word) or word in ADVERBS or (word.endswith("s") and word[:-1] in COMMON)
