"""English predicates: auxiliaries, adverbs and negation taken out, the verb in its base form."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from retold.text.verbs import COMMON, MODALS, is_participle, is_past
from retold.writer.cues import cue
from retold.writer.reading import Flags

ADVERBS = frozenset(
    """also always actually already basically currently definitely ever finally first
    generally honestly just kinda lately literally mainly mostly normally now obviously only really
    recently seriously simply soon still then truly typically usually both all even once probably
    often sometimes regularly frequently rarely seldom hardly too very so totally absolutely
    completely quite pretty super kind sort of newly originally officially""".split()
)
BE = frozenset(("am", "is", "are", "was", "were", "be", "being", "been"))
_BE_TAILS = frozenset(("'m", "'re", "'s"))
_HEDGES = frozenset(("might", "may", "could", "would", "should", "must", "ought"))
# After "would" these make a wish, not a guess.
_WISHES = frozenset(("like", "love", "prefer", "rather", "want", "need"))
# Bases that are participles as well; after "have" they are nouns or objects.
_LIKE_PARTICIPLES = frozenset(("read", "set", "cut", "hurt", "let"))
_OBJECTS = frozenset(("a", "an", "no", "some", "two"))
# Movements whose progressive is a plan ("I'm moving to Rome") before it is a fact.
_PLANNED = frozenset(("go", "move", "plan"))
_ANY_MORE = re.compile(r"\bany ?more\b", re.IGNORECASE)
_TAIL = re.compile(r"^'(m|ve|d|ll|s|re)\b")
_COPULA = re.compile(r"(?:'s|\s(?:is|are|was|were|has been|isn't|aren't|wasn't))(?=\s|$)")
# "Running a business isn't easy" is about running.
_GERUND = re.compile(
    r"(?:\w+ly |still |really |also |even |just |never |always )*\w+ing\b", re.IGNORECASE
)
# A clause without a subject is short.
_LONGEST_ELLIPTIC = 120
_CONTRACTED_MODALS = {"wo": "will", "sha": "shall", "ca": "can"}


def read_attribute(rest: str, flags: Flags) -> str:
    """What "name is Anna" is in its bare form: "my name be Anna"."""
    match = _COPULA.search(rest)
    if not match:
        return f"my {rest}"
    verb = match.group().strip()
    flags.past = verb in ("was", "were", "wasn't")
    flags.negations += verb.endswith("n't")
    after = rest[match.end() :].split()
    while after and (after[0].lower() in ADVERBS or after[0].lower() == "not"):
        flags.negations += after.pop(0).lower() == "not"
    return f"my {rest[: match.start()]} be {' '.join(after)}"


def read_elliptic(body: str, flags: Flags, verbs: Mapping[str, tuple[str, str]]) -> tuple[str, ...]:
    """Ways to complete a clause without a subject: "moved to Rome", "allergic to nuts"."""
    if not body or len(body) > _LONGEST_ELLIPTIC or cue("reading.no_predicate", "en").match(body):
        return ()
    planned = body.lower().startswith("going to ")
    if not planned and _GERUND.match(body) and cue("reading.finite", "en").search(body):
        return ()
    skipped = ADVERBS | {"not", "never", "no", "longer"}
    opening = next((word for word in body.lower().split() if word not in skipped), "")
    # "Moved to Rome" lacks "I", "allergic to nuts" lacks "I am".
    missing = "" if _is_verbal(opening, verbs) and not opening.endswith("ing") else " am"
    forms = read_predicate(f"{missing} {body}", flags, verbs)
    # "Retired firefighter" begins like a verb.
    adjective = (f"I be {body}",) if not missing and is_past(opening) else ()
    return (*forms, *adjective, f"my {body}")


def _is_verbal(word: str, verbs: Mapping[str, tuple[str, str]]) -> bool:
    auxiliary = word in MODALS or word in ("have", "had", "been", "used")
    return auxiliary or word in verbs or is_past(word) or word.endswith("n't")


def read_predicate(
    text: str, flags: Flags, verbs: Mapping[str, tuple[str, str]]
) -> tuple[str, ...]:
    """The clause after its subject with a base verb, every way it may be read."""
    words = _TAIL.sub(r" '\1", text).split()
    position, governs_be, modal = _peel(words, flags)
    if position >= len(words):
        return ("I be",) if governs_be else ()
    rest = words[position:]
    verb = rest[0].lower().strip(",.!?")
    tail = " ".join(rest[1:])
    if flags.negated and _ANY_MORE.search(tail):
        flags.end()
    base, tense = ("have", "base") if verb == "'ve" else verbs.get(verb, (verb, ""))
    if governs_be:
        forms = [f"I be {' '.join(rest)}"]
        flags.progressive = tense == "progressive"
        if flags.progressive:
            forms.insert(1 if base in _PLANNED else 0, f"I {base} {tail}")
    else:
        past = tense == "past" or (not tense and is_past(verb))
        flags.past = (flags.past or past) and not modal
        forms = [f"I {modal}{base} {tail}"]
    return tuple(" ".join(form.split()) for form in forms)


def _peel(words: Sequence[str], flags: Flags) -> tuple[int, bool, str]:
    """Step over adverbs, auxiliaries and negation.

    Returns the position of the verb, whether a form of "be" governs it, and "can " or "would "
    where these stay part of the reading.
    """
    governs_be = False
    modal = ""
    i = 0
    while i < len(words):
        word = words[i].lower().strip(",")
        following = words[i + 1].lower().strip(",.") if i + 1 < len(words) else ""
        step = _step(word, following, flags, governs_be=governs_be)
        if step is None:
            break
        governs_be = governs_be or step == "be"
        modal = step if step in ("can ", "would ") else modal
        i += 2 if word in ("used", "no") else 1
    return i, governs_be, modal


def _step(word: str, following: str, flags: Flags, *, governs_be: bool) -> str | None:
    """What a word before the verb is: "" if it can be stepped over, None if it is the verb."""
    if word in ADVERBS:
        return ""
    if word in ("not", "never"):
        flags.negations += 1
        return ""
    if word == "no" and following in ("longer", "more"):
        flags.ended = True
        return ""
    if (word, following) == ("used", "to") and not governs_be:
        flags.once = True
        return ""
    bare = word.removesuffix("n't") if word not in ("cannot", "can't") else "can"
    flags.negations += bare != word
    if bare in ("do", "does", "did"):
        return _do(bare, following, flags, contracted=bare != word)
    return _auxiliary(_CONTRACTED_MODALS.get(bare, bare), following, flags)


def _do(word: str, following: str, flags: Flags, *, contracted: bool) -> str | None:
    """Step over an auxiliary "do", before a verb or "not"; else it is the verb: "can't do it"."""
    if not (contracted or following == "not" or following in COMMON):
        return None
    flags.past = flags.past or word == "did"
    return ""


def _auxiliary(word: str, following: str, flags: Flags) -> str | None:
    if word in BE or word in _BE_TAILS:
        flags.past = flags.past or word in ("was", "were")
        return "be"
    if word in ("have", "has", "had", "'ve"):
        return _have(word, following, flags)
    if word in ("will", "shall", "'ll"):
        flags.future = True
        return ""
    if word == "can":
        return "can "
    return _would(word, following, flags) if word in _HEDGES or word == "'d" else None


def _have(word: str, following: str, flags: Flags) -> str | None:
    if word == "'ve" and following in _OBJECTS:
        return None
    participle = is_participle(following) and following not in _LIKE_PARTICIPLES
    adverb = following in ADVERBS or following in ("never", "not")
    if word != "'ve" and not participle and not adverb:
        return None
    flags.perfect = True
    return ""


def _would(word: str, following: str, flags: Flags) -> str:
    if word in ("would", "'d") and following in _WISHES:
        flags.wish = True
        return "would "
    if word == "'d" and (following == "better" or is_participle(following)):
        flags.past = True
        return ""
    flags.hedged = True
    return ""
