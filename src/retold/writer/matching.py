"""Comparing a reading with the frames of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from retold.records import Kind
from retold.text.language import Language
from retold.writer.frames import Frame, Frames, Slot, frames, slot_of
from retold.writer.frames.notation import Pattern
from retold.writer.reading import Reading

# Plans and events may lie ahead; a state that is only going to hold is a plan as yet.
_AHEAD = (Kind.PLAN, Kind.EVENT)
_TRAILING_EN = re.compile(
    r"(?:[\s,]+(?:now|too|as well|though|lol|haha+|btw|by the way|actually|these days|any ?more|right now|"
    r"at the moment|currently|please|pls|tbh|honestly|as you know|you know|of course|anyway|already|"
    r"very much|so much|a lot|a bit|really|only|to be honest|instead|again|for now|and all|or so|"
    r"at all|either|xd|:\)|:\(|<3)|[\s.,;:!?~…\"]+|[\U0001F000-\U0001FAFF☀-➿️❤]+)+$",
    re.IGNORECASE,
)
_TRAILING_ZH = re.compile(
    r"(?:[了呢啊吧哦呀啦嘛哈噢喔呗哒滴的]*[\s，,。！!~～…、；;：:]+|[了呢啊吧哦呀啦嘛哈噢喔呗]+|什么的|之类的|而已|来着|就行|就好|即可|"
    r"[\U0001F000-\U0001FAFF☀-➿️❤]+)+$"
)
_OPENING = re.compile(r"^(?:I be |I |my |我是?)")
_LEADING = re.compile(r"^(?:a |an |the |some |any |my |your |是|了|着|一下|些)+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What decides on a frame besides the clause: its times, and what was said just before.

    `ahead` and `behind` say whether a moment in the clause lies in the future or the past of the
    turn; `recent` is the text of the last few turns and of this one.
    """

    ahead: bool = False
    behind: bool = False
    recent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A frame that fits a reading, with the slot's name, the value and what was said of it.

    `form` is the way of reading that fitted; `is_of_things` that its wording begins with a thing,
    so that no subject may be put in front. `ended` means that the statement holds no longer; `former` that it held once.
    """

    frame: Frame
    slot: str
    value: str
    polarity: int
    about: str = ""
    ended: bool = False
    former: bool = False
    lead: str = ""
    form: str = ""
    is_of_things: bool = False


def match(reading: Reading, language: Language, around: Surroundings) -> Match | None:
    """The first frame that fits the reading, if one does."""
    table = frames(language)
    for form in reading.forms:
        for frame, pattern in _candidates(form, table):
            found = pattern.regex.match(form)
            if found and _is_admitted(frame, reading, around, form):
                values = {name: _trimmed(text, language) for name, text in found.groupdict().items() if text}
                if _is_accepted(frame, pattern, values, table, form):
                    return _matched(frame, pattern, values, reading, form)
    return None


def asked(question: str, language: Language) -> Frame | None:
    """The frame that a short answer to this question would fill."""
    for frame, pattern in frames(language).questions:
        if pattern.regex.search(question):
            return frame
    return None


def trimmed_value(text: str, language: Language) -> str:
    """A value without what trails after it in talk."""
    return _trimmed(text, language)


def _candidates(form: str, table: Frames) -> Iterator[tuple[Frame, Pattern]]:
    entries = _openings(form, table) if table.language == "en" else table.entries
    lowered = form.lower() if table.language == "en" else form
    for frame, pattern in entries:
        for hint in pattern.hints:
            if hint in lowered:
                yield frame, pattern
                break
        else:
            if not pattern.hints:
                yield frame, pattern


def _openings(form: str, table: Frames) -> Iterator[tuple[Frame, Pattern]]:
    words = form.lower().split(None, 2)
    if not words:
        return
    first = words[0].strip(",:")
    if first in ("i", "my") and len(words) > 1:
        second = words[1].partition("'")[0].strip(",.")
        yield from table.by_opening.get(f"{first} {second}", ())
        yield from table.by_opening.get(f"{first} *", ())
    else:
        yield from table.by_opening.get("be" if first in ("is", "are") else first, ())
        yield from table.by_opening.get("*", ())


def _trimmed(text: str, language: Language) -> str:
    trailing = _TRAILING_ZH if language == "zh" else _TRAILING_EN
    return trailing.sub("", text.strip()).strip(" ,，、。.;；")


def _is_admitted(frame: Frame, reading: Reading, around: Surroundings, form: str) -> bool:
    if frame.needs and not any(word in around.recent.lower() for word in frame.needs):
        return False
    if not _is_only(frame, reading, around, form):
        return False
    if frame.ends:
        return frame.imperative or not (reading.hedged or reading.future or _is_negated(reading, form))
    return _is_admitted_in_time(frame, reading, around)


def _is_admitted_in_time(frame: Frame, reading: Reading, around: Surroundings) -> bool:
    if frame.only == "elliptic" or frame.imperative:
        return True
    if reading.hedged and not reading.wish:
        return False
    kind = slot_of(frame.slot).kind
    if (reading.future or around.ahead) and not frame.imperative and kind not in _AHEAD:
        return frame.keeps_times or frame.slot in ("budget", "constraint")
    if frame.event and reading.progressive and not reading.perfect:
        return False
    past = (reading.past or around.behind or reading.once) and not reading.perfect
    return frame.past != "none" or frame.event or reading.once or not past


def _is_only(frame: Frame, reading: Reading, around: Surroundings, form: str) -> bool:
    match frame.only:
        case "negated":
            return _is_negated(reading, form) or reading.ended
        case "elliptic":
            return reading.subject is None or (reading.subject.unresolved and reading.subject.person == "thing")
        case "stated":
            return reading.subject is not None
        case "past":
            return (reading.past or around.behind or reading.perfect) and not reading.progressive
        case "future":
            return reading.future or around.ahead
        case "timed":
            return around.ahead or around.behind
        case _:
            return True


def _is_negated(reading: Reading, form: str) -> bool:
    return reading.negated and form != reading.spelt


def _is_accepted(
    frame: Frame, pattern: Pattern, values: dict[str, str], table: Frames, form: str
) -> bool:
    for name, text in values.items():
        kind = pattern.groups.get(name)
        if kind is not None and not table.types[kind].accepts(_without_article(text, table.language)):
            return False
    value = _without_article(values.get(pattern.value, ""), table.language).lower()
    if frame.unless is not None and value and frame.unless.match(value):
        return False
    return frame.without is None or frame.without.search(form.lower()) is None


def _without_article(text: str, language: Language) -> str:
    return _LEADING.sub("", text) if language == "en" else text


def _matched(
    frame: Frame, pattern: Pattern, values: dict[str, str], reading: Reading, form: str
) -> Match:
    slot = frame.slot
    topic = slot.partition("{")[2].rstrip("}")
    if topic:
        slot = slot.replace("{" + topic + "}", values.get(topic, "").lower())
    value = _value(frame, pattern, values, topic, form)
    negated = _is_negated(reading, form) != bool(values.get("not"))
    polarity = frame.polarity or 1
    if negated and not (frame.only == "negated" and frame.polarity):
        polarity = -polarity
    past = (reading.past and not reading.perfect and not frame.event) or reading.once
    return Match(
        frame=frame,
        slot=slot,
        value=value,
        polarity=polarity,
        about=values.get("about", ""),
        ended=reading.ended and form != reading.spelt,
        former=(past and frame.past == "former") or (reading.once and not frame.event),
        form=form,
        is_of_things=pattern.text.startswith("{"),
        lead=frame.lead if reading.subject is None or reading.subject.unresolved else "",
    )


def _value(
    frame: Frame, pattern: Pattern, values: dict[str, str], topic: str, form: str
) -> str:
    """The value: its group, or the wording itself where it has none."""
    if frame.value:
        return frame.value
    names = [name for name, kind in pattern.groups.items() if name.partition("_")[0] == kind != topic]
    for name in names:
        if values.get(name):
            return _LEADING.sub("", values[name])
    return _OPENING.sub("", form)


def replaces(slot: str) -> bool:
    """Whether a new value of this slot closes the old one."""
    return bool(slot) and slot_of(slot).replaces


def describe(slot: str) -> Slot:
    """The slot record behind a name."""
    return slot_of(slot)
