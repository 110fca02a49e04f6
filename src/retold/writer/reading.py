"""What a clause says of whom, before any frame is compared with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# The key of the one who speaks, until the writer knows what to call them.
SPEAKER = "user"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Whom or what a clause is about.

    `key` is what units record: `SPEAKER`, a name ("Jack"), a relation ("mom", 妈妈), or the empty
    text for things. `words` are the words of the clause that name it. `unresolved` is true for a
    pronoun that stands for something said elsewhere.
    """

    key: str
    words: str
    person: Literal["speaker", "other", "thing"]
    unresolved: bool = False


ME = Subject(key=SPEAKER, words="", person="speaker")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A clause, read.

    `text` is the clause without what leads up to it ("by the way,"), `offset` where that starts in
    the clause. `forms` are ways to put it into the first person with a base verb, to be compared
    with the frames in order; `subject` is None where the clause names none. `spelt` is the form
    in which the negation still stands. The flags are what was taken out on the way.
    """

    text: str
    offset: int
    subject: Subject | None
    forms: tuple[str, ...]
    predicate: str = ""
    spelt: str = ""
    negated: bool = False
    ended: bool = False
    once: bool = False
    past: bool = False
    perfect: bool = False
    progressive: bool = False
    future: bool = False
    hedged: bool = False
    unsure: bool = False
    wish: bool = False


@dataclass(slots=True)
class Flags:
    """The flags of a reading while it is being made."""

    negations: int = 0
    ended: bool = False
    once: bool = False
    past: bool = False
    perfect: bool = False
    progressive: bool = False
    future: bool = False
    hedged: bool = False
    unsure: bool = False
    wish: bool = False

    def as_arguments(self) -> dict[str, bool]:
        """The flags as arguments of `Reading`; two negations cancel each other."""
        return {
            "negated": self.negations % 2 == 1,
            "ended": self.ended,
            "once": self.once,
            "past": self.past,
            "perfect": self.perfect,
            "progressive": self.progressive,
            "future": self.future,
            "hedged": self.hedged,
            "unsure": self.unsure,
            "wish": self.wish,
        }
