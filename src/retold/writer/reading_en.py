"""Reading English clauses: lead-ins off, subject found, verb brought to its base."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from retold.text.verbs import COMMON, MODALS, is_participle, is_past
from retold.writer.reading import ME, Flags, Reading, Subject

_SLOPPY = (
    (re.compile(r"(?<![\w'])(?:i'?m|Im)(?= )", re.IGNORECASE), "I'm"),
    (re.compile(r"(?<![\w'])ive(?= )", re.IGNORECASE), "I've"),
    (re.compile(r"(?<![\w'/.&-])i(?=[ '](?!\.))"), "I"),
    (
        re.compile(
            r"\b(do|does|did|is|are|was|were|have|has|had|would|could|should|ca|wo)nt\b(?!')",
            re.IGNORECASE,
        ),
        r"\1n't",
    ),
    (re.compile(r"\bgonna\b", re.IGNORECASE), "going to"),
    (re.compile(r"\bwanna\b", re.IGNORECASE), "want to"),
    (re.compile(r"\b(?:have |'ve )?gotta\b", re.IGNORECASE), "have to"),
    (re.compile(r"(?<![\w'])u(?= )"), "you"),
    (re.compile(r"(?<![\w'])ur(?= )"), "your"),
    (re.compile(r"(?<![\w'])thats(?= )", re.IGNORECASE), "that's"),
    (re.compile(r"\bmy(?=bf\b|gf\b)"), "my "),
    (re.compile(r"\bfav\b", re.IGNORECASE), "favourite"),
)


def tidy(text: str) -> str:
    """The text with the common slips of chat put right: `im` → `I'm`, `dont` → `don't`."""
    text = text.replace("’", "'")
    for pattern, form in _SLOPPY:
        text = pattern.sub(form, text)
    return text


_LEAD = re.compile(
    r"""(?:(?:oh|ah+|aw+|hey|hi|hello|well|so|ok(?:ay)?|yeah|yep|yup|yes|nope|nah|no(?=[,.!;:])|ha(?:ha)*|lol|lmao|omg|
    btw|by[ ]the[ ]way|fyi|for[ ]your[ ]information|just[ ]so[ ](?:you|u)[ ]know|fwiw|for[ ]what[ ]it's[ ]worth|
    honestly|to[ ]be[ ]honest|tbh|actually|anyways?|also|and|but|plus|because|since(?=[ ](?:i|my)\b)|cuz|cause|though|although|
    like(?=,)|u+m+|u+h+|h+m+|right|sure|great|cool|wow|nice|thanks?(?:[ ](?:you|so[ ]much|a[ ]lot))*|thx|
    (?:please[ ]|pls[ ])?(?:note|remember|keep[ ]in[ ]mind|don't[ ]forget|bear[ ]in[ ]mind)(?:[ ]that|[ ]this)?|
    (?:like|as)[ ]i(?:'ve)?[ ](?:said|mentioned|told[ ]you)(?:[ ](?:before|earlier|already))?|
    i(?:'ve)?[ ](?:already[ ]|just[ ]|once[ ]|also[ ])?(?:wanted[ ]to|should|must|have[ ]to|want[ ]to|need[ ]to|forgot[ ]to)[ ](?:also[ ])?(?:mention|say|tell[ ]you|let[ ]you[ ]know|admit|add)(?:[ ]that)?|
    i(?:'ve)?[ ](?:already[ ])?told[ ]you(?:[ ](?:before|already))?(?:[ ]that)?|i[ ](?:already[ ])?mentioned(?:[ ](?:before|earlier))?(?:[ ]that)?|
    did[ ]i[ ](?:mention|tell[ ]you)(?:[ ]that)?|let[ ]me[ ]tell[ ]you|you[ ]know[ ]what|you[ ]know(?=,)|guess[ ]what|
    the[ ]thing[ ]is|fun[ ]fact|p\.?s\.?|update|context|for[ ]context|background|one[ ]more[ ]thing|another[ ]thing|
    in[ ]fact|basically|luckily|unfortunately|sadly|fortunately|thankfully|surprisingly|obviously|
    if[ ]possible|if[ ]it[ ]matters|if[ ]you're[ ]wondering|in[ ]case[ ]you're[ ]wondering|
    for[ ]the[ ]record|no[ ]wait|wait|sorry|correction|i[ ]mean|as[ ]for[ ]me|personally|in[ ]my[ ]case|
    (?:please[ ]|pls[ ])(?=(?:remember|note)\b)|speaking[ ]of[ ]which|on[ ]a[ ]side[ ]note|side[ ]note|
    (?:it[ ]turns|turns)[ ]out(?:[ ]that)?|today[ ]i[ ]learned(?:[ ]that)?|these[ ]days|nowadays|lately|recently|
    (?-i:(?!Yesterday|Today|Tomorrow|Tonight|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December|Last|This|Next|In|On|At|After|Before|When|While|If|Since|Recently|Maybe)[A-Z][a-z]+(?:[ ][A-Z][a-z]+)?(?=[,!][ ]))|
    first[ ]of[ ]all|first|second|finally|then|in[ ]the[ ]end|at[ ]the[ ]moment|right[ ]now|currently|now)
    (?:[\s,:;.!–—-]+|$))+""",
    re.IGNORECASE | re.VERBOSE,
)
_UNSURE = re.compile(
    r"(?:I (?:really |also |just |kind of )?(?:think|believe|guess|suppose|feel like|feel|figure|reckon|assume)|"
    r"I'm (?:pretty|fairly|quite|almost|not) sure|I(?:'d| would) say|maybe|perhaps|probably|possibly)"
    r"(?: that)?[ ,]+(?=(?:I|my|we|our)\b)",
    re.IGNORECASE,
)
_KNOWN = re.compile(
    r"I (?:just |recently |finally )?(?:know|realized|realised|realise|realize|found out|learned|discovered|noticed|decided)"
    r"(?: that)? (?=(?:I|my)\b)",
    re.IGNORECASE,
)
# Relations by the words people use for them; the first of a line is what units record.
_RELATIONS = """mom mum mother mommy mama mummy|dad father daddy papa|wife|husband hubby|girlfriend gf
boyfriend bf|partner spouse|fiancé fiance|fiancée fiancee|sister sis|brother bro|son|daughter|kid|kids
children|baby|child|grandma grandmother granny nana|grandpa grandfather granddad|aunt auntie aunty|uncle
cousin|niece|nephew|mother-in-law|father-in-law|sister-in-law|brother-in-law|parents|grandparents|friend
bestie buddy mate|colleague coworker co-worker|boss|manager|roommate flatmate housemate|neighbor neighbour
classmate|teacher|doctor|landlord|ex|ex-wife|ex-husband|family|dog|cat|puppy|kitten|team|company|stepson
stepdaughter|stepmom|stepdad|grandson|granddaughter|mentor|supervisor|therapist|subordinate|in-laws"""


def _relations() -> dict[str, str]:
    lines = [words.split() for row in _RELATIONS.split("|") for words in row.splitlines()]
    return {word: line[0] for line in lines for word in line}


RELATIONS: Mapping[str, str] = MappingProxyType(_relations())
# Of these a person may have several, so a second value may belong to a second one.
PLURAL_RELATIONS = frozenset(
    """sister brother son daughter kid kids child aunt uncle cousin niece nephew friend colleague boss
    neighbor classmate teacher doctor roommate grandson granddaughter dog cat mentor team subordinate
    stepson stepdaughter ex""".split()
)
_KIN = "|".join(sorted((re.escape(word) for word in RELATIONS), key=len, reverse=True))
_NAME = r"[A-Z][\w-]+(?:\s[A-Z][\w-]+)?"
_RELATIVE = re.compile(
    rf"(?:my|our)\s(?:(?:best|oldest|older|old|little|late|twin|big|younger|eldest|youngest|other|dear|good|close|"
    rf"childhood|former|step|middle|elder|new|half|great)[ -])*(?P<kin>{_KIN})\b"
    rf"(?:,?\s(?P<name>(?-i:{_NAME}))\b,?)?(?P<own>'s)?",
    re.IGNORECASE,
)
_ONE_OF_MINE = re.compile(
    rf"(?:a|one|another)\s(?:good |close |old )?(?P<kin>{_KIN})\sof\smine(?:\s(?:called|named))?(?:,?\s(?P<name>(?-i:{_NAME})),?)?",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    rf"(?:me and (?:my )?\w+|(?:my|our) [\w-]+(?: [\w-]+)? and (?:I|me)|(?-i:{_NAME}) and (?:I|me)|we both|both of us|we|"
    r"my family and I|the kids and I|us two)(?=[ '])",
    re.IGNORECASE,
)
_NAMED = re.compile(rf"(?P<name>{_NAME})(?P<own>'s)?\s+(?=[\w])")
_PRONOUN = re.compile(r"(?:he|she|they|it|this|that|these|those)(?=[ '])", re.IGNORECASE)
_POSSESSIVE_PRONOUN = re.compile(r"(?:his|her|their|its)\s+", re.IGNORECASE)
_BEGINNERS = frozenset(
    """the this that these those it what when where why how who which there here if as at in on for
    to from by with and but or so not no yes my our your his her their its a an some any all most
    many few each every both one two three just also maybe perhaps today yesterday tomorrow tonight
    monday tuesday wednesday thursday friday saturday sunday last next please thanks thank great
    love working going looking having being seeing hope hoping glad happy sorry let can could would
    should will do does did is are was were have has had been got need want budget""".split()
)
_ADVERBS = frozenset(
    """also always actually already almost basically currently definitely ever finally first
    generally honestly just kinda lately literally mainly mostly normally now obviously only really
    recently seriously simply soon still then truly typically usually both all even once probably
    often sometimes regularly frequently rarely seldom hardly too very so totally absolutely
    completely quite pretty super kind sort of a-bit newly originally officially""".split()
)
_HAVE_GOT = re.compile(r"(\bI'?ve|\bhave|\bhas|'ve|'s) got (a|an|no|some|two|\d)\b", re.IGNORECASE)
_BE = frozenset(("am", "is", "are", "was", "were", "be", "being", "been"))
_HEDGES = frozenset(("might", "may", "could", "would", "should", "must", "ought"))
_TAILS = frozenset(("m", "ve", "d", "ll", "s", "re"))
_SOFT_WOULD = frozenset(("like", "love", "prefer", "rather", "want", "need"))


def lead_in(text: str) -> int:
    """How many characters of the text lead up to what it says."""
    match = _LEAD.match(text)
    return match.end() if match and match.end() < len(text) else 0


def read(text: str, verbs: Mapping[str, tuple[str, str]]) -> Reading:
    """Read a tidy clause whose time phrases are gone; `verbs` are the forms the frames know."""
    offset = lead_in(text)
    flags = Flags()
    for pattern in (_UNSURE, _KNOWN):
        match = pattern.match(text, offset)
        if match:
            flags.unsure = flags.unsure or pattern is _UNSURE
            offset = match.end()
    body = _HAVE_GOT.sub(r"\1 \2", text[offset:].strip(" ,;:.!?~-–—"))
    subject, lead, rest = _subject(body, verbs)
    if lead == "my":
        forms: tuple[str, ...] = (_attribute(rest, flags),)
        predicate = rest
    elif subject is not None and subject.person != "thing":
        forms, predicate = _predicate(lead + rest, flags, verbs)
    else:
        forms, predicate = (), body
    if subject is None:
        forms = (*_elliptic(body, flags, verbs), body)
    elif subject.person == "thing" or _starts_with_name(subject):
        forms = (*forms, body)
    return Reading(
        text=text[offset:].strip(),
        offset=offset,
        subject=subject,
        forms=tuple(dict.fromkeys(form for form in forms if form)),
        predicate=predicate,
        **flags.as_arguments(),
    )


def _starts_with_name(subject: Subject) -> bool:
    # "Pottery is my passion" begins like a person.
    return subject.person == "other" and subject.key not in RELATIONS.values()


def _subject(body: str, verbs: Mapping[str, tuple[str, str]]) -> tuple[Subject | None, str, str]:
    """The subject, what of its contraction belongs to the predicate, and the rest.

    The middle part is "my" where the rest is an attribute of the subject and its value.
    """
    if re.match(r"I\b(?![/-])", body):
        return ME, body[1 : len(_tail(body, 1)) + 1], body[1 + len(_tail(body, 1)) :]
    together = _TOGETHER.match(body)
    if together:
        return ME, "", body[together.end() :]
    for pattern in (_ONE_OF_MINE, _RELATIVE):
        match = pattern.match(body)
        if match and body[match.end() : match.end() + 1] in (" ", "'", ""):
            return _relative(match, body)
    if re.match(r"(?:my|our)\s", body, re.IGNORECASE):
        return ME, "my", body.split(None, 1)[1]
    return _other_subject(body, verbs)


def _tail(body: str, start: int) -> str:
    match = re.match(r"'(?:m|ve|d|ll|s|re)\b", body[start:])
    return match.group() if match else ""


def _relative(match: re.Match[str], body: str) -> tuple[Subject, str, str]:
    kin = RELATIONS[match["kin"].lower()]
    name = match["name"]
    words = match.group().rstrip(",")
    own = match.groupdict().get("own")
    rest = body[match.end() :]
    subject = Subject(key=name or kin, words=words.removesuffix("'s"), person="other")
    if own and _is_possessive(rest):
        return subject, "my", rest.strip()
    return subject, "'s" if own else "", rest


def _is_possessive(rest: str) -> bool:
    """Whether 's before this is a possessive and not "is" or "has"."""
    match = re.match(r"\s+(\w+)(?: [\w-]+){0,2}? (?:is|was|are|were)\b", rest)
    first = match.group(1).lower() if match else ""
    return bool(first) and first not in _ADVERBS | {"a", "an", "the", "in", "from", "not", "allergic"}


def _other_subject(
    body: str, verbs: Mapping[str, tuple[str, str]]
) -> tuple[Subject | None, str, str]:
    pronoun = _PRONOUN.match(body)
    if pronoun:
        words = pronoun.group()
        person = "other" if words.lower() in ("he", "she", "they") else "thing"
        subject = Subject(key="", words=words, person=person, unresolved=True)  # type: ignore[arg-type]
        return subject, "", body[pronoun.end() :]
    owner = _POSSESSIVE_PRONOUN.match(body)
    if owner:
        subject = Subject(key="", words=owner.group().strip(), person="other", unresolved=True)
        return subject, "my", body[owner.end() :]
    named = _NAMED.match(body)
    if named and named["name"].split()[0].lower() not in _BEGINNERS:
        rest = body[named.end() :]
        subject = Subject(key=named["name"], words=named["name"], person="other")
        if named["own"] and _is_possessive(" " + rest):
            return subject, "my", rest
        if named["own"] or _is_finite(rest.split()[0], verbs):
            return subject, "'s" if named["own"] else "", " " + rest
    if re.match(r"(?:the|these|those|a|an|some|all|most|there|what|it's)\b", body, re.IGNORECASE):
        return Subject(key="", words="", person="thing"), "", body
    return None, "", body


def _is_finite(word: str, verbs: Mapping[str, tuple[str, str]]) -> bool:
    word = word.lower()
    if word in _BE or word in MODALS or word in ("has", "had", "doesn't", "didn't", "isn't", "wasn't", "hasn't", "won't"):
        return True
    known = verbs.get(word)
    if known is not None:
        return known[1] in ("present", "past")
    return is_past(word) or word in _ADVERBS or (word.endswith("s") and word[:-1] in COMMON)


def _attribute(rest: str, flags: Flags) -> str:
    """"name is Anna" as "my name be Anna", with what is taken out of the verb."""
    match = re.search(r"(?:'s|\s(?:is|are|was|were|has been|isn't|aren't|wasn't))(?=\s|$)", rest)
    if not match:
        return f"my {rest}"
    verb = match.group().strip()
    flags.past = verb in ("was", "were", "wasn't")
    flags.negations += verb.endswith("n't")
    after = rest[match.end() :].split()
    while after and (after[0].lower() in _ADVERBS or after[0].lower() in ("not", "no longer")):
        flags.negations += after.pop(0).lower() == "not"
    return f"my {rest[: match.start()]} be {' '.join(after)}"


def _elliptic(
    body: str, flags: Flags, verbs: Mapping[str, tuple[str, str]]
) -> tuple[str, ...]:
    """Ways to complete a clause without a subject: "moved to Rome", "allergic to nuts"."""
    if not body or len(body) > 120:
        return ()
    forms, _ = _predicate(" " + body, flags, verbs)
    return (*forms, f"I be {body}", f"my {body}")


def _predicate(
    text: str, flags: Flags, verbs: Mapping[str, tuple[str, str]]
) -> tuple[tuple[str, ...], str]:
    """The clause after its subject with a base verb, every way it may be read."""
    words = re.sub(r"^'(m|ve|d|ll|s|re)\b", r" '\1", text).split()
    position, has_be, modal = _peel(words, flags)
    if position >= len(words):
        return (("I be",) if has_be else ()), ""
    rest = words[position:]
    verb = rest[0].lower().strip(",.!?")
    tail = " ".join(rest[1:])
    forms: list[str] = []
    base, tense = ("have", "base") if verb == "'ve" else verbs.get(verb, (verb, ""))
    if has_be:
        flags.progressive = verb.endswith("ing") and tense == "progressive"
        if flags.progressive:
            forms.append(f"I {base} {tail}")
        forms.insert(0 if not flags.progressive or base in ("go", "move", "plan") else 1, f"I be {' '.join(rest)}")
    else:
        flags.past = flags.past or (tense == "past" or (tense == "" and is_past(verb)))
        flags.past = flags.past and not modal
        forms.append(f"I {modal}{base} {tail}")
    return tuple(" ".join(form.split()) for form in forms), " ".join(rest)


def _peel(words: Sequence[str], flags: Flags) -> tuple[int, bool, str]:
    """Step over adverbs, auxiliaries and negation.

    Returns the position of the verb, whether a form of "be" governs it, and "can " or "would "
    where these stay part of the reading.
    """
    has_be = False
    modal = ""
    i = 0
    while i < len(words):
        word = words[i].lower().strip(",")
        following = words[i + 1].lower().strip(",.") if i + 1 < len(words) else ""
        step = _auxiliary(word, following, flags, has_be=has_be)
        if step is None:
            break
        has_be = has_be or step == "be"
        modal = step if step in ("can ", "would ") else modal
        i += 2 if word in ("used", "no") else 1
    return i, has_be, modal


def _auxiliary(word: str, following: str, flags: Flags, *, has_be: bool) -> str | None:
    """What a word before the verb is: "" if it can be stepped over, None if it is the verb."""
    bare = word.removesuffix("n't") if word != "can't" else "can"
    if word.endswith("n't") or word in ("not", "never", "cannot"):
        flags.negations += 1
        bare = "can" if word in ("cannot", "can't") else {"wo": "will", "sha": "shall"}.get(bare, bare)
        if word in ("not", "never"):
            return ""
    if (word, following) == ("no", "longer"):
        flags.ended = True
        return ""
    if (word, following) == ("used", "to") and not has_be:
        flags.once = True
        return ""
    if word in _ADVERBS:
        return ""
    return _modal(bare, following, flags)


def _modal(word: str, following: str, flags: Flags) -> str | None:
    if word in _BE or word in ("'m", "'re", "'s"):
        flags.past = flags.past or word in ("was", "were")
        return "be"
    if word in ("do", "does", "did"):
        if following and (following.isalpha() or following == "not"):
            flags.past = flags.past or word == "did"
            return "" if flags.negations or following in COMMON or following == "not" else None
        return None
    if word in ("have", "has", "had", "'ve"):
        return _have(word, following, flags)
    if word in ("will", "shall", "'ll"):
        flags.future = True
        return ""
    if word == "can":
        return "can "
    if word in _HEDGES or word == "'d":
        return _would(word, following, flags)
    return None


def _have(word: str, following: str, flags: Flags) -> str | None:
    if word == "'ve" and following in ("a", "an", "no", "some", "two"):
        return None
    if word == "'ve" or following == "been" or (following and is_participle(following) and following not in ("read", "set", "cut", "hurt", "let")):
        flags.perfect = True
        return ""
    if following in _ADVERBS | {"never", "not"} or word in ("hasn't", "haven't"):
        flags.perfect = True
        return ""
    return None


def _would(word: str, following: str, flags: Flags) -> str:
    if word in ("would", "'d") and following in _SOFT_WOULD:
        flags.wish = True
        return "would "
    if word == "'d" and (following == "better" or is_participle(following)):
        flags.past = True
        return ""
    flags.hedged = True
    return ""
