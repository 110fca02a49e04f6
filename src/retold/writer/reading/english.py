"""Reading English clauses: slips mended, lead-ins off, subject found, verb brought to its base."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from retold.text.verbs import COMMON, MODALS, is_past
from retold.writer.cues import cue
from retold.writer.reading import ME, Flags, Reading, Subject
from retold.writer.reading.predicate import (
    ADVERBS,
    BE,
    read_attribute,
    read_elliptic,
    read_predicate,
)
from retold.writer.relations import relation_of, relation_words, relations

Verbs = Mapping[str, tuple[str, str]]

# Slips of chat by the group that finds them, in one pass.
_SLIPS = re.compile(
    r"(?P<im>(?<![\w'])(?:[iI]'m|[iI]m)(?= ))|(?P<ive>(?<![\w'])[iI]ve(?= ))"
    r"|(?P<i>(?<![\w'/.&-])i(?=[ '](?!\.)))"
    r"|\b(?P<not>[Dd]o|[Dd]oes|[Dd]id|is|are|was|were|have|has|had|would|could|should|[Cc]a|wo)nt\b(?!')"
    r"|(?P<gonna>\b[Gg]onna\b)|(?P<wanna>\b[Ww]anna\b)|(?P<gotta>\b(?:have |'ve )?gotta\b)"
    r"|(?P<u>(?<![\w'])u(?= ))|(?P<ur>(?<![\w'])ur(?= ))|(?P<thats>(?<![\w'])[Tt]hats(?= ))"
    r"|(?P<my>\bmy(?=bf\b|gf\b))|(?P<fav>\bfav\b)"
)
_MENDED = {
    "im": "I'm", "ive": "I've", "i": "I", "gonna": "going to", "wanna": "want to",
    "gotta": "have to", "u": "you", "ur": "your", "thats": "that's", "my": "my ",
    "fav": "favourite",
}  # fmt: skip
_HAVE_GOT = re.compile(r"(\bI'?ve|\bhave|\bhas|'ve|'s) got (a|an|no|some|two|\d)\b", re.IGNORECASE)
_FILLERS = re.compile(r"(?:[\s,]+(?:btw|lol|tbh|haha+|pls|please|tho|xd))+$", re.IGNORECASE)
_NAME = r"(?-i:[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)"
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
_TOGETHER = re.compile(
    r"(?:me and (?:my )?\w+|(?:my|our) [\w-]+(?: [\w-]+)? and (?:I|me)"
    rf"|{_NAME} and (?:I|me)|we both|both of us|we|my family and I|the kids and I|us two)(?=[ '])",
    re.IGNORECASE,
)
_COMPANION = re.compile(
    rf"(?P<who>{_NAME}|my [\w-]+) and (?:I|me)\b|me and (?P<other>(?:my )?\w+)", re.IGNORECASE
)
_AHEAD = re.compile(
    r"(?P<where>(?:in|on|at|for|during|before|after|since|of|every|each|most) "
    r"(?!my |our |case|fact|short|general)"
    r"(?:[\w'-]+,? ){1,7}?)(?=(?:I(?:'m|'ve)?|we)\s(?!think|guess|feel))",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"(?P<name>{_NAME})(?P<own>'s)?\s+(?=\w)")
_PRONOUN = re.compile(r"(?:he|she|they|it|this|that|these|those)(?=[ '])", re.IGNORECASE)
_OWNER = re.compile(r"(?:his|her|their|its)\s+", re.IGNORECASE)
_THING = re.compile(r"(?:the|these|those|a|an|some|all|most|there|what|it's)\b", re.IGNORECASE)
_CONTRACTED = re.compile(r"'(?:m|ve|d|ll|s|re)\b")
_OWNED = re.compile(r"\s+(\w+)(?: [\w-]+){0,2}? (?:is|was|are|were)\b")
# Capitalised words that begin sentences and are no names.
_BEGINNERS = frozenset(
    """the this that these those it what when where why how who which there here if as at in on for
    to from by with and but or so not no yes my our your his her their its a an some any all most
    many few each every both one two three just also maybe perhaps today yesterday tomorrow tonight
    monday tuesday wednesday thursday friday saturday sunday last next please thanks thank great
    love working going looking having being seeing hope hoping glad happy sorry let can could would
    should will do does did is are was were have has had been got need want budget""".split()
)
_NOT_OWNED = ADVERBS | {"a", "an", "the", "in", "from", "not", "allergic"}
_SINGULAR = BE | MODALS | {"has", "had", "doesn't", "didn't", "isn't", "wasn't", "hasn't", "won't"}
# A plural verb: no one person.
_PLURAL = frozenset(("are", "were", "have", "aren't", "weren't"))


def tidy(text: str) -> str:
    """The text with the common slips of chat put right: `im` → `I'm`, `dont` → `don't`."""
    return _SLIPS.sub(_mended, text.replace("’", "'"))


def _mended(slip: re.Match[str]) -> str:
    kind = slip.lastgroup or ""
    return f"{slip['not']}n't" if kind == "not" else _MENDED[kind]


def lead_in(text: str) -> int:
    """How many characters of the text lead up to what it says."""
    match = cue("reading.lead", "en").match(text)
    return match.end() if match and match.end() < len(text) else 0


def read(text: str, verbs: Verbs) -> Reading:
    """Read a tidy clause whose time phrases are gone; `verbs` are the forms the frames know."""
    offset = lead_in(text)
    flags = Flags()
    for name in ("reading.unsure", "reading.known"):
        match = cue(name, "en").match(text, offset)
        if match:
            flags.unsure = flags.unsure or name == "reading.unsure"
            offset = match.end()
    body = _FILLERS.sub("", text[offset:].strip(" ,;:.!?~-–—"))
    body = _moved_back(_HAVE_GOT.sub(r"\1 \2", body))
    subject, lead, rest = _subject(body, verbs)
    forms: tuple[str, ...] = ()
    if lead == "my":
        forms = (read_attribute(rest, flags),)
    elif subject is None:
        forms = (*read_elliptic(body, flags, verbs), body)
    elif subject.person != "thing":
        forms = read_predicate(lead + rest, flags, verbs)
    companion = _COMPANION.match(body) if subject is ME else None
    if companion:
        # "Kim and I broke up" says whom with.
        forms = (
            *forms,
            *(f"{form} with {companion['who'] or companion['other']}" for form in forms),
        )
    if subject is not None and _may_be_thing(subject):
        forms = (*forms, body)
    return Reading(
        text=text[offset:].strip(),
        subject=subject,
        forms=tuple(dict.fromkeys(form for form in forms if form)),
        flags=flags,
    )


def _moved_back(body: str) -> str:
    """The clause as if its place or time stood last: "On long drives I listen to …"."""
    ahead = _AHEAD.match(body)
    if not ahead or cue("reading.finite", "en").search(ahead["where"]):
        return body
    where, rest = ahead["where"].rstrip(" ,"), body[ahead.end() :]
    if "," in rest or where.lower().startswith("of "):
        # Between them it would be taken for part of the value.
        return rest
    return f"{rest} {where[:1].lower()}{where[1:]}"


def _may_be_thing(subject: Subject) -> bool:
    """Whether it is read as it stands, too: "Pottery is my passion" begins like a person."""
    named = subject.person == "other" and relation_of(subject.key) is None
    return subject.person == "thing" or named


def _subject(body: str, verbs: Verbs) -> tuple[Subject | None, str, str]:
    """The subject, what of its contraction belongs to the predicate, and the rest.

    The middle part is "my" where the rest is an attribute of the subject and its value.
    """
    if re.match(r"I\b(?![/-])", body):
        contracted = _CONTRACTED.match(body, 1)
        tail = contracted.group() if contracted else ""
        return ME, tail, body[1 + len(tail) :]
    together = _TOGETHER.match(body)
    if together:
        return ME, "", body[together.end() :]
    for pattern in _relative_patterns():
        match = pattern.match(body)
        if match and body[match.end() : match.end() + 1] in (" ", "'", ""):
            return _relative(match, body)
    if re.match(r"(?:my|our)\s", body, re.IGNORECASE):
        return ME, "my", body.split(None, 1)[1]
    return _other(body, verbs)


@cache
def _relative_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    kin = relation_words("en")
    return (
        re.compile(
            rf"(?:a|one|another)\s(?:good |close |old )?(?P<kin>{kin})\sof\smine"
            rf"(?:\s(?:called|named))?(?:,?\s(?P<name>{_NAME}),?)?",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?:(?P<bare>{_BARE})|(?:my|our)\s){_KIN_MODIFIERS}(?P<kin>{kin})\b"
            rf"(?:,?\s(?P<name>{_NAME})\b,?)?(?P<own>'s)?",
            re.IGNORECASE,
        ),
    )


def _relative(match: re.Match[str], body: str) -> tuple[Subject, str, str]:
    own = match.groupdict().get("own")
    rest = body[match.end() :]
    subject = Subject(
        key=match["name"] or relations("en")[match["kin"].lower()].key,
        words=match.group().rstrip(",").removesuffix("'s"),
        person="other",
        bare=match.groupdict().get("bare") is not None,
    )
    if own and _is_possessive(rest):
        return subject, "my", rest.strip()
    return subject, "'s" if own else "", rest


def _is_possessive(rest: str) -> bool:
    """Whether 's before this is a possessive and not "is" or "has"."""
    match = _OWNED.match(rest)
    return match is not None and match[1].lower() not in _NOT_OWNED


def _other(body: str, verbs: Verbs) -> tuple[Subject | None, str, str]:
    pronoun = _PRONOUN.match(body)
    if pronoun:
        return _unresolved(pronoun.group()), "", body[pronoun.end() :]
    owner = _OWNER.match(body)
    if owner:
        subject = Subject(key="", words=owner.group().strip(), person="other", unresolved=True)
        return subject, "my", body[owner.end() :]
    named = _NAMED.match(body)
    if named and named["name"].split()[0].lower() not in _BEGINNERS:
        rest = body[named.end() :]
        subject = Subject(key=named["name"], words=named["name"], person="other")
        if named["own"] and _is_possessive(f" {rest}"):
            return subject, "my", rest
        if named["own"] or _is_finite(rest.split()[0], verbs):
            return subject, "'s" if named["own"] else "", f" {rest}"
    if _THING.match(body):
        return Subject(key="", words="", person="thing"), "", body
    return None, "", body


def _unresolved(words: str) -> Subject:
    if words.lower() in ("he", "she", "they"):
        return Subject(key="", words=words, person="other", unresolved=True)
    return Subject(key="", words=words, person="thing", unresolved=True)


def _is_finite(word: str, verbs: Verbs) -> bool:
    word = word.lower()
    if word in _PLURAL:
        return False
    if word in _SINGULAR:
        return True
    known = verbs.get(word)
    if known is not None:
        return known[1] in ("present", "past")
    return is_past(word) or word in ADVERBS or (word.endswith("s") and word[:-1] in COMMON)
