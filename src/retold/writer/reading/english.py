"""Reading English clauses: slips mended, lead-ins off, subject found, verb brought to its base."""

from __future__ import annotations

import re

from retold.text.patterns import RELATIVE
from retold.text.relations import relation_of
from retold.writer.cues import cue
from retold.writer.reading import ME, Flags, Reading, Subject
from retold.writer.reading.english_persons import (
    BEGINNERS,
    NAME,
    Verbs,
    is_finite,
    is_possessive,
    own_person,
)
from retold.writer.reading.predicate import read_attribute, read_elliptic, read_predicate

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
_TOGETHER = re.compile(
    r"(?:me and (?:my )?\w+|(?:my|our) [\w-]+(?: [\w-]+)? and (?:I|me)"
    rf"|{NAME} and (?:I|me)|we both|both of us|we|my family and I|the kids and I|us two)(?=[ '])",
    re.IGNORECASE,
)
_COMPANION = re.compile(
    rf"(?P<who>{NAME}|my [\w-]+) and (?:I|me)\b|me and (?P<other>(?:my )?\w+)", re.IGNORECASE
)
_AHEAD = re.compile(
    r"(?P<where>(?:in|on|at|for|during|before|after|since|of|every|each|most) "
    r"(?!my |our |case|fact|short|general)"
    r"(?:[\w'-]+,? ){1,7}?)(?=(?:I(?:'m|'ve)?|we)\s(?!think|guess|feel))",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"(?P<name>{NAME})(?P<own>'s)?\s+(?=\w)")
_PRONOUN = re.compile(r"(?:he|she|they|it|this|that|these|those)(?=[ '])", re.IGNORECASE)
_OWNER = re.compile(r"(?:his|her|their|its)\s+", re.IGNORECASE)
_THING = re.compile(r"(?:the|these|those|a|an|some|all|most|there|what|it's)\b", re.IGNORECASE)
_TREATED = re.compile(
    r"(?:(?:my|the|our|a) (?:doctors?|gp|consultant|specialist|psychiatrist|cardiologist"
    r"|dermatologist|neurologist|nurse)(?:'s| has| have)?(?: just| now| finally)?"
    r" (?:switched|moved|changed|took|taken|weaned) me"
    r"|I(?: was| got| have been|'ve been) (?:switched|moved|changed|taken|weaned))"
    r" (?P<way>from|off)\b",
    re.IGNORECASE,
)
_RELATIVE = re.compile(rf"^(?P<who>(?:my|our) [\w' -]{{2,40}}|{NAME}){RELATIVE}, ?", re.IGNORECASE)
_CONTRACTED = re.compile(r"'(?:m|ve|d|ll|s|re)\b")


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
    # "My sister, who lives in Oslo, is a vet" says of her that she is one.
    body = _RELATIVE.sub(r"\g<who> ", body)
    body = _treated(_moved_back(_HAVE_GOT.sub(r"\1 \2", body)))
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


def _treated(body: str) -> str:
    """What a doctor changed for the speaker, as the speaker would say it of themselves."""
    found = _TREATED.match(body)
    if not found:
        return body
    begun = "I switched from" if found["way"].lower() == "from" else "I came off"
    return begun + body[found.end() :]


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
    person = own_person(body, verbs)
    if person is not None:
        return person
    if re.match(r"(?:my|our)\s", body, re.IGNORECASE):
        return ME, "my", body.split(None, 1)[1]
    return _other(body, verbs)


def _other(body: str, verbs: Verbs) -> tuple[Subject | None, str, str]:
    pronoun = _PRONOUN.match(body)
    if pronoun:
        return _unresolved(pronoun.group()), "", body[pronoun.end() :]
    owner = _OWNER.match(body)
    if owner:
        subject = Subject(key="", words=owner.group().strip(), person="other", unresolved=True)
        return subject, "my", body[owner.end() :]
    named = _NAMED.match(body)
    if named and named["name"].split()[0].lower() not in BEGINNERS:
        rest = body[named.end() :]
        subject = Subject(key=named["name"], words=named["name"], person="other")
        if named["own"] and is_possessive(f" {rest}"):
            return subject, "my", rest
        # "Thinking of moving": a verb is asked for, and "sort of" makes "of" an adverb.
        verb = rest.split()[0]
        if named["own"] or (verb != "of" and is_finite(verb, verbs)):
            return subject, "'s" if named["own"] else "", f" {rest}"
    if _THING.match(body):
        return Subject(key="", words="", person="thing"), "", body
    return None, "", body


def _unresolved(words: str) -> Subject:
    if words.lower() in ("he", "she", "they"):
        return Subject(key="", words=words, person="other", unresolved=True)
    return Subject(key="", words=words, person="thing", unresolved=True)
