"""Who speaks, who is spoken to and who is spoken about; and turning "I" into a name.

English verbs are made to agree, contractions are opened where their subject changes, quoted text,
addresses and model numbers stay as they are. Chinese needs the pronouns only, see
`reported_chinese`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from retold.text import reported_chinese
from retold.text.language import Language
from retold.text.patterns import QUOTED
from retold.text.verbs import COMMON, FINITE, MODALS, is_participle, is_past, third_singular

Sort = Literal["person", "thing", "several"]

_TOKEN = re.compile(
    rf"{QUOTED}|https?://\S+|[\w.+-]+@[\w-]+\.[\w.-]+|i\.e\.|I/O|[A-Za-z][A-Za-z0-9’'\-]*|\s+|."
)
_FIRST = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours|ourselves)\b(?!/)", re.IGNORECASE)
_FIRST_SLOPPY = re.compile(r"\b(?:im|ive)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|yours|yourself|u|ur|y'all)\b(?!/)", re.IGNORECASE)
_ABOUT = re.compile(
    r"\b(?:(?P<person>he|she|him|her|his|hers|himself|herself)"
    r"|(?P<several>they|them|their|theirs|those|these|both)"
    r"|(?P<thing>it|its|itself|this|that|the other one|the first one|the second one|the same one"
    r"|this one|that one|one of them))\b(?!-)",
    re.IGNORECASE,
)
_ABOUT_ZH = re.compile(
    r"(?P<several>[他她它]们|这些|那些|两个都|两者)"
    r"|(?P<person>(?<![其吉])[他她](?!人)|对方|人家|(?<![耳尤与极何莫])其(?![实他中次余它间一]))"
    r"|(?P<thing>它|另一[个台款只件]|前者|后者|[这那](?:里|儿(?!子))|[这那][个款台只件种位家部辆本场条张间座所段首份篇双套行]?(?!么|样|里|边|会儿|时|儿|次|几|天|年|周|月|阵|两|辈子))"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Anaphor:
    """A word that stands for something said elsewhere, and the sort of thing it stands for."""

    start: int
    end: int
    text: str
    sort: Sort


def mentions_first(text: str, language: Language) -> bool:
    """Whether the speaker is mentioned outside of quotation marks."""
    bare = re.sub(QUOTED, " ", text)
    if language == "zh":
        return reported_chinese.FIRST.search(bare) is not None or _latin_first(bare)
    return _latin_first(bare)


def _latin_first(text: str) -> bool:
    if _FIRST_SLOPPY.search(text):
        return True
    return any(m.group() not in ("US", "ME") for m in _FIRST.finditer(text))


def mentions_second(text: str, language: Language) -> bool:
    """Whether the one spoken to is mentioned outside of quotation marks."""
    bare = re.sub(QUOTED, " ", text)
    return (reported_chinese.SECOND if language == "zh" else _SECOND).search(bare) is not None


def anaphors(text: str, language: Language) -> tuple[Anaphor, ...]:
    """The words that may stand for something said elsewhere, in order, outside of quotations."""
    pattern = _ABOUT_ZH if language == "zh" else _ABOUT
    quoted = [match.span() for match in re.finditer(QUOTED, text)]
    return tuple(
        Anaphor(start=m.start(), end=m.end(), text=m.group(), sort=_sort(m))
        for m in pattern.finditer(text)
        if not any(start <= m.start() < end for start, end in quoted)
    )


def _sort(match: re.Match[str]) -> Sort:
    if match["person"]:
        return "person"
    return "several" if match["several"] else "thing"


def to_third(text: str, *, name: str, language: Language, addressee: str = "") -> str:
    """The statement as someone else would report it.

    Args:
        text: a statement in the first person.
        name: what to call its speaker: "the user", "用户" or a proper name.
        language: the language of the text.
        addressee: what to call the one spoken to; empty leaves "you" as it is.

    Returns:
        The text with the speaker named; a sentence start is written with a capital letter.
    """
    if language == "zh":
        return reported_chinese.third_person(text, name, addressee)
    return _Report(text, name, addressee).write()


# ── English ────────────────────────────────────────────────────────────────────────────────────

_ADVERBS = frozenset(
    """also always actually already almost basically currently definitely ever finally first
    frequently generally honestly just kinda lately literally mainly mostly never normally not now
    obviously often only probably rarely really recently regularly seriously seldom simply sometimes
    soon still then truly typically usually both all even once no longer too alone myself hardly
    barely merely already maybe perhaps absolutely""".split()
)
# What follows a pronoun without being its verb.
_NO_VERBS = frozenset(
    """and or but as who with in for of that to from at on than is are was were if when so because
    the a an my your his her their our this these those""".split()
)
_VERB_COMPANIONS = frozenset(
    """a an the my our his her their this that some in at on for with to from about as a there here
    every all too it them him""".split()
)
_NEGATED = MappingProxyType({"don't": "doesn't", "haven't": "hasn't", "aren't": "isn't"})
_SINGULAR_TAILS = MappingProxyType({"m": "is", "ve": "has", "re": "is", "ll": "will"})
_PLURAL_TAILS = MappingProxyType({"m": "are", "ve": "have", "re": "are", "ll": "will"})
_FIRST_PERSON = MappingProxyType({
    "i": "subject", "me": "object", "my": "possessive", "mine": "own", "myself": "self",
    "we": "subject", "us": "object", "our": "possessive", "ours": "own", "ourselves": "self",
})  # fmt: skip
_SECOND_PERSON = MappingProxyType(
    {"you": "subject", "your": "possessive", "yours": "own", "yourself": "self"}
)
_THEY = MappingProxyType(
    {"subject": "they", "object": "them", "possessive": "their", "own": "theirs",
     "self": "themselves"}
)  # fmt: skip
_PLURAL = frozenset(("we", "us", "our", "ours", "ourselves"))
_HABIT = re.compile(
    r"\b(?:every|each|always|usually|often|sometimes|daily|a lot|an? (?:day|week|month|year)"
    r"|\w+days)\b",
    re.IGNORECASE,
)
# Present and past are spelt alike; a habit is present.
_SAME_IN_PAST = frozenset(("read", "put", "set", "cut", "let"))
# Bases that look like another form.
_BASE_FORMS = frozenset(
    "sing bring ring swing fling cling sting spring wring come run become".split()
)
_COMPOUND = re.compile(
    r"(?:^|[.;,!?]\s*)(?:my|our|the|[A-Z]\w+)(?:\s\w+){0,2}\sand\s$", re.IGNORECASE
)


def _contraction(token: str) -> tuple[str, str]:
    head, mark, tail = token.lower().replace("’", "'").partition("'")
    return (head, tail) if mark else (head, "")


@dataclass(slots=True)
class _Report:
    """One English sentence on its way into the third person."""

    text: str
    name: str
    addressee: str
    original: list[str] = field(init=False)
    words: list[str] = field(init=False)
    mentioned: bool = field(init=False, default=False)
    crowded: bool = field(init=False)

    def __post_init__(self) -> None:
        self.original = _TOKEN.findall(self.text)
        self.words = list(self.original)
        # "They" already means others here, so the speaker is named each time.
        self.crowded = (
            re.search(r"\b(?:they|them|their|theirs)\b", self.text, re.IGNORECASE) is not None
        )

    def write(self) -> str:
        for i in range(len(self.words)):
            self._turn(i)
        return _capitalised("".join(self.words))

    def _turn(self, i: int) -> None:
        token = self.words[i]
        head, tail = _contraction(token)
        if head in _FIRST_PERSON and token not in ("US", "ME") and self._is_pronoun(i, head):
            self._first(i, head, tail)
        elif self.addressee and head in _SECOND_PERSON:
            self._second(i, head, tail)

    def _is_pronoun(self, i: int, head: str) -> bool:
        """A lone letter before no word, as in "World War I", is no pronoun."""
        return head != "i" or "'" in _plain(self.words[i]) or self._next(i) is not None

    def _first(self, i: int, head: str, tail: str) -> None:
        case = _FIRST_PERSON[head]
        compound = case == "subject" and _COMPOUND.search("".join(self.original[:i])) is not None
        if self.mentioned and not self.crowded and not compound:
            self.words[i] = _THEY[case]
            singular = False
        else:
            self.words[i] = self._named(case, several=head in _PLURAL)
            singular = not compound and head not in _PLURAL
        self.mentioned = True
        if case == "subject":
            self._agree(i, tail, singular=singular)

    def _second(self, i: int, head: str, tail: str) -> None:
        case = _SECOND_PERSON[head]
        self.words[i] = _cased(self.addressee, case)
        follower = self._next(i)
        if tail or (case == "subject" and follower is not None and _verbal(self.words[follower])):
            self._agree(i, tail, singular=True)

    def _named(self, case: str, *, several: bool) -> str:
        if several and case in ("subject", "object"):
            return f"{self.name} and others"
        return _cased(self.name, case)

    def _agree(self, i: int, tail: str, *, singular: bool) -> None:
        """Make the verb after the subject at `i` agree; `tail` is what was contracted to it."""
        if tail == "d":
            self.words[i] += " had" if self._had_follows(i) else " would"
            return
        if tail:
            self.words[i] += " " + (_SINGULAR_TAILS if singular else _PLURAL_TAILS).get(tail, tail)
            if singular and tail in ("m", "re"):
                self._agree_coordinated(i, any_verb=False)
            return
        verb = self._verb(i)
        if verb is None:
            return
        form = _plain(self.words[verb])
        if not singular:
            self.words[verb] = {"am": "are", "was": "were", "wasn't": "weren't"}.get(
                form, self.words[verb]
            )
        elif self._is_present(form):
            self.words[verb] = _NEGATED.get(form) or third_singular(form)
            self._agree_coordinated(verb, any_verb=form not in ("am", "are"))

    def _is_present(self, form: str) -> bool:
        if form in MODALS or form in _NO_VERBS or not form.isascii():
            return False
        if form in _SAME_IN_PAST:
            return _HABIT.search(self.text) is not None
        if form in _NEGATED or form in _BASE_FORMS:
            return True
        return not (is_past(form) or is_participle(form) or form.endswith(("n't", "ing")))

    def _had_follows(self, i: int) -> bool:
        verb = self._verb(i)
        if verb is None:
            return False
        form = _plain(self.words[verb])
        return form in ("better", "been") or (is_participle(form) and form not in ("come", "run"))

    def _agree_coordinated(self, start: int, *, any_verb: bool) -> None:
        """Verbs joined by "and" share the subject, unless an infinitive may own them.

        Without `any_verb` only those that are hardly ever nouns are taken for verbs.
        """
        infinitive = False
        for i in range(start + 1, len(self.words)):
            word = _plain(self.words[i])
            if word in _FIRST_PERSON or word in ".;!?":
                return
            infinitive = infinitive or word == "to" or word in MODALS
            if word not in ("and", "but", "or", "then", ","):
                continue
            verb = self._verb(i)
            if verb is None or (word == "," and _plain(self.words[verb]) not in FINITE):
                continue
            form = _plain(self.words[verb])
            clear = any_verb and form in COMMON and not infinitive and self._has_object(verb)
            if form in _NEGATED or form in FINITE or clear:
                self.words[verb] = _NEGATED.get(form) or third_singular(form)

    def _has_object(self, verb: int) -> bool:
        """Whether what follows shows that it is a verb: "and work at", not "and support"."""
        follower = self._next(verb)
        return follower is not None and _plain(self.words[follower]) in _VERB_COMPANIONS

    def _verb(self, i: int) -> int | None:
        """Position of the first word after `i` that is no adverb, if a word stands there."""
        position = self._next(i)
        while position is not None and self._is_adverb(_plain(self.words[position])):
            position = self._next(position)
        return position

    def _is_adverb(self, word: str) -> bool:
        return word in _ADVERBS or (
            word.endswith("ly") and word not in ("rely", "fly", "apply", "reply")
        )

    def _next(self, i: int) -> int | None:
        for j in range(i + 1, len(self.words)):
            if not self.words[j].isspace():
                return j if self.words[j][0].isalpha() else None
        return None


def _plain(token: str) -> str:
    return token.lower().replace("’", "'")


def _cased(name: str, case: str) -> str:
    return f"{name}'s" if case in ("possessive", "own") else name


def _verbal(token: str) -> bool:
    form = _plain(token)
    return form in COMMON or form in MODALS or form in _NEGATED or form in _ADVERBS or form in (
        "are", "were", "do", "did", "didn't", "had", "have", "said", "told", "gave", "sent",
    )  # fmt: skip


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:4].lower() == "the " else text


# ── The other way round ────────────────────────────────────────────────────────────────────────

_YOU_AS_SUBJECT = re.compile(
    r"\byou(?=\s+(?:are|were|have|had|do|don't|did|didn't|can|can't|will|would|\w+))", re.IGNORECASE
)
_FIRST_FORMS = (
    (re.compile(r"\byou(?:'|’)re\b|\byou are\b", re.IGNORECASE), "I'm"),
    (re.compile(r"\byou were\b", re.IGNORECASE), "I was"),
    (re.compile(r"\byou(?=(?:'|’)(?:ve|d|ll)\b)", re.IGNORECASE), "I"),
    (re.compile(r"\byours\b", re.IGNORECASE), "mine"),
    (re.compile(r"\byourself\b", re.IGNORECASE), "myself"),
    (re.compile(r"\byour\b", re.IGNORECASE), "my"),
    (_YOU_AS_SUBJECT, "I"),
    (re.compile(r"\byou\b", re.IGNORECASE), "me"),
)


def to_first(text: str, language: Language) -> str:
    """What was said to someone, as they would say it of themselves: "you live" → "I live"."""
    if language == "zh":
        return reported_chinese.SECOND.sub("我", text.replace("你们", "我们"))
    for pattern, form in _FIRST_FORMS:
        text = pattern.sub(form, text)
    return text
