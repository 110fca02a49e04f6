"""Clauses that say one thing together, and what they are written with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from retold.records import Source, Turn
from retold.text.language import Language
from retold.writer.matching import Match
from retold.writer.pieces import Piece
from retold.writer.rewrite import Speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Pieces of one sentence, side by side, that say one thing; the first may fit a frame."""

    pieces: tuple[Piece, ...]

    @property
    def first(self) -> Piece:
        """The piece that the others lean on."""
        return self.pieces[0]

    @property
    def match(self) -> Match | None:
        """The frame that its first piece fits."""
        return self.pieces[0].match

    @property
    def unsure(self) -> bool:
        """Whether some piece is said with doubt."""
        return any(p.reading.flags.unsure or p.reading.flags.hedged for p in self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What the statements of a sentence are written with.

    `sources` begins with the span of the sentence. `completed` says that the sentence is no slice
    of the turn but a short answer made whole; then the sources stay as they are.
    """

    turn: Turn
    speaker: Speaker
    language: Language
    sentence: str
    sources: tuple[Source, ...]
    raw: bool
    asked_to_remember: bool
    completed: bool = False

    def said(self, statement: Statement) -> str:
        """The slice of the sentence that a statement stands for."""
        return self.sentence[statement.pieces[0].clause.start : statement.pieces[-1].clause.end]

    def sources_of(self, statement: Statement) -> tuple[Source, ...]:
        """The sources of one statement of the sentence."""
        if self.completed or self.raw:
            return self.sources
        whole = self.sources[0]
        start, end = statement.pieces[0].clause.start, statement.pieces[-1].clause.end
        own = replace(whole, start=whole.start + start, end=whole.start + end)
        return (own, *self.sources[1:])


def grouped(read: Sequence[Piece]) -> list[Statement]:
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
