"""Clauses that say one thing together, and the draft that they become."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from retold.records import Kind, Moment, Source, Turn
from retold.text.language import Language
from retold.text.negation import polarity
from retold.text.persons import mentions_second
from retold.writer import reading_en, reading_zh
from retold.writer.check import drifts
from retold.writer.drafts import Draft, Refusal
from retold.writer.frames import slot_of
from retold.writer.matching import Match
from retold.writer.pieces import Piece
from retold.writer.reading import SPEAKER, Subject
from retold.writer.references import open_anaphors
from retold.writer.rewrite import (
    Speaker,
    first_person,
    moments_of,
    quoted,
    third_person,
    with_dates,
)
from retold.writer.score import Evidence, framed_value, generic_value

DEPENDS = "depends on what was said before"
_ADDS = re.compile(
    r"\b(?:also|too|as well|another|second|part[- ]?time|on the side|side (?:job|hustle|gig)|besides|in addition|both)\b|也|还(?!没|是|有)|另外?|第二|兼职|副业|同时",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\b(?:now|moved|moving|relocated|no longer|changed?|switched|new|any ?more|instead|became|raised?|lowered|increased?|bumped|promoted|joined|actually|these days|from now on)\b|"
    r"现在|如今|目前|搬|换|改|不再|新|涨|提高|降|升|跳槽|入职|从今",
    re.IGNORECASE,
)
_VERB_FIRST_ZH = re.compile(r"(?:最近|昨天|今天|刚|刚刚|已经|一直|也|都|还|又|经常|平时|周末|上周|去年|今年|前几天)*(?:去|在|想|要|买|吃|喝|看|学|做|打算|准备|考|报|参加|认识|跟|和|陪|带|找|换|开始|养|住|搬|喜欢|爱|讨厌|觉得|用|玩|跑|听|写|加班|出差|失眠|失恋|分手|结婚|毕业|生病|感冒|收到|约|订|得了|拿|花|帮|教|当|会|有|没|不)")
_QUOTED_FACTOR = 0.85
_GENERIC_CONFIDENCE = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Pieces of one sentence, side by side, that say one thing; the first that fits a frame leads."""

    pieces: tuple[Piece, ...]

    @property
    def match(self) -> Match | None:
        """The frame that its first piece fits."""
        return self.pieces[0].match


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What a statement is written with. `sources` begins with the span of the sentence.

    `completed` says that the sentence is no slice of the turn but a short answer made whole; then
    the sources stay as they are.
    """

    turn: Turn
    speaker: Speaker
    language: Language
    sentence: str
    sources: tuple[Source, ...]
    raw: bool
    asked_to_remember: bool
    completed: bool = False


def grouped(sentence: str, read: Sequence[Piece]) -> list[Statement]:
    """The statements of a sentence: one a framed clause, with the clauses that lean on it."""
    groups: list[list[Piece]] = []
    adjacent = False
    for piece in read:
        if piece.rule:
            adjacent = False
            continue
        if adjacent and _leans(piece, groups[-1]):
            groups[-1].append(piece)
        else:
            groups.append([piece])
        adjacent = True
    return [Statement(pieces=tuple(group)) for group in groups]


def _leans(piece: Piece, group: Sequence[Piece]) -> bool:
    if piece.is_hard:
        return False
    if not group[0].is_hard:
        # Clauses without a frame stay together: they are one event, one thought.
        return True
    subject = piece.subject
    return subject is None or subject.unresolved or subject.person == "thing"


def written(statement: Statement, writing: Writing) -> Draft | Refusal:
    """The draft of a statement, or why it is none."""
    first, last = statement.pieces[0].clause, statement.pieces[-1].clause
    said = writing.sentence[first.start : last.end]
    sources = _sources(writing, first.start, last.end)
    if writing.raw:
        return _raw(statement, writing, said, sources)
    text, prefix = _completed(statement, writing, said, first.end - first.start)
    found = moments_of(text, writing.turn.occurred_at)
    if statement.match is not None and statement.match.frame.keeps_times:
        found = ()
    dated, dates = with_dates(text, found, writing.language)
    moment = found[0].moment if found else None
    subject = statement.pieces[0].subject
    if open_anaphors(dated, writing.language):
        return _dependent(statement, writing, dated, sources, moment)
    change = _Change(added=(*dates, prefix, *statement.pieces[0].antecedents), dropped=tuple(m.moment.words for m in found))
    content, own_words, trouble = _worded(dated, said, writing, statement, change)
    return _draft(
        statement, writing,
        _Wording(content=content, first_person=own_words, subject=subject, moment=moment, trouble=trouble,
                 sources=sources, loose=not prefix and subject is None),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Change:
    """What was put into the words on purpose, and what was taken out."""

    added: tuple[str, ...]
    dropped: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wording:
    content: str
    first_person: str
    subject: Subject | None
    moment: Moment | None
    trouble: tuple[str, ...]
    sources: tuple[Source, ...]
    loose: bool


def _sources(writing: Writing, start: int, end: int) -> tuple[Source, ...]:
    if writing.completed:
        return writing.sources
    whole = writing.sources[0]
    own = replace(whole, start=whole.start + start, end=whole.start + end)
    return (own, *writing.sources[1:])


def _raw(statement: Statement, writing: Writing, said: str, sources: tuple[Source, ...]) -> Draft:
    """The sentence as it was said (the `raw` setting)."""
    whole = writing.sentence.strip()
    wording = _Wording(
        content=whole, first_person=whole, subject=statement.pieces[0].subject, moment=None,
        trouble=(), sources=writing.sources, loose=False,
    )  # fmt: skip
    return _draft(statement, writing, wording)


def _completed(statement: Statement, writing: Writing, said: str, first: int) -> tuple[str, str]:
    """The words without their lead-in, with a subject in front where they had none.

    The first `first` characters are those of the first piece, whose pronouns are resolved already.
    """
    piece = statement.pieces[0]
    rest = said[first:]
    if writing.language == "en":
        said = piece.text + reading_en.tidy(rest)
        text = said[reading_en.lead_in(said) :]
    else:
        said = piece.text + rest
        text = said[reading_zh.lead_in(said) :]
    text = _without_subject(text, piece)
    if piece.reading.subject is not None and not (piece.match is not None and piece.match.lead):
        return text, piece.reading.subject.words or "I"
    prefix = _prefix(piece, text, writing.language)
    if not prefix:
        return text, ""
    return prefix + (text[:1].lower() + text[1:] if _may_be_lowered(text) else text), prefix


def _may_be_lowered(text: str) -> bool:
    word = re.match(r"[A-Za-z']+", text)
    return word is not None and (word.group().istitle() or word.group().islower()) and word.group() != "I"


def _prefix(piece: Piece, text: str, spoken: Language) -> str:
    if piece.subject is not None:
        return piece.subject.words + ("" if spoken == "zh" else " ")
    found = piece.match
    if found is not None and found.lead:
        told = spoken == "zh" and text.startswith(found.frame.needs)
        return "我" if told and found.frame.needs else found.lead
    if spoken == "zh":
        if found is not None and not found.frame.soft:
            return "" if found.is_of_things else "我"
        return "我" if _VERB_FIRST_ZH.match(text) else ""
    return _prefix_en(piece, text)


def _prefix_en(piece: Piece, text: str) -> str:
    found = piece.match
    if found is not None and not found.frame.soft:
        for opening, prefix in (("I be ", "I'm "), ("I ", "I "), ("my ", "My ")):
            if found.form.startswith(opening):
                return prefix
        return ""
    word = re.match(r"[A-Za-z]+", text)
    if word is None:
        return ""
    if word.group().lower().endswith("ing") and piece.reading.progressive:
        return "I'm "
    return "I " if piece.reading.past or word.group().lower() in ("been", "just") else ""


def _without_subject(text: str, piece: Piece) -> str:
    """ "It must be quiet", where nothing says what: only the condition remains."""
    subject = piece.reading.subject
    if piece.match is None or not piece.match.lead or subject is None or not subject.unresolved:
        return text
    return text[len(subject.words) :].lstrip() if text.startswith(subject.words) else text


def _worded(
    dated: str, said: str, writing: Writing, statement: Statement, change: _Change
) -> tuple[str, str, tuple[str, ...]]:
    """Content, first-person form, and what spoke against turning it (then it is a quotation)."""
    spoken = writing.language
    own = first_person(dated, spoken)
    content = third_person(own, writing.speaker, spoken)
    piece = statement.pieces[0]
    trouble: list[str] = []
    if mentions_second(own, spoken) and not piece.is_hard:
        trouble.append("speaks to someone")
    elif piece.subject is None and piece.reading.subject is None and not piece.is_hard and own.startswith(dated[:1]) and content == own:
        trouble.append("names no subject")
    added = (writing.speaker.called(spoken), writing.speaker.other(spoken), *change.added)
    trouble += [f"{kind} would drift" for kind in drifts(said, content, language=spoken, added=added, dropped=change.dropped)]
    if trouble:
        return quoted(first_person(said, spoken), writing.speaker, spoken), first_person(said, spoken), tuple(trouble)
    return content, own, ()


def _dependent(
    statement: Statement, writing: Writing, dated: str, sources: tuple[Source, ...], moment: Moment | None
) -> Draft:
    """A statement that only the one before it explains."""
    own = first_person(dated, writing.language)
    wording = _Wording(
        content=third_person(own, writing.speaker, writing.language), first_person=own, subject=None,
        moment=moment, trouble=(), sources=sources, loose=False,
    )  # fmt: skip
    return replace(_draft(statement, writing, wording), rule=DEPENDS, withdraws=())


def _draft(statement: Statement, writing: Writing, wording: _Wording) -> Draft:
    found = statement.match
    evidence = Evidence(
        language=writing.language,
        timed=wording.moment is not None,
        pictured=bool(writing.turn.attachments),
        about_known=wording.subject is not None and wording.subject.person == "other",
        unsure=any(p.reading.unsure or p.reading.hedged for p in statement.pieces),
        loose=wording.loose or bool(wording.trouble),
        asked_to_remember=writing.asked_to_remember,
    )
    draft = Draft(
        turn=writing.turn,
        content=wording.content,
        first_person=wording.first_person,
        kind=Kind.FACT,
        subject=_key(wording, writing),
        language=writing.language,
        sources=wording.sources,
        score=0.0,
        rule="",
        moment=wording.moment,
    )
    if found is not None and not found.frame.soft:
        draft = _framed(draft, found, evidence, wording)
    else:
        draft = _generic(draft, found, evidence)
    if wording.trouble:
        draft = replace(draft, confidence=draft.confidence * _QUOTED_FACTOR, reasons=(*draft.reasons, *(f"quoted: {t}" for t in wording.trouble)))
    return draft


def _framed(draft: Draft, found: Match, evidence: Evidence, wording: _Wording) -> Draft:
    slot = slot_of(found.slot) if found.slot else None
    name = f"former {found.slot}" if found.former and slot is not None else found.slot
    importance = slot.importance if slot is not None else 0.5
    score, reasons = framed_value(importance, found.frame.confidence, evidence)
    withdraws = found.frame.ends
    if found.ended and slot is not None and slot.ended == "withdraw":
        withdraws = (slot.name,)
    return replace(
        draft,
        kind=slot.kind if slot is not None else Kind.EVENT,
        slot=name,
        value=found.value,
        polarity=-1 if found.ended else found.polarity,
        importance=importance * (0.7 if name.startswith("former ") else 1.0),
        confidence=found.frame.confidence * (0.6 if evidence.unsure else 1.0),
        score=score,
        rule=f"frame {name or 'ending'}",
        reasons=reasons,
        adds=_ADDS.search(draft.first_person) is not None,
        changes=found.frame.event or _CHANGES.search(draft.first_person) is not None,
        withdraws=withdraws,
        keeps=_keeps(found),
    )


def _keeps(found: Match) -> Literal["always", "unmatched", "never"]:
    if found.frame.imperative:
        return "never"
    return "always" if found.frame.keeps else "unmatched"


def _generic(draft: Draft, found: Match | None, evidence: Evidence) -> Draft:
    value = generic_value(draft.first_person, evidence)
    kind = value.kind
    if found is not None:
        kind = slot_of(found.slot).kind
    return replace(
        draft,
        kind=kind,
        polarity=polarity(draft.first_person),
        importance=round(0.2 + 0.4 * value.score, 3),
        confidence=_GENERIC_CONFIDENCE,
        score=value.score,
        rule="value",
        reasons=value.reasons,
    )


def _key(wording: _Wording, writing: Writing) -> str:
    """What the unit records as its subject."""
    speaker, subject = writing.speaker, wording.subject
    if subject is None or subject.person == "speaker":
        return speaker.key
    if not subject.key:
        return ""
    kin = subject.key in reading_en.RELATIONS.values() or subject.key in reading_zh.RELATIONS.values()
    if kin and speaker.key != SPEAKER:
        return f"{speaker.key}的{subject.key}" if writing.language == "zh" else f"{speaker.key}'s {subject.key}"
    return subject.key
