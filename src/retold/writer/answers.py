"""What a turn means together with the one before it: short answers, confirmations, promises."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from retold.records import Kind, Owner, Source, Speaking, Turn
from retold.text.language import Language, language
from retold.text.names import names
from retold.text.persons import mentions_second, to_first, to_third
from retold.text.sentences import Span, sentences
from retold.writer.cues import cue
from retold.writer.drafts import Draft, Refusal
from retold.writer.frames import slot_of
from retold.writer.matching import asked, trimmed
from retold.writer.rewrite import Speaker, first_person, moments_of, with_dates
from retold.writer.score import telling_words
from retold.writer.select import refused_clause

# What is longer is a sentence of its own.
_LONGEST_ANSWER = 60
# An answer that is quoted with its question; longer ones say what they are about.
_LONGEST_REPLY = {"en": 160, "zh": 60}
# What rules refuse may still tell of the speaker, in their own words.
OWN_WORDS: dict[str, dict[Language, str]] = {
    "question": {"en": "asked", "zh": "问过"},
    # "If his numbers hold" is a condition of a plan; 如果 and 要是 mostly imagine.
    "hypothetical": {"en": "said"},
    "quotation": {"en": "said", "zh": "说过"},
}
# What is quoted tells something, and is a sentence rather than a lecture.
_LEAST_CONTEXT = 2
_LEAST_ASKED = 3
_LONGEST_CONTEXT = 200
# 收到了收到了 and "left left" only confirm.
_DOUBLED = re.compile(r"(.{1,6}?)[\s,，]*\1[\s。！!]*$")
# A promise is short; a plan of work is none.
_LONGEST_PROMISE = 200
_CONFIDENCE = 0.9
_OPENER = re.compile(r"^(?:so|then|ok(?:ay)?|ah|got it|所以|那么?|原来)[,，:\s]*", re.IGNORECASE)
_NO = re.compile(
    r"^(?:(?:no|nope|nah|none|nothing|not really|never)\b|不|没|无|都行|随便)", re.IGNORECASE
)
_SENTENCE_LIKE = re.compile(r"\b(?:i|i'm|my|we|it's|im|that|you)\b|[我你]", re.IGNORECASE)
_FILLER = re.compile(
    r"^(?:um+|uh+|hmm+|well|so|about|maybe|probably|yes|yeah|yep|sure|嗯+|呃+|大概是?|应该是?|就是?|是|有)[\s,，.。]+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """A short answer as a whole sentence, with the span of the question as further source."""

    text: str
    sources: tuple[Source, ...]


def completed(turn: Turn, spans: Sequence[Span], before: Sequence[Turn]) -> Completed | None:
    """The sentence that a short answer to the question right before it stands for."""
    last = _other_turn(turn, before)
    asking = sentences(last.text)[-1:] if last is not None else []
    if last is None or not asking or not spans or len(spans[0].text) > _LONGEST_ANSWER:
        return None
    source = Source(turn_id=last.id, start=asking[0].start, end=asking[0].end)
    if cue("answers.yes").match(spans[0].text.strip()):
        return _confirmed(asking[0], source, last)
    return _filled(spans[0], asking[0], source)


def _other_turn(turn: Turn, before: Sequence[Turn]) -> Turn | None:
    """The turn right before, if someone else said it."""
    last = before[-1] if before else None
    if last is None or last.role in (Speaking.SYSTEM, Speaking.TOOL):
        return None
    return None if (last.role, last.speaker) == (turn.role, turn.speaker) else last


def replied(turn: Turn, before: Sequence[Turn], speaker: Speaker) -> Draft | None:
    """An answer that only its question explains, quoted together with it.

    Questions that steer the talk ("shall I go on?") and answers that tell nothing give None.
    """
    last = _other_turn(turn, before)
    question = sentences(last.text)[-1:] if last is not None else []
    own = language(turn.text)
    if last is None or not question or len(turn.text) > _LONGEST_REPLY[own]:
        return None
    if refused_clause(turn.text, own, asks="?" in turn.text or "？" in turn.text):
        return None
    asked_text, spoken = question[0].text, language(question[0].text)
    if not _asks(asked_text) or cue("answers.control").search(asked_text):
        return None
    words = telling_words(turn.text, own)
    digits = any(character.isdigit() for character in turn.text)
    if (not words and not digits) or _says_nothing_lasting(turn.text, own):
        return None
    dated = _dated(turn.text, turn, own)
    name = speaker.called(spoken)
    return Draft(
        turn=turn,
        content=(
            f"被问到“{asked_text}”时，{name}说：“{dated}”"
            if spoken == "zh"
            else f'Asked "{asked_text}", {name} said: "{dated}"'
        ),
        first_person=f"{asked_text} {dated}",
        kind=Kind.FACT,
        subject=speaker.key,
        language=spoken,
        sources=(
            Source(turn_id=turn.id, start=0, end=len(turn.text)),
            Source(turn_id=last.id, start=question[0].start, end=question[0].end),
        ),
        score=round(min(0.5 + 0.03 * words + 0.05 * digits, 0.8), 4),
        rule="answer to a question",
        importance=0.4,
        confidence=0.6,
        reasons=("quoted with its question",),
    )


def in_context(
    turn: Turn,
    spans: Sequence[Span],
    before: Sequence[Turn],
    dependent: Draft,
    speaker: Speaker,
) -> Draft | None:
    """A sentence that only what was said before it explains, quoted together with that.

    `spans` are the sentences of the turn up to it. Its context is the sentence before it, or the
    end of the turn before; None where that tells nothing either.
    """
    span = spans[-1]
    own = [s for s in spans[:-1] if _explains(s.text)][-1:]
    last = before[-1] if before and not own else None
    if last is not None and last.role in (Speaking.USER, Speaking.ASSISTANT):
        own = [s for s in sentences(last.text) if _explains(s.text)][-1:]
    if not own or not _explains(span.text) or _is_ambiguous(own[0].text):
        return None
    if own[0].text == span.text:
        return None  # said once more; nothing is explained by itself
    context, spoken = own[0], dependent.language
    dated = _dated(span.text, turn, spoken)
    name = speaker.called(spoken)
    same = last is None or (last.role, last.speaker) == (turn.role, turn.speaker)
    if spoken == "zh":
        opening = f"{name}说：“{context.text}”，又说" if same else f"听到“{context.text}”，{name}说"
        content = f"{opening}：“{dated}”"
    else:
        opening = (
            f'{name} said "{context.text}", and' if same else f'To "{context.text}", {name} said'
        )
        content = f'{opening}: "{dated}"'
    return replace(
        dependent,
        content=_opened(content),
        first_person=f"{context.text} {dated}",
        subject=speaker.key,
        slot="",
        value="",
        rule="quoted in context",
        importance=0.35,
        confidence=0.5,
        # The context is no source: what it says is not what this unit was made to keep.
        sources=(Source(turn_id=turn.id, start=span.start, end=span.end),),
        withdraws=(),
        changes=False,
        adds=False,
    )


def _dated(text: str, turn: Turn, spoken: Language) -> str:
    """Words of a turn on one line, with dates that stay true."""
    line = " ".join(text.split())
    dated, _ = with_dates(line, moments_of(line, turn.occurred_at), spoken)
    return dated


def _opened(content: str) -> str:
    """With a capital: "the user" opens no sentence."""
    return content[:1].upper() + content[1:]


def _is_ambiguous(context: str) -> bool:
    """Whether it tells of several people, so that nobody knows who "he" is."""
    people = {m[0].lower() for m in cue("score.kin").finditer(context)}
    # A name beside a word for kin is mostly theirs: "my cousin Marta in Lisbon".
    return len(people or names(context)) > 1


def own_words(turn: Turn, span: Span, speaker: Speaker, rule: str) -> Draft | None:
    """A question or a condition of the speaker in their own words; None for a short one.

    It is no fact, but it may tell of them. Kept only if the scorer finds it worth that, which few
    of a hundred are.
    """
    spoken = language(span.text)
    if spoken not in OWN_WORDS.get(rule, {}) or (
        rule == "hypothetical" and cue("answers.imagined").search(span.text)
    ):
        return None
    if turn.role is not Speaking.USER or telling_words(span.text, spoken) < _LEAST_ASKED:
        return None
    dated = _dated(span.text, turn, spoken)
    name = speaker.called(spoken)
    return Draft(
        turn=turn,
        content=_opened(f"{name}{OWN_WORDS[rule][spoken]}：“{dated}”")
        if spoken == "zh"
        else _opened(f'{name} {OWN_WORDS[rule][spoken]}: "{dated}"'),
        first_person=dated,
        kind=Kind.FACT,
        subject=speaker.key,
        language=spoken,
        sources=(Source(turn_id=turn.id, start=span.start, end=span.end),),
        score=0.0,
        rule=f"{rule}, in their own words",
        importance=0.35,
        confidence=0.5,
    )


def _explains(text: str) -> bool:
    """Whether it tells enough to be worth quoting."""
    return telling_words(text, language(text)) >= _LEAST_CONTEXT and len(text) <= _LONGEST_CONTEXT


def _says_nothing_lasting(answer: str, spoken: Language) -> bool:
    """Whether an answer confirms, teases the one who asked, or tells of this moment only."""
    return (
        _DOUBLED.match(answer) is not None
        or mentions_second(answer, spoken)
        or cue("score.momentary").search(answer) is not None
    )


def _asks(text: str) -> bool:
    return text.rstrip(' "”’').endswith(("?", "？", "吗", "呢", "吗。"))


def _filled(answer: Span, question: Span, source: Source) -> Completed | None:
    if not _asks(question.text):
        return None
    spoken = language(question.text)
    said = trimmed(_FILLER.sub("", answer.text.strip()), spoken)
    if not said or _tells_nothing(said):
        return None
    frame = asked(question.text, spoken)
    if frame is None or not frame.answer:
        return None
    return Completed(text=_with_answer(frame.answer, said), sources=(source,))


def _tells_nothing(answer: str) -> bool:
    """Whether it is a yes or a no, a question back, or a sentence of its own."""
    short = _NO.match(answer) or cue("answers.yes").match(answer)
    return bool(short or _SENTENCE_LIKE.search(answer)) or "?" in answer or "？" in answer


def _with_answer(template: str, said: str) -> str:
    """The answer in its place; `{a}` gives it the article that English wants."""
    if "{a}" not in template:
        return template.replace("{}", said)
    bare = re.sub(r"^(?:an?|the) ", "", said, flags=re.IGNORECASE)
    return template.replace("{a}", f"{'an' if bare[:1].lower() in 'aeiou' else 'a'} {bare}")


def _confirmed(statement: Span, source: Source, last: Turn) -> Completed | None:
    """What a "yes" makes the user's own ("So you're allergic to nuts, right?"), if it is plain."""
    tag = cue("answers.tag")
    text = tag.sub("", statement.text.strip().rstrip("?？")).strip()
    asks = statement.text.rstrip().endswith(("?", "？")) and not tag.search(statement.text)
    if last.role is not Speaking.ASSISTANT or asks:
        return None
    if not cue("answers.statement_to_you").match(text):
        return None
    spoken = language(text)
    return Completed(text=to_first(_OPENER.sub("", text), spoken), sources=(source,))


def commitments(turn: Turn, spans: Sequence[Span]) -> Iterator[Draft | Refusal]:
    """Of an assistant's turn only its own promises count."""
    for span in spans:
        source = Source(turn_id=turn.id, start=span.start, end=span.end)
        if _is_promise(turn, span.text):
            yield _commitment(turn, span, source)
        else:
            yield Refusal(source=source, rule="said by the assistant")


def _is_promise(turn: Turn, text: str) -> bool:
    """Whether the assistant binds itself to an act beyond this conversation, or to a time."""
    binds = len(text) <= _LONGEST_PROMISE and not _asks(text)
    if not binds or cue("answers.promise").match(text) is None:
        return False
    acts = cue("answers.promise_act").search(text) is not None
    return acts or bool(moments_of(text, turn.occurred_at))


def _commitment(turn: Turn, span: Span, source: Source) -> Draft:
    spoken = language(span.text)
    text = cue("answers.assent").sub("", span.text, count=1)
    moments = moments_of(text, turn.occurred_at)
    dated, _ = with_dates(text, moments, spoken)
    own = first_person(dated, spoken)
    promiser, user = ("助手", "用户") if spoken == "zh" else ("the assistant", "the user")
    slot = slot_of("commitment")
    content = to_third(own, name=promiser, language=spoken, addressee=user)
    score = 0.5 + 0.5 * slot.importance
    return Draft(
        turn=turn,
        content=content,
        first_person=own,
        kind=Kind.COMMITMENT,
        subject="assistant",
        language=spoken,
        sources=(source,),
        score=score,
        rule="frame commitment",
        slot=slot.name,
        value=content,
        importance=slot.importance,
        confidence=_CONFIDENCE,
        reasons=("a promise of the assistant",),
        moment=moments[0].moment if moments else None,
        owner=Owner.ASSISTANT,
    )
