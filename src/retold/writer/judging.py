"""From a worded statement to a draft: its kind, slot, value and score."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from retold.records import Kind
from retold.text.negation import polarity
from retold.text.persons import mentions_first
from retold.text.relations import relation_of
from retold.writer.cues import cue
from retold.writer.drafts import Draft
from retold.writer.frames import slot_of
from retold.writer.matching import Match
from retold.writer.pieces import Piece
from retold.writer.reading import SPEAKER, Subject
from retold.writer.references import open_anaphors
from retold.writer.score import Evidence, framed_value, generic_value
from retold.writer.statements import Statement, Writing
from retold.writer.wording import Wording, worded

# The rule of a draft that cannot stand alone; it may join the one before it.
DEPENDS = "depends on what was said before"
# A quotation says less clearly what was meant.
_QUOTED_FACTOR = 0.85
# "I think" leaves room for error.
_UNSURE_FACTOR = 0.6
_GENERIC_CONFIDENCE = 0.6
# What held once matters less than what holds.
_FORMER_FACTOR = 0.7
# What the user asked to be remembered is kept like an allergy; see `forgetting.important`.
_ASKED_FOR = 0.8


def drafted(statement: Statement, writing: Writing) -> Draft:
    """The draft of a statement."""
    writing = replace(writing, language=statement.first.language)
    wording = worded(statement, writing)
    if wording.depends and len(statement.pieces) > 1:
        statement = _understood(statement)
        wording = worded(statement, writing)
    found = statement.match
    evidence = Evidence(
        language=writing.language,
        timed=wording.moment is not None,
        pictured=bool(writing.turn.attachments),
        about_known=_is_known(wording.subject),
        elsewhere=_is_elsewhere(statement, wording),
        about_self=_is_of_someone(statement, wording) and not wording.trouble,
        unsure=statement.unsure,
        loose=wording.loose or bool(wording.trouble),
        asked_to_remember=writing.asked_to_remember,
    )
    draft = Draft(
        turn=writing.turn,
        content=wording.content,
        first_person=wording.first_person,
        kind=Kind.FACT,
        subject=_key(wording, writing, found),
        language=writing.language,
        sources=wording.sources,
        score=0.0,
        rule="",
        moment=wording.moment,
    )
    if found is not None and not found.frame.soft:
        draft = _framed(draft, found, evidence)
    else:
        draft = _generic(draft, found, evidence)
    if cue("judging.corrects", writing.language).match(writing.said(statement)):
        # Of several there may be, the one that was spoken of is meant.
        draft = replace(draft, changes=True)
    if draft.parts and wording.subject is not None and wording.subject.person != "speaker":
        # Whose bond ended? Of others' partners nothing is filed under this name.
        draft = replace(draft, parts=False, withdraws=())
    if writing.asked_to_remember:
        draft = replace(draft, importance=max(draft.importance, _ASKED_FOR))
    if wording.trouble:
        draft = replace(
            draft,
            confidence=draft.confidence * _QUOTED_FACTOR,
            reasons=(*draft.reasons, *(f"quoted: {why}" for why in wording.trouble)),
        )
    return replace(draft, rule=DEPENDS, withdraws=()) if wording.depends else draft


def _understood(statement: Statement) -> Statement:
    """What of a statement can be understood alone: its longest run of such clauses."""
    runs: list[list[Piece]] = [[]]
    for piece in statement.pieces:
        if open_anaphors(piece.text, piece.language):
            runs.append([])
        else:
            runs[-1].append(piece)
    longest = max(runs, key=len)
    return Statement(pieces=tuple(longest)) if longest else statement


def _is_of_someone(statement: Statement, wording: Wording) -> bool:
    """Whether it says how someone is now, plainly."""
    flags = statement.first.reading.flags
    if flags.hedged or flags.future or flags.once or (flags.past and not flags.perfect):
        return False
    subject = wording.subject
    if subject is not None and subject.person == "speaker":
        return statement.first.reading.subject is not None
    if _is_known(subject):
        return True
    # Chinese puts the theme first: 人多的地方我就紧张 is about the speaker.
    themed = statement.first.language == "zh" and mentions_first(wording.first_person, "zh")
    return themed and cue("judging.themed", "zh").search(wording.first_person) is not None


def _is_elsewhere(statement: Statement, wording: Wording) -> bool:
    """Whether it is about no one the speaker knows, and does not mention the speaker either."""
    subject = wording.subject
    if subject is None or subject.person == "speaker" or _is_known(subject):
        # What names no subject is mostly about the speaker.
        return False
    return not mentions_first(wording.first_person, statement.first.language)


def _is_known(subject: Subject | None) -> bool:
    """Whether it is someone of the speaker's; a capital letter alone makes no person."""
    if subject is None or subject.person != "other" or subject.unresolved:
        return False
    owned = subject.words.lower().startswith(("my ", "our ", "我", "咱"))
    return owned or relation_of(subject.key) is not None


def _framed(draft: Draft, found: Match, evidence: Evidence) -> Draft:
    if not found.slot:
        return _ending(draft, found, evidence)
    slot = slot_of(found.slot)
    score, reasons = framed_value(
        draft.first_person, slot.importance, found.frame.confidence, evidence
    )
    return replace(
        draft,
        kind=slot.kind,
        slot=f"former {found.slot}" if found.former else found.slot,
        value=found.value,
        polarity=-1 if found.ended else found.polarity,
        importance=slot.importance * (_FORMER_FACTOR if found.former else 1.0),
        confidence=found.frame.confidence * (_UNSURE_FACTOR if evidence.unsure else 1.0),
        score=score,
        rule=f"frame {found.slot}",
        reasons=reasons,
        adds=_adds(draft),
        changes=found.frame.event or _tells_change(draft),
        withdraws=_withdraws(found),
        old=found.old,
        moves=found.frame.moves,
        parts=found.frame.parts,
        keeps=_keeps(found),
    )


def _withdraws(found: Match) -> tuple[str, ...]:
    """The slots in which a statement ends something: its own where it holds no longer."""
    slot = slot_of(found.slot)
    own = (slot.name,) if found.ended and slot.ended == "withdraw" else ()
    return own or found.frame.ends


def _adds(draft: Draft) -> bool:
    """Whether it stands beside others of its slot: "I also …", or "I have a cousin called …"."""
    if cue("judging.adds").search(draft.first_person):
        return True
    relation = relation_of(draft.subject)
    one_more = relation is not None and relation.several
    return one_more and cue("judging.one_more").search(draft.first_person) is not None


def _ending(draft: Draft, found: Match, evidence: Evidence) -> Draft:
    score, reasons = framed_value(draft.first_person, 0.5, found.frame.confidence, evidence)
    return replace(
        draft,
        kind=Kind.EVENT,
        value=found.value,
        confidence=found.frame.confidence,
        score=score,
        rule="frame ending",
        reasons=reasons,
        withdraws=found.frame.ends,
        old=found.old,
        moves=found.frame.moves,
        parts=found.frame.parts,
        keeps=_keeps(found),
    )


def _tells_change(draft: Draft) -> bool:
    return cue("judging.changes").search(draft.first_person) is not None


def _keeps(found: Match) -> Literal["always", "unmatched", "never"]:
    if found.frame.imperative:
        return "never"
    return "always" if found.frame.keeps else "unmatched"


def _generic(draft: Draft, found: Match | None, evidence: Evidence) -> Draft:
    value = generic_value(draft.first_person, replace(evidence, worded=found is not None))
    return replace(
        draft,
        kind=value.kind if found is None else slot_of(found.slot).kind,
        polarity=polarity(draft.first_person),
        # The better a statement scores, the more it would be missed; frames know better.
        importance=round(0.2 + 0.4 * value.score, 3),
        confidence=_GENERIC_CONFIDENCE,
        score=value.score,
        rule="value",
        reasons=value.reasons,
    )


def _key(wording: Wording, writing: Writing, found: Match | None) -> str:
    """What the unit records as its subject."""
    if found is not None and found.about:
        return found.about
    speaker, subject = writing.speaker, wording.subject
    if subject is None or subject.person == "speaker":
        return speaker.key
    if subject.key and relation_of(subject.key) and speaker.key != SPEAKER:
        owner = f"{speaker.key}的" if writing.language == "zh" else f"{speaker.key}'s "
        return owner + subject.key
    return subject.key
