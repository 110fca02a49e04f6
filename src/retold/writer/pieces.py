"""Clauses with all that is known of them: their reading, their times, the frame that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from retold.records import Speaking, Turn
from retold.text.language import Language, language
from retold.text.normal import simplify
from retold.text.persons import to_first
from retold.text.sentences import sentences
from retold.text.times import FoundMoment
from retold.writer import reading_en, reading_zh
from retold.writer.clauses import Clause, clauses
from retold.writer.frames import frames
from retold.writer.matching import Match, Surroundings, match
from retold.writer.reading import Reading, Subject
from retold.writer.references import Focus, open_anaphors, resolve, things_in
from retold.writer.rewrite import moments_of, without_moments
from retold.writer.score import Evidence, generic_value
from retold.writer.select import is_hypothetical, refused_clause

# Earlier sentences that are read for what "it" and "she" may mean.
_EARLIER_SENTENCES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One clause: `text` is its tidy wording, `subject` whom it is about once that is settled.

    `rule` names why it is refused; then there is no match. `antecedents` are the words that stand
    in `text` in the place of pronouns.
    """

    clause: Clause
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
        piece = _piece(clause, spoken, inner)
        _note_piece(piece, spoken, inner.focus)
        found.append(piece)
    hypothetical = next((i for i, p in enumerate(found) if p.rule == "hypothetical"), len(found))
    asking = any(piece.clause.asks for piece in found)
    return [
        _ruled(piece, i, hypothetical, asking=asking) for i, piece in enumerate(found)
    ]


def _ruled(piece: Piece, position: int, hypothetical: int, *, asking: bool) -> Piece:
    """What hangs on an "if" is no fact; beside a question only clear statements count."""
    if position >= hypothetical:
        return replace(piece, rule="hypothetical", match=None)
    if asking and not piece.rule and not (piece.is_hard and _is_personal(piece)):
        return replace(piece, rule="question", match=None)
    return piece


def _is_personal(piece: Piece) -> bool:
    return piece.subject is not None and piece.subject.person != "thing" and not piece.subject.unresolved


def _piece(clause: Clause, spoken: Language, hearing: Hearing) -> Piece:
    turn = hearing.turn
    text = reading_en.tidy(clause.text) if spoken == "en" else clause.text
    text, persons, antecedents = _with_antecedents(text, spoken, hearing.focus)
    moments = moments_of(text, turn.occurred_at)
    timeless = without_moments(text, moments) if moments else text
    around = Surroundings(
        ahead=any(m.moment.start > turn.occurred_at for m in moments),
        behind=any(m.moment.end <= turn.occurred_at for m in moments),
        recent=hearing.recent,
    )
    reading = _read(timeless, spoken)
    found = match(reading, spoken, around)
    if moments:
        dated = match(_read(text, spoken), spoken, around)
        found = dated if dated is not None and dated.frame.keeps_times else found
    rule = refused_clause(reading.text, spoken, asks=clause.asks)
    if is_hypothetical(clause.text):
        rule = "hypothetical"
    if rule in ("request", "about the one spoken to") and found is not None and not found.frame.soft:
        rule = ""
    return Piece(
        clause=clause,
        text=text,
        reading=reading,
        moments=moments,
        match=None if rule else found,
        subject=_named(reading.subject, persons),
        rule=rule,
        antecedents=antecedents,
    )


def _with_antecedents(
    text: str, spoken: Language, focus: Focus
) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """The text with what its pronouns stand for, where all of them are certain.

    With it the persons put in (key → words), and all words put in.
    """
    found = open_anaphors(text, spoken)
    resolved = resolve(text, found, focus, spoken) if found else None
    return resolved if resolved is not None else (text, {}, ())


def _named(subject: Subject | None, persons: dict[str, str]) -> Subject | None:
    """The subject under its own key where it stands in the place of a pronoun."""
    if subject is None or subject.person == "speaker":
        return subject
    key = next((key for key, words in persons.items() if subject.words and words.startswith(subject.words)), None)
    return subject if key is None else replace(subject, key=key, person="other", unresolved=False)


def _read(text: str, spoken: Language) -> Reading:
    if spoken == "en":
        return reading_en.read(text, frames("en").verbs)
    return reading_zh.read(simplify(text))


def worth(text: str, spoken: Language, *, pictured: bool) -> float:
    """The generic score of a sentence that rules refuse; receipts show it."""
    return generic_value(text, Evidence(language=spoken, pictured=pictured)).score


def note(read: Sequence[Piece], spoken: Language, focus: Focus) -> None:
    """Tell the focus whom and what a sentence spoke of."""
    persons: dict[str, str] = {}
    things: list[str] = []
    for piece in read:
        persons |= _persons(piece)
        things += _things(piece, spoken)
    focus.note(persons, things)


def _note_piece(piece: Piece, spoken: Language, focus: Focus) -> None:
    focus.note(_persons(piece), _things(piece, spoken))


def _persons(piece: Piece) -> dict[str, str]:
    subject = piece.subject
    if subject is None or subject.person != "other" or not subject.key or subject.unresolved:
        return {}
    return {subject.key: subject.words}


def _things(piece: Piece, spoken: Language) -> list[str]:
    found = piece.match
    if found is not None and found.value and _slot_name(found) in _THING_SLOTS:
        return things_in(piece.text, found.value, spoken)
    return [] if found is not None and not found.frame.soft else things_in(piece.text, "", spoken)


def _slot_name(found: Match) -> str:
    return f"former {found.slot}" if found.former else found.slot.partition(":")[0]


_THING_SLOTS = frozenset(("like", "former like", "want", "possession", "device", "pet", "favourite"))


def earlier_focus(turns: Sequence[Turn], now: Turn) -> Focus:
    """Whom and what the turns before spoke of, worded as the present speaker would."""
    focus = Focus()
    for turn in turns:
        if turn.role in (Speaking.SYSTEM, Speaking.TOOL):
            continue
        same = turn.speaker == now.speaker and turn.role is now.role
        for span in sentences(turn.text)[-_EARLIER_SENTENCES:]:
            spoken = language(span.text)
            text = span.text if same else to_first(span.text, spoken)
            hearing = Hearing(turn=turn, recent=turn.text, focus=focus)
            note(read_sentence(text, spoken, hearing), spoken, focus)
    return focus

