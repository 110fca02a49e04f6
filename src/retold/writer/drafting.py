"""From the sentences of a turn to drafts and refusals. Pure: no ledger, no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from retold.records import Source, Speaking, Turn
from retold.settings import WriterSettings
from retold.text.language import Language, language
from retold.text.sentences import Span, sentences
from retold.writer import answers, pieces, select
from retold.writer.drafts import Draft, Refusal, TakeBack
from retold.writer.pieces import Piece
from retold.writer.references import Focus
from retold.writer.rewrite import Speaker
from retold.writer.statements import Statement, Writing, grouped, written

Result = Draft | Refusal | TakeBack
# A sentence that is refused by a rule may still have been nearly worth it; the score says so.
_REFUSED_FACTOR = 0.3
_BY_SPEAKER_ONLY = frozenset(("budget", "constraint", "want", "goal", "plan", "style", "appointment"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A turn, who speaks to whom, and the turns of its session before it, oldest first."""

    turn: Turn
    speaker: Speaker
    before: Sequence[Turn]
    settings: WriterSettings

    @property
    def recent(self) -> str:
        """What was said lately, this turn included."""
        return "\n".join([*(turn.text for turn in self.before[-3:]), self.turn.text])


@dataclass(slots=True)
class _Progress:
    """What the sentences of a turn leave for those after them."""

    focus: Focus
    results: list[Result] = field(default_factory=list)
    last_key: str = ""


def draft_turn(scene: Scene) -> list[Result]:
    """What becomes of each sentence of the turn, in order."""
    turn = scene.turn
    spans = sentences(turn.text)[: scene.settings.max_sentences]
    rule = select.refused_turn(turn.text, turn.role)
    if not rule and select.is_role_play(t.text for t in (*scene.before, turn)):
        rule = "role play"
    if turn.role is Speaking.ASSISTANT and not rule:
        return answers.commitments(turn, spans, scene.speaker)
    if rule:
        return [*_taken_back(scene), *(_refused(turn, s.start, s.end, rule) for s in spans)]
    progress = _Progress(focus=_focus(scene))
    answer = answers.completed(turn, spans, scene.before)
    blocks = select.barred(turn.text)
    for position, span in enumerate(spans):
        barred = select.bars(blocks, span.start, span.end)
        if barred and barred != "secret" and barred != "masked or erased text":
            progress.results.append(_refused(turn, span.start, span.end, barred))
        elif position == 0 and answer is not None:
            _answered(scene, answer, span, progress)
        else:
            _sentence(scene, span, blocks, progress)
    return progress.results


def _taken_back(scene: Scene) -> list[Result]:
    turn = scene.turn
    rule = select.takes_back(turn.text)
    mine = [t for t in scene.before if t.role is turn.role and t.speaker == turn.speaker]
    if not rule or not mine:
        return []
    source = Source(turn_id=turn.id, start=0, end=len(turn.text))
    return [TakeBack(source=source, rule=rule, turn_id=mine[-1].id)]


def _focus(scene: Scene) -> Focus:
    """Whom and what the last turns spoke of; read only when a sentence needs it."""
    return Focus(earlier=lambda: pieces.earlier_focus(scene.before[-2:], scene.turn))


def _refused(turn: Turn, start: int, end: int, rule: str, score: float = 0.0, reasons: tuple[str, ...] = ()) -> Refusal:
    source = Source(turn_id=turn.id, start=start, end=end)
    return Refusal(source=source, rule=rule, score=round(score, 4), reasons=reasons)


def _answered(scene: Scene, answer: answers.Completed, span: Span, progress: _Progress) -> None:
    """A short answer, as the sentence that it stands for."""
    spoken = language(answer.text)
    read = pieces.read_sentence(answer.text, spoken, _hearing(scene, progress))
    framed = [piece for piece in read if piece.match is not None]
    if not framed:
        progress.results.append(_refused(scene.turn, span.start, span.end, "an answer that says nothing lasting"))
        return
    source = Source(turn_id=scene.turn.id, start=span.start, end=span.end)
    writing = _writing(scene, spoken, answer.text, (source, *answer.sources))
    writing = replace(writing, completed=True)
    for statement in grouped(answer.text, framed):
        _settle(scene, written(statement, writing), statement, progress)


def _sentence(scene: Scene, span: Span, blocks: tuple[select.Barred, ...], progress: _Progress) -> None:
    spoken = language(span.text)
    rule = select.refused_sentence(span.text, spoken)
    if rule:
        progress.results.append(_refused(scene.turn, span.start, span.end, rule))
        return
    read = pieces.read_sentence(span.text, spoken, _hearing(scene, progress))
    read = [_barred(piece, span, blocks) for piece in read]
    read = _with_subjects(read, progress)
    source = Source(turn_id=scene.turn.id, start=span.start, end=span.end)
    writing = _writing(scene, spoken, span.text, (source,))
    statements = grouped(span.text, read)
    if not statements:
        rule = next((piece.rule for piece in read if piece.rule), "nothing to keep")
        score = _REFUSED_FACTOR * pieces.worth(span.text, spoken, pictured=bool(scene.turn.attachments))
        progress.results.append(_refused(scene.turn, span.start, span.end, rule, score))
    for statement in statements:
        _settle(scene, written(statement, writing), statement, progress)
    pieces.note(read, spoken, progress.focus)
    progress.last_key = next((p.key for p in reversed(read) if p.key), progress.last_key)


def _hearing(scene: Scene, progress: _Progress) -> pieces.Hearing:
    return pieces.Hearing(turn=scene.turn, recent=scene.recent, focus=progress.focus)


def _barred(piece: Piece, span: Span, blocks: tuple[select.Barred, ...]) -> Piece:
    start, end = span.start + piece.clause.start, span.start + piece.clause.end
    rule = select.bars(blocks, start, end)
    return replace(piece, rule=rule, match=None) if rule else piece


def _with_subjects(read: Sequence[Piece], progress: _Progress) -> list[Piece]:
    """Clauses without a subject take that of the clause before; wishes are the speaker's own."""
    found: list[Piece] = []
    before = next((p for p in reversed(progress.results) if isinstance(p, Draft)), None)
    for piece in read:
        reading = piece.reading
        if reading.subject is None and piece.match is not None:
            own = piece.match.slot in _BY_SPEAKER_ONLY or bool(piece.match.frame.ends)
            previous = next((p.subject for p in reversed(found) if p.subject is not None), None)
            if previous is not None and previous.person == "other" and not own:
                piece = replace(piece, subject=previous)
            elif not found and before is not None and progress.last_key not in ("", "user") and not own:
                piece = replace(piece, rule="unclear subject", match=None)
        found.append(piece)
    return found


def _writing(
    scene: Scene, spoken: Language, sentence: str, sources: tuple[Source, ...]
) -> Writing:
    return Writing(
        turn=scene.turn,
        speaker=scene.speaker,
        language=spoken,
        sentence=sentence,
        sources=sources,
        raw=scene.settings.raw,
        asked_to_remember=select.wants_memory(scene.turn.text),
    )


def _settle(scene: Scene, result: Draft | Refusal, statement: Statement, progress: _Progress) -> None:
    """Keep a draft that is worth it; a dependent sentence joins the one before it."""
    if isinstance(result, Refusal):
        progress.results.append(result)
        return
    if result.rule == "depends on what was said before":
        _join(scene, result, progress)
        return
    if result.score < scene.settings.threshold and not result.withdraws:
        source = result.sources[0]
        progress.results.append(
            _refused(scene.turn, source.start, source.end, "below the threshold", result.score, result.reasons)
        )
        return
    progress.results.append(result)


def _join(scene: Scene, dependent: Draft, progress: _Progress) -> None:
    """Add a sentence that cannot stand alone to the draft right before it, once."""
    source = dependent.sources[0]
    last = progress.results[-1] if progress.results else None
    refusal = _refused(
        scene.turn, source.start, source.end, "not self-contained",
        _REFUSED_FACTOR * dependent.score, dependent.reasons,
    )  # fmt: skip
    joinable = (
        isinstance(last, Draft)
        and not last.withdraws
        and "with the sentence after it" not in last.reasons
        and dependent.score >= scene.settings.threshold * 0.6
        and last.language == dependent.language
        and not scene.settings.raw
    )
    if not joinable or not isinstance(last, Draft):
        progress.results.append(refusal)
        return
    gap = "" if last.language == "zh" else " "
    progress.results[-1] = replace(
        last,
        content=f"{last.content}{gap}{dependent.content}",
        first_person=f"{last.first_person}{gap}{dependent.first_person}",
        sources=(replace(last.sources[0], end=source.end), *last.sources[1:]),
        score=max(last.score, dependent.score),
        reasons=(*last.reasons, "with the sentence after it"),
    )
