"""What a clause says of whom, before any frame is compared with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# The key of the one who speaks, until the writer knows what to call them.
SPEAKER = "user"

Person = Literal["speaker", "other", "thing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Whom or what a clause is about.

    `key` is what units record: `SPEAKER`, a name ("Jack"), a relation ("mom", 妈妈), or the empty
    text for things. `words` are the words of the clause that name it. `unresolved` is true for a
    pronoun that stands for something said elsewhere, `bare` where "my" is left out ("Dad says …").
    """

    key: str
    words: str
    person: Person
    unresolved: bool = False
    bare: bool = False


ME = Subject(key=SPEAKER, words="", person="speaker")


@dataclass(slots=True)
class Flags:
    """What is taken out of a clause on the way to its bare form.

    `negations` counts; `ended` says "no longer", `once` "used to"; `perfect` is true where a past
    form says nothing about the present ("have lived", 了); `progressive` where the verb is one;
    `hedged` for "might", 可能; `unsure` for "I think", 我觉得; `wish` for "would like".
    """

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

    @property
    def negated(self) -> bool:
        """Whether something is denied; two negations cancel each other."""
        return self.negations % 2 == 1

    def end(self) -> None:
        """Read the negation as "no longer"."""
        self.negations, self.ended = 0, True


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A clause, read.

    `text` is the clause without what leads up to it ("by the way,"). `forms` are ways to put it
    into the first person with a base verb, to be compared with the frames in order. `subject` is
    None where the clause names none. `spelt` is the form in which the negation still stands.
    """

    text: str
    subject: Subject | None
    forms: tuple[str, ...]
    flags: Flags
    spelt: str = ""

    def is_negated(self, form: str) -> bool:
        """Whether a denial was taken out of this form."""
        return self.flags.negated and form != self.spelt
