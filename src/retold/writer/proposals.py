"""What a language model proposes to keep: asking for it, reading it, and holding it to the rules.

A proposal is no more than that. It must rest on words that were said, and the same checklist that
the rules' units pass compares it with them. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retold.model_calls import ReplyError, instructed, json_of
from retold.records import Kind, Owner, Source, Speaking, Turn
from retold.text.language import language
from retold.text.names import names
from retold.text.sentences import sentences
from retold.writer.check import Changed, drifts
from retold.writer.drafts import Draft, Refusal, Result, TakeBack, turn_of
from retold.writer.rewrite import Speaker, moments_of, with_dates, without_moments
from retold.writer.weighing import ASKED

PROMPT = "write-1"
_KINDS = tuple(kind.value for kind in Kind if kind is not Kind.SUMMARY)
_FIELDS = {
    "turn": {"type": "integer"},
    "quote": {"type": "string"},
    "content": {"type": "string"},
    "first_person": {"type": "string"},
    "kind": {"type": "string", "enum": list(_KINDS)},
    "subject": {"type": "string"},
    "importance": {"type": "number"},
}
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "statements": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": _FIELDS,
                "required": list(_FIELDS),
                "additionalProperties": False,
            },
        }
    },
    "required": ["statements"],
    "additionalProperties": False,
}
# A turn says a few things; a model that finds more has begun to invent.
_MOST_A_TURN = 6
_LONGEST_CHARACTERS = 400
_MOST_SENTENCES = 2
_CONFIDENCE = 0.8
# What rules refuse for what it lacks, a model may word; what they refuse for what it is, stays out.
_SOFT = frozenset(
    (
        "below the threshold",
        "not self-contained",
        "nothing to keep",
        "too short",
        "unclear subject",
        "an answer that says nothing lasting",
        "said by the assistant",
    )
)


# Why a proposal is refused, and a draft of the rules that the model does not want.
_MISQUOTED = "the model quoted what was not said"
_DRIFTS = "the model's statement would drift"
LEFT_OUT = "left out by the model"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A statement as the model gave it, its fields in order."""

    turn: int
    quote: str
    content: str
    first_person: str
    kind: Kind
    subject: str
    importance: float


def messages(turns: Sequence[Turn], before: Sequence[Turn]) -> list[tuple[str, str]]:
    """What the model is asked, as `(role, text)`."""
    asked = {
        "before": [{"speaker": _called(turn), "text": turn.text} for turn in before],
        "turns": [
            {
                "turn": number,
                "speaker": _called(turn),
                "role": turn.role.value,
                "said_at": turn.occurred_at.isoformat(timespec="minutes"),
                "text": turn.text,
            }
            for number, turn in enumerate(turns, 1)
        ],
    }
    return instructed("retold.writer.prompts", PROMPT, asked)


def _called(turn: Turn) -> str:
    return turn.speaker or turn.role.value


def read(reply: str, *, turns: int) -> list[Proposal]:
    """The proposals of a reply about so many turns.

    Prose around the JSON is passed over. Raises ReplyError where there is none to be read, or more
    than so many turns can hold.
    """
    listed = json_of(reply).get("statements")
    if not isinstance(listed, list):
        raise ReplyError('The JSON has no list "statements".')
    if len(listed) > _MOST_A_TURN * turns:
        raise ReplyError(f"There are {len(listed)} statements; give the few that matter.")
    return [_proposal(item) for item in listed]


def _proposal(item: Any) -> Proposal:
    try:
        texts = {
            name: str(item[name]).strip()
            for name in ("quote", "content", "first_person", "subject")
        }
        return Proposal(
            turn=int(item["turn"]),
            kind=Kind(item["kind"]),
            importance=min(max(float(item["importance"]), 0.0), 1.0),
            **texts,
        )
    except (KeyError, TypeError, ValueError) as error:
        raise ReplyError(f"A statement does not follow the format: {error!r}.") from None


def drafts(
    proposals: Iterable[Proposal],
    turns: Sequence[Turn],
    before: Sequence[Turn],
    speakers: Mapping[str, Speaker],
    *,
    writer: str,
) -> list[Draft | Refusal]:
    """The proposals that hold, as drafts by `writer`; those that do not, as refusals.

    Args:
        proposals: as `read` gives them.
        turns: the turns they are about, in the order that was asked.
        before: turns before those.
        speakers: who speaks in each turn, by its id.
        writer: name and version of the model, and of the prompt.
    """
    found: list[Draft | Refusal] = []
    for proposal in proposals:
        if not 1 <= proposal.turn <= len(turns):
            continue  # it belongs to no turn, so there is nothing to refuse it in
        turn = turns[proposal.turn - 1]
        start = turn.text.find(proposal.quote) if proposal.quote else -1
        if start < 0:
            whole = Source(turn_id=turn.id, start=0, end=len(turn.text))
            found.append(Refusal(source=whole, rule=_MISQUOTED))
            continue
        span = (start, start + len(proposal.quote))
        source = Source(turn_id=turn.id, start=span[0], end=span[1])
        heard = [*before, *turns[: proposal.turn]]
        faults = _faults(proposal, turn, heard, speakers[turn.id])
        if faults:
            found.append(Refusal(source=source, rule=f"{_DRIFTS}: {', '.join(faults)}"))
        else:
            found.append(_draft(proposal, turn, source, speakers[turn.id], writer))
    return found


def _faults(
    proposal: Proposal, turn: Turn, heard: Sequence[Turn], speaker: Speaker
) -> tuple[str, ...]:
    """What keeps a proposal from being stored."""
    spoken = language(proposal.quote)
    content = proposal.content
    faults: list[str] = []
    if not content or not proposal.first_person:
        return ("empty",)
    if len(content) > _LONGEST_CHARACTERS or len(sentences(content)) > _MOST_SENTENCES:
        faults.append("length")
    if language(content) != spoken:
        faults.append("language")
    if turn.role is Speaking.ASSISTANT and proposal.kind is not Kind.COMMITMENT:
        faults.append("said by the assistant")
    moments = moments_of(proposal.quote, turn.occurred_at)
    dated, _ = with_dates(proposal.quote, moments, spoken)
    known = {name for one in heard for name in (*names(one.text), one.speaker)}
    called = (speaker.called(spoken), speaker.other(spoken), "用户", "the user")
    allowed = Changed(added=(*called, *sorted(known - names(proposal.quote))))
    # Whether a statement names the date or leaves it to the unit's moment is a matter of taste.
    sources = (dated, without_moments(proposal.quote, moments))
    drifted = min((drifts(s, content, language=spoken, changed=allowed) for s in sources), key=len)
    return (*faults, *drifted)


def _draft(proposal: Proposal, turn: Turn, source: Source, speaker: Speaker, writer: str) -> Draft:
    by_assistant = turn.role is Speaking.ASSISTANT
    moments = moments_of(proposal.quote, turn.occurred_at)
    of_speaker = proposal.subject.lower() in ("", "user", "用户", speaker.name.lower())
    return Draft(
        turn=turn,
        content=proposal.content,
        first_person=proposal.first_person,
        kind=proposal.kind,
        subject="assistant" if by_assistant else speaker.key if of_speaker else proposal.subject,
        language=language(proposal.quote),
        sources=(source,),
        score=round(0.6 + 0.4 * proposal.importance, 4),
        rule="written by a model",
        importance=proposal.importance,
        confidence=_CONFIDENCE,
        reasons=(writer,),
        moment=moments[0].moment if moments else None,
        owner=Owner.ASSISTANT if by_assistant else Owner.USER,
        writer=writer,
    )


def merged(by_rules: Sequence[Result], by_model: Sequence[Draft | Refusal]) -> list[Result]:
    """The results of one turn by rules and by a model as one list.

    Frames, wishes and refusals for what a sentence is are the rules' to decide. Of everything else
    the model knows better what is worth keeping, and how to say it; where what it says does not
    hold, it has said nothing, and the rules' result stands beside the refusal.
    """
    firm = [result for result in by_rules if _is_firm(result)]
    proposed = [
        result
        for result in by_model
        if not any(_overlap(result, other) for other in firm if not isinstance(other, TakeBack))
    ]
    written = [result for result in proposed if isinstance(result, Draft)]
    refused = [result for result in proposed if isinstance(result, Refusal)]
    soft = [
        result if any(_overlap(result, other) for other in refused) else _left_out(result)
        for result in by_rules
        if not _is_firm(result) and not any(_overlap(result, other) for other in written)
    ]
    return sorted((*firm, *proposed, *soft), key=lambda result: _span(result)[0])


def missed(
    by_rules: Sequence[Result], by_model: Sequence[Draft | Refusal], told: Sequence[Source]
) -> list[Result]:
    """What a model finds in turns that were judged before, where nothing was made of the words.

    Args:
        by_rules: what the rules make of the turns.
        by_model: what the model proposes.
        told: the stretches that units rest on.
    """
    taken = [(source.turn_id, source.start, source.end) for source in told]
    taken += [
        (turn_of(result), *_span(result))
        for result in by_rules
        if not isinstance(result, TakeBack) and _is_firm(result)
    ]

    def is_new(result: Draft | Refusal) -> bool:
        start, end = _span(result)
        own = [(first, last) for turn_id, first, last in taken if turn_id == turn_of(result)]
        return not any(start < last and first < end for first, last in own)

    return [result for result in by_model if is_new(result)]


def _is_firm(result: Result) -> bool:
    if isinstance(result, Draft):
        framed = result.rule.startswith("frame")
        return framed or bool(result.withdraws) or ASKED in result.reasons
    return isinstance(result, TakeBack) or result.rule not in _SOFT


def _left_out(result: Result) -> Result:
    """What only the rules would keep, as a refusal."""
    if not isinstance(result, Draft):
        return result
    return Refusal(source=result.sources[0], rule=LEFT_OUT, score=result.score, draft=result)


def is_refused_proposal(result: Result) -> bool:
    """Whether the model proposed it and it did not hold."""
    return isinstance(result, Refusal) and result.rule.startswith((_MISQUOTED, _DRIFTS))


def _span(result: Result) -> tuple[int, int]:
    source = result.sources[0] if isinstance(result, Draft) else result.source
    return source.start, source.end


def _overlap(first: Result, second: Result) -> bool:
    (start, end), (other_start, other_end) = _span(first), _span(second)
    return start < other_end and other_start < end
