"""What "it", "she", 那个 and 他 stand for: found where only one thing can be meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import rjieba

from retold.text.language import Language
from retold.text.persons import Anaphor, anaphors
from retold.text.relations import relation_of, relation_words, relations
from retold.writer.cues import cue
from retold.writer.reading.english import lead_in

# How many utterances back a person may be meant.
_REACH = 3
_SHE = frozenset(("she", "her", "hers", "herself", "她"))
_HE = frozenset(("he", "him", "his", "himself"))
# Of several things one is meant, and nothing says which.
_ONE_OF_SEVERAL = frozenset(
    ("the other one", "one of them", "both", "另一个", "另一台", "另一款", "另一只", "前者", "后者")
)
# These point at a whole thought, or at something in sight.
_POINTING = frozenset(("this", "that", "this one", "that one", "these", "those", "这", "那"))
_NOUN_PHRASE = re.compile(
    r"\b(?:a|an|the|my|our|some|new)\s+(?:[\w-]+\s+){0,3}?[\w-]{3,}\b"
    r"|\b(?-i:[A-Z])[\w-]+(?:\s(?-i:[A-Z])[\w-]+)*\b",
    re.IGNORECASE,
)
_PLURAL_NOUN = re.compile(
    r"\b\w{3,}s\b|\band\b|\b(?:people|children|team|family|couple|guys|folks)\b"
)
_ANYONE = (
    r"man|woman|guy|girl|boy|lady|person|someone|everyone|student|kid|little one|youngest|eldest"
    r"|oldest|gentleman|chap|bloke|lad"
)
# Capitalised words that begin clauses and name nobody.
_NOBODY = frozenset(
    """i the my when and but so our yesterday he she they last on in at well yeah also as if since
    after it that what a an""".split()
)
_NAMED_AFTER_EN = re.compile(
    r"\s+(?!(?:one|ones|thing|things|stuff|way|place|guy|kind|sort|is|was|are|were|will|would|can|"
    r"could|has|had|and|but|so|too|again|much|many|all|really|just|to|for|in|on|at|of|with|from)\b)"
    r"[a-z]{3,}",
    re.IGNORECASE,
)
# "Her" owns what follows, unless that cannot be a noun.
_NOUN_NEXT = re.compile(
    r"\s+(?!(?:to|that|about|in|on|at|for|with|a|an|the|and|but|so|because|when|yesterday|today"
    r"|last|next|every|again|too|very|some|how|what|if|my|is|was|there|here|as|from|this|since)\b)"
    r"[a-z]",
    re.IGNORECASE,
)
# Whom something is promised or told is a person: 我答应朵朵周末带她去.
_PERSON_ZH = re.compile(
    r"[\u4e00-\u9fff]{2,3}(?:是|叫|说)|人|孩子|姑娘|小伙|先生|女士"
    r"|(?:答应|告诉|提醒|鼓励|安慰|叮嘱|嘱咐|陪|劝)[了过着]?(?![我你您咱俺])[\u4e00-\u9fffA-Za-z]{2,}"
)
_PLACE_ZH = re.compile(r"(?:在|去|到|回|来)[\u4e00-\u9fff]{2,}|[\u4e00-\u9fff]{2,}(?:真|，)")
# 紫荆花园这个小区, LG这款冰箱: named right before the pronoun.
_NAMED_BEFORE_ZH = re.compile(r"[\w\u4e00-\u9fff](?<![在对把给了是要想买看用我你的])$")
# 这家医院: the noun right after it says what is meant.
_NOUN_AFTER_ZH = re.compile(
    r"(?!我|你|他|是|真|很|不|也|就|的|没|太|好|挺|还|都|比|更|能|可|要|会|应|最)[\u4e00-\u9fff]{2,}"
)


@dataclass(slots=True)
class Focus:
    """Persons and things that the last utterances spoke of, newest utterance last.

    A person is a key and the words by which the present speaker would name them; a thing is a
    noun phrase with its article. `earlier` gives the focus of the turns before; it is asked when
    a pronoun first needs it.
    """

    earlier: Callable[[], Focus] | None = None
    persons: list[dict[str, str]] = field(default_factory=list)
    things: list[tuple[str, ...]] = field(default_factory=list)

    def opened(self) -> Focus:
        """A copy that can be written on while one sentence is read."""
        return Focus(
            earlier=self._looked_back, persons=list(self.persons), things=list(self.things)
        )

    def note(self, persons: dict[str, str], things: Sequence[str]) -> None:
        """Remember what one more sentence spoke of."""
        self.persons.append(persons)
        self.things.append(tuple(dict.fromkeys(things)))

    def person(self, word: str) -> tuple[str, str] | None:
        """Key and words of the one person whom a pronoun can mean, or None."""
        self._look_back()
        wrong = "male" if word.lower() in _SHE else "female"
        known = word.lower() in _SHE or word.lower() in _HE or word == "他"
        for spoken in reversed(self.persons[-_REACH:]):
            fitting = [(k, w) for k, w in spoken.items() if not known or _gender(k) != wrong]
            if fitting:
                return fitting[0] if len(fitting) == 1 else None
        return None

    def thing(self) -> str:
        """The one thing that "it" can mean, or the empty text.

        Only the utterance right before counts: what lies between may have brought up another.
        """
        self._look_back()
        last = self.things[-1] if self.things else ()
        return last[0] if len(last) == 1 else ""

    def _look_back(self) -> None:
        if self.earlier is not None:
            before, self.earlier = self.earlier(), None
            self.persons = [*before.persons, *self.persons]
            self.things = [*before.things, *self.things]

    def _looked_back(self) -> Focus:
        """The turns before, which this focus then knows as well."""
        persons, things = len(self.persons), len(self.things)
        self._look_back()
        return Focus(
            persons=self.persons[: len(self.persons) - persons],
            things=self.things[: len(self.things) - things],
        )


def _gender(key: str) -> str:
    relation = relation_of(key)
    return relation.gender if relation else ""


def open_anaphors(text: str, language: Language) -> tuple[Anaphor, ...]:
    """The words of a statement that stand for something outside of it."""
    found = anaphors(text, language)
    if not found or language == "zh":
        return tuple(a for a in found if not _is_bound_zh(text, a))
    dummies = [match.span() for match in cue("references.dummy", "en").finditer(text)]
    return tuple(
        anaphor
        for anaphor in found
        if not any(start <= anaphor.start < end for start, end in dummies)
        and not _is_bound_en(text, anaphor)
    )


def _is_bound_en(text: str, anaphor: Anaphor) -> bool:
    """Whether what it stands for is named before it in the same statement."""
    before = text[lead_in(text) : anaphor.start]
    word = anaphor.text.lower()
    if anaphor.sort == "person":
        return _names_person_en(before)
    if anaphor.sort == "several" and word not in ("these", "those"):
        return _PLURAL_NOUN.search(before) is not None
    if word in ("this", "that", "these", "those"):
        # "This town" names what it means; "this one" does not.
        return _NAMED_AFTER_EN.match(text, anaphor.end) is not None
    if word not in ("it", "its", "itself"):
        return False
    if re.search(r"[a-z]{4,}[^,]*,", before):
        # "Started learning guitar, still terrible at it": named before the comma.
        return True
    return _NOUN_PHRASE.search(re.sub(r"\bI\b(?:'\w+)?", "", before)) is not None


def _names_person_en(text: str) -> bool:
    if any(name.lower() not in _NOBODY for name in re.findall(r"\b[A-Z][a-z]+\b", text)):
        return True
    if re.search(r"\b(?:my|our) [a-z]{2,}", text, re.IGNORECASE):
        return True
    persons = rf"\b(?:{relation_words('en')}|{_ANYONE})\b"
    return re.search(persons, text, re.IGNORECASE) is not None


def _is_bound_zh(text: str, anaphor: Anaphor) -> bool:
    before = text[: anaphor.start]
    if anaphor.sort == "person":
        kin = any(word in before for word in relations("zh"))
        return kin or _PERSON_ZH.search(before) is not None
    if anaphor.sort == "several":
        return re.search(r"们|和|跟|俩|都|人", before) is not None
    if anaphor.text[1:] in ("里", "儿"):
        named = _NAMED_BEFORE_ZH.search(before) is not None
        return named or _PLACE_ZH.search(before) is not None
    if anaphor.text == "它":
        return re.search(r"[\u4e00-\u9fffA-Za-z]{2,}[，,]", before) is not None
    return _is_named_zh(before, anaphor.text, text[anaphor.end :])


def _is_named_zh(before: str, word: str, after: str) -> bool:
    """Whether a noun beside 这 or 那 says what is meant."""
    if after.startswith("《") or re.search(r"[^，。]{3,}的$", before):
        # 家人还没醒的那一个钟头: what goes before says which.
        return True
    if len(word) == 1:
        # 这孩子, 那屋: the noun stands right behind.
        return bool(after) and str(rjieba.tag(after[:4])[0][1]).startswith("n")
    return bool(_NAMED_BEFORE_ZH.search(before) or _NOUN_AFTER_ZH.match(after))


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A text without open pronouns: the persons put in (key → words), and all words put in."""

    text: str
    persons: dict[str, str]
    words: tuple[str, ...]


def resolve(
    text: str, found: Sequence[Anaphor], focus: Focus, language: Language
) -> Resolved | None:
    """The text with its pronouns replaced; None where one cannot be told with certainty."""
    pieces: list[str] = []
    put_in: list[str] = []
    persons: dict[str, str] = {}
    position = 0
    for anaphor in found:
        words = _antecedent(anaphor, focus, persons)
        if not words:
            return None
        put_in.append(words)
        pieces += [text[position : anaphor.start], _in_place(words, anaphor, text, language)]
        position = anaphor.end
    return Resolved(text="".join([*pieces, text[position:]]), persons=persons, words=tuple(put_in))


def _antecedent(anaphor: Anaphor, focus: Focus, persons: dict[str, str]) -> str:
    if anaphor.sort == "person":
        found = focus.person(anaphor.text)
        if found is None:
            return ""
        persons[found[0]] = found[1]
        return found[1]
    word = anaphor.text.lower()
    if anaphor.sort == "several" or word in _ONE_OF_SEVERAL or word in _POINTING:
        return ""
    return focus.thing()


def _in_place(words: str, anaphor: Anaphor, text: str, language: Language) -> str:
    if language == "zh":
        owns = anaphor.text == "其" and not text[anaphor.end :].startswith("的")
        return words + ("的" if owns else "")
    word = anaphor.text.lower()
    owns = word in ("his", "its", "hers") or (
        word == "her" and _NOUN_NEXT.match(text, anaphor.end) is not None
    )
    return f"{words}'s" if owns else words


def thing_in(value: str, text: str, language: Language) -> str:
    """The value of a frame as "it" may mean it later, with the article that it had."""
    if language == "zh" or not value[:1].islower():
        return value
    article = re.search(
        rf"\b(a|an|the|my|our)\s+(?:\w+\s+)?{re.escape(value)}", text, re.IGNORECASE
    )
    if not article:
        return value
    return f"{'my' if article[1].lower() in ('my', 'our') else 'the'} {value}"
