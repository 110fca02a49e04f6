"""What "it", "she", 那个 and 他 stand for: found where only one thing can be meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from retold.text.language import Language
from retold.text.persons import Anaphor, anaphors
from retold.writer import reading_en, reading_zh

# How many utterances back a person or a thing may be meant.
_REACH = 3
_FEMALE = frozenset(
    """mom wife girlfriend fiancée sister daughter grandma aunt niece mother-in-law sister-in-law
    granddaughter stepmom stepdaughter ex-wife 妈妈 老婆 女朋友 未婚妻 女儿 姐姐 妹妹 奶奶 外婆 阿姨 舅妈
    姑姑 姨妈 表姐 表妹 堂姐 堂妹 侄女 外甥女 孙女 岳母 婆婆 嫂子 前女友 前妻 闺蜜""".split()
)
_MALE = frozenset(
    """dad husband boyfriend fiancé brother son grandpa uncle nephew father-in-law brother-in-law
    grandson stepdad stepson ex-husband 爸爸 老公 男朋友 未婚夫 儿子 哥哥 弟弟 爷爷 外公 叔叔 伯伯 舅舅 表哥
    表弟 堂哥 堂弟 侄子 外甥 孙子 岳父 公公 姐夫 妹夫 前男友 前夫""".split()
)
# "It" without a thing behind it, "that" and "this" as grammar or time.
_DUMMY = re.compile(
    r"\bit(?:'s| is| was| has been|'d be| would be| will be| took| takes| turns| seems| feels| felt| looks)? (?:been |so |very |really |pretty |a bit |quite |too |always |not |still )?"
    r"(?:raining|snowing|sunny|cold|hot|time|late|early|hard|easy|difficult|important|nice|great|good|fun|possible|impossible|best|better|cheaper|clear|true|out that|like|a while|a long time|a year|years|months|me|us)\b"
    r"(?= to | that | for me| for us| since | when | years | months |$| i )|\bmake it (?:to|back|through|easier|on time)\b|\b(?:find|found|finds) it (?:\w+ )?\w+ to\b|\bas it (?:is|was|were)\b|\bmade it\b|"
    r"\bthis (?:morning|afternoon|evening|week|weekend|month|year|summer|winter|spring|fall|autumn|time|semester|past|coming|monday|tuesday|wednesday|thursday|friday|saturday|sunday|way|kind|january|february|march|april|may|june|july|august|september|october|november|december)\b|"
    r"\bthat(?! (?:is|was|would|will|one|thing|stuff|has|had|and|so|too|more|much)\b|'s\b|[,.!?]|$)(?= \w)|\bthose (?:who|days)\b|\bboth (?:of|my|the|\w+ and)\b|\bin (?:that|this) (?:case|way)\b|\bat that (?:time|point)\b|\bafter that\b|\bsince then\b",
    re.IGNORECASE,
)
_NOUN_PHRASE = re.compile(r"\b(?:a|an|the|my|our|some|new)\s+(?:[\w-]+\s+){0,3}?[\w-]{3,}\b|\b(?-i:[A-Z])[\w-]+(?:\s(?-i:[A-Z])[\w-]+)*\b", re.IGNORECASE)
_THING = re.compile(r"\b(?P<determiner>a|an|the|my|our|this|these)\s+(?P<noun>(?:[a-z][\w-]*\s+){0,2}?[a-z][\w-]{2,})(?=\s*(?:$|[,.;!?]|and\b|but\b|for\b|in\b|at\b|on\b|with\b|from\b|because\b|last\b|yesterday\b|today\b|to\b))", re.IGNORECASE)
_NO_THING = re.compile(r"\b(?:lot|bit|few|day|week|year|time|way|while|morning|night|one|kind|fan|couple|moment|sister|brother|mom|dad|friend|wife|husband|son|daughter|kids|family|weekend|month|hour|minute|world|same|first|best)$", re.IGNORECASE)
_THING_ZH = re.compile(r"(?:[一这那两]|新)(?:个|台|款|部|把|只|条|件|辆|套|张|本|双|家|间|份)(?P<noun>[\u4e00-\u9fffA-Za-z0-9]{2,10}?)(?=$|[，。！,的了]|很|真|不)")
# "Her" owns what follows, unless that cannot be a noun.
_NOUN_NEXT = re.compile(
    r"\s+(?!(?:to|that|about|in|on|at|for|with|a|an|the|and|but|so|because|when|yesterday|today|last|next|every|"
    r"again|too|very|some|how|what|if|my|is|was|there|here|as|from|this|since)\b)[a-z]",
    re.IGNORECASE,
)
_MY_THING_ZH = re.compile(r"我的?(?P<noun>手机|电脑|键盘|车|房子|相机|耳机|显示器|手表|自行车|工作|公司|项目)")


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
        return Focus(earlier=self._looked_back, persons=list(self.persons), things=list(self.things))

    def _looked_back(self) -> Focus:
        """The turns before, which this focus then knows as well."""
        before = Focus(persons=list(self.persons), things=list(self.things))
        self._look_back()
        return Focus(
            persons=self.persons[: len(self.persons) - len(before.persons)],
            things=self.things[: len(self.things) - len(before.things)],
        )

    def note(self, persons: dict[str, str], things: Sequence[str]) -> None:
        """Remember what one more sentence spoke of."""
        self.persons.append(persons)
        self.things.append(tuple(dict.fromkeys(things)))

    def person(self, word: str) -> tuple[str, str] | None:
        """Key and words of the one person whom a pronoun can mean, or None."""
        excluded = _MALE if word.lower() in ("she", "her", "hers", "herself") or "她" in word else (
            _FEMALE if word.lower() in ("he", "him", "his", "himself") or word.startswith("他") else frozenset()
        )
        self._look_back()
        for spoken in reversed(self.persons[-_REACH:]):
            fitting = {key: words for key, words in spoken.items() if key not in excluded}
            if len(fitting) == 1:
                return next(iter(fitting.items()))
            if fitting:
                return None
        return None

    def thing(self) -> str:
        """The one thing that "it" can mean, or the empty text."""
        self._look_back()
        for spoken in reversed(self.things[-_REACH:]):
            if len(spoken) == 1:
                return spoken[0]
            if spoken:
                return ""
        return ""

    def _look_back(self) -> None:
        if self.earlier is not None:
            before, self.earlier = self.earlier(), None
            self.persons = [*before.persons, *self.persons]
            self.things = [*before.things, *self.things]


def open_anaphors(text: str, language: Language) -> tuple[Anaphor, ...]:
    """The words of a statement that stand for something outside of it."""
    found = anaphors(text, language)
    if not found:
        return ()
    if language == "zh":
        return tuple(a for a in found if not _is_bound_zh(text, a))
    dummies = [match.span() for match in _DUMMY.finditer(text)]
    return tuple(
        a for a in found
        if not any(start <= a.start < end for start, end in dummies) and not _is_bound_en(text, a)
    )  # fmt: skip


def _is_bound_en(text: str, anaphor: Anaphor) -> bool:
    """Whether what it stands for is named before it in the same statement."""
    before = text[: anaphor.start]
    if anaphor.sort == "person":
        return _person_before_en(before)
    if anaphor.sort == "several":
        return anaphor.text.lower() not in ("those", "these") and (re.search(r"\b\w{3,}s\b|\band\b|\b(?:people|children|team|family|couple|guys|folks)\b", before) is not None)
    if anaphor.text.lower() in ("it", "its", "itself"):
        return _NOUN_PHRASE.search(re.sub(r"\bI\b(?:'\w+)?", "", before)) is not None
    return False


def _person_before_en(before: str) -> bool:
    names = [m.group() for m in re.finditer(r"\b[A-Z][a-z]+\b", before)]
    if any(name.lower() not in ("i", "the", "my", "when", "and", "but", "so", "our", "yesterday", "he", "she", "they", "last", "on", "in", "at", "well", "yeah", "also", "as", "if", "since", "after", "it", "that", "what", "a", "an") for name in names):
        return True
    return re.search(rf"\b(?:{'|'.join(map(re.escape, reading_en.RELATIONS))}|man|woman|guy|girl|boy|lady|person|someone|everyone|student|kid)\b", before, re.IGNORECASE) is not None


def _is_bound_zh(text: str, anaphor: Anaphor) -> bool:
    before, after = text[: anaphor.start], text[anaphor.end :]
    if anaphor.sort == "person":
        return any(word in before for word in reading_zh.RELATIONS) or re.search(r"[\u4e00-\u9fff]{2,3}(?:是|叫|说)|人|孩子|姑娘|小伙|先生|女士", before) is not None
    if anaphor.sort == "several":
        return re.search(r"们|和|跟|俩|都|人", before) is not None
    # 紫荆花园这个小区, LG这款冰箱: named right before, or by the noun that follows.
    if re.search(r"[\w\u4e00-\u9fff]$", before) and len(anaphor.text) > 1 and not re.search(r"[在对把给了是要想买看用我你的]$", before):
        return True
    if anaphor.text == "它":
        return re.search(r"[\u4e00-\u9fffA-Za-z]{2,}[，,]", before) is not None
    return len(anaphor.text) > 1 and re.match(r"[\u4e00-\u9fff]{2,}", after) is not None and not re.match(r"(?:我|你|他|是|真|很|不|也|就|的|没|太|好|挺|还|都|比|更|能|可|要|会|应|最)", after)


def resolve(text: str, found: Sequence[Anaphor], focus: Focus, language: Language) -> tuple[str, dict[str, str], tuple[str, ...]] | None:
    """The text with its pronouns replaced, the persons put in (key → words), and all words put in.

    None means that a word stands for something that cannot be told with certainty.
    """
    pieces: list[str] = []
    put_in: list[str] = []
    persons: dict[str, str] = {}
    position = 0
    for anaphor in found:
        words = _replacement(anaphor, focus, persons, language)
        if not words:
            return None
        put_in.append(words)
        pieces += [text[position : anaphor.start], _in_place(words, anaphor, text, language)]
        position = anaphor.end
    return "".join([*pieces, text[position:]]), persons, tuple(put_in)


def _replacement(anaphor: Anaphor, focus: Focus, persons: dict[str, str], language: Language) -> str:
    if anaphor.sort == "person":
        found = focus.person(anaphor.text)
        if found is None:
            return ""
        persons[found[0]] = found[1]
        return found[1]
    if anaphor.sort == "several" or anaphor.text.lower() in ("the other one", "one of them", "另一个", "另一台", "另一款", "另一只", "前者", "后者", "both"):
        return ""
    return focus.thing()


def _in_place(words: str, anaphor: Anaphor, text: str, language: Language) -> str:
    if language == "zh":
        owner = anaphor.text == "其" and not text[anaphor.end :].startswith("的")
        return words + ("的" if owner else "")
    possessive = anaphor.text.lower() in ("his", "her", "its", "hers") and (
        anaphor.text.lower() != "her" or _NOUN_NEXT.match(text, anaphor.end) is not None
    )
    return f"{words}'s" if possessive else words


def things_in(text: str, value: str, language: Language) -> list[str]:
    """Noun phrases that "it" may mean later: the value of a frame, else what has an article."""
    if value:
        return [_with_article(value, text, language)]
    if language == "zh":
        found = [m["noun"] for pattern in (_THING_ZH, _MY_THING_ZH) for m in pattern.finditer(text)]
        return [f"那个{noun}" if "的" not in noun else noun for noun in found]
    return [
        f"{'my' if m['determiner'].lower() in ('my', 'our') else 'the'} {m['noun']}"
        for m in _THING.finditer(text)
        if not _NO_THING.search(m["noun"])
    ]


def _with_article(value: str, text: str, language: Language) -> str:
    if language == "zh" or not value[:1].islower():
        return value
    article = re.search(rf"\b(a|an|the|my|our)\s+(?:\w+\s+)?{re.escape(value)}", text, re.IGNORECASE)
    if not article:
        return value
    return f"{'my' if article[1].lower() in ('my', 'our') else 'the'} {value}"
