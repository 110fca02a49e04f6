"""Clauses with all that is known of them: their reading, their times, the frame that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from retold.records import Speaking, Turn
from retold.text.language import Language, language
from retold.text.normal import simplify
from retold.text.persons import mentions_second, to_first
from retold.text.sentences import sentences
from retold.text.times import FoundMoment
from retold.writer.clauses import Clause, clauses
from retold.writer.frames import frames
from retold.writer.matching import Match, Surroundings, match
from retold.writer.reading import Reading, Subject, chinese, english
from retold.writer.references import Focus, Resolved, open_anaphors, resolve, thing_in
from retold.writer.rewrite import moments_of, without_moments
from retold.writer.score import Evidence, generic_value
from retold.writer.select import is_hypothetical, refused_clause, refused_sentence

# Earlier sentences that are read for what "it" and "she" may mean, newest first.
_EARLIER_SENTENCES = 3
_EARLIER_CHARACTERS = 1000
# So many words without a Chinese character are English, not a name.
_LEAST_WORDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One clause: `text` is its tidy wording, `subject` whom it is about once that is settled.

    `rule` names why it is refused; then there is no match. `antecedents` are the words that stand
    in `text` in the place of pronouns.
    """

    clause: Clause
    language: Language
    text: str
    reading: Reading
    moments: tuple[FoundMoment, ...] = ()
    match: Match | None = None
    subject: Subject | None = None
    rule: str = ""
    antecedents: tuple[str, ...] = ()

    @property
    def is_hard(self) -> bool:
        """Whether a frame fits that is worth a unit of its own."""
        return self.match is not None and not self.match.frame.soft

    @property
    def key(self) -> str:
        """The key of its subject, if it has one."""
        return self.subject.key if self.subject else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """What a sentence is understood with: its turn, the last words said, and the focus so far."""

    turn: Turn
    recent: str
    focus: Focus


def read_sentence(text: str, spoken: Language, hearing: Hearing) -> list[Piece]:
    """The clauses of a sentence, each read and compared with the frames.

    A clause may point back to the one before it, so the focus follows clause by clause.
    """
    inner = replace(hearing, focus=hearing.focus.opened())
    found: list[Piece] = []
    for clause in clauses(text, spoken):
        piece = _piece(clause, _language_of(clause.text, spoken), inner)
        _note_piece(piece, inner.focus)
        found.append(piece)
    hypothetical = next((i for i, p in enumerate(found) if p.rule == "hypothetical"), len(found))
    asking = any(piece.clause.asks for piece in found)
    return [_ruled(piece, i, hypothetical, asking=asking) for i, piece in enumerate(found)]


def _language_of(clause: str, sentence: Language) -> Language:
    """English clauses stand in Chinese sentences as wholes: "I'm a data analyst，在深圳上班"."""
    whole = sentence == "zh" and len(clause.split()) >= _LEAST_WORDS and clause.isascii()
    return "en" if whole else sentence


def _ruled(piece: Piece, position: int, hypothetical: int, *, asking: bool) -> Piece:
    """What hangs on an "if" is no fact; beside a question only statements about someone count."""
    if position >= hypothetical:
        return replace(piece, rule="hypothetical", match=None)
    if asking and not piece.rule and not _is_personal(piece):
        return replace(piece, rule="question", match=None)
    return piece


def _is_personal(piece: Piece) -> bool:
    return (
        piece.subject is not None
        and piece.subject.person != "thing"
        and not piece.subject.unresolved
    )


def _piece(clause: Clause, spoken: Language, hearing: Hearing) -> Piece:
    turn = hearing.turn
    text = english.tidy(clause.text) if spoken == "en" else clause.text
    resolved = _with_antecedents(text, spoken, hearing.focus)
    text = resolved.text
    moments = moments_of(text, turn.occurred_at)
    timeless = without_moments(text, moments) if moments else text
    around = Surroundings(
        ahead=any(m.moment.start > turn.occurred_at for m in moments),
        behind=any(m.moment.end <= turn.occurred_at for m in moments),
        recent=hearing.recent,
        first=clause.start == 0,
    )
    reading = _read(timeless, spoken)
    found = match(reading, spoken, around)
    if moments:
        # A date may be what the clause is about: a birthday, the time of a meeting.
        dated = match(_read(text, spoken), spoken, around)
        if dated is not None and (found is None or keeps_times(dated)):
            found = dated
    if found is not None and not found.frame.imperative and mentions_second(reading.text, spoken):
        found = None
    rule = refused_clause(reading.text, spoken, asks=clause.asks)
    if moments and not rule:
        rule = refused_clause(text, spoken, asks=False)
    if is_hypothetical(clause.text):
        rule = "hypothetical"
    if (
        rule in ("request", "about the one spoken to")
        and found is not None
        and not found.frame.soft
    ):
        rule = ""
    return Piece(
        clause=clause,
        language=spoken,
        text=text,
        reading=reading,
        moments=moments,
        match=None if rule else found,
        subject=_named(reading.subject, resolved.persons),
        rule=rule,
        antecedents=resolved.words,
    )


def keeps_times(found: Match) -> bool:
    """Whether time words belong to the value: birthdays, and names as in 五月天."""
    return found.frame.keeps_times or found.slot.partition(":")[0] in ("favourite", "like", "name")


def _with_antecedents(text: str, spoken: Language, focus: Focus) -> Resolved:
    """The text with what its pronouns stand for, where all of them are certain."""
    found = open_anaphors(text, spoken)
    resolved = resolve(text, found, focus, spoken) if found else None
    return resolved or Resolved(text=text, persons={}, words=())


def _named(subject: Subject | None, persons: dict[str, str]) -> Subject | None:
    """The subject under its own key where it stands in the place of a pronoun."""
    if subject is None or subject.person == "speaker":
        return subject
    key = next(
        (
            key
            for key, words in persons.items()
            if subject.words and words.startswith(subject.words)
        ),
        None,
    )
    return subject if key is None else replace(subject, key=key, person="other", unresolved=False)


def _read(text: str, spoken: Language) -> Reading:
    if spoken == "en":
        return english.read(text, frames("en").verbs)
    return chinese.read(simplify(text))


def worth(text: str, spoken: Language, *, pictured: bool) -> float:
    """The generic score of a sentence that rules refuse; receipts show it."""
    return generic_value(text, Evidence(language=spoken, pictured=pictured)).score


def note(read: Sequence[Piece], focus: Focus) -> None:
    """Tell the focus whom and what a sentence spoke of."""
    persons: dict[str, str] = {}
    things: list[str] = []
    for piece in read:
        persons |= _persons(piece)
        things += _things(piece)
    focus.note(persons, things)


def _note_piece(piece: Piece, focus: Focus) -> None:
    focus.note(_persons(piece), _things(piece))


def _persons(piece: Piece) -> dict[str, str]:
    subject = piece.subject
    if subject is None or subject.person != "other" or not subject.key or subject.unresolved:
        return {}
    return {subject.key: subject.words}


def _things(piece: Piece) -> list[str]:
    found = piece.match
    if found is not None and found.value and _slot_name(found) in _THING_SLOTS:
        return [thing_in(found.value, piece.text, piece.language)]
    return []


def _slot_name(found: Match) -> str:
    return f"former {found.slot}" if found.former else found.slot.partition(":")[0]


_THING_SLOTS = frozenset(
    ("like", "former like", "want", "possession", "device", "pet", "favourite", "allergy")
)


def earlier_focus(turns: Sequence[Turn], now: Turn) -> Focus:
    """Whom and what the turns before spoke of, worded as the present speaker would."""
    spoken_before = [
        (turn, span.text)
        for turn in turns
        if turn.role not in (Speaking.SYSTEM, Speaking.TOOL)
        for span in sentences(turn.text[-_EARLIER_CHARACTERS:])
        if not refused_sentence(span.text, language(span.text))
    ]
    focus = Focus()
    for turn, text in spoken_before[-_EARLIER_SENTENCES:]:
        spoken = language(text)
        same = turn.speaker == now.speaker and turn.role is now.role
        hearing = Hearing(turn=turn, recent=turn.text, focus=focus)
        note(read_sentence(text if same else to_first(text, spoken), spoken, hearing), focus)
    return focus
