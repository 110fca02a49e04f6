"""The words of a unit: complete, self-contained, dated, in the third person, and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from retold.records import Moment, Source
from retold.text.language import Language
from retold.text.persons import mentions_second
from retold.writer.check import Changed, drifts
from retold.writer.cues import cue
from retold.writer.matching import Match
from retold.writer.pieces import Piece, keeps_times
from retold.writer.reading import Subject, chinese, english
from retold.writer.references import open_anaphors
from retold.writer.rewrite import (
    Speaker,
    first_person,
    moments_of,
    quoted,
    third_person,
    with_dates,
    without_vocative,
)
from retold.writer.statements import Statement, Writing

_PROGRESSIVE_FIRST = re.compile(
    r"(?:still |really |also |even |just |currently |now |always )*\w+ing\b", re.IGNORECASE
)
_PREFIXES = (("I be ", "I'm "), ("I ", "I "), ("my ", "My "))
_CONDITION = {"zh": "我的要求：", "en": "My requirement: "}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """How a statement is said.

    `trouble` is what spoke against turning it into the third person; then `content` quotes.
    `depends` says that only the statement before it explains a pronoun; `loose` that nothing says
    whom it is about.
    """

    content: str
    first_person: str
    subject: Subject | None
    sources: tuple[Source, ...]
    moment: Moment | None = None
    trouble: tuple[str, ...] = ()
    depends: bool = False
    loose: bool = False


def worded(statement: Statement, writing: Writing) -> Wording:
    """The wording of a statement."""
    sources = writing.sources_of(statement)
    subject = statement.first.subject
    if writing.raw:
        whole = writing.sentence.strip()
        return Wording(content=whole, first_person=whole, subject=subject, sources=sources)
    text, prefix = _completed(statement, writing)
    found = statement.match
    depends = bool(open_anaphors(text, writing.language)) or _only_corrects(statement, writing)
    if depends and found is not None and found.slot == "constraint":
        # "I need it to be under 2 kg", where nothing says what: the condition alone.
        prefix = _CONDITION[writing.language]
        text = prefix + found.value
        depends = bool(open_anaphors(found.value, writing.language))
    text = without_vocative(text, writing.speaker.addressee)
    times = moments_of(text, writing.turn.occurred_at)
    if found is not None and keeps_times(found):
        times = ()
    dated, dates = with_dates(text, times, writing.language)
    own = first_person(dated, writing.language)
    antecedents = [
        third_person(words, writing.speaker, writing.language)
        for words in (prefix, *statement.first.antecedents)
        if words
    ]
    changed = Changed(
        added=(*dates, prefix.strip(), *(words.strip() for words in antecedents)),
        dropped=(*(one.moment.words for one in times), *_set_aside(statement, writing)),
    )
    content = third_person(own, _reporting(statement, writing), writing.language)
    trouble = () if depends else _trouble(statement, writing, content, own, changed)
    said = first_person(writing.said(statement), writing.language)
    return Wording(
        content=quoted(said, writing.speaker, writing.language) if trouble else content,
        first_person=said if trouble else own,
        subject=subject,
        sources=sources,
        moment=times[0].moment if times else None,
        trouble=trouble,
        depends=depends,
        loose=not prefix and statement.first.reading.subject is None,
    )


def _only_corrects(statement: Statement, writing: Writing) -> bool:
    """Whether it only says what was meant, or to what something changed: "I meant 1991"."""
    found = statement.match
    unsaid = found is None or found.frame.soft
    said = writing.said(statement)
    start = _lead_in(said, writing.language)
    return unsaid and cue("wording.only_corrects", writing.language).match(said, start) is not None


def _reporting(statement: Statement, writing: Writing) -> Speaker:
    """The speaker as the statement calls them: "the user is Owen", not "Owen is Owen"."""
    found, speaker = statement.match, writing.speaker
    names_self = found is not None and found.slot == "name" and found.value == speaker.name
    return replace(speaker, name="") if names_self else speaker


def _trouble(
    statement: Statement, writing: Writing, content: str, own: str, changed: Changed
) -> tuple[str, ...]:
    """Why a statement is better quoted than turned."""
    spoken, piece = writing.language, statement.first
    found: list[str] = []
    if not piece.is_hard and mentions_second(own, spoken):
        found.append("speaks to someone")
    elif not piece.is_hard and piece.subject is None and content == own:
        found.append("names no subject")
    names = (writing.speaker.called(spoken), writing.speaker.other(spoken))
    changed = Changed(added=(*names, *changed.added), dropped=changed.dropped)
    kinds = drifts(writing.said(statement), content, language=spoken, changed=changed)
    return (*found, *(f"{kind} would drift" for kind in kinds))


def _set_aside(statement: Statement, writing: Writing) -> tuple[str, str]:
    """What leads up to a statement and whom it is said to: no part of what it says."""
    said = writing.said(statement)
    kept = without_vocative(said, writing.speaker.addressee)
    name = said[len(kept.rstrip(".!?。！？ ")) :].strip(",，.!?。！？ ") if kept != said else ""
    return said[: _lead_in(said, writing.language)].strip(), name


def _lead_in(text: str, spoken: Language) -> int:
    return english.lead_in(text) if spoken == "en" else chinese.lead_in(text)


def _completed(statement: Statement, writing: Writing) -> tuple[str, str]:
    """The words without their lead-in, and what was put in front where they had no subject.

    Those of the first piece have their pronouns resolved already.
    """
    piece = statement.first
    said = writing.said(statement)
    rest = said[piece.clause.end - piece.clause.start :]
    text = piece.text + (english.tidy(rest) if writing.language == "en" else rest)
    text = _without_subject(text[_lead_in(text, writing.language) :], piece)
    whole = _whole(statement, text)
    if whole:
        return whole
    has_lead = piece.match is not None and bool(piece.match.lead)
    prefix = ""
    if piece.reading.subject is None or has_lead:
        prefix = _prefix(piece, text, writing.language)
    elif piece.reading.subject.bare:
        # "Dad's side is Greek", 老婆怀孕了, 家里有猫: whose is plain.
        text = re.sub(r"^the ", "", text, flags=re.IGNORECASE)
        prefix = "我" if writing.language == "zh" else "My "
    if prefix and _may_be_lowered(text):
        text = text[:1].lower() + text[1:]
    return prefix + text, prefix


def _whole(statement: Statement, text: str) -> tuple[str, str] | None:
    """The sentence for an elliptic wording that says nothing but a value, and what leads to it."""
    found = statement.match
    if found is None or not found.frame.whole or not found.lead or not found.value:
        return None
    # "At most 4000" says more than 4000.
    bounded = cue("wording.bounded").search(text.replace(found.value, ""))
    alone = len(statement.pieces) == 1 and found.value in text
    if not alone or bounded:
        return None
    return found.frame.whole.replace("{}", found.value), found.frame.whole.partition("{}")[0]


def _may_be_lowered(text: str) -> bool:
    """Whether the capital letter only marks the beginning of the sentence."""
    word = re.match(r"[A-Za-z']+", text)
    return word is not None and word.group().partition("'")[0].istitle() and word.group() != "I"


def _without_subject(text: str, piece: Piece) -> str:
    """Only the condition of "it must be quiet", where nothing says what."""
    subject = piece.reading.subject
    if piece.match is None or not piece.match.lead or subject is None or not subject.unresolved:
        return text
    return text.removeprefix(subject.words).lstrip()


def _prefix(piece: Piece, text: str, spoken: Language) -> str:
    """What makes a sentence of a clause without a subject."""
    if piece.subject is not None and not piece.subject.unresolved:
        return piece.subject.words + ("" if spoken == "zh" else " ")
    found = piece.match
    if found is not None and found.lead:
        named = spoken == "zh" and found.frame.needs and text.startswith(found.frame.needs)
        return "我" if named else found.lead
    if spoken == "en":
        return _prefix_en(piece, text)
    if cue("wording.speaker_later", "zh").search(piece.reading.text):
        return ""
    if found is not None and not found.frame.soft:
        return "" if found.is_of_things else "我"
    return "我" if cue("wording.verb_first", "zh").match(piece.reading.text) else ""


def _prefix_en(piece: Piece, text: str) -> str:
    found: Match | None = piece.match
    if found is not None and found.is_of_things:
        return ""
    if found is not None and not found.frame.soft:
        if _PROGRESSIVE_FIRST.match(text):
            return "" if cue("wording.does_to_speaker", "en").match(text) else "I'm "
        return next((p for opening, p in _PREFIXES if found.form.startswith(opening)), "")
    # "Running a business isn't easy" has a verb of its own.
    if _PROGRESSIVE_FIRST.match(text) and not cue("reading.finite", "en").search(text):
        return "I'm "
    return (
        "I "
        if piece.reading.flags.past or re.match(r"(?:been|just)\b", text, re.IGNORECASE)
        else ""
    )
