"""What a turn means together with the one before it: short answers, confirmations, promises."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from retold.records import Kind, Owner, Source, Speaking, Turn
from retold.text.language import language
from retold.text.persons import to_first
from retold.text.sentences import Span, sentences
from retold.writer.drafts import Draft, Refusal
from retold.writer.matching import asked, trimmed_value
from retold.writer.rewrite import Speaker, first_person, moments_of, with_dates

# What is longer is a sentence of its own.
_LONGEST_ANSWER = 60
_YES = re.compile(
    r"^(?:(?:yes|yeah|yep|yup|right|correct|exactly|true|indeed|that's (?:right|correct|true|me)|you(?:'re| are) right|absolutely|of course|对的?|是的?|没错|嗯+|正确|就是这样|确实|对呀|对啊|是啊|是呀)[\s,，.。!！]*)+$",
    re.IGNORECASE,
)
_NO = re.compile(r"^(?:(?:no|nope|nah|none|nothing|not really|never)\b|不|没|无|都行|随便)", re.IGNORECASE)
_SENTENCE_LIKE = re.compile(r"\b(?:i|i'm|my|we|it's|im|that|you)\b|[我你]", re.IGNORECASE)
_FILLER = re.compile(r"^(?:um+|uh+|hmm+|well|so|about|maybe|probably|yes|yeah|yep|sure|嗯+|呃+|大概是?|应该是?|就是?|是|有)[\s,，.。]+", re.IGNORECASE)
_STATEMENT_TO_YOU = re.compile(r"^(?:so |ah,? |ok(?:ay)?,? |got it[,:.]? |you said |then )*(?:you(?:'re| are| live| work| have| like| love| prefer| want)|your)\b|^(?:所以|那么?|原来)?(?:你|您)", re.IGNORECASE)
_TAG = re.compile(r"[,，]?\s*(?:right|correct|is that (?:right|correct)|am i right|isn't it|aren't you|don't you|yes|no|对吗|对吧|是吗|是吧|没错吧|对不对|是不是)[?？]?\s*$", re.IGNORECASE)
_PROMISE = re.compile(
    r"^(?:(?:ok(?:ay)?|sure|great|got it|of course|certainly|absolutely|no problem|understood|alright)[,.! ]+)*(?:i(?:'ll| will| promise(?: to| i'll)?| am going to|'m going to)) (?!be happy|be glad|do my best|try|need|assume|explain|help you (?:with|understand)|provide|give you (?:a|some)|guide|walk|show you|use|start|break|outline|go (?:through|over|ahead)|just|have to|miss|say|also|show|list|write|create|present|describe|be here|always be|be able)"
    r"(?:\w+)\b.*|^(?:(?:好的?|没问题|当然|可以|明白|收到|了解)[，,。！ ]*)*我(?:会|将|答应|保证|承诺|到时候?会?)(?!尽力|努力|尽量|一直|帮你(?:分析|解答|看看)|为你(?:提供|解答|介绍)|先|从|用|给你(?:一些|几个|介绍|讲|解释)|告诉你(?:如何|怎么)|详细|说明|解释|列|写|说|继续).+",
    re.IGNORECASE,
)
_PROMISE_ACT = re.compile(
    r"\b(?:send|email|remind|check|call|book|order|schedule|update|notify|ping|follow up|get back|prepare|deliver|ship|refund|fix|add|let you know|remember|avoid|stop|keep)\b|发|提醒|联系|通知|打电话|预订|安排|跟进|回复|寄|退款|修|更新|准备好?|记住|记得|转告|催|确认",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """A short answer as a whole sentence, with the span of the question as further source."""

    text: str
    sources: tuple[Source, ...]


def completed(turn: Turn, spans: Sequence[Span], before: Sequence[Turn]) -> Completed | None:
    """The sentence that a short answer to the question right before it stands for."""
    if not before or not spans or len(spans[0].text) > _LONGEST_ANSWER:
        return None
    last = before[-1]
    if (last.role, last.speaker) == (turn.role, turn.speaker) or last.role in (Speaking.SYSTEM, Speaking.TOOL):
        return None
    asking = sentences(last.text)[-1:]
    if not asking:
        return None
    source = Source(turn_id=last.id, start=asking[0].start, end=asking[0].end)
    if _YES.match(spans[0].text.strip()):
        return _confirmed(asking[0], source, last)
    return _filled(spans[0], asking[0], source)


def _filled(answer: Span, question: Span, source: Source) -> Completed | None:
    if not question.text.rstrip().endswith(("?", "？", "吗", "呢")):
        return None
    spoken = language(question.text)
    said = _FILLER.sub("", answer.text.strip())
    said = trimmed_value(said.rstrip(".。!！"), spoken)
    if not said or _NO.match(said) or _YES.match(said) or _SENTENCE_LIKE.search(said) or "?" in said or "？" in said:
        return None
    frame = asked(question.text, spoken)
    if frame is None or not frame.answer:
        return None
    return Completed(text=frame.answer.replace("{}", said), sources=(source,))


def _confirmed(statement: Span, source: Source, last: Turn) -> Completed | None:
    """ "So you're allergic to nuts, right?" – "Yes": the user's own statement, only if it is plain."""
    text = _TAG.sub("", statement.text.strip().rstrip("?？")).strip()
    if last.role is not Speaking.ASSISTANT or not _STATEMENT_TO_YOU.match(text):
        return None
    if statement.text.rstrip().endswith(("?", "？")) and not _TAG.search(statement.text):
        return None
    spoken = language(text)
    own = to_first(re.sub(r"^(?:so|then|ok(?:ay)?|ah|got it|所以|那么?|原来)[,，:\s]*", "", text, flags=re.IGNORECASE), spoken)
    return Completed(text=own, sources=(source,))


def commitments(turn: Turn, spans: Sequence[Span], speaker: Speaker) -> list[Draft | Refusal]:
    """Of an assistant's turn only its own promises count."""
    found: list[Draft | Refusal] = []
    for span in spans:
        source = Source(turn_id=turn.id, start=span.start, end=span.end)
        if len(span.text) > 200 or not (_PROMISE.match(span.text) and _PROMISE_ACT.search(span.text)):
            found.append(Refusal(source=source, rule="said by the assistant"))
            continue
        found.append(_commitment(turn, span, source))
    return found


def _commitment(turn: Turn, span: Span, source: Source) -> Draft:
    from retold.text.persons import to_third

    spoken = language(span.text)
    text = re.sub(r"^(?:(?:ok(?:ay)?|sure|great|got it|of course|certainly|absolutely|no problem|understood|alright|好的?|没问题|当然|可以|明白|收到|了解)[，,。.！! ]+)+", "", span.text, flags=re.IGNORECASE)
    moments = moments_of(text, turn.occurred_at)
    dated, _ = with_dates(text, moments, spoken)
    own = first_person(dated, spoken)
    names = ("助手", "用户") if spoken == "zh" else ("the assistant", "the user")
    content = to_third(own, name=names[0], language=spoken, addressee=names[1])
    return Draft(
        turn=turn,
        content=content,
        first_person=own,
        kind=Kind.COMMITMENT,
        subject="assistant",
        language=spoken,
        sources=(source,),
        score=0.8,
        rule="frame commitment",
        slot="commitment",
        value=content,
        importance=0.7,
        confidence=0.9,
        reasons=("a promise of the assistant",),
        moment=moments[0].moment if moments else None,
        owner=Owner.ASSISTANT,
    )
