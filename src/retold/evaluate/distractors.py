"""Statements near to those that are asked about, which answer nothing: made from parts, by a seed.

A distractor is a subject (a person, a place, a thing), a frame that says something of it, and a
value. A subject meets a frame at most once, so no two distractors contradict each other.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from retold.errors import DatasetError
from retold.evaluate.pairs import LANGUAGES, Spoken

FILE = "distractors.toml"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Words(_Part):
    """A list in both languages; the same place means the same thing."""

    en: tuple[str, ...]
    zh: tuple[str, ...]

    @model_validator(mode="after")
    def _parallel(self) -> Self:
        if not self.en or len(self.en) != len(self.zh):
            raise ValueError(f"{len(self.en)} in English, {len(self.zh)} in Chinese")
        return self


class Frame(_Part):
    """A sentence with the blanks `{who}` and `{value}`, and the lists that fill them."""

    of: str
    value: str
    en: str
    zh: str


class Parts(_Part):
    """What distractors are made of."""

    subjects: dict[str, Words]
    values: dict[str, Words]
    frames: tuple[Frame, ...]

    @model_validator(mode="after")
    def _known(self) -> Self:
        for frame in self.frames:
            if frame.of not in self.subjects or frame.value not in self.values:
                raise ValueError(f"{frame.en!r} names lists that are not there")
            if not all("{who}" in text and "{value}" in text for text in (frame.en, frame.zh)):
                raise ValueError(f"{frame.en!r} lacks a blank in one of the languages")
        return self


def read_parts(folder: Path) -> Parts:
    """The parts that `distractors.toml` of a folder holds.

    Raises:
        DatasetError: it is missing or does not follow the format.
    """
    try:
        return Parts(**tomllib.loads((folder / FILE).read_text("utf-8")))
    except OSError as error:
        raise DatasetError(
            f"{FILE} cannot be read: {error.strerror}", hint="`--distractors 0` needs none"
        ) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DatasetError(f"{FILE}: not TOML: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise DatasetError(f"{FILE}: {where}: {first['msg']}".replace(": : ", ": ")) from None


def draw(parts: Parts, count: int, *, seed: int) -> dict[Spoken, list[str]]:
    """`count` different statements, the same ones in both languages and in the same order.

    Raises:
        DatasetError: the parts do not make so many.
    """
    every = [
        (frame, subject)
        for frame in parts.frames
        for subject in range(len(parts.subjects[frame.of].en))
    ]
    if count > len(every):
        raise DatasetError(f"the parts make {len(every):,} distractors, not {count:,}")
    chance = random.Random(seed)
    drawn = [
        (frame, subject, chance.randrange(len(parts.values[frame.value].en)))
        for frame, subject in chance.sample(every, count)
    ]
    return {
        spoken: [_said(parts, spoken, frame, subject, value) for frame, subject, value in drawn]
        for spoken in LANGUAGES
    }


def _said(parts: Parts, spoken: Spoken, frame: Frame, subject: int, value: int) -> str:
    template: str = getattr(frame, spoken)
    return template.format(
        who=getattr(parts.subjects[frame.of], spoken)[subject],
        value=getattr(parts.values[frame.value], spoken)[value],
    )
