"""Comparing a reading with the frames of its language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from retold.records import Kind
from retold.text.language import Language
from retold.text.spellings import STANDARD
from retold.writer.cues import cue
from retold.writer.frames import Frame, Frames, frames, slot_of
from retold.writer.frames.notation import Pattern
from retold.writer.reading import Reading

# A guess about these is worth keeping as a guess.
_EVEN_IF_UNSURE = frozenset(("allergy", "diet", "health"))
# Plans and events may lie ahead; a state that is only going to hold is a plan as yet.
_AHEAD = (Kind.PLAN, Kind.EVENT)
_TRAILING_MARKS = ' \t\n.,;:!?~…"，。！？～、；：\ufe0f\u2764'
# Where a time phrase was cut out: "the report by".
_DANGLING = re.compile(r"\s(?:by|on|at|in|for|since|until|from|of|with)$", re.IGNORECASE)
_EMOJI = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf]+$")
_LEADING = re.compile(
    r"^(?:a |an |the |some |any |my |your |是|了|着|一下|些)+(?=\S)", re.IGNORECASE
)
_ARTICLE = re.compile(r"^(?:a|an|the|some|any|my|your) (?=\S)", re.IGNORECASE)
_OPENING = re.compile(r"^(?:I be |I |my |我是?)")
# "I love the red and blue" is about something at hand; "the beach" and "the Beatles" last.
_AT_HAND = re.compile(
    r"(?:all |both )?(?:the|his|her|their) (?![A-Z])(?:\S+\s+){2,}\S+"
    r"|(?:all the|this|that|these|those)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What decides on a frame besides the clause: its times, and what was said just before.

    `ahead` and `behind` say whether a moment in the clause lies in the future or the past of the
    turn; `recent` is the text of the last few turns and of this one; `first` says that the clause
    begins its sentence.
    """

    ahead: bool = False
    behind: bool = False
    recent: str = ""
    first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A frame that fits a reading, with the slot's name, the value and what was said of it.

    `form` is the way of reading that fitted; `is_of_things` that its wording begins with a thing,
    so that no subject may be put in front; `about` the thing itself; `old` what the value takes the
    place of. `ended` means that the
    statement holds no longer, `former` that it held once. `lead` goes in front where the clause
    has no subject of its own.
    """

    frame: Frame
    slot: str
    value: str
    polarity: int
    form: str
    about: str = ""
    old: str = ""
    ended: bool = False
    former: bool = False
    lead: str = ""
    is_of_things: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fit:
    """A wording that fits a form of a reading, with the texts of its groups."""

    frame: Frame
    pattern: Pattern
    form: str
    values: Mapping[str, str]

    @property
    def value(self) -> str:
        """The text of the frame's value; empty where the wording holds none."""
        return self.values.get(self.pattern.value, "")


def match(reading: Reading, language: Language, around: Surroundings) -> Match | None:
    """The first frame that fits the reading, if one does."""
    table = frames(language)
    for form in reading.forms:
        for frame, pattern in _candidates(form, table):
            found = pattern.regex.match(form)
            if not found or not _is_admitted(frame, reading, around, form):
                continue
            values = {
                name: trimmed(text, language) for name, text in found.groupdict().items() if text
            }
            fit = _Fit(frame=frame, pattern=pattern, form=form, values=values)
            if _is_accepted(fit, table):
                return _matched(fit, reading, table)
    return None


def asked(question: str, language: Language) -> Frame | None:
    """The frame that a short answer to this question would fill."""
    for frame, pattern in frames(language).questions:
        if pattern.regex.search(question):
            return frame
    return None


def trimmed(text: str, language: Language) -> str:
    """A value without what trails after it in talk."""
    trailing = cue("matching.trailing", language)
    while True:
        text = _EMOJI.sub("", text.strip(_TRAILING_MARKS))
        shorter = trailing.sub("", text, count=1)
        if shorter == text:
            break
        text = shorter
    if language == "en":
        afterthought = cue("matching.afterthought", "en").search(text)
        text = text[: afterthought.start()] if afterthought else text
        text = _DANGLING.sub("", text)
    return text.strip(_TRAILING_MARKS)


def _candidates(form: str, table: Frames) -> Iterator[tuple[Frame, Pattern]]:
    """Wordings of which something stands in the form: most are out before any expression runs."""
    lowered = form.lower() if table.language == "en" else form
    entries = _openings(lowered, table) if table.language == "en" else table.entries
    for frame, pattern in entries:
        if not pattern.hints:
            yield frame, pattern
            continue
        for hint in pattern.hints:
            if hint in lowered:
                yield frame, pattern
                break


def _openings(form: str, table: Frames) -> Iterator[tuple[Frame, Pattern]]:
    words = form.split(None, 2)
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


def _is_admitted(frame: Frame, reading: Reading, around: Surroundings, form: str) -> bool:
    if frame.needs and not any(word in around.recent.lower() for word in frame.needs):
        return False
    lasting = frame.slot == "want" and cue("matching.lasting").search(reading.text)
    if lasting or not _is_only(frame, reading, around, form):
        return False
    flags = reading.flags
    if frame.ends:
        return frame.imperative or not (flags.hedged or flags.future or reading.is_negated(form))
    if frame.only == "elliptic" or frame.imperative:
        return True
    if flags.hedged and not flags.wish and frame.slot not in _EVEN_IF_UNSURE:
        return False
    return _is_admitted_in_time(frame, reading, around)


def _is_admitted_in_time(frame: Frame, reading: Reading, around: Surroundings) -> bool:
    flags = reading.flags
    if (flags.future or around.ahead) and slot_of(frame.slot).kind not in _AHEAD:
        return frame.ahead
    if frame.event and flags.progressive and not flags.perfect:
        return False
    past = (flags.past or around.behind) and not flags.perfect
    return frame.past != "none" or frame.event or flags.once or not past


def _is_only(frame: Frame, reading: Reading, around: Surroundings, form: str) -> bool:
    """Whether the clause is of the sort that the frame's `only` asks for."""
    subject, flags = reading.subject, reading.flags
    past = flags.past or around.behind or flags.perfect
    ended = flags.ended and frame.only == "negated" and slot_of(frame.slot).ended == "deny"
    fitting = {
        "": True,
        "negated": reading.is_negated(form) or ended,
        "affirmed": (subject is not None or around.first) and not reading.is_negated(form),
        "elliptic": subject is None or (subject.unresolved and subject.person == "thing"),
        "stated": subject is not None,
        "past": past and not flags.progressive,
        "future": flags.future or around.ahead,
        "timed": around.ahead or around.behind,
    }
    return fitting[frame.only]


def _is_accepted(fit: _Fit, table: Frames) -> bool:
    for name, text in fit.values.items():
        kind = fit.pattern.groups.get(name)
        if kind is not None and not table.types[kind].accepts(_plain(text, table.language)):
            return False
    frame = fit.frame
    value = _plain(fit.value, table.language).lower()
    if frame.unless is not None and value and frame.unless.match(value):
        return False
    if frame.slot == "like" and _AT_HAND.match(fit.value):
        return False
    return frame.without is None or frame.without.search(fit.form.lower()) is None


def _plain(text: str, language: Language) -> str:
    return _ARTICLE.sub("", text) if language == "en" else text


def _matched(fit: _Fit, reading: Reading, table: Frames) -> Match:
    frame, flags = fit.frame, reading.flags
    slot = frame.slot
    topic = slot.partition("{")[2].rstrip("}")
    if topic:
        named = fit.values.get(topic, "").lower()
        # "Favourite color" and "favourite colour" are one thing.
        slot = slot.replace("{" + topic + "}", STANDARD.get(named, named))
    past = flags.past and not flags.perfect and not frame.event
    former = (past and frame.past == "former") or (flags.once and not frame.event)
    subject = reading.subject
    return Match(
        frame=frame,
        slot=slot,
        value=_value(fit, topic, table),
        polarity=_polarity(fit, reading),
        form=fit.form,
        about=_named_thing(fit.values.get("about", ""), table.language),
        old=_LEADING.sub("", fit.values.get("old", "")),
        ended=flags.ended and fit.form != reading.spelt,
        former=former,
        lead=frame.lead if subject is None or subject.unresolved else "",
        is_of_things=fit.pattern.text.startswith("{"),
    )


def _named_thing(about: str, language: Language) -> str:
    """A thing as its units are filed under: "the Essay" and "essay" are one."""
    bare = _ARTICLE.sub("", about) if language == "en" else about
    return bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare


def _polarity(fit: _Fit, reading: Reading) -> int:
    frame = fit.frame
    own = frame.polarity or 1
    if frame.only == "negated" and frame.polarity:
        return own
    negated = reading.is_negated(fit.form) != bool(fit.values.get("not"))
    return -own if negated else own


def _value(fit: _Fit, topic: str, table: Frames) -> str:
    """The value: its group, or the wording itself where it has none; endings then name none."""
    for name, kind in fit.pattern.groups.items():
        # Repeated groups are numbered: "thing", "thing_2". Others with a name are no values.
        if name.partition("_")[0] == kind not in (topic, "about") and fit.values.get(name):
            return table.types[kind].proper(_LEADING.sub("", fit.values[name]))
    return "" if fit.frame.ends and not fit.frame.slot else _OPENING.sub("", fit.form)
