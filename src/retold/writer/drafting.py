"""From the sentences of a turn to drafts and refusals. Pure: no ledger, no clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from retold.records import Source, Speaking, Turn
from retold.settings import WriterSettings
from retold.text.language import Language, language
from retold.text.persons import mentions_first
from retold.text.sentences import Span, sentences
from retold.writer import answers, pieces, select
from retold.writer.cues import cue
from retold.writer.drafts import Draft, Refusal, Result, TakeBack
from retold.writer.judging import DEPENDS, drafted
from retold.writer.pieces import Piece
from retold.writer.reading import SPEAKER, Subject
from retold.writer.references import Focus
from retold.writer.rewrite import Speaker
from retold.writer.statements import Writing, grouped

# What is refused by a rule may still have been nearly worth it; the score in the receipt says so.
# A statement that only lacks what "it" means lacks less than a question.
_REFUSED_FACTOR = 0.3
_DEPENDENT_FACTOR = 0.7
# A sentence joins the one before it from this part of the threshold; the two share their context.
_JOINING_FACTOR = 0.6
_JOINED = "with the sentence after it"
# Turns whose text may name what an elliptic wording changes ("raise it to 4000").
_RECENT_TURNS = 3
# Turns that are read for what "she" and "it" may mean.
_FOCUS_TURNS = 2
# Rules that refuse stretches rather than sentences.
_OF_STRETCHES = frozenset(
    (
        "pasted text",
        "recalled text",
        "material to work on",
        "asked for somebody else",
        "system or tool text",
        "role play",
        "stored instruction",
    )
)
# Blocks inside a sentence; its other clauses stand.
_OF_CLAUSES = frozenset(("secret", "masked or erased text"))
# Refused for what they lack, not for what they are: a question may explain them.
_UNEXPLAINED = frozenset(
    (
        "below the threshold",
        "not self-contained",
        "too short",
        "unclear subject",
        "an answer that says nothing lasting",
    )
)
# What things do to the speaker.
_TOLD_OF_THINGS = frozenset(("allergy", "like", "health", "favourite"))
# Wishes are the speaker's own, whoever was spoken of before.
_OF_SPEAKER = frozenset(("budget", "constraint", "want", "goal", "plan", "style", "appointment"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A turn, who speaks to whom, and the turns of its session before it, oldest first."""

    turn: Turn
    speaker: Speaker
    before: Sequence[Turn]
    settings: WriterSettings

    def source(self, start: int, end: int) -> Source:
        """Characters of the turn as a source."""
        return Source(turn_id=self.turn.id, start=start, end=end)


@dataclass(slots=True)
class _Progress:
    """What the sentences of a turn leave for those after them."""

    focus: Focus
    recent: str
    asked_to_remember: bool
    results: list[Result] = field(default_factory=list)
    # The sentences of the turn so far, the one that is read among them.
    read: list[Span] = field(default_factory=list)
    last_key: str = ""


def draft_turn(scene: Scene) -> list[Result]:
    """What becomes of each sentence of the turn, in order."""
    turn = scene.turn
    spans = sentences(turn.text)[: scene.settings.max_sentences]
    rule = select.refused_turn(turn.text, turn.role)
    if not rule and select.is_role_play(t.text for t in (*scene.before, turn)):
        rule = "role play"
    if not rule and select.is_off_record(t.text for t in scene.before):
        rule = "the user asked not to save it"
    if rule:
        refused = [Refusal(source=scene.source(s.start, s.end), rule=rule) for s in spans]
        return _taken_back(scene) or _joined(refused)
    if turn.role is Speaking.ASSISTANT:
        return list(answers.commitments(turn, spans))
    progress = _Progress(
        # Read only when a pronoun needs it.
        focus=Focus(earlier=lambda: pieces.earlier_focus(scene.before[-_FOCUS_TURNS:], turn)),
        recent="\n".join(t.text for t in (*scene.before[-_RECENT_TURNS:], turn)),
        asked_to_remember=select.wants_memory(turn.text),
    )
    answer = answers.completed(turn, spans, scene.before)
    blocks = select.barred(turn.text)
    for position, span in enumerate(spans):
        progress.read.append(span)
        barred = select.bars(blocks, span.start, span.end)
        if barred and barred not in _OF_CLAUSES:
            progress.results.append(Refusal(source=scene.source(span.start, span.end), rule=barred))
        elif position == 0 and answer is not None:
            _answered(scene, answer, span, progress)
        else:
            _sentence(scene, span, blocks, progress)
    return _reply(scene, progress.results) or _joined(progress.results)


def _reply(scene: Scene, results: Sequence[Result]) -> list[Result]:
    """The turn quoted with the question it answers, where that alone explains it."""
    if scene.settings.raw or not all(_is_unexplained(result) for result in results):
        return []
    draft = answers.replied(scene.turn, scene.before, scene.speaker)
    return [draft] if draft is not None and draft.score >= scene.settings.threshold else []


def _is_unexplained(result: Result) -> bool:
    return isinstance(result, Refusal) and result.rule in _UNEXPLAINED


def _joined(results: Sequence[Result]) -> list[Result]:
    """The results with neighbours that one rule refused as one: a log is one paste."""
    found: list[Result] = []
    for result in results:
        last = found[-1] if found else None
        if (
            isinstance(result, Refusal)
            and isinstance(last, Refusal)
            and last.rule == result.rule
            and result.rule in _OF_STRETCHES
        ):
            found[-1] = replace(last, source=replace(last.source, end=result.source.end))
        else:
            found.append(result)
    return found


def _taken_back(scene: Scene) -> list[Result]:
    """The wish of a short turn that the one before it be given up, if it is one."""
    turn = scene.turn
    rule = select.takes_back(turn.text)
    own = [t for t in scene.before if t.role is turn.role and t.speaker == turn.speaker]
    if not rule or not own:
        return []
    return [TakeBack(source=scene.source(0, len(turn.text)), rule=rule, turn_id=own[-1].id)]


def _answered(scene: Scene, answer: answers.Completed, span: Span, progress: _Progress) -> None:
    """A short answer, as the sentence that it stands for."""
    spoken = language(answer.text)
    own = scene.source(span.start, span.end)
    read = pieces.read_sentence(answer.text, spoken, _hearing(scene, progress))
    framed = [piece for piece in read if piece.match is not None]
    if not framed:
        progress.results.append(Refusal(source=own, rule="an answer that says nothing lasting"))
        return
    writing = _writing(scene, spoken, answer.text, (own, *answer.sources), progress)
    for statement in grouped(framed):
        _settle(scene, drafted(statement, replace(writing, completed=True)), progress)


def _sentence(
    scene: Scene, span: Span, blocks: tuple[select.Barred, ...], progress: _Progress
) -> None:
    spoken = language(span.text)
    source = scene.source(span.start, span.end)
    rule = select.refused_sentence(span.text, spoken)
    if rule:
        progress.results.append(_refused(scene, span, rule))
        return
    read = pieces.read_sentence(span.text, spoken, _hearing(scene, progress))
    read = _with_subjects([_barred(piece, span, blocks) for piece in read], progress)
    statements = grouped(read)
    if not statements:
        rule = next((piece.rule for piece in read if piece.rule), "nothing to keep")
        worth = pieces.worth(span.text, spoken, pictured=bool(scene.turn.attachments))
        score = round(_REFUSED_FACTOR * worth, 4)
        progress.results.append(_refused(scene, span, rule, score))
    writing = _writing(scene, spoken, span.text, (source,), progress)
    for statement in statements:
        _settle(scene, drafted(statement, writing), progress)
    pieces.note(read, progress.focus)
    progress.last_key = next((p.key for p in reversed(read) if p.key), progress.last_key)


def _refused(scene: Scene, span: Span, rule: str, score: float = 0.0) -> Refusal:
    quotes = not scene.settings.raw
    return Refusal(
        source=scene.source(span.start, span.end),
        rule=rule,
        score=score,
        draft=answers.own_words(scene.turn, span, scene.speaker, rule) if quotes else None,
    )


def _hearing(scene: Scene, progress: _Progress) -> pieces.Hearing:
    return pieces.Hearing(turn=scene.turn, recent=progress.recent, focus=progress.focus)


def _writing(
    scene: Scene,
    spoken: Language,
    sentence: str,
    sources: tuple[Source, ...],
    progress: _Progress,
) -> Writing:
    return Writing(
        turn=scene.turn,
        speaker=scene.speaker,
        language=spoken,
        sentence=sentence,
        sources=sources,
        raw=scene.settings.raw,
        asked_to_remember=progress.asked_to_remember,
    )


def _barred(piece: Piece, span: Span, blocks: tuple[select.Barred, ...]) -> Piece:
    start, end = span.start + piece.clause.start, span.start + piece.clause.end
    rule = select.bars(blocks, start, end)
    return replace(piece, rule=rule, match=None) if rule else piece


def _with_subjects(read: Sequence[Piece], progress: _Progress) -> list[Piece]:
    """Clauses without a subject take that of the clause before them."""
    found: list[Piece] = []
    for piece in read:
        found.append(_with_subject(piece, found, progress))
    return found


def _with_subject(piece: Piece, before: Sequence[Piece], progress: _Progress) -> Piece:
    subject = piece.reading.subject
    if piece.match is None:
        return piece
    if subject is not None:
        return replace(piece, subject=None) if _is_of_speaker(piece, subject) else piece
    if _names_another(piece, before, progress):
        return replace(piece, rule="unclear subject", match=None)
    if _is_afterthought(piece, before):
        return replace(piece, match=None)
    if piece.match.slot in _OF_SPEAKER or piece.match.frame.ends:
        return piece
    return _with_subject_before(piece, before, progress)


def _with_subject_before(piece: Piece, before: Sequence[Piece], progress: _Progress) -> Piece:
    previous = next((p.subject for p in reversed(before) if p.subject is not None), None)
    if previous is not None and previous.person == "other":
        return replace(piece, subject=previous)
    if not before and progress.last_key not in ("", SPEAKER):
        # The sentence before was about someone else: who likes dancing, she or the speaker?
        return replace(piece, rule="unclear subject", match=None)
    return piece


def _is_of_speaker(piece: Piece, subject: Subject) -> bool:
    """Whether a clause about a thing says something of the speaker.

    "The budget is 4000" and "the rent here is 800" do, whose they are goes without saying; so does
    "cats make me sneeze".
    """
    found = piece.match
    if found is None or found.about:
        return False
    if subject.person == "thing":
        slot = found.slot.partition(":")[0]
        return slot in ("budget", "attribute") or bool(found.frame.ends)
    told = found.slot.partition(":")[0] in _TOLD_OF_THINGS and found.is_of_things
    return told and subject.person == "other" and mentions_first(piece.text, piece.language)


def _names_another(piece: Piece, before: Sequence[Piece], progress: _Progress) -> bool:
    """Whether 叫豆包 names what was spoken of rather than the speaker."""
    named = piece.match is not None and piece.match.slot == "name"
    return named and piece.text.startswith("叫") and not before and len(progress.read) > 1


def _is_afterthought(piece: Piece, before: Sequence[Piece]) -> bool:
    """Whether a bare "no sugar" belongs to "I take it black" right before, which is no wish."""
    last = before[-1] if before else None
    if piece.match is None or piece.match.frame.only != "elliptic" or last is None or last.rule:
        return False
    if piece.match.slot != "constraint" or last.reading.subject is None:
        return False
    wish = last.match is not None and last.match.slot in _OF_SPEAKER
    return not wish and cue("drafting.wish").search(last.text) is None


def _settle(scene: Scene, draft: Draft, progress: _Progress) -> None:
    """Keep a draft that is worth it; a dependent sentence joins the one before it."""
    if draft.rule == DEPENDS:
        _join(scene, draft, progress)
    elif draft.score < scene.settings.threshold and not draft.withdraws:
        rule = "below the threshold"
        progress.results.append(
            Refusal(
                source=draft.sources[0],
                rule=rule,
                score=draft.score,
                reasons=draft.reasons,
                draft=draft,
            )
        )
    else:
        progress.results.append(draft)


def _join(scene: Scene, dependent: Draft, progress: _Progress) -> None:
    """Add a sentence that cannot stand alone to the draft right before it, once."""
    last = progress.results[-1] if progress.results else None
    least = scene.settings.threshold * _JOINING_FACTOR
    if isinstance(last, Draft) and _may_join(last, dependent) and dependent.score >= least:
        progress.results[-1] = _as_one(last, dependent)
        return
    progress.results.append(
        Refusal(
            source=dependent.sources[0],
            rule="not self-contained",
            score=round(_DEPENDENT_FACTOR * dependent.score, 4),
            reasons=dependent.reasons,
            draft=_in_context(scene, dependent, progress),
        )
    )


def _in_context(scene: Scene, dependent: Draft, progress: _Progress) -> Draft | None:
    """The sentence quoted with what explains it, for when it is worth that."""
    if scene.settings.raw:
        return None
    return answers.in_context(scene.turn, progress.read, scene.before, dependent, scene.speaker)


def _may_join(last: Draft, dependent: Draft) -> bool:
    return (
        not last.withdraws and _JOINED not in last.reasons and last.language == dependent.language
    )


def _as_one(last: Draft, dependent: Draft) -> Draft:
    gap = "" if last.language == "zh" else " "
    end = dependent.sources[0].end
    return replace(
        last,
        content=f"{last.content}{gap}{dependent.content}",
        first_person=f"{last.first_person}{gap}{dependent.first_person}",
        sources=(replace(last.sources[0], end=end), *last.sources[1:]),
        score=max(last.score, dependent.score),
        reasons=(*last.reasons, _JOINED),
    )
