"""Slot patterns: what a sentence says about whom, as data that anyone can extend.

How to add a wording
--------------------
Open the file of your language and topic (`en/`, `zh/`) and add a line to `says`, written as the
person would say it of themselves:

    says = ["I live in {place}", "my address is {place}"]        says = ["我住在{place}"]

The engine generalises it. "I", "my" and 我 stand for whoever the sentence is about ("my friend
Jack", 我妈妈, a name); English verbs match in every form; adverbs, negation and time phrases are
taken out before the comparison and kept as flags. So write base forms, no negation, no times.

    {place}         a value; the kinds and what they accept are in `types.toml`
    {thing:other}   a value that is needed for the wording but is not the frame's value
    {not}           where a negation may stand inside the wording (对{thing}{not}感兴趣)
    [a |b ]         may be left out            (a|b)   one of these
    ? * +           as in regular expressions, after a character, a bracket or a brace

What else a frame may say
-------------------------
    slot            a name from `slots.toml`, perhaps with a topic ("favourite:{topic}")
    polarity        -1 for wordings that deny or dislike
    event           true: told in the past it still sets the present ("I moved to B")
    past            said of the past: "former" (default, does not touch the present), "same", "none"
    only            for clauses that are "negated", "elliptic" (no subject), "stated" (with one),
                    "affirmed" (not negated, and stated unless it begins the sentence),
                    "past", "future" or "timed"
    soft            true: the wording gives the kind only; the sentence must earn its place
    unless          values that begin so are something else       without   the same, anywhere
    lead            what to put before an elliptic wording to make it a sentence
    whole           the sentence of an elliptic wording of which only the value matters: `{}` is
                    the value ("raise it to 4000")
    needs           words of which one was said just before ("raise it to 4000" needs "budget")
    asked, answer   a question, and the sentence that a short answer to it stands for: `{}` is
                    the answer, `{a}` with "a" or "an" before it
    keeps_times     true: a date in it is part of the value (birthdays)
    ahead           true: it may be said of the future as well (budgets, the date of a meeting)
    confidence      0-1 where the wording may mislead

Frames are tried in the order of the files' names and lines, soft ones last; the first that fits
wins. An
`[[ending]]` tells what closes memories: `ends` names the slots that are searched for the value
(`{thing:old}` where the value is what comes instead). It may also say

    keeps           true: it is worth a unit of its own as well, which then succeeds what it ends
    moves           true: it gives a thing another time, so only what names a time is ended, and
                    only where one unit can be meant
    parts           true: a bond ends, and with it what is known of a partner as such

A frame with a slot may have `ends` too: it states a value and ends another.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Literal

from retold.records import Kind
from retold.text.language import Language
from retold.text.verbs import forms
from retold.writer.frames.notation import Pattern, compile_pattern
from retold.writer.frames.values import ValueType, value_types

Past = Literal["former", "same", "none"]
Only = Literal["", "negated", "affirmed", "elliptic", "stated", "past", "future", "timed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What a slot is in every language; the fields are those of `slots.toml`."""

    name: str
    kind: Kind
    importance: float
    replaces: bool = False
    ended: Literal["withdraw", "deny"] = "withdraw"
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One `[[frame]]` or `[[ending]]`; the fields are those described above.

    `ends` is empty for most frames. `keeps` says that an ending is worth a unit of its own as well.
    """

    slot: str
    says: tuple[Pattern, ...]
    polarity: int = 0
    event: bool = False
    past: Past = "former"
    only: Only = ""
    soft: bool = False
    imperative: bool = False
    unless: re.Pattern[str] | None = None
    without: re.Pattern[str] | None = None
    lead: str = ""
    whole: str = ""
    needs: tuple[str, ...] = ()
    asked: tuple[Pattern, ...] = ()
    answer: str = ""
    keeps_times: bool = False
    ahead: bool = False
    confidence: float = 0.9
    ends: tuple[str, ...] = ()
    keeps: bool = False
    moves: bool = False
    parts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames:
    """All frames of a language with their wordings, in order, and the verbs that these begin with.

    `by_opening` holds, for English, the wordings by their first word after the subject, so that a
    clause is compared with few of them. `verbs` maps each form of such a verb to base and tense.
    """

    language: Language
    entries: tuple[tuple[Frame, Pattern], ...]
    by_opening: Mapping[str, tuple[tuple[Frame, Pattern], ...]]
    verbs: Mapping[str, tuple[str, str]]
    questions: tuple[tuple[Frame, Pattern], ...]
    types: Mapping[str, ValueType]


@cache
def slots() -> Mapping[str, Slot]:
    """The slots by name."""
    table = tomllib.loads(_folder().joinpath("slots.toml").read_text("utf-8"))
    return {name: _slot(name, entry) for name, entry in table.items()}


def slot_of(name: str) -> Slot:
    """The slot that a name with or without a topic belongs to; "former job" adds up."""
    plain = name.partition(":")[0]
    if plain.startswith("former "):
        base = slots()[plain.removeprefix("former ")]
        return Slot(name=plain, kind=base.kind, importance=base.importance * 0.7)
    return slots()[plain]


@cache
def frames(language: Language) -> Frames:
    """The frames of a language, read once."""
    types = value_types(_folder().joinpath("types.toml").read_text("utf-8"), language)
    loaded = tuple(_load(language, types))
    openings: dict[str, list[tuple[Frame, Pattern]]] = {}
    for frame in loaded:
        for pattern in frame.says:
            for opening in pattern.openings:
                openings.setdefault(opening, []).append((frame, pattern))
    return Frames(
        language=language,
        entries=tuple((frame, pattern) for frame in loaded for pattern in frame.says),
        by_opening={opening: tuple(entries) for opening, entries in openings.items()},
        verbs=_verbs(openings) if language == "en" else {},
        questions=tuple((frame, pattern) for frame in loaded for pattern in frame.asked),
        types=types,
    )


def _folder() -> Traversable:
    return resources.files("retold.writer.frames")


def _slot(name: str, entry: Mapping[str, Any]) -> Slot:
    values = dict(entry)
    values["kind"] = Kind(values["kind"])
    values["names"] = tuple(values.get("names", ()))
    return Slot(name=name, **values)


def _load(language: Language, types: Mapping[str, ValueType]) -> Iterator[Frame]:
    files = sorted(_folder().joinpath(language).iterdir(), key=lambda file: file.name)
    tables = [tomllib.loads(file.read_text("utf-8")) for file in files]
    entries = [e for table in tables for e in (*table.get("ending", ()), *table.get("frame", ()))]
    for entry in sorted(entries, key=lambda e: bool(e.get("soft"))):
        yield _frame(entry, language, types)


def _frame(entry: Mapping[str, Any], language: Language, types: Mapping[str, ValueType]) -> Frame:
    values = dict(entry)
    values.setdefault("slot", "")
    for name in ("needs", "ends"):
        values[name] = tuple(values.get(name, ()))
    for name in ("unless", "without"):
        values[name] = _any_of(values.get(name, ()), language)
    values["says"] = tuple(compile_pattern(text, language, types) for text in values["says"])
    values["asked"] = tuple(
        compile_pattern(text, language, types, anywhere=True) for text in values.get("asked", ())
    )
    return Frame(**values)


def _any_of(words: Sequence[str], language: Language) -> re.Pattern[str] | None:
    if not words:
        return None
    joined = "|".join(re.escape(word) for word in words)
    return re.compile(joined if language == "zh" else rf"(?<!\w)(?:{joined})(?!\w)")


def _verbs(openings: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {}
    for opening in openings:
        subject, _, verb = opening.partition(" ")
        if subject != "i" or not verb.isalpha():
            continue
        for form, tense in forms(verb).items():
            found.setdefault(form, (verb, tense))
    return found
